import {planOf} from '../engine/shell.ts';
import type {Graph} from '../graph.ts';
import {withRows} from '../sql/dialect.ts';
import {duckdb} from '../sql/duckdb.ts';
import type {OnQuery} from '../store/opened.ts';
import {currentRequest, followRequests} from './request-id.ts';

/** A log line about a slow query. */
export interface SlowQuery {
  time: string;
  msg: 'slow query';
  request: string | null;
  /** Milliseconds, including the wait for a session. */
  ms: number;
  rows: number;
  /** The statement, with its values inlined. */
  sql: string;
  /** The engine's plan (`EXPLAIN`, without running it again); null if another one was being made. */
  plan: string | null;
}

/**
 * Logs slow queries, including failed and interrupted ones.
 * @param slowMs The shortest time in milliseconds that counts as slow.
 */
export class SlowLog {
  readonly #slowMs: number;
  readonly #write: (line: SlowQuery) => void;
  #graph: Graph | undefined;
  #isExplaining = false;

  constructor(slowMs: number, write: (line: SlowQuery) => void) {
    this.#slowMs = slowMs;
    followRequests();
    this.#write = write;
  }

  /** Sets the instance that explains plans. */
  watch(graph: Graph): void {
    this.#graph = graph;
  }

  readonly onQuery: OnQuery = (query, rowNumbers) => {
    const request = currentRequest() ?? null;
    return (ms, rows) => {
      if (ms < this.#slowMs) return;
      const sql = query.toString(withRows(duckdb, rowNumbers));
      const line = {time: new Date().toISOString(), msg: 'slow query' as const, request, ms: Math.round(ms), rows, sql};
      void this.#plan(sql).then((plan) => this.#write({...line, plan}));
    };
  };

  /** One at a time, in a separate instance, so that the log does not slow down a slow server further. */
  async #plan(sql: string): Promise<string | null> {
    if (this.#graph === undefined || this.#isExplaining) return null;
    this.#isExplaining = true;
    try {
      return (await this.#graph.at(undefined, ({generation}) => planOf(generation.file, sql))) ?? null;
    } catch {
      return null;
    } finally {
      this.#isExplaining = false;
    }
  }
}
