import type {DuckDBConnection} from '@duckdb/node-api';
import {chunksOf} from '../engine/ask.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {isWide, type RowList} from './rows.ts';

/** A column as 32-bit words, as DuckDB stores it: one for each INTEGER, two for each BIGINT and DOUBLE, the lower one first. */
export type Words = Int32Array;

/** Up to 2,048 rows of a result. */
export interface Chunk {
  rows: number;
  words(column: number): Words;
  /** Of a column of INTEGER or BIGINT: row ids of either width. */
  numbers(column: number): Int32Array | Float64Array;
  /** Of a column of DOUBLE. */
  doubles(column: number): Float64Array;
  /** Of a column of VARCHAR. */
  texts(column: number): (string | null)[];
}

/**
 * Passes on the rows of a query chunk by chunk, in order, without making a JavaScript value of each number. Nulls are not
 * allowed. The result is streamed: that of a large graph does not fit in memory.
 * @param counted A query of as many rows that is faster to count.
 */
export async function eachChunk(
  connection: DuckDBConnection,
  query: string,
  visit: (chunk: Chunk) => void,
  counted?: string,
): Promise<void> {
  for await (const chunk of chunksOf(connection, query, counted)) {
    const words = (column: number): Words => {
      const vector = chunk.getColumnVector(column);
      if (!('items' in vector)) throw new Error(`Column ${column} is no column of numbers`);
      const {buffer, byteOffset, byteLength} = vector.items as Int32Array | BigInt64Array | Float64Array;
      return new Int32Array(buffer, byteOffset, byteLength / 4);
    };
    visit({
      rows: chunk.rowCount,
      words,
      numbers(column) {
        const halves = words(column);
        // A vector is as long as the chunk or longer.
        const {items} = chunk.getColumnVector(column) as unknown as {items: {BYTES_PER_ELEMENT: number}};
        if (items.BYTES_PER_ELEMENT === 4) return halves;
        const numbers = new Float64Array(chunk.rowCount);
        for (let row = 0; row < numbers.length; row++)
          numbers[row] = (halves[2 * row + 1] as number) * 2 ** 32 + ((halves[2 * row] as number) >>> 0);
        return numbers;
      },
      doubles(column) {
        const {buffer, byteOffset, length} = words(column);
        return new Float64Array(buffer, byteOffset, length / 2);
      },
      texts: (column) => chunk.getColumnValues(column) as (string | null)[],
    });
  }
}

/** The row ids that a query of one column yields, in its order. */
export async function rowIdsOf(connection: DuckDBConnection, query: string, rows: RowNumbers): Promise<RowList> {
  const List = isWide(rows) ? Float64Array : Uint32Array;
  const parts: RowList[] = [];
  // A chunk's memory goes with it.
  await eachChunk(connection, query, (chunk) => parts.push(List.from(chunk.numbers(0).subarray(0, chunk.rows))));
  const rids = new List(parts.reduce((sum, {length}) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    rids.set(part, at);
    at += part.length;
  }
  return rids;
}
