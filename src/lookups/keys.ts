import {hash} from 'node:crypto';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {rowAt} from './rows.ts';
import {type Shape, TableFile, withRow} from './table-file.ts';

/**
 * Finds rows by a text that is not stored itself: the table is sorted by 63 bits of the text's MD5 (`key_hash`), and 32 more bits verify the
 * match. Among a thousand million texts, a false match of a given text is less likely than one in 10^19.
 * Columns: hash (2 words, higher first), the other bits, row.
 */
export const KEYED: Shape = {keys: 2, width: 4};

/** The columns of a table of keys in SQL, in its order; `keys` is a query of `key` and its values. */
export function keyedQuery(keys: string, what = 'rid'): string {
  return `SELECT key_hash(key) AS h, (md5_number_upper(key) & 4294967295)::BIGINT AS other, ${what} FROM (${keys}) ORDER BY h, ${what}`;
}

/** Computes the same bits in JavaScript. */
export function hashOf(key: string): {high: number; low: number; other: number} {
  // A string with a character for each byte: making a buffer takes four times as long as hashing.
  const digest = hash('md5', key, 'binary');
  const [low, high] = [wordAt(digest, 8), wordAt(digest, 12)];
  return {high: high >>> 1, low: ((low >>> 1) | (high << 31)) >>> 0, other: wordAt(digest, 0) >>> 0};
}

function wordAt(bytes: string, at: number): number {
  const byte = (index: number) => bytes.charCodeAt(at + index);
  return byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24);
}

export class KeyTable {
  readonly #table: TableFile;
  readonly #rows: RowNumbers;

  /** @throws FileError when the file is missing or damaged. */
  constructor(path: string, rows: RowNumbers) {
    this.#table = new TableFile(path, withRow(KEYED, rows));
    this.#rows = rows;
  }

  /** All rows with the key, ascending. */
  rows(key: string): number[] {
    const {high, low, other} = hashOf(key);
    const rows: number[] = [];
    this.#table.find(high, low, (words, at) => {
      if (words[at + 2] === other) rows.push(rowAt(words, at + 3, this.#rows));
    });
    return rows;
  }

  close(): void {
    this.#table.close();
  }
}
