import type {DuckDBConnection} from '@duckdb/node-api';
import type {FileName} from './make.ts';

/**
 * Files that are written as soon as the tables they are made from are there, with these tables. The others need a sort of many rows, or
 * changes that another session knows.
 */
export const EARLY = {
  edges: ['edge_in', 'edge_out', 'entity'],
  hub_edges: ['edge_in', 'edge_out', 'signal'],
  neighbours: ['edge_in', 'edge_out', 'order_key'],
  orders: ['order_key'],
  labels: ['facet', 'label', 'order_key'],
  buckets: ['facet'],
  crowding: ['cell', 'company_count', 'cooccurrence', 'facet'],
  days: ['own_day'],
  // Once merged entities know their survivors.
  feed: ['end_of', 'entity', 'gone'],
  parties: ['patent_party', 'recent_rank'],
  // After the file of parties.
  holders: ['facet', 'label', 'patent_party', 'recent_rank'],
  starts: ['prefix_top'],
  words: ['word'],
  similar_words: ['symspell_delete', 'word'],
  standings: ['entity', 'own_day', 'person_rank', 'signal', 'stage'],
  positions: ['order_key'],
  places: ['recent_rank'],
  values: ['value_key'],
} satisfies Partial<Record<FileName, readonly string[]>>;

export type EarlyName = keyof typeof EARLY;

/**
 * Work on a session of its own, one piece after another, beside a task that goes on making tables: JavaScript encodes files while the engine
 * computes for the task, and the other way round.
 */
export class Beside {
  readonly #connection: DuckDBConnection;
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;
  #failure: {error: unknown} | undefined;

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** After a failure nothing further begins; whoever waits for the end gets it. */
  begin(work: (connection: DuckDBConnection) => Promise<unknown>): void {
    this.#last = this.#last.then(() => this.#isOver || work(this.#connection));
    // Prevents an unhandled rejection while nobody waits.
    this.#last.catch((error: unknown) => {
      this.#failure ??= {error};
    });
  }

  /** @throws what a piece of the work has failed with, so that a task does not go on for nothing */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** When all that was begun is done. A checkpoint needs it: it fails while another session reads. */
  async end(): Promise<void> {
    await this.#last;
  }

  /** When nothing runs any longer, whether it was done or not. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#last.catch(() => {});
  }
}

/** Runs a task with work beside it, none of which outlives it. */
export async function withBeside<T>(connection: DuckDBConnection, task: (beside: Beside) => Promise<T>): Promise<T> {
  const beside = new Beside(connection);
  try {
    return await task(beside);
  } finally {
    await beside.stop();
  }
}
