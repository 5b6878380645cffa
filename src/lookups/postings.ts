import {join} from 'node:path';
import {BIGINT, type DuckDBConnection, INTEGER, USMALLINT} from '@duckdb/node-api';
import {Cache} from '../cache.ts';
import {fillTable, fillTableInParts} from '../engine/ask.ts';
import {impactOf} from '../text-match.ts';
import {eachChunk} from './columns.ts';
import {ImpactShares} from './impact-shares.ts';
import {type Directory, decode, PostingList} from './posting-list.ts';
import {eachSmall, isDirectory, keyOf, PostingWriter, SMALL, TERM_BITS, TOGETHER, termOf} from './posting-writer.ts';
import {RecordFile} from './record-file.ts';
import type {RowSet} from './row-set.ts';
import {higher, isWide, lower, rowNumbersIn} from './rows.ts';

export {SMALL} from './posting-writer.ts';

/** Postings that are given to the engine together. */
const PART = 2 ** 16;

/** The file in a folder of look-up files, without its endings. */
export function postingsPath(folder: string): string {
  return join(folder, 'postings');
}

/**
 * Writes the postings of all terms, from the tables `posting_part (key, weight)` and `boosted (rid, boost)`, and makes a temporary table of how many each term has:
 * `posting_count (tid, df)`. The parts of one posting follow each other, sorted by key.
 */
export async function writePostings(connection: DuckDBConnection, folder: string): Promise<void> {
  const shares = await ImpactShares.of(connection);
  using writer = new PostingWriter(postingsPath(folder));
  const counts: [tids: number[], dfs: number[]] = [[], []];
  let [tid, rid, weight, df] = [-1, -1, 0, 0];
  const end = () => {
    if (rid < 0) return;
    writer.add(tid, rid, impactOf(weight, shares.of(rid)));
    df++;
  };
  const endTerm = () => {
    if (df === 0) return;
    counts[0].push(tid);
    counts[1].push(df);
    df = 0;
  };
  await eachChunk(
    connection,
    'SELECT key_number(key), as_rid(key_rid(key)), weight::DOUBLE FROM posting_part ORDER BY key',
    (chunk) => {
      const [tids, rids, weights] = [chunk.words(0), chunk.numbers(1), chunk.doubles(2)];
      for (let row = 0; row < chunk.rows; row++) {
        const [nextTid, nextRid] = [tids[row] as number, rids[row] as number];
        if (nextRid !== rid || nextTid !== tid) {
          end();
          if (nextTid !== tid) endTerm();
          [tid, rid, weight] = [nextTid, nextRid, 0];
        }
        weight += weights[row] as number;
      }
    },
    'FROM posting_part',
  );
  end();
  endTerm();
  writer.end();
  await fillTable(connection, 'posting_count', {tid: INTEGER, df: INTEGER}, counts);
}

/** Makes a temporary table of postings `(tid, rid, impact)` from the file. @param of The rows whose postings it has; default: all. */
export async function recallPostings(
  connection: DuckDBConnection,
  {folder, table, of}: {folder: string; table: string; of?: RowSet},
): Promise<void> {
  const isNarrow = !isWide(await rowNumbersIn(connection));
  const postings = new Postings(folder);
  const types = {tid: INTEGER, rid: isNarrow ? INTEGER : BIGINT, impact: USMALLINT};
  const [tids, impacts] = [new Int32Array(PART), new Uint16Array(PART)];
  const rids = isNarrow ? new Int32Array(PART) : new BigInt64Array(PART);
  let filled = 0;
  try {
    await fillTableInParts(connection, table, types, (add) => {
      const flush = () => {
        add([tids.subarray(0, filled), rids.subarray(0, filled), impacts.subarray(0, filled)]);
        filled = 0;
      };
      postings.forEach((tid, ownRids, ownImpacts, count) => {
        for (let row = 0; row < count; row++) {
          const rid = ownRids[row] as number;
          if (of !== undefined && !of.has(rid)) continue;
          if (filled === PART) flush();
          tids[filled] = tid;
          if (rids instanceof Int32Array) rids[filled] = rid;
          else rids[filled] = BigInt(rid);
          impacts[filled++] = ownImpacts[row] as number;
        }
      });
      flush();
    });
  } finally {
    postings.close();
  }
}

/** Bytes of records of frequent terms that stay in memory, and of what is known of their blocks: those of the words that are asked for again and again. */
const CACHED = 48 * 1024 * 1024;
const CACHED_LISTS = 8 * 1024 * 1024;

/** Bytes that are known of a block. */
const PER_BLOCK = 16;

/** The postings of a generation. */
export class Postings {
  readonly #file: RecordFile;
  readonly #cached = new Cache(CACHED);
  readonly #lists = new Cache(CACHED_LISTS);

  /** @throws FileError when a file is missing or damaged. */
  constructor(folder: string) {
    this.#file = new RecordFile(postingsPath(folder), 2);
  }

  close(): void {
    this.#file.close();
  }

  /** The postings of a term; undefined for an unknown one. */
  of(tid: number): PostingList | undefined {
    const known = this.#lists.get<PostingList>(tid);
    if (known !== undefined) return known;
    const small = this.#small(tid);
    if (small !== undefined) return small;
    const list = this.#frequent(tid);
    if (list !== undefined) this.#lists.set(tid, list, PER_BLOCK * list.lasts.length);
    return list;
  }

  /** Visits all postings, some of a term at a time; what is handed over is good until the next ones. */
  forEach(visit: (tid: number, rids: Float64Array, impacts: Uint16Array, count: number) => void): void {
    const [rids, impacts] = [new Float64Array(SMALL), new Uint16Array(SMALL)];
    for (const key of this.#file.rids()) {
      const [group, low] = [higher(key), lower(key)];
      if (low === 0) {
        const record = this.#file.read(group, 0) ?? new Uint8Array();
        eachSmall(record, (term, count, from) => {
          decode(record, from, 0, count, rids, impacts);
          visit(group * 2 ** TERM_BITS + term, rids, impacts, count);
          return false;
        });
      } else if (isDirectory(low)) {
        const tid = group * 2 ** TERM_BITS + termOf(low);
        const list = this.#frequent(
          tid,
          oneAtATime((part) => this.#read(tid, part)),
        );
        for (let block = 0; block < (list?.lasts.length ?? 0); block++)
          visit(tid, rids, impacts, list?.block(block, rids, impacts) ?? 0);
      }
    }
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

  #frequent(tid: number, read = (part: number) => this.#kept(tid, part)): PostingList | undefined {
    const bytes = this.#read(tid, 0);
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
    return new PostingList(directory, (part) => read(part + 1) ?? new Uint8Array());
  }

  #kept(tid: number, part: number): Uint8Array<ArrayBuffer> | undefined {
    const key = `${tid}/${part}`;
    const kept = this.#cached.get<Uint8Array<ArrayBuffer>>(key);
    if (kept !== undefined) return kept;
    const record = this.#read(tid, part);
    if (record !== undefined) this.#cached.set(key, record, record.length);
    return record;
  }

  /** A copy of its own, which begins where its buffer does. */
  #read(tid: number, part: number): Uint8Array<ArrayBuffer> | undefined {
    const record = this.#file.read(...keyOf(tid, part));
    return record && new Uint8Array(record);
  }
}

/** Parts are read in order, each for many blocks. */
function oneAtATime<T>(read: (part: number) => T): (part: number) => T {
  let last: {part: number; bytes: T} | undefined;
  return (part) => {
    if (last?.part !== part) last = {part, bytes: read(part)};
    return last.bytes;
  };
}
