import type {DuckDBInstance} from '@duckdb/node-api';
import {Semaphore} from 'async-mutex';
import pLimit from 'p-limit';
import {GraphError} from '../errors.ts';
import type {Lane, QueryOptions} from '../generation.ts';
import type {Dialect} from '../sql/dialect.ts';
import type {Answer} from '../sql/results.ts';
import type {Sql} from '../sql/sql.ts';
import {connect} from './database.ts';
import {isOutOfMemory} from './memory.ts';
import {Session} from './session.ts';

export interface PoolOptions {
  /** Queries at once. */
  sessions: Readonly<Record<Lane, number>>;
  /** The engine's memory in bytes. */
  memory: number;
  /** The attached database to query. */
  catalog: string;
}

/** @see Session.run */
type AnswerOptions = QueryOptions & {dialect?: Dialect | undefined};

/** Most statements need 16 on a graph of 260,000; documents and traversals up to 32. */
const DEFAULT_NEED = 32;

/** The share of the engine's memory for queries; the rest caches blocks of the file, which can be evicted. */
const SHARE = 0.75;

/**
 * A fixed number of sessions on one instance. A prepared statement shares its bindings between runs, so each belongs to
 * one session, and a session serves one query at a time. A query that runs out of memory is retried once, alone.
 */
export class Pool {
  readonly #lanes: Readonly<Record<Lane, Sessions>>;
  /** Megabytes that all running queries may use together. */
  readonly #megabytes: number;
  readonly #room: Semaphore;
  #closed = false;
  #underWay = 0;

  private constructor(lanes: Readonly<Record<Lane, Sessions>>, memory: number) {
    this.#lanes = lanes;
    this.#megabytes = Math.max(1, Math.floor((memory * SHARE) / 1e6));
    this.#room = new Semaphore(this.#megabytes);
  }

  static async open(instance: DuckDBInstance, {sessions, memory, catalog}: PoolOptions): Promise<Pool> {
    const open = (lane: Lane) => Sessions.open(instance, sessions[lane], catalog);
    return new Pool({lookup: await open('lookup'), guess: await open('guess'), work: await open('work')}, memory);
  }

  /**
   * Runs one query to its end.
   * @throws GraphError `unavailable` if the memory is too small for the query even when it runs alone.
   */
  async answer(query: Sql, options: AnswerOptions = {}): Promise<Answer> {
    if (this.#closed) throw new GraphError('unavailable', 'The graph is closed.');
    options.signal?.throwIfAborted();
    this.#underWay++;
    const answer = this.#ask(query, options).finally(() => {
      this.#underWay--;
    });
    return options.signal === undefined ? answer : unlessAborted(answer, options.signal);
  }

  async #ask(query: Sql, options: AnswerOptions): Promise<Answer> {
    const need = Math.min(options.need ?? DEFAULT_NEED, this.#megabytes);
    try {
      const lane = this.#lanes[options.lane ?? 'work'];
      if (lane !== this.#lanes.work) return await lane.run(query, options);
      return await this.#room.runExclusive(() => lane.run(query, options), need);
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
    }
    try {
      return await this.#room.runExclusive(() => this.#lanes.work.run(query, options), this.#megabytes);
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      throw new GraphError(
        'unavailable',
        'There is not enough memory for this request; ask for less, or try again later.',
        {
          cause: error,
        },
      );
    }
  }

  /** Waits for the running queries, then closes statements and sessions, in that order. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#underWay > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const lane of Object.values(this.#lanes)) lane.close();
  }
}

class Sessions {
  readonly #idle: Session[] = [];
  readonly #all: Session[] = [];
  readonly #limit: ReturnType<typeof pLimit>;

  private constructor(size: number) {
    this.#limit = pLimit(size);
  }

  static async open(instance: DuckDBInstance, size: number, catalog: string): Promise<Sessions> {
    const sessions = new Sessions(size);
    for (let index = 0; index < size; index++) {
      const connection = await connect(instance);
      await connection.run(`USE ${catalog}`);
      const session = new Session(connection);
      sessions.#all.push(session);
      sessions.#idle.push(session);
    }
    return sessions;
  }

  run(query: Sql, options: AnswerOptions): Promise<Answer> {
    return this.#limit(async () => {
      options.signal?.throwIfAborted();
      const session = this.#idle.pop();
      if (session === undefined) throw new Error('More queries than sessions');
      try {
        return await session.run(query, options);
      } finally {
        this.#idle.push(session);
      }
    });
  }

  close(): void {
    for (const session of this.#all) session.close();
  }
}

/** An aborted query leaves the queue at once; a running one is interrupted. */
function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, {once: true});
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
