import {existsSync} from 'node:fs';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {recordPath} from './make.ts';
import {RecordFile} from './record-file.ts';
import {wordsPerRow} from './rows.ts';

/** Records by row number as a build wrote them, and before them what refreshes wrote since. */
export class Layers {
  readonly #files: RecordFile[];

  /**
   * @param cached Cache size of each file's records in bytes; default: none, for those whose reader caches what it makes of them.
   * @throws FileError when a file is missing or damaged.
   */
  constructor(folder: string, name: string, rows: RowNumbers, cached?: number) {
    const keys = wordsPerRow(rows);
    const later = recordPath(folder, name, 1);
    this.#files = [];
    try {
      if (existsSync(`${later}.index`)) this.#files.push(new RecordFile(later, keys, cached));
      this.#files.push(new RecordFile(recordPath(folder, name), keys, cached));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The record of a row, good until the next one is read; undefined where there is none. */
  read(rid: number): Buffer | undefined {
    for (const file of this.#files) {
      const found = file.readRow(rid);
      if (found !== undefined) return found.length === 0 ? undefined : found;
    }
    return undefined;
  }

  /** The rows that have a record. */
  keys(): Set<number> {
    const keys = new Set<number>();
    for (const file of this.#files) for (const key of file.rids()) keys.add(key);
    for (const key of keys) if (this.read(key) === undefined) keys.delete(key);
    return keys;
  }

  close(): void {
    for (const file of this.#files) file.close();
  }
}
