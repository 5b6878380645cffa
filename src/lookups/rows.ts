import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';
import {NARROW, type RowNumbers, WIDE} from '../sql/row-numbers.ts';

// Row ids in look-up files: a narrow one is a word of 32 bits; a wide one is two words in number tables, the higher first, and a number of
// 64 bits in records. Places in orders are 32 bits in both.

/** Row ids in memory, and in records. */
export type RowList = Uint32Array | Float64Array;

/** The row ids of the generation in use: of what its macro makes, which small databases beside a generation have as well. */
export async function rowNumbersIn(connection: DuckDBConnection): Promise<RowNumbers> {
  const [row] = await rowsOf(connection, 'SELECT typeof(as_rid(0))');
  return row?.[0] === 'BIGINT' ? WIDE : NARROW;
}

export function isWide({name}: RowNumbers): boolean {
  return name === WIDE.name;
}

/** The words of a row id in a table. */
export function wordsPerRow(rows: RowNumbers): number {
  return isWide(rows) ? 2 : 1;
}

export function rowWords(rid: number, rows: RowNumbers): number[] {
  return isWide(rows) ? [higher(rid), lower(rid)] : [rid];
}

export function higher(rid: number): number {
  return Math.floor(rid / 2 ** 32);
}

export function lower(rid: number): number {
  return rid % 2 ** 32;
}

/** The row id that begins at a place among words. */
export function rowAt(words: Uint32Array, at: number, rows: RowNumbers): number {
  const first = words[at] as number;
  return isWide(rows) ? first * 2 ** 32 + (words[at + 1] as number) : first;
}

/** A record of row ids, and of other numbers among them. */
export function recordOf(numbers: readonly number[], rows: RowNumbers): Uint8Array {
  return new Uint8Array((isWide(rows) ? Float64Array : Uint32Array).from(numbers).buffer);
}

/** The bytes of numbers, which they share. */
export function bytesOf({buffer, byteOffset, byteLength}: RowList | Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The numbers of such a record, from its beginning; valid as long as the record is. */
export function numbersIn(record: Uint8Array, rows: RowNumbers, count?: number): RowList {
  const {buffer, byteOffset, length} = record;
  return isWide(rows)
    ? new Float64Array(buffer, byteOffset, count ?? length / 8)
    : new Uint32Array(buffer, byteOffset, count ?? length / 4);
}

export function bytesPerRow(rows: RowNumbers): number {
  return isWide(rows) ? 8 : 4;
}
