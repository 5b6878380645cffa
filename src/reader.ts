import {existsSync, statSync} from 'node:fs';
import {besideMemory, readingMemory, wantedMemory} from './engine/memory.ts';
import {FileError, GraphError} from './errors.ts';
import type {OpenGeneration} from './generation.ts';
import {type Source, sampleCursorKey} from './source.ts';
import {cursorKeyOf, givenCursorKey} from './store/cursor-key.ts';
import {type GenerationOptions, StoredGeneration} from './store/generation.ts';
import {generationAsOf} from './store/generations.ts';
import {generationFile, generationsOf, readPointer} from './store/store.ts';
import {readTime} from './time.ts';

export interface ReaderOptions extends GenerationOptions {
  /** Always answer from this generation, instead of following the store. */
  generation?: number;
  /** ISO 8601: always answer from the newest kept generation with this date or an earlier one. */
  asOf?: string;
  /**
   * The key that signs cursors, so that separately loaded stores accept each other's cursors: 64 hexadecimal digits,
   * base64, or a file that contains it. Default: `BIOGRAPH_CURSOR_KEY`, else the store's own.
   */
  cursorKey?: string;
  /** Milliseconds between polls of the store's pointer; default 500. */
  refresh?: number;
}

/**
 * Follows the current generation of a store or a published graph. It hands out generations acquired, for the caller to free:
 * between being handed one and acquiring it, it could be closed.
 */
export interface Follower {
  readonly source: Source;
  /** Identifies the current file: changes with the generation, or if the generation was rewritten. */
  readonly edition: string;
  /** What cursors are signed with. */
  readonly cursorKey: Uint8Array;
  /**
   * The current generation; polls the pointer if the last poll is too old.
   * @throws GraphError `unavailable` after it was closed.
   */
  generation(): Promise<OpenGeneration>;
  /** An older generation, while it is kept, acquired too. */
  pinned(number: number): Promise<OpenGeneration | undefined>;
  /** The numbers of the kept generations, oldest first. */
  kept(): Promise<number[]>;
  close(): Promise<void>;
}

/** Follows a store: the current generation, and pinned older ones while they are in use. */
export class Reader implements Follower {
  readonly source: Source;
  readonly #options: ReaderOptions;
  #current: StoredGeneration;
  #cursorKey: Uint8Array;
  #checked = Date.now();
  #switching: Promise<void> | undefined;
  #edition: string | undefined;
  readonly #older = new Map<number, {edition: string; opening: Promise<StoredGeneration | undefined>}>();
  #closed = false;

  private constructor(source: Source, options: ReaderOptions, current: StoredGeneration, cursorKey: Uint8Array) {
    this.source = source;
    this.#options = options;
    this.#current = current;
    this.#cursorKey = cursorKey;
  }

  static async open(source: Source, options: ReaderOptions): Promise<Reader> {
    const wanted = options.generation ?? (await atMoment(source.store, options.asOf));
    const number = wanted ?? readPointer(source.store).generation;
    const file = generationFile(source.store, number);
    if (wanted !== undefined && !existsSync(file)) throw notKept(source.store, `generation ${number}`);
    const cursorKey = keyOf(source, options);
    const edition = editionOf(file);
    const current = await StoredGeneration.open(file, number, options);
    const reader = new Reader(
      source,
      {...options, ...(wanted !== undefined && {generation: wanted})},
      current,
      cursorKey,
    );
    reader.#edition = edition;
    return reader;
  }

  /** Identifies the current file: changes with the generation, or if the generation was rewritten. */
  get edition(): string {
    return `${this.#current.number} ${this.#edition}`;
  }

  /** What cursors are signed with. */
  get cursorKey(): Uint8Array {
    return this.#cursorKey;
  }

  /** The current generation; polls the pointer if the last poll is too old. */
  async generation(): Promise<StoredGeneration> {
    this.#checkOpen();
    if (Date.now() - this.#checked >= (this.#options.refresh ?? 500)) {
      this.#checked = Date.now();
      this.#switching ??= this.#follow().finally(() => {
        this.#switching = undefined;
      });
      await this.#switching;
      this.#checkOpen();
    }
    this.#current.acquire();
    return this.#current;
  }

  #checkOpen(): void {
    if (this.#closed) throw new GraphError('unavailable', 'The graph is closed.');
  }

  async #follow(): Promise<void> {
    const number = this.#options.generation ?? this.#pointed();
    if (number === undefined) return;
    const file = generationFile(this.source.store, number);
    // The same number may name another file: one without ids that a later release suppressed.
    const edition = editionOf(file);
    if (edition === undefined || (number === this.#current.number && edition === this.#edition)) return;
    const next = await StoredGeneration.open(file, number, this.#options);
    const old = this.#current;
    this.#current = next;
    this.#edition = edition;
    // The writer may have given the store a key.
    this.#cursorKey = keyOf(this.source, this.#options);
    await old.retire();
  }

  /** If the pointer cannot be read now, the next poll reads it; the open generation continues to answer. */
  #pointed(): number | undefined {
    try {
      return readPointer(this.source.store).generation;
    } catch {
      return undefined;
    }
  }

  /** An older generation, while its file is kept. */
  async pinned(number: number): Promise<StoredGeneration | undefined> {
    this.#checkOpen();
    const found = number === this.#current.number ? this.#current : await this.#opened(number);
    found?.acquire();
    return found;
  }

  /** Whoever awaits it acquires it before it can be retired: that awaits it too, and later. */
  #opened(number: number): Promise<StoredGeneration | undefined> | undefined {
    const file = generationFile(this.source.store, number);
    const edition = editionOf(file);
    if (edition === undefined) return undefined;
    const known = this.#older.get(number);
    if (known?.edition === edition) return known.opening;
    void known?.opening.then((found) => found?.retire());
    const opening = StoredGeneration.open(file, number, {
      ...this.#options,
      connections: 1,
      memory: besideMemory(wantedMemory(this.#options.memory) ?? readingMemory()),
    }).catch(() => undefined);
    this.#older.set(number, {edition, opening});
    for (const [oldest, {opening: generation}] of this.#older) {
      if (this.#older.size <= 3) break;
      this.#older.delete(oldest);
      void generation.then((found) => found?.retire());
    }
    return opening;
  }

  async kept(): Promise<number[]> {
    return generationsOf(this.source.store);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#switching;
    await this.#current.retire();
    for (const {opening} of this.#older.values()) await (await opening)?.retire();
  }
}

/** All copies of the sample are identical, and so is its key. */
function keyOf({kind, store}: Source, {cursorKey}: ReaderOptions): Uint8Array {
  return givenCursorKey(cursorKey) ?? (kind === 'sample' ? sampleCursorKey() : cursorKeyOf(store));
}

/** Identifies the file under a name; undefined if there is none. */
function editionOf(file: string): string | undefined {
  const found = statSync(file, {throwIfNoEntry: false});
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}

async function atMoment(store: string, asOf: string | undefined): Promise<number | undefined> {
  if (asOf === undefined) return undefined;
  const read = readTime(asOf);
  if ('problem' in read)
    throw new GraphError('validation_error', `asOf: ${read.problem}.`, {
      details: [{path: 'asOf', message: `${read.problem}.`}],
    });
  const found = await generationAsOf(store, read.iso);
  if (found === undefined) throw notKept(store, `a generation as of ${asOf}`);
  return found;
}

function notKept(store: string, what: string): FileError {
  return new FileError(
    store,
    `does not keep ${what}; it keeps ${generationsOf(store).join(', ') || 'none'}`,
    'See `biograph store generations`; `store pin` keeps one permanently.',
  );
}
