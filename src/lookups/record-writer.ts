import {closeSync, openSync, readSync} from 'node:fs';
import {setImmediate} from 'node:timers/promises';
import type {DuckDBConnection} from '@duckdb/node-api';
import {NARROW, type RowNumbers} from '../sql/row-numbers.ts';
import {quote} from '../sql/sql.ts';
import {checksum} from './checksum.ts';
import {indexShape, type RecordFile} from './record-file.ts';
import {bytesPerRow, higher, isWide, lower, wordsPerRow} from './rows.ts';
import {TableWriter, writeFully} from './table-writer.ts';

const BUFFER = 1 << 20;

/** Writes records (`RecordFile`) one by one in the order of their keys. Whoever makes one ends it, or disposes of it when something fails. */
export class RecordWriter implements Disposable {
  readonly #index: TableWriter;
  readonly #keys: number;
  readonly #fd: number;
  readonly #place: number[];
  #bytes = Buffer.allocUnsafeSlow(BUFFER);
  #view = new DataView(this.#bytes.buffer);
  #filled = 0;
  #written = 0;
  #isOpen = true;

  /** @param path Without `.data` and `.index`. */
  constructor(path: string, keys = 1) {
    this.#keys = keys;
    this.#place = new Array(indexShape(keys).width).fill(0);
    this.#fd = openSync(`${path}.data`, 'w');
    this.#index = new TableWriter(`${path}.index`, indexShape(keys));
  }

  /** Adds the record of a row id, where the keys are those. */
  addRow(rid: number, record: Uint8Array): void {
    this.add(this.#keys > 1 ? [higher(rid), lower(rid)] : [rid], record);
  }

  add(key: readonly number[], record: Uint8Array): void {
    if (this.#filled + record.length > this.#bytes.length) this.#flush();
    if (record.length > this.#bytes.length) {
      this.#bytes = Buffer.allocUnsafeSlow(2 * record.length);
      this.#view = new DataView(this.#bytes.buffer);
    }
    this.#bytes.set(record, this.#filled);
    const from = this.#written + this.#filled;
    const [place, keys] = [this.#place, this.#keys];
    for (let word = 0; word < keys; word++) place[word] = key[word] as number;
    place[keys] = record.length;
    place[keys + 1] = from % 2 ** 32;
    place[keys + 2] = Math.floor(from / 2 ** 32);
    place[keys + 3] = checksum(this.#view, this.#filled, record.length);
    this.#index.copy(place, 0);
    this.#filled += record.length;
  }

  /** Writes the rest of the buffer; the file is flushed to disk with the generation's other files. */
  end(): void {
    this.#flush();
    this.#index.end();
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#index[Symbol.dispose]();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#fd);
  }

  #flush(): void {
    writeFully(this.#fd, this.#bytes.subarray(0, this.#filled));
    this.#written += this.#filled;
    this.#filled = 0;
  }
}

const placeOf = (from: number): [low: number, high: number] => [from % 2 ** 32, Math.floor(from / 2 ** 32)];

/** The length of a text that DuckDB has written, after its row id, most significant byte first. */
const LENGTH_BYTES = 4;

/**
 * Writes texts by row number, each after its row number and length, with all cores of the engine. `indexTexts` makes the index, without which
 * they cannot be read.
 * @param query Of `rid`, `head` (bytes that come first, as hexadecimal digits) and `text`, in any order.
 * @param path Without `.data` and `.index`.
 */
export async function copyTexts(
  connection: DuckDBConnection,
  query: string,
  path: string,
  rows: RowNumbers = NARROW,
): Promise<void> {
  await connection.run(
    `COPY (SELECT unhex(printf('%0${2 * bytesPerRow(rows)}x%08x', rid, len(head) // 2 + strlen(text)) || head) || encode(text) FROM (${query}) ORDER BY rid)
     TO ${quote(`${path}.data`)} (FORMAT blob)`,
  );
}

/** Reads texts once and writes their index; others on this thread come between. */
export async function indexTexts(path: string, rows: RowNumbers = NARROW): Promise<void> {
  const words = wordsPerRow(rows);
  const prefix = 4 * words + LENGTH_BYTES;
  using index = new TableWriter(`${path}.index`, indexShape(words));
  using data = new OpenFile(`${path}.data`);
  let bytes = Buffer.allocUnsafeSlow(4 * BUFFER);
  /** Where in the file the buffer begins, how much of it is filled, and where in it the next text begins. */
  let from = 0;
  let filled = 0;
  let at = 0;
  const holds = (needed: number) => at + needed <= filled;
  const fill = (needed: number) => {
    const left = bytes.subarray(at, filled);
    const next = needed > bytes.length ? Buffer.allocUnsafeSlow(2 * needed) : bytes;
    next.set(left);
    from += at;
    filled = left.length;
    at = 0;
    bytes = next;
    for (let read = -1; read !== 0 && filled < bytes.length; filled += read)
      read = readSync(data.fd, bytes, filled, bytes.length - filled, from + filled);
    return needed <= filled;
  };
  const key = new Array<number>(words).fill(0);
  for (;;) {
    if (!holds(prefix)) {
      await setImmediate();
      if (!fill(prefix)) break;
    }
    for (let word = 0; word < words; word++) key[word] = bytes.readUInt32BE(at + 4 * word);
    const length = bytes.readUInt32BE(at + 4 * words);
    if (!holds(prefix + length) && !fill(prefix + length)) throw new Error(`${path}.data ends within a text`);
    const sum = checksum(new DataView(bytes.buffer), at + prefix, length);
    index.add(...key, length, ...placeOf(from + at + prefix), sum);
    at += prefix + length;
  }
  index.end();
}

class OpenFile implements Disposable {
  readonly fd: number;

  constructor(path: string) {
    this.fd = openSync(path, 'r');
  }

  [Symbol.dispose](): void {
    closeSync(this.fd);
  }
}

/**
 * Merges several files of records by row id; of records with the same one the first file's is taken.
 * @param gone Keys whose records are left out. Without `isBase` they become empty records, which hide those of the layer below.
 */
export function mergeRecords(
  path: string,
  files: readonly RecordFile[],
  {gone, isBase, rows = NARROW}: {gone: ReadonlySet<number>; isBase: boolean; rows?: RowNumbers},
): void {
  using writer = new RecordWriter(path, wordsPerRow(rows));
  const List = isWide(rows) ? Float64Array : Uint32Array;
  const lists = [List.from(gone), ...files.map((file) => file.rids())];
  const keys = new List(lists.reduce((sum, {length}) => sum + length, 0));
  let filled = 0;
  for (const list of lists) {
    keys.set(list, filled);
    filled += list.length;
  }
  keys.sort();
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number;
    if (key === keys[at - 1]) continue;
    const record = gone.has(key) ? undefined : first(files, key);
    if (record !== undefined && record.length > 0) writer.addRow(key, record);
    else if (!isBase) writer.addRow(key, new Uint8Array());
  }
  writer.end();
}

function first(files: readonly RecordFile[], key: number): Buffer | undefined {
  for (const file of files) {
    const found = file.readRow(key);
    if (found !== undefined) return found;
  }
  return undefined;
}
