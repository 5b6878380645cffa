import {createReadStream, existsSync, readFileSync, statSync} from 'node:fs';
import {type FileHandle, mkdir, open, rm, truncate} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {FileError} from '../errors.ts';
import {replaceFile} from '../store/store.ts';
import type {Hydrated} from './row.ts';

/** What is remembered of following one service, apart from what was fetched. */
export interface Followed {
  /** The service's root address. */
  from: string;
  /** The snapshot that the journal's changes follow; null where the store is still to be made. */
  base: string | null;
  /** Where the next page begins; null before the first. */
  cursor: string | null;
  /** Everything is fetched again: whatever the service no longer has is removed. */
  full: boolean;
  /** Requests sent this month (`YYYY-MM`). */
  requests: {month: string; sent: number};
}

/**
 * What was fetched and not yet applied, in the store's folder `sync`: one JSON line per entity in `journal.ndjson`, and a line
 * with the cursor after each page. A page counts once its last line is on the disk; what follows it is cut off.
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

  /** Entities that wait to be applied; one that came several times counts each time. */
  get rows(): number {
    return this.#rows;
  }

  /** Adds a page: all of it or, after a crash, nothing. */
  async add(entries: readonly Hydrated[], cursor: string): Promise<void> {
    const lines = entries.map((entry, index) => JSON.stringify({seq: this.#rows + index, ...entry}));
    await this.#handle.appendFile(`${[...lines, JSON.stringify({cursor})].join('\n')}\n`);
    await this.#handle.sync();
    this.#rows += entries.length;
    this.followed.cursor = cursor;
  }

  /** Counts a request; false where the month's budget is used up. Saved at once where there is a budget to keep. */
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

  /** Clears the journal after its rows were applied: the next page follows the resulting snapshot. */
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

/** What is known of the service a store follows. */
export function readFollowed(folder: string): Followed | undefined {
  const path = join(folder, 'followed.json');
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Followed;
  } catch (cause) {
    throw new FileError(path, 'is not JSON', 'Remove it; the next run continues from the store’s own cursor.', {cause});
  }
}

/** How far the journal is whole: up to the last line that ends a page. */
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
      // Torn by a crash: its page does not count.
    }
  }
  return whole;
}
