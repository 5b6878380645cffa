import type {DuckDBConnection} from '@duckdb/node-api';
import {Cache} from '../cache.ts';
import {eachChunk} from './columns.ts';
import {type Directory, PostingList} from './posting-list.ts';
import {eachSmall, keyOf, PostingWriter, TERM_BITS, TOGETHER} from './posting-writer.ts';
import {RecordFile} from './record-file.ts';

export {SMALL} from './posting-writer.ts';

/** Writes the postings of all terms. A build leaves the table in their order; only one to which rows were added since is sorted. */
export async function writePostings(connection: DuckDBConnection, path: string): Promise<void> {
  const query = 'SELECT tid, as_rid(rid), impact::INTEGER FROM posting';
  if (!(await writeInOrder(connection, path, query)))
    await writeInOrder(connection, path, `${query} ORDER BY tid, rid`);
}

/** @returns false if rows come out of order; the file is then useless. */
async function writeInOrder(connection: DuckDBConnection, path: string, query: string): Promise<boolean> {
  const writer = new PostingWriter(path);
  let [tid, rid, isOrdered] = [-1, -1, true];
  await eachChunk(connection, query, (chunk) => {
    const [tids, rids, impacts] = [chunk.words(0), chunk.numbers(1), chunk.words(2)];
    for (let row = 0; row < chunk.rows && isOrdered; row++) {
      const [nextTid, nextRid] = [tids[row] as number, rids[row] as number];
      isOrdered = nextTid > tid || (nextTid === tid && nextRid > rid);
      if (isOrdered) writer.add(nextTid, nextRid, impacts[row] as number);
      [tid, rid] = [nextTid, nextRid];
    }
  });
  writer.end();
  return isOrdered;
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
    let found: PostingList | undefined;
    eachSmall(record, (term, count, from, to) => {
      if (term !== (tid & (2 ** TERM_BITS - 1))) return false;
      found = PostingList.small(Uint8Array.prototype.slice.call(record, from, to), count);
      return true;
    });
    return found;
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
