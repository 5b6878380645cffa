import {hash} from 'node:crypto';
import {type Shape, TableFile} from './table-file.ts';

/**
 * Rows by a text, which itself is not kept: a table is sorted by 63 bits of the text's MD5 (`key_hash`), and 32 bits more tell whether it is
 * the text that was asked for. Among a thousand million texts that any of them is taken for another is less likely than one in 10^19.
 * Columns: hash (2 words, higher first), the other bits, row.
 */
export const KEYED: Shape = {keys: 2, width: 4};

/** The columns of a table of keys in SQL, in its order; `keys` is a query of `key` and of what it leads to. */
export function keyedQuery(keys: string, what = 'rid'): string {
  return `SELECT key_hash(key) AS h, (md5_number_upper(key) & 4294967295)::BIGINT AS other, ${what} FROM (${keys}) ORDER BY h, ${what}`;
}

/** The same bits of a text here. */
export function hashOf(key: string): {high: number; low: number; other: number} {
  const digest = hash('md5', key, 'buffer');
  const [low, high] = [digest.readUInt32LE(8), digest.readUInt32LE(12)];
  return {high: high >>> 1, low: ((low >>> 1) | (high << 31)) >>> 0, other: digest.readUInt32LE(0)};
}

export class KeyTable {
  readonly #table: TableFile;

  /** @throws FileError when the file is missing or damaged. */
  constructor(path: string) {
    this.#table = new TableFile(path, KEYED);
  }

  /** Everybody who has the key, in the order of rows. */
  rows(key: string): number[] {
    const {high, low, other} = hashOf(key);
    const rows: number[] = [];
    this.#table.find(high, low, (words, at) => {
      if (words[at + 2] === other) rows.push(words[at + 3] as number);
    });
    return rows;
  }

  close(): void {
    this.#table.close();
  }
}
