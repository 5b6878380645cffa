import {createReadStream, existsSync, readFileSync, statSync} from 'node:fs';
import {type FileHandle, mkdir, open, rm, truncate} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {FileError} from '../errors.ts';
import {replaceFile} from '../store/store.ts';
import type {Hydrated} from './row.ts';

/** The state of following a service, apart from the fetched rows. */
export interface Followed {
  /** The service's root address. */
  from: string;
  /** The snapshot that the journal's changes follow; null if the store does not exist yet. */
  base: string | null;
  /** The start of the next page; null before the first one. */
  cursor: string | null;
  /** Everything is fetched again, and what the service no longer has is removed. */
  full: boolean;
  /** Requests sent this month (`YYYY-MM`). */
  requests: {month: string; sent: number};
}

/**
 * Rows that were fetched but not yet applied, in the store's folder `sync`: one JSON line per entity in
 * `journal.ndjson`, and a line with the cursor after each page. A page counts once its last line is on disk; anything
 * after it is removed.
 */
export class Journal {
  readonly folder: string;
  readonly path: string;
  readonly #handle: FileHandle;
  #rows: number;
  followed: Followed;

  private constructor(folder: string, handle: FileHandle, rows: number, followed: Followed) {
    this.folder = folder;
    this.path = join(folder, 'journal.ndjson');
    this.#handle = handle;
    this.#rows = rows;
    this.followed = followed;
  }

  /**
   * Opens the journal of a store. Rows fetched by an earlier run are kept if they follow the same snapshot from the
   * same service; otherwise the journal starts empty.
   */
  static async open(store: string, begin: Omit<Followed, 'requests'>): Promise<Journal> {
    const folder = join(store, 'sync');
    await mkdir(folder, {recursive: true});
    const path = join(folder, 'journal.ndjson');
    const known = readFollowed(folder);
    const goesOn = known?.from === begin.from && known.base === begin.base && (known.full || !begin.full);
    const followed: Followed = {...(goesOn ? known : begin), requests: known?.requests ?? {month: '', sent: 0}};
    if (!goesOn) {
      await rm(path, {force: true});
      await replaceFile(folder, 'followed.json', followed);
    }
    const {bytes, rows, cursor} = await wholePages(path);
    if (existsSync(path)) await truncate(path, bytes);
    return new Journal(folder, await open(path, 'a'), rows, {...followed, cursor: cursor ?? begin.cursor});
  }

  /** Entities that wait to be applied; repeated ones count each time. */
  get rows(): number {
    return this.#rows;
  }

  /** Adds a page: completely or, after a crash, not at all. */
  async add(entries: readonly Hydrated[], cursor: string): Promise<void> {
    const lines = entries.map((entry, index) => JSON.stringify({seq: this.#rows + index, ...entry}));
    await this.#handle.appendFile(`${[...lines, JSON.stringify({cursor})].join('\n')}\n`);
    await this.#handle.sync();
    this.#rows += entries.length;
    this.followed.cursor = cursor;
  }

  /** Counts a request; false if the month's budget is used up. Saved immediately if there is a budget. */
  async spend(budget: number | undefined): Promise<boolean> {
    const month = new Date().toISOString().slice(0, 7);
    const {requests} = this.followed;
    const sent = requests.month === month ? requests.sent : 0;
    if (budget !== undefined && sent >= budget) return false;
    this.followed.requests = {month, sent: sent + 1};
    if (budget !== undefined) await this.save();
    return true;
  }

  async save(): Promise<void> {
    await replaceFile(this.folder, 'followed.json', this.followed);
  }

  /** Clears the journal once its rows are applied: the next page follows the resulting snapshot. */
  async clear(base: string): Promise<void> {
    this.followed = {...this.followed, base, full: false};
    await this.save();
    await this.#handle.truncate(0);
    await this.#handle.sync();
    this.#rows = 0;
  }

  async close(): Promise<void> {
    await this.save();
    await this.#handle.close();
  }
}

/** The stored state of following a service. */
export function readFollowed(folder: string): Followed | undefined {
  const path = join(folder, 'followed.json');
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Followed;
  } catch (cause) {
    throw new FileError(path, 'is not JSON', 'Remove it; the next run continues from the store’s own cursor.', {cause});
  }
}

/** The complete pages of the journal: up to the last line that ends one. */
async function wholePages(path: string): Promise<{bytes: number; rows: number; cursor: string | undefined}> {
  const whole = {bytes: 0, rows: 0, cursor: undefined as string | undefined};
  if (!existsSync(path)) return whole;
  const {size} = statSync(path);
  let bytes = 0;
  let rows = 0;
  for await (const line of createInterface({input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY})) {
    bytes += Buffer.byteLength(line) + 1;
    if (!line.startsWith('{"cursor":')) {
      rows++;
      continue;
    }
    try {
      const {cursor} = JSON.parse(line) as {cursor: string};
      if (bytes > size) continue;
      whole.cursor = cursor;
      whole.bytes = bytes;
      whole.rows = rows;
    } catch {
      // Cut off by a crash: this page does not count.
    }
  }
  return whole;
}
