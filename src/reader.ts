import {statSync} from 'node:fs';
import {GraphError} from './errors.ts';
import type {Source} from './source.ts';
import {Generation, type GenerationOptions} from './store/generation.ts';
import {generationFile, readPointer} from './store/store.ts';

export interface ReaderOptions extends GenerationOptions {
  /** Answer from this generation for ever, instead of following the store. */
  generation?: number;
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
    const pointer = readPointer(source.store);
    const number = options.generation ?? pointer.generation;
    const current = await Generation.open(generationFile(source.store, number), number, options);
    return new Reader(source, options, current);
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
