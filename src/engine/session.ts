import type {DuckDBConnection, DuckDBMaterializedResult, DuckDBPreparedStatement} from '@duckdb/node-api';
import {GraphError} from '../errors.ts';
import type {Dialect} from '../sql/dialect.ts';
import type {Answer} from '../sql/results.ts';
import type {Bindable, Sql} from '../sql/sql.ts';
import {interruptOnAbort} from './interrupt.ts';
import {type JsonValue, toJson} from './values.ts';

const STATEMENTS_PER_CONNECTION = 128;

/**
 * A longer statement contains a long list: its plan is large, and the same length rarely recurs, so it is not cached.
 */
const LONGEST_KEPT = 4000;
const DEFAULT_TIMEOUT = 30_000;

interface RunOptions {
  signal?: AbortSignal | undefined;
  timeout?: number | undefined;
  /** Default: of narrow row ids. */
  dialect?: Dialect | undefined;
}

/** One connection with its prepared statements, which serves one query at a time. */
export class Session {
  readonly #connection: DuckDBConnection;
  readonly #statements = new Map<string, DuckDBPreparedStatement>();

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  async run(query: Sql, options: RunOptions): Promise<Answer> {
    const {text, values} = query.compile(options.dialect);
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
    const ended = interruptOnAbort(options.signal, interrupt);
    try {
      return answerOf(await statement.run());
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
      ended();
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
  // A wide row id: compared as a double, it would open no fewer row groups of a sorted table.
  else if (Number.isSafeInteger(value)) statement.bindBigInt(index, BigInt(value));
  else statement.bindDouble(index, value);
}

/** All rows are available already: fetching them chunk by chunk would only wait for the thread pool. */
export function answerOf(result: DuckDBMaterializedResult): Answer {
  const columns: JsonValue[][] = Array.from({length: result.columnCount}, () => []);
  for (let at = 0; at < result.chunkCount; at++) {
    const chunk = result.getChunk(at);
    columns.forEach((column, index) => {
      for (const value of chunk.getColumnValues(index)) column.push(toJson(value));
    });
  }
  return {names: result.columnNames(), columns, rows: columns[0]?.length ?? 0};
}
