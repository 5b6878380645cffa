import {type FileHandle, open, readFile, rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import {makeFolder, renameOver} from '../disk/files.ts';
import {FileError} from '../errors.ts';

/** The state recorded by a journal: it is in memory and changes by events only. */
export interface Journaled<Event> {
  /** Applies an event; it must be idempotent. */
  apply(event: Event): void;
  /** The events that recreate the current state; the file is compacted to these. */
  events(): Iterable<Event>;
  /** Approximate number of events from `events()`. */
  readonly size: number;
}

interface Waiting<Event> {
  event: Event;
  isFlushed: boolean;
  resolve(): void;
  reject(error: unknown): void;
}

/** Obsolete lines allowed before the file is compacted. */
const SLACK = 2000;

/**
 * State that outlives the process: one JSON line for each event, written before the event takes effect. Whenever the
 * process is killed, the file holds every acknowledged event completely; an incomplete last line was never acknowledged
 * and is removed. Concurrent appends share one write and one flush. Only one process at a time may have a journal open.
 */
export class Journal<Event> {
  readonly #path: string;
  readonly #state: Journaled<Event>;
  #file: FileHandle;
  #bytes: number;
  #lines: number;
  #waiting: Waiting<Event>[] = [];
  #writing: Promise<void> | undefined;
  #isClosed = false;
  #isBroken = false;

  private constructor(path: string, state: Journaled<Event>, file: FileHandle, bytes: number, lines: number) {
    this.#path = path;
    this.#state = state;
    this.#file = file;
    this.#bytes = bytes;
    this.#lines = lines;
  }

  /**
   * Opens or creates the file, readable by the user alone, and replays its events into the state.
   * @throws FileError if a line before the last one is damaged.
   */
  static async open<Event>(path: string, state: Journaled<Event>): Promise<Journal<Event>> {
    makeFolder(dirname(path), 0o700);
    await rm(beside(path), {force: true});
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const lines = whole.split('\n').slice(0, -1);
    lines.forEach((line, index) => {
      replay(path, state, line, index + 1);
    });
    const file = await open(path, 'a', 0o600);
    const bytes = Buffer.byteLength(whole);
    await file.truncate(bytes);
    return new Journal(path, state, file, bytes, lines.length);
  }

  /**
   * Resolves when the event is in the file and in effect.
   * @param options.isFlushed false if the event may be lost in a power failure (not when the process ends); default
   * true.
   */
  append(event: Event, options: {isFlushed?: boolean} = {}): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error(`${this.#path} is closed`));
    return new Promise((resolve, reject) => {
      this.#waiting.push({event, isFlushed: options.isFlushed !== false, resolve, reject});
      this.#writing ??= this.#write();
    });
  }

  /** Waits for pending writes, then closes the file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
    await this.#file.close();
  }

  async #write(): Promise<void> {
    // Appends of the same turn of the event loop are written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        if (this.#isBroken) throw new Error(`${this.#path} can no longer be written`);
        const lines = Buffer.from(batch.map(({event}) => `${JSON.stringify(event)}\n`).join(''));
        await this.#put(
          lines,
          batch.some(({isFlushed}) => isFlushed),
        );
        this.#lines += batch.length;
      } catch (error) {
        for (const {reject} of batch) reject(error);
        continue;
      }
      for (const {event, resolve} of batch) {
        this.#state.apply(event);
        resolve();
      }
      // If the disk has no space for a second file, the first one keeps growing and compaction is retried later.
      if (this.#lines > SLACK + 2 * this.#state.size) await this.#compact().catch(() => undefined);
    }
    this.#writing = undefined;
  }

  /** Writes complete lines or none: the remains of a failed write are removed. */
  async #put(lines: Buffer, isFlushed: boolean): Promise<void> {
    try {
      await this.#file.appendFile(lines);
      if (isFlushed) await this.#file.datasync();
      this.#bytes += lines.length;
    } catch (error) {
      await this.#file.truncate(this.#bytes).catch(() => {
        // Nothing may be written after an incomplete line; the next process removes it.
        this.#isBroken = true;
      });
      throw error;
    }
  }

  /** Compacts the file: writes the current state to a new file, flushes it, and renames it over the old one. */
  async #compact(): Promise<void> {
    const lines = [...this.#state.events()].map((event) => `${JSON.stringify(event)}\n`);
    const text = Buffer.from(lines.join(''));
    const fresh = await open(beside(this.#path), 'w', 0o600);
    try {
      await fresh.writeFile(text);
      await fresh.datasync();
    } finally {
      await fresh.close();
    }
    // Windows cannot rename over an open file.
    await this.#file.close();
    try {
      await renameOver(beside(this.#path), this.#path);
      await flushFolder(dirname(this.#path));
      this.#bytes = text.length;
      this.#lines = lines.length;
    } finally {
      this.#file = await open(this.#path, 'a', 0o600);
    }
  }
}

function beside(path: string): string {
  return `${path}.new`;
}

/** A line may also be JSON, but no event that the state knows. */
function replay<Event>(path: string, state: Journaled<Event>, line: string, number: number): void {
  try {
    state.apply(JSON.parse(line) as Event);
  } catch (cause) {
    throw new FileError(
      path,
      `line ${number} is damaged`,
      'Restore a copy of the file, or remove that line to continue without that change.',
      {cause},
    );
  }
}

/** A new name is durable once its folder is flushed; Windows has no such call and needs none. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
