import {closeSync} from 'node:fs';
import {Cache} from '../cache.ts';
import {Doorkeeper} from '../doorkeeper.ts';
import {checksum} from './checksum.ts';
import {higher, lower, type RowList} from './rows.ts';
import {CLOSED, damaged, openToRead, readFully, type Shape, TableFile} from './table-file.ts';

/** Rows of an index: key, length, place in the data (2 words), checksum. */
export function indexShape(keys: number): Shape {
  return {keys, width: keys + 4};
}

/** A longer record, of which few are asked for, would evict too many others from a cache. */
const CACHED_RECORD = 64 * 1024;

/** What a buffer takes in memory beside its bytes, about. */
const BUFFER_BYTES = 200;

/** Records of any length by key, in two immutable files: `.data`, and `.index`, a table of each record's offset. */
export class RecordFile {
  readonly #index: TableFile;
  readonly #keys: number;
  readonly #path: string;
  #fd: number;
  #bytes = Buffer.allocUnsafeSlow(64 * 1024);
  #view = viewOf(this.#bytes);
  readonly #cached: Cache | undefined;
  readonly #asked: Doorkeeper | undefined;

  /**
   * @param path Without `.data` and `.index`.
   * @param cached Cache size of records in bytes; default: none, for those whose reader caches what it makes of them.
   * @throws FileError when one of them is missing, or the index damaged.
   */
  constructor(path: string, keys = 1, cached?: number) {
    if (cached !== undefined) [this.#cached, this.#asked] = [new Cache(cached), new Doorkeeper()];
    this.#index = new TableFile(`${path}.index`, indexShape(keys));
    this.#keys = keys;
    this.#path = `${path}.data`;
    try {
      this.#fd = openToRead(this.#path);
    } catch (error) {
      this.#index.close();
      throw error;
    }
  }

  close(): void {
    this.#index.close();
    closeSync(this.#fd);
    this.#fd = CLOSED;
  }

  /**
   * The record of a key, valid until the next one is read; undefined if there is none.
   * @throws FileError when a file was damaged.
   */
  read(high: number, low = 0): Buffer | undefined {
    const key = high * 2 ** 32 + low;
    const cached = this.#cached?.get<Buffer>(key);
    if (cached !== undefined) return cached;
    let found: Buffer | undefined;
    this.#index.find(high, low, (words, at) => {
      found = this.#record(words, at + this.#keys);
    });
    if (found !== undefined && found.length <= CACHED_RECORD && this.#asked?.knows(key))
      this.#cached?.set(key, copyOf(found), found.length + BUFFER_BYTES);
    return found;
  }

  /** The same of a file by row id, one word of it or two. */
  readRow(rid: number): Buffer | undefined {
    return this.#keys > 1 ? this.read(higher(rid), lower(rid)) : this.read(rid);
  }

  /** Whether a row id has a record. */
  has(rid: number): boolean {
    let isThere = false;
    this.#index.findRow(rid, () => {
      isThere = true;
    });
    return isThere;
  }

  /** How many records there are. */
  get count(): number {
    return this.#index.rows;
  }

  /** Every row id, ascending. */
  rids(): RowList {
    const isTwo = this.#keys > 1;
    const rids = isTwo ? new Float64Array(this.#index.rows) : new Uint32Array(this.#index.rows);
    let row = 0;
    this.#index.forEach((words, at) => {
      rids[row++] = (words[at] as number) * (isTwo ? 2 ** 32 : 1) + (isTwo ? (words[at + 1] as number) : 0);
    });
    return rids;
  }

  #record(words: Uint32Array, at: number): Buffer {
    const length = words[at] as number;
    const from = (words[at + 2] as number) * 2 ** 32 + (words[at + 1] as number);
    if (length > this.#bytes.length) {
      this.#bytes = Buffer.allocUnsafeSlow(2 * length);
      this.#view = viewOf(this.#bytes);
    }
    readFully(this.#fd, this.#path, this.#bytes, length, from);
    if (checksum(this.#view, 0, length) !== words[at + 3])
      throw damaged(this.#path, `the checksum of the record at ${from} does not match`);
    return this.#bytes.subarray(0, length);
  }
}

/** With an allocation of its own: numbers are read from it, which begin at a multiple of their size. */
function copyOf(record: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(record.length);
  copy.set(record);
  return copy;
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
