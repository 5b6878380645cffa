import type {DuckDBConnection} from '@duckdb/node-api';

/** Columns of up to 2,048 rows as DuckDB holds them; `rows` says how many count. */
export type Visit = (columns: Numbers[], rows: number) => void;

/** Integers of 32 bits, or of 64 as pairs of words, the lower one first. */
export type Numbers = Int32Array;

/**
 * Hands over the rows of a query of whole numbers, without a value made for each: columns of type INTEGER or BIGINT, none of them null.
 */
export async function eachNumbers(connection: DuckDBConnection, query: string, visit: Visit): Promise<void> {
  const result = await connection.run(query);
  for (let at = 0; at < result.chunkCount; at++) {
    const chunk = result.getChunk(at);
    const columns = Array.from({length: chunk.columnCount}, (_, column) => {
      const vector = chunk.getColumnVector(column);
      if (!('items' in vector)) throw new Error(`Column ${column} is no column of numbers`);
      const items = vector.items as Int32Array | BigInt64Array;
      return new Int32Array(items.buffer, items.byteOffset, items.byteLength / 4);
    });
    visit(columns, chunk.rowCount);
  }
}
