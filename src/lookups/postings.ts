import type {DuckDBConnection} from '@duckdb/node-api';
import {Cache} from '../cache.ts';
import {eachChunk} from './columns.ts';
import {BLOCK, type Directory, KTH, PostingList} from './posting-list.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';

/**
 * The postings of the text index (ddl/posting.sql): of each term the entities that have it and what it adds to their score. Terms of few
 * entities stand together, 32 by number in a record; a more frequent one has a record of its blocks (`Directory`) and one for each 64 blocks.
 *
 *     key: tid >>> 5, 0                        per term: tid & 31, postings, bytes, then those of one block
 *     key: tid >>> 5, 1 + (tid & 31) << 26     what stands in each block
 *     key: tid >>> 5, that + 1, + 2, …         64 blocks after each other
 *
 * A block has its row ids, each as the difference from the one before in bytes of seven bits, the lowest first, then their impacts, 16 bits each.
 */
const TERM_BITS = 5;
const PART_BITS = 26;

/** The most postings of a term that has no record of its own. */
export const SMALL = 512;

/** Blocks of one record. */
const TOGETHER = 64;

const keyOf = (tid: number, part: number): [high: number, low: number] => [
  tid >>> TERM_BITS,
  1 + (tid & (2 ** TERM_BITS - 1)) * 2 ** PART_BITS + part,
];

/** Writes the postings of all terms. */
export async function writePostings(connection: DuckDBConnection, path: string): Promise<void> {
  const writer = new PostingWriter(path);
  const query = 'SELECT tid, as_rid(rid), impact::INTEGER FROM posting ORDER BY tid, rid';
  await eachChunk(connection, query, (chunk) => {
    const [tids, rids, impacts] = [chunk.words(0), chunk.numbers(1), chunk.words(2)];
    for (let row = 0; row < chunk.rows; row++)
      writer.add(tids[row] as number, rids[row] as number, impacts[row] as number);
  });
  writer.end();
}

type Keyed = [key: [high: number, low: number], record: Uint8Array];

class PostingWriter {
  readonly #records: RecordWriter;
  #tid = -1;
  #count = 0;
  #rids = new Float64Array(2 ** 16);
  #impacts = new Uint16Array(2 ** 16);
  readonly #group = new Bytes();
  /** Records of the group's frequent terms, which stand after that of the others. */
  #own: Keyed[] = [];
  readonly #block = new Bytes();
  readonly #part = new Bytes();
  readonly #seen = new Uint32Array(2 ** 16);

  constructor(path: string) {
    this.#records = new RecordWriter(path, 2);
  }

