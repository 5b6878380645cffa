import {existsSync, statSync} from 'node:fs';
import {FileError, GraphError} from './errors.ts';
import type {Source} from './source.ts';
import {Generation, type GenerationOptions} from './store/generation.ts';
import {generationAsOf} from './store/generations.ts';
import {generationFile, generationsOf, readPointer} from './store/store.ts';

export interface ReaderOptions extends GenerationOptions {
  /** Answer from this generation for ever, instead of following the store. */
  generation?: number;
  /** ISO 8601: answer for ever from the newest kept generation that stands for this moment or an earlier one. */
  asOf?: string;
  /** Milliseconds between looks at the store's pointer; default 500. */
  refresh?: number;
}

/** Follows a store: the current generation, and pinned older ones while somebody needs them. */
export class Reader {
  readonly source: Source;
  readonly #options: ReaderOptions;
  #current: Generation;
  #checked = Date.now();
  #switching: Promise<void> | undefined;
  readonly #older = new Map<number, Promise<Generation | undefined>>();
  #closed = false;

  private constructor(source: Source, options: ReaderOptions, current: Generation) {
    this.source = source;
    this.#options = options;
    this.#current = current;
  }

  static async open(source: Source, options: ReaderOptions): Promise<Reader> {
    const wanted = options.generation ?? (await atMoment(source.store, options.asOf));
    const number = wanted ?? readPointer(source.store).generation;
    const file = generationFile(source.store, number);
    if (wanted !== undefined && !existsSync(file)) throw notKept(source.store, `generation ${number}`);
    const current = await Generation.open(file, number, options);
    return new Reader(source, {...options, ...(wanted !== undefined && {generation: wanted})}, current);
  }

  /** The current generation, after a look at the pointer if the last look is old. */
  async generation(): Promise<Generation> {
    if (this.#closed) throw new GraphError('unavailable', 'The graph is closed.');
    const due = Date.now() - this.#checked >= (this.#options.refresh ?? 500);
    if (due && this.#options.generation === undefined) {
      this.#checked = Date.now();
      this.#switching ??= this.#follow().finally(() => {
        this.#switching = undefined;
      });
      await this.#switching;
    }
    return this.#current;
  }

  async #follow(): Promise<void> {
    const number = this.#pointed();
    if (number === undefined || number === this.#current.number) return;
    const next = await Generation.open(generationFile(this.source.store, number), number, this.#options);
    const old = this.#current;
    this.#current = next;
    await old.retire();
  }

  /** A pointer that cannot be read now will be read at the next look; the generation in hand goes on answering. */
  #pointed(): number | undefined {
    try {
      return readPointer(this.source.store).generation;
    } catch {
      return undefined;
    }
  }

  /** An older generation, while its file is kept. */
  async pinned(number: number): Promise<Generation | undefined> {
    if (number === this.#current.number) return this.#current;
    const file = generationFile(this.source.store, number);
    if (statSync(file, {throwIfNoEntry: false}) === undefined) return undefined;
    const known = this.#older.get(number);
    if (known !== undefined) return known;
    const opening = Generation.open(file, number, {...this.#options, connections: 1}).catch(() => undefined);
    this.#older.set(number, opening);
    for (const [oldest, generation] of this.#older) {
      if (this.#older.size <= 3) break;
      this.#older.delete(oldest);
      void generation.then((found) => found?.retire());
    }
    return opening;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#switching;
    await this.#current.retire();
    for (const generation of this.#older.values()) await (await generation)?.retire();
  }
}

async function atMoment(store: string, asOf: string | undefined): Promise<number | undefined> {
  if (asOf === undefined) return undefined;
  if (Number.isNaN(Date.parse(asOf)))
    throw new GraphError('validation_error', `asOf: ${JSON.stringify(asOf)} is no ISO 8601 date or timestamp.`, {
      details: [{path: 'asOf', message: 'Not an ISO 8601 date or timestamp.'}],
    });
  const found = await generationAsOf(store, asOf);
  if (found === undefined) throw notKept(store, `a generation as of ${asOf}`);
  return found;
}

function notKept(store: string, what: string): FileError {
  return new FileError(
    store,
    `does not keep ${what}; it keeps ${generationsOf(store).join(', ') || 'none'}`,
    'See `biograph store generations`; `store pin` keeps one for good.',
  );
}
