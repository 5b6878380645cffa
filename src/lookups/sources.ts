import type {RowNumbers} from '../sql/row-numbers.ts';
import type {Words} from './columns.ts';
import {higher, isWide, lower} from './rows.ts';

/** A column of a chunk, of a table of numbers. */
export type Column = Words | Float64Array;

/** Numbers, of which each row has one: how many numbers lie between two rows, and which is the first row's. */
export type Source = readonly [numbers: Column, step: number, first: number];

export const NONE = new Int32Array();

export const plain = (column: Column): Source => [column, 1, 0];

/** A row id is one word, or two. */
export function rowSources(rids: Column, rows: RowNumbers): Source[] {
  return isWide(rows) ? [plain(mapped(rids, higher)), plain(mapped(rids, lower))] : [plain(rids)];
}

/** `Float64Array.from` takes many times as long. */
export function mapped(numbers: Column, change: (number: number, row: number) => number): Column {
  const found = new Float64Array(numbers.length);
  for (let row = 0; row < found.length; row++) found[row] = change(numbers[row] as number, row);
  return found;
}

/** Copies each column, the first of which is the row id. */
export function plainWords([rids = NONE, ...rest]: readonly Column[], rows: RowNumbers): Source[] {
  return [...rowSources(rids, rows), ...rest.map(plain)];
}

/** A hash and its verifying bits, both 64-bit columns, and the values. */
export function keyedWords([hashes = NONE, others = NONE, ...rest]: readonly Column[]): Source[] {
  return [[hashes, 2, 1], [hashes, 2, 0], [others, 2, 0], ...rest.map(plain)];
}

/** The same where the first value is a row id. */
export function keyedRow([hashes = NONE, others = NONE, ...rest]: readonly Column[], rows: RowNumbers): Source[] {
  return [...keyedWords([hashes, others]), ...plainWords(rest, rows)];
}