  add(tid: number, rid: number, impact: number): void {
    if (tid !== this.#tid) this.#endTerm(tid);
    if (this.#count === this.#rids.length) {
      const [rids, impacts] = [new Float64Array(2 * this.#count), new Uint16Array(2 * this.#count)];
      rids.set(this.#rids);
      impacts.set(this.#impacts);
      [this.#rids, this.#impacts] = [rids, impacts];
    }
    this.#rids[this.#count] = rid;
    this.#impacts[this.#count++] = impact;
  }

  end(): void {
    this.#endTerm(-1);
    this.#records.end();
  }

  #endTerm(next: number): void {
    if (this.#count > SMALL) this.#addFrequent();
    else if (this.#count > 0) {
      this.#encode(0, this.#count);
      this.#group.number(this.#tid & (2 ** TERM_BITS - 1));
      this.#group.number(this.#count);
      this.#group.number(this.#block.length);
      this.#group.bytes(this.#block.all());
    }
    this.#count = 0;
    if (next >>> TERM_BITS !== this.#tid >>> TERM_BITS) this.#endGroup();
    this.#tid = next;
  }

  #endGroup(): void {
    if (this.#group.length > 0) this.#records.add([this.#tid >>> TERM_BITS, 0], this.#group.all());
    for (const [key, record] of this.#own) this.#records.add(key, record);
    this.#group.clear();
    this.#own = [];
  }

  #addFrequent(): void {
    const blocks = Math.ceil(this.#count / BLOCK);
    const lasts = new Float64Array(blocks);
    const highest = new Uint16Array(blocks);
    const lengths = new Uint16Array(blocks);
    const parts: Keyed[] = [];
    for (let block = 0; block < blocks; block++) {
      const [from, to] = [block * BLOCK, Math.min(this.#count, (block + 1) * BLOCK)];
      this.#encode(from, to);
      lasts[block] = this.#rids[to - 1] as number;
      for (let at = from; at < to; at++)
        if ((this.#impacts[at] as number) > (highest[block] as number)) highest[block] = this.#impacts[at] as number;
      lengths[block] = this.#block.length;
      this.#part.bytes(this.#block.all());
      if (block % TOGETHER === TOGETHER - 1 || block === blocks - 1) {
        parts.push([keyOf(this.#tid, parts.length + 1), this.#part.all().slice()]);
        this.#part.clear();
      }
    }
    const head = Uint32Array.of(this.#count, this.#kth(), blocks, 0);
    const directory = Buffer.concat([head, lasts, highest, lengths].map(bytesOf));
    this.#own.push([keyOf(this.#tid, 0), directory], ...parts);
  }

  /** The impact that `KTH` postings have or exceed. */
  #kth(): number {
    this.#seen.fill(0);
    for (let at = 0; at < this.#count; at++) this.#seen[this.#impacts[at] as number]!++;
    let impact = this.#seen.length - 1;
    for (let left = KTH; impact > 0; impact--) {
      left -= this.#seen[impact] as number;
      if (left <= 0) break;
    }
    return impact;
  }

  #encode(from: number, to: number): void {
    this.#block.clear();
    let before = from === 0 ? 0 : (this.#rids[from - 1] as number);
    for (let at = from; at < to; at++) {
      const rid = this.#rids[at] as number;
      this.#block.number(rid - before);
      before = rid;
    }
    for (let at = from; at < to; at++) this.#block.half(this.#impacts[at] as number);
  }
}

function bytesOf({buffer, byteOffset, byteLength}: Uint32Array | Float64Array | Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Bytes written one after another. */
class Bytes {
  length = 0;
  #bytes = new Uint8Array(2 ** 12);

  clear(): void {
    this.length = 0;
  }

  all(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  /** A whole number up to 2^53, seven bits to a byte, the lowest first; all but the last have the eighth. */
  number(value: number): void {
    this.#room(8);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.length++] = rest;
  }

  half(value: number): void {
    this.#room(2);
    this.#bytes[this.length++] = value & 255;
    this.#bytes[this.length++] = value >>> 8;
  }

  bytes(more: Uint8Array): void {
    this.#room(more.length);
    this.#bytes.set(more, this.length);
    this.length += more.length;
  }

  #room(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const next = new Uint8Array(2 * (this.length + more));
    next.set(this.#bytes);
    this.#bytes = next;
  }
}

/** Bytes of records of frequent terms that stay in memory: those of the words that are asked for again and again. */
const CACHED = 16 * 1024 * 1024;

/** The postings of a generation. */
export class Postings {
  readonly #file: RecordFile;
  readonly #cached = new Cache(CACHED);

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string) {
    this.#file = new RecordFile(path, 2);
  }

  close(): void {
    this.#file.close();
  }

  /** The postings of a term; undefined for an unknown one. */
  of(tid: number): PostingList | undefined {
    return this.#small(tid) ?? this.#frequent(tid);
  }

  #small(tid: number): PostingList | undefined {
    const record = this.#file.read(tid >>> TERM_BITS, 0);
    if (record === undefined) return undefined;
    const own = tid & (2 ** TERM_BITS - 1);
    let at = 0;
    const number = () => {
      let value = 0;
      for (let unit = 1; ; unit *= 128) {
        const byte = record[at++] as number;
        value += (byte & 127) * unit;
        if (byte < 128) return value;
      }
    };
    while (at < record.length) {
      const [term, count, length] = [number(), number(), number()];
      if (term === own) return PostingList.small(Uint8Array.prototype.slice.call(record, at, at + length), count);
      at += length;
    }
    return undefined;
  }

  #frequent(tid: number): PostingList | undefined {
    const bytes = this.#record(tid, 0);
    if (bytes === undefined) return undefined;
    const [count = 0, kth = 0, blocks = 0] = new Uint32Array(bytes.buffer, 0, 3);
    const directory: Directory = {
      count,
      kth,
      lasts: new Float64Array(bytes.buffer, 16, blocks),
      highest: new Uint16Array(bytes.buffer, 16 + 8 * blocks, blocks),
      lengths: new Uint16Array(bytes.buffer, 16 + 10 * blocks, blocks),
      together: TOGETHER,
    };
    return new PostingList(directory, (part) => this.#record(tid, part + 1) ?? new Uint8Array());
  }

  /** A copy of its own, which begins where its buffer does. */
  #record(tid: number, part: number): Uint8Array<ArrayBuffer> | undefined {
    const key = `${tid}/${part}`;
    const kept = this.#cached.get<Uint8Array<ArrayBuffer>>(key);
    if (kept !== undefined) return kept;
    const record = this.#file.read(...keyOf(tid, part));
    if (record === undefined) return undefined;
    const copy = new Uint8Array(record.length);
    copy.set(record);
    this.#cached.set(key, copy, copy.length);
    return copy;
  }
}
