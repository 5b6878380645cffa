import type {DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement} from '@duckdb/node-api';
import pLimit from 'p-limit';
import {GraphError} from '../errors.ts';
import type {Bindable, Sql} from '../sql/sql.ts';
import {connect} from './database.ts';
import {type JsonValue, toJson} from './values.ts';

export type Row = Record<string, JsonValue>;

export interface QueryOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds until the query is interrupted; default 30,000. */
  timeout?: number | undefined;
}

const STATEMENTS_PER_CONNECTION = 128;

/** A longer text carries a long list: its plan is large, and the same length seldom comes again. */
const LONGEST_KEPT = 4000;
const DEFAULT_TIMEOUT = 30_000;

/**
 * A fixed number of sessions on one instance. A prepared statement shares its bindings between runs, so each
 * belongs to one session, and a session serves one query at a time.
 */
export class Pool {
  readonly #idle: Session[] = [];
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #sessions: Session[] = [];
  #closed = false;

  private constructor(size: number) {
    this.#limit = pLimit(size);
  }

  static async open(instance: DuckDBInstance, size: number, catalog: string): Promise<Pool> {
    const pool = new Pool(size);
    for (let index = 0; index < size; index++) {
      const connection = await connect(instance);
      await connection.run(`USE ${catalog}`);
      const session = new Session(connection);
      pool.#sessions.push(session);
      pool.#idle.push(session);
    }
    return pool;
  }

  /** Runs one query to its end and gives its rows as JSON values. */
  async rows(query: Sql, options: QueryOptions = {}): Promise<Row[]> {
    return this.#use(query, options, rowsOf);
  }

  /** Runs one query and gives each column as a list, for the paths where objects would cost. */
  async columns(query: Sql, options: QueryOptions = {}): Promise<JsonValue[][]> {
    return this.#use(query, options, columnsOf);
  }

  async #use<T>(query: Sql, options: QueryOptions, read: (result: Result) => Promise<T>): Promise<T> {
    if (this.#closed) throw new GraphError('unavailable', 'The graph is closed.');
    return this.#limit(async () => {
      options.signal?.throwIfAborted();
      const session = this.#idle.pop();
      if (session === undefined) throw new Error('More queries than sessions');
      try {
        return await session.run(query, options, read);
      } finally {
        this.#idle.push(session);
      }
    });
  }

  /** Waits for the running queries, then closes statements and sessions, in that order. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#limit.activeCount + this.#limit.pendingCount > 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const session of this.#sessions) session.close();
  }
}

type Result = Awaited<ReturnType<DuckDBPreparedStatement['run']>>;

class Session {
  readonly #connection: DuckDBConnection;
  readonly #statements = new Map<string, DuckDBPreparedStatement>();

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  async run<T>(query: Sql, options: QueryOptions, read: (result: Result) => Promise<T>): Promise<T> {
    const {text, values} = query.compile();
    const statement = await this.#prepare(text);
    values.forEach((value, index) => {
      bind(statement, index + 1, value);
    });
    const timeout = options.timeout ?? DEFAULT_TIMEOUT;
    let expired = false;
    const interrupt = () => this.#connection.interrupt();
    const timer = setTimeout(() => {
      expired = true;
      interrupt();
    }, timeout);
    options.signal?.addEventListener('abort', interrupt, {once: true});
    try {
      return await read(await statement.run());
    } catch (error) {
      options.signal?.throwIfAborted();
      if (expired) {
        throw new GraphError('unavailable', `The query took longer than ${timeout} ms and was stopped.`, {
          cause: error,
        });
      }
      throw error;
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', interrupt);
      if (text.length > LONGEST_KEPT) statement.destroySync();
    }
  }

  async #prepare(text: string): Promise<DuckDBPreparedStatement> {
    const known = this.#statements.get(text);
    if (known !== undefined) {
      this.#statements.delete(text);
      this.#statements.set(text, known);
      return known;
    }
    const statement = await this.#connection.prepare(text);
    if (text.length > LONGEST_KEPT) return statement;
    this.#statements.set(text, statement);
    if (this.#statements.size > STATEMENTS_PER_CONNECTION) {
      const [oldest, evicted] = this.#statements.entries().next().value ?? [];
      if (oldest !== undefined) this.#statements.delete(oldest);
      evicted?.destroySync();
    }
    return statement;
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.destroySync();
    this.#statements.clear();
    this.#connection.disconnectSync();
  }
}

function bind(statement: DuckDBPreparedStatement, index: number, value: Bindable): void {
  if (value === null) statement.bindNull(index);
  else if (typeof value === 'string') statement.bindVarchar(index, value);
  else if (typeof value === 'boolean') statement.bindBoolean(index, value);
  else if (typeof value === 'bigint') statement.bindBigInt(index, value);
  else if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) statement.bindInteger(index, value);
  else statement.bindDouble(index, value);
}

async function columnsOf(result: Result): Promise<JsonValue[][]> {
  const columns: JsonValue[][] = Array.from({length: result.columnCount}, () => []);
  for (const chunk of await result.fetchAllChunks()) {
    columns.forEach((column, index) => {
      for (const value of chunk.getColumnValues(index)) column.push(toJson(value));
    });
  }
  return columns;
}

async function rowsOf(result: Result): Promise<Row[]> {
  const names = result.columnNames();
  const columns = await columnsOf(result);
  const rows: Row[] = [];
  for (let index = 0; index < (columns[0]?.length ?? 0); index++) {
    const row: Row = {};
    names.forEach((name, at) => {
      row[name] = columns[at]?.[index] ?? null;
    });
    rows.push(row);
  }
  return rows;
}
