import {randomUUID} from 'node:crypto';
import {availableParallelism, tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import type {DuckDBInstance} from '@duckdb/node-api';
import {attachReadOnly, connect, lockDown, openDatabase} from '../engine/database.ts';
import {engineSize, readingMemory, wantedMemory} from '../engine/memory.ts';
import {Pool} from '../engine/pool.ts';
import {FileError} from '../errors.ts';
import type {Lane, QueryOptions} from '../generation.ts';
import {LookupFiles} from '../lookups/files.ts';
import {StoredLookups} from '../lookups/stored.ts';
import {type Dialect, withRows} from '../sql/dialect.ts';
import {duckdb} from '../sql/duckdb.ts';
import {type Answer, columnsOf, is} from '../sql/results.ts';
import {rowNumbersNamed} from '../sql/row-numbers.ts';
import {type Sql, sql} from '../sql/sql.ts';
import {type Facts, type OnQuery, OpenedGeneration} from './opened.ts';
import {readRelease} from './release.ts';

export interface GenerationOptions {
  /**
   * The engine's memory for reading: bytes, or a size such as `512MB` or `2GiB`. Default: `BIOGRAPH_MEMORY`, or else a
   * quarter of what the machine or container has, at least 512 MB, at most 1 GB and never above half of it.
   */
  memory?: number | string | undefined;
  /**
   * Threads of each query; default: the machine's cores. One thread is best for many concurrent callers, all cores for
   * a single one.
   */
  threads?: number | undefined;
  /** Concurrent queries, not counting look-ups and type-ahead; default: what the thread pool allows. */
  connections?: number | undefined;
  /**
   * Called at the start of every query; the function it returns is called with the query's duration, successful or not,
   * and its number of rows.
   */
  onQuery?: OnQuery | undefined;
}

/** One generation of a store, a DuckDB file, open for reading. */
export class StoredGeneration extends OpenedGeneration {
  readonly lookups: StoredLookups;
  readonly #instance: DuckDBInstance;
  readonly #pool: Pool;
  readonly #dialect: Dialect;
  #users = 0;
  #retired = false;

  private constructor(
    facts: Facts,
    instance: DuckDBInstance,
    pool: Pool,
    files: LookupFiles,
    onQuery: OnQuery | undefined,
  ) {
    super(facts, onQuery);
    this.#dialect = withRows(duckdb, facts.rowNumbers);
    this.lookups = new StoredLookups(this, files);
    this.#instance = instance;
    this.#pool = pool;
  }

  /** @throws FileError if the file is missing, not a generation, or of another layout. */
  static async open(file: string, number: number, options: GenerationOptions = {}): Promise<StoredGeneration> {
    const memory = wantedMemory(options.memory) ?? readingMemory();
    const instance = await openDatabase({
      memoryLimit: engineSize(memory),
      threads: options.threads ?? availableParallelism(),
      // Created when a query exceeds the memory, and removed with the instance.
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
      const {names, columns} = await pool.answer(sql`select * from release`);
      const row = Object.fromEntries(names.map((name, index) => [name, columns[index]?.[0]]));
      const release = readRelease(file, row);
      const rowNumbers = rowNumbersNamed(String(row.row_numbers));
      const [relations] = columnsOf(await pool.answer(sql`select relation from relation order by rel`), [is.text]);
      const [[entities = 0]] = columnsOf(await pool.answer(sql`select count(*) from entity`), [is.integer]);
      return new StoredGeneration(
        {number, file, release, rowNumbers, relations, entities},
        instance,
        pool,
        new LookupFiles(join(dirname(file), String(row.files)), Date.parse(release.as_of), rowNumbers),
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

  protected answer(query: Sql, options: QueryOptions | undefined): Promise<Answer> {
    return this.#pool.answer(query, {...options, dialect: this.#dialect});
  }

  acquire(): void {
    this.#users++;
  }

  free(): void {
    this.#users--;
    if (this.#retired && this.#users === 0) void this.#close();
  }

  async retire(): Promise<void> {
    if (this.#retired) return;
    this.#retired = true;
    if (this.#users === 0) await this.#close();
  }

  async #close(): Promise<void> {
    await this.#pool.close();
    this.#instance.closeSync();
    this.lookups.close();
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}

/** Concurrent queries. Each occupies a thread of the pool that files and DNS use as well, so one is left free. */
export function sessionsOf({connections}: GenerationOptions): Record<Lane, number> {
  const given = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  const threads = Number.isInteger(given) && given > 0 ? given : 4;
  const lookup = threads < 8 ? 1 : 2;
  const guess = 1;
  return {lookup, guess, work: connections ?? Math.max(1, Math.min(5, threads - 1 - lookup - guess))};
}
