import {randomUUID} from 'node:crypto';
import {availableParallelism, tmpdir} from 'node:os';
import {join} from 'node:path';
import type {DuckDBInstance} from '@duckdb/node-api';
import {FileError} from '../errors.ts';
import {KINDS, type Kind} from '../schema/kinds.ts';
import {type Sql, sql} from '../sql/sql.ts';
import type {Release} from './build.ts';
import {Cache} from './cache.ts';
import {attachReadOnly, connect, lockDown, openDatabase} from './database.ts';
import {engineSize, readingMemory, wantedMemory} from './memory.ts';
import {type Lane, Pool, type QueryOptions, type Row} from './pool.ts';
import {readRelease} from './release.ts';
import type {JsonValue} from './values.ts';

export interface GenerationOptions {
  /**
   * The engine's memory for reading: bytes, or a size such as `512MB` or `2GiB`. Default: `BIOGRAPH_MEMORY`, else a quarter of what the machine
   * or container has, 512 MB at least, 1 GB at most and never above half of it.
   */
  memory?: number | string | undefined;
  /** Threads of each query; default: the machine's cores. One makes the most of many callers, all of them the most of one. */
  threads?: number | undefined;
  /** Queries in flight, look-ups and type-ahead apart; default: what the thread pool leaves room for. */
  connections?: number | undefined;
  /** Told of every query as it begins; what it returns is told how long it took, failed or not, and how many rows it gave. */
  onQuery?: OnQuery | undefined;
}

export type OnQuery = (query: Sql) => (ms: number, rows: number) => void;

/** One immutable generation of a store, open for reading. */
export class Generation {
  readonly number: number;
  readonly file: string;
  readonly release: Release;
  /** How many entities live. */
  readonly entities: number;
  /** `as_of` in milliseconds. */
  readonly asOf: number;
  /** Small answers that stay true as long as the generation does. */
  readonly cache = new Cache(16 * 1024 * 1024);
  readonly #instance: DuckDBInstance;
  readonly #pool: Pool;
  readonly #relations: string[];
  readonly #onQuery: OnQuery | undefined;
  #users = 0;
  #retired = false;

  private constructor(
    number: number,
    file: string,
    instance: DuckDBInstance,
    pool: Pool,
    release: Release,
    relations: string[],
    entities: number,
    onQuery: OnQuery | undefined,
  ) {
    this.number = number;
    this.file = file;
    this.release = release;
    this.entities = entities;
    this.asOf = Date.parse(release.as_of);
    this.#instance = instance;
    this.#pool = pool;
    this.#relations = relations;
    this.#onQuery = onQuery;
  }

  /** @throws FileError when the file is missing, not a generation, or of another layout. */
  static async open(file: string, number: number, options: GenerationOptions = {}): Promise<Generation> {
    const memory = wantedMemory(options.memory) ?? readingMemory();
    const instance = await openDatabase({
      memoryLimit: engineSize(memory),
      threads: options.threads ?? availableParallelism(),
      // Made when a query outgrows the memory, and gone with the instance.
      spillDirectory: join(tmpdir(), `biograph-${process.pid}-${randomUUID()}`),
    });
    try {
      const connection = await connect(instance);
      await attachReadOnly(connection, file);
      const pool = await Pool.open(instance, {
        sessions: sessionsOf(options),
        memory,
        catalog: 'graph',
      });
      await lockDown(connection);
      connection.disconnectSync();
      const [row] = await pool.rows(sql`select * from release`);
      const release = readRelease(file, row);
      const relations = (await pool.columns(sql`select relation from relation order by rel`))[0] ?? [];
      const [counted] = (await pool.columns(sql`select count(*) from entity`)) as [number[]];
      return new Generation(
        number,
        file,
        instance,
        pool,
        release,
        relations as string[],
        counted?.[0] ?? 0,
        options.onQuery,
      );
    } catch (error) {
      instance.closeSync();
      if (error instanceof FileError) throw error;
      throw new FileError(
        file,
        `cannot be opened as a generation (${firstLine(error)})`,
        'Rebuild the store from its snapshot with `biograph store load`.',
        {cause: error},
      );
    }
  }

  rows(query: Sql, options?: QueryOptions): Promise<Row[]> {
    const result = this.#pool.rows(query, options);
    return this.#onQuery === undefined ? result : told(result, this.#onQuery(query), (rows) => rows.length);
  }

  columns(query: Sql, options?: QueryOptions): Promise<JsonValue[][]> {
    const result = this.#pool.columns(query, options);
    return this.#onQuery === undefined ? result : told(result, this.#onQuery(query), ([first]) => first?.length ?? 0);
  }

  /** The relation's number in edge tables, or undefined when the data has no such relation. */
  relationNumber(relation: string): number | undefined {
    const index = this.#relations.indexOf(relation);
    return index < 0 ? undefined : index + 1;
  }

  relationName(rel: number): string {
    return this.#relations[rel - 1] ?? '';
  }

  get relations(): readonly string[] {
    return this.#relations;
  }

  /** Keeps the generation open while the work runs, even when it is retired in between. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    this.hold();
    try {
      return await work();
    } finally {
      this.letGo();
    }
  }

  hold(): void {
    this.#users++;
  }

  letGo(): void {
    this.#users--;
    if (this.#retired && this.#users === 0) void this.#close();
  }

  /** Closes as soon as nobody uses it. */
  async retire(): Promise<void> {
    if (this.#retired) return;
    this.#retired = true;
    if (this.#users === 0) await this.#close();
  }

  async #close(): Promise<void> {
    await this.#pool.close();
    this.#instance.closeSync();
  }
}

async function told<T>(
  result: Promise<T>,
  done: (ms: number, rows: number) => void,
  count: (value: T) => number,
): Promise<T> {
  const started = performance.now();
  let rows = 0;
  try {
    const value = await result;
    rows = count(value);
    return value;
  } finally {
    done(performance.now() - started, rows);
  }
}

/** The range of row ids a kind occupies: `[first, last]`. */
export function ridRange(kind: Kind): [number, number] {
  const first = kindNumber(kind) << 26;
  return [first, first + (1 << 26) - 1];
}

export function kindNumber(kind: Kind): number {
  return KINDS.indexOf(kind) + 1;
}

export function kindOfRid(rid: number): Kind {
  return KINDS[(rid >> 26) - 1] as Kind;
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}

/** Queries at once: each holds a thread of the pool that files and DNS need too, so one is left free. */
export function sessionsOf({connections}: GenerationOptions): Record<Lane, number> {
  const given = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  const threads = Number.isInteger(given) && given > 0 ? given : 4;
  const lookup = threads < 8 ? 1 : 2;
  const guess = 1;
  return {lookup, guess, work: connections ?? Math.max(1, Math.min(5, threads - 1 - lookup - guess))};
}
