import {FileError, GraphError} from '../errors.ts';
import type {Follower, ReaderOptions} from '../reader.ts';
import type {Source} from '../source.ts';
import {givenCursorKey} from '../store/cursor-key.ts';
import {STORE_FORMAT} from '../tables/format.ts';
import {readTime} from '../time.ts';
import {readAddress, shown} from './address.ts';
import {Connection} from './connection.ts';
import {whileOpening} from './failure.ts';
import {PublishedGeneration} from './generation.ts';
import {type Kept, type Pointer, readPointer} from './pointer.ts';

/** Milliseconds between two polls of the pointer. */
const REFRESH = 2000;

/** Follows a published graph: the current generation, and older kept ones. */
export class PublishedReader implements Follower {
  readonly source: Source;
  readonly #where: string;
  readonly #name: string;
  readonly #connection: Connection;
  readonly #options: ReaderOptions;
  readonly #open = new Map<string, Promise<PublishedGeneration>>();
  #pointer: Pointer;
  #current: PublishedGeneration;
  #pinned: number | undefined;
  #checked = Date.now();
  #switching: Promise<void> | undefined;
  #closed = false;

  private constructor(
    source: Source,
    name: string,
    connection: Connection,
    pointer: Pointer,
    current: PublishedGeneration,
    options: ReaderOptions,
  ) {
    this.source = source;
    this.#where = shown(readAddress(source.given ?? ''));
    this.#name = name;
    this.#connection = connection;
    this.#pointer = pointer;
    this.#current = current;
    this.#options = options;
  }

  /**
   * @throws FileError if nothing is published, or by another version.
   * @throws GraphError `unavailable` if no node answers.
   */
  static async open(source: Source, options: ReaderOptions): Promise<PublishedReader> {
    const address = readAddress(source.given ?? '');
    const where = shown(address);
    const connection = await Connection.open(address);
    return whileOpening(address.user, where, async () => {
      const pointer = await published(connection, address.name, where);
      const wanted = await wantedOf(pointer, where, connection, options);
      const current = await PublishedGeneration.open(wanted, where, connection, options.onQuery);
      const reader = new PublishedReader(source, address.name, connection, pointer, current, options);
      if (options.generation !== undefined || options.asOf !== undefined) reader.#pinned = current.number;
      return reader;
    }).catch(async (error: unknown) => {
      await connection.close();
      throw error;
    });
  }

  get edition(): string {
    return this.#current.file;
  }

  get cursorKey(): Uint8Array {
    return givenCursorKey(this.#options.cursorKey) ?? Buffer.from(this.#pointer.cursorKey, 'hex');
  }

  /**
   * Requests never wait for the poll of the pointer, which a slow node may delay; later requests use the new
   * generation.
   */
  async generation(): Promise<PublishedGeneration> {
    this.#checkOpen();
    if (Date.now() - this.#checked >= (this.#options.refresh ?? REFRESH)) {
      this.#checked = Date.now();
      this.#switching ??= this.#follow().finally(() => {
        this.#switching = undefined;
      });
    }
    this.#current.acquire();
    return this.#current;
  }

  #checkOpen(): void {
    if (this.#closed) throw new GraphError('unavailable', 'The graph is closed.');
  }

  /** If the pointer cannot be read now, the next poll reads it; a node with an older pointer is ignored. */
  async #follow(): Promise<void> {
    const pointer = await readPointer(this.#connection, this.#name).catch(() => undefined);
    if (pointer === undefined || pointer.turn <= this.#pointer.turn || pointer.format !== STORE_FORMAT) return;
    const wanted = pointer.kept.find(({number}) => number === this.#pinned) ?? pointer.kept[0];
    if (wanted === undefined) return;
    const next = await this.#opened(wanted).catch(() => undefined);
    if (next === undefined) return;
    this.#current = next;
    this.#pointer = pointer;
    for (const database of this.#open.keys())
      if (!pointer.kept.some((one) => one.database === database)) this.#open.delete(database);
  }

  async pinned(number: number): Promise<PublishedGeneration | undefined> {
    this.#checkOpen();
    const kept = this.#pointer.kept.find((one) => one.number === number);
    const found = number === this.#current.number ? this.#current : kept && (await this.#opened(kept));
    found?.acquire();
    return found;
  }

  async kept(): Promise<number[]> {
    return this.#pointer.kept.map(({number}) => number).sort((a, b) => a - b);
  }

  #opened(kept: Kept): Promise<PublishedGeneration> {
    const known = this.#open.get(kept.database);
    if (known !== undefined) return known;
    const opening = PublishedGeneration.open(kept, this.#where, this.#connection, this.#options.onQuery);
    this.#open.set(kept.database, opening);
    opening.catch(() => this.#open.delete(kept.database));
    return opening;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#switching;
    await this.#connection.close();
  }
}

async function published(connection: Connection, name: string, where: string): Promise<Pointer> {
  const pointer = await readPointer(connection, name).catch((error: unknown) => {
    if (error instanceof GraphError && /was removed/.test(error.message)) return undefined;
    throw error;
  });
  if (pointer?.kept[0] === undefined)
    throw new FileError(
      where,
      'has no published graph',
      'Publish a store: biograph store publish --data STORE --to ADDRESS.',
    );
  if (pointer.format !== STORE_FORMAT)
    throw new FileError(
      where,
      `was published in store format ${pointer.format}, but this version reads ${STORE_FORMAT}`,
      'Publish it again with this version, or read it with the version that published it.',
    );
  return pointer;
}

/** The generation requested in the options; the first kept one is the current one. */
async function wantedOf(
  pointer: Pointer,
  where: string,
  connection: Connection,
  options: ReaderOptions,
): Promise<Kept> {
  const numbers = pointer.kept.map(({number}) => number).join(', ');
  const notKept = (what: string) =>
    new FileError(
      where,
      `does not keep ${what}; it keeps ${numbers}`,
      'Name one of these, or none for the current one.',
    );
  if (options.generation !== undefined) {
    const found = pointer.kept.find(({number}) => number === options.generation);
    if (found === undefined) throw notKept(`generation ${options.generation}`);
    return found;
  }
  const [current] = pointer.kept as [Kept];
  if (options.asOf === undefined) return current;
  const read = readTime(options.asOf);
  if ('problem' in read)
    throw new GraphError('validation_error', `asOf: ${read.problem}.`, {
      details: [{path: 'asOf', message: `${read.problem}.`}],
    });
  for (const kept of [...pointer.kept].sort((a, b) => b.number - a.number)) {
    const {asOf} = await PublishedGeneration.open(kept, where, connection);
    if (asOf <= Date.parse(read.iso)) return kept;
  }
  throw notKept(`a generation as of ${options.asOf}`);
}
