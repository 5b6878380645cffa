import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import type {FeedEntry} from '../feed-entry.ts';
import {kindOfNumber} from '../schema/rid.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {isoOf} from '../time.ts';
import {eachChunk} from './columns.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';
import {rowAt, rowNumbersIn, rowWords} from './rows.ts';
import {damaged, type Shape, TableFile, withRow} from './table-file.ts';
import {TableWriter} from './table-writer.ts';

/** Time of the change (milliseconds since 1970, two words, the higher first and shifted so that it has no sign), row id, 0 for a removed entity. */
const ENTRY: Shape = {keys: 2, width: 3};

const SHIFT = 2 ** 31;

/** The change feed: one entry per id with its latest change, oldest first, ties by id. */
const ENTRIES = `SELECT epoch_ms(updated_at), coalesce(rid, as_rid(0)), removed FROM (
    SELECT updated_at, id, rid, NULL AS removed FROM entity
    UNION ALL
    SELECT updated_at, id, NULL, json_array(id::VARCHAR, kind_no, name, slug, survivor)::VARCHAR FROM gone
  ) ORDER BY updated_at, id`;

type Removed = [id: string, kind: number, name: string, slug: string, survivor: number | null];

const tablePath = (path: string) => `${path}.table`;

/** Writes a table of the entries, and records of the merged and removed entities by their number in the feed, from 1. */
export async function writeFeed(connection: DuckDBConnection, path: string): Promise<void> {
  const numbers = await rowNumbersIn(connection);
  using entries = new TableWriter(tablePath(path), withRow(ENTRY, numbers));
  using removed = new RecordWriter(path);
  let seq = 0;
  await eachChunk(
    connection,
    ENTRIES,
    ({rows, words, numbers: numbersOf, texts}) => {
      const [times, rids] = [words(0), numbersOf(1)];
      let said: (string | null)[] | undefined;
      for (let row = 0; row < rows; row++) {
        const rid = rids[row] as number;
        seq++;
        entries.add((times[2 * row + 1] as number) + SHIFT, times[2 * row] as number, ...rowWords(rid, numbers));
        if (rid > 0) continue;
        said ??= texts(2);
        removed.add([seq], Buffer.from(said[row] ?? ''));
      }
    },
    'SELECT rid FROM entity UNION ALL SELECT survivor FROM gone',
  );
  entries.end();
  removed.end();
}

/** Its id is looked up when it is asked for: whoever reads the entity's document as well has it from there. */
class LiveEntry {
  readonly seq: number;
  readonly updated_at: string;
  readonly rid: number;
  readonly #idOf: (rid: number) => string;

  constructor(seq: number, updated_at: string, rid: number, idOf: (rid: number) => string) {
    [this.seq, this.updated_at, this.rid, this.#idOf] = [seq, updated_at, rid, idOf];
  }

  get id(): string {
    return this.#idOf(this.rid);
  }
}

export class Feed {
  readonly #entries: TableFile;
  readonly #removed: RecordFile;
  readonly #rows: RowNumbers;
  readonly #idOf: (rid: number) => string;

  /**
   * @param idOf The id of a live entity.
   * @throws FileError when a file is missing or damaged.
   */
  constructor(folder: string, rows: RowNumbers, idOf: (rid: number) => string) {
    [this.#rows, this.#idOf] = [rows, idOf];
    const path = join(folder, 'feed');
    this.#entries = new TableFile(tablePath(path), withRow(ENTRY, rows));
    try {
      this.#removed = new RecordFile(path);
    } catch (error) {
      this.#entries.close();
      throw error;
    }
  }

  get size(): number {
    return this.#entries.rows;
  }

  /** Entries after a number of them, at most so many. */
  entries(after: number, most: number): FeedEntry[] {
    const end = Math.min(this.size, after + most);
    return Array.from({length: Math.max(0, end - after)}, (_, index) => this.#entry(after + index + 1));
  }

  /** How many entries stand at or before a time and id. */
  until(at: string, id: string): number {
    const time = Date.parse(at);
    let from = this.#before(time);
    let to = this.#before(time + 1);
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#entry(middle + 1).id <= id) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** How many entries are older. */
  #before(time: number): number {
    const high = Math.floor(time / 2 ** 32);
    return this.#entries.rowsBefore(high + SHIFT, time - high * 2 ** 32);
  }

  #entry(seq: number): FeedEntry {
    let [time, rid] = [0, 0];
    this.#entries.row(seq - 1, (words, at) => {
      time = ((words[at] as number) - SHIFT) * 2 ** 32 + (words[at + 1] as number);
      rid = rowAt(words, at + ENTRY.keys, this.#rows);
    });
    const updated_at = isoOf(time);
    if (rid > 0) return new LiveEntry(seq, updated_at, rid, this.#idOf);
    const record = this.#removed.read(seq);
    if (record === undefined) throw damaged(this.#entries.path, `entry ${seq} has no record`);
    const [id, kind, name, slug, survivor] = JSON.parse(record.toString('utf8')) as Removed;
    return {seq, updated_at, id, rid: null, removed: {kind: kindOfNumber(kind), name, slug, survivor}};
  }

  close(): void {
    this.#entries.close();
    this.#removed.close();
  }
}
