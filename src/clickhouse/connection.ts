import type {ClickHouseClient, ClickHouseSettings} from '@clickhouse/client';
import type {JsonValue} from '../engine/values.ts';
import {GraphError} from '../errors.ts';
import type {Answer as Given} from '../sql/results.ts';
import {type Address, authorityOf, passwordOf} from './address.ts';
import {failureOf, isLost, isSaid} from './failure.ts';
import {columnsOf} from './values.ts';

/** Milliseconds a query may take. */
const DEFAULT_TIMEOUT = 30_000;

/** Milliseconds for which an unreachable node is tried last. */
const AVOIDED = 5000;

/** Maximum numbers of rows and bytes in an answer of the servers. */
const MOST_ROWS = 10_000_000;
const MOST_BYTES = 1e9;

/**
 * Settings that statements rely on. A shard that does not answer is an error, never a partial answer; a subquery over a
 * second sharded table is refused, unless the statement says how to run it (`GATHERED`).
 */
const SETTINGS: ClickHouseSettings = {
  join_use_nulls: 1,
  joined_subquery_requires_alias: 0,
  cast_keep_nullable: 1,
  union_default_mode: 'DISTINCT',
  distributed_product_mode: 'deny',
  skip_unavailable_shards: 0,
  optimize_skip_unused_shards: 1,
  prefer_localhost_replica: 1,
  // Under load it would send a query to a second replica that the first one is already working on.
  use_hedged_requests: 0,
  output_format_json_quote_64bit_integers: 0,
  output_format_json_escape_forward_slashes: 0,
  output_format_json_quote_denormals: 0,
  max_result_rows: String(MOST_ROWS),
  max_result_bytes: String(MOST_BYTES),
  result_overflow_mode: 'throw',
  timeout_overflow_mode: 'throw',
  max_query_size: String(16 * 1024 * 1024),
};

export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds; default 30,000. */
  timeout?: number | undefined;
  /** The database of tables named without one. */
  database?: string | undefined;
  /** Query only this node. */
  node?: number | undefined;
}

export interface Statement {
  text: string;
  /** The values of `{p1:…}` and so on in the text. */
  values: readonly unknown[];
}

/** An answer, with its cost. */
export interface Answer extends Given {
  read: {rows: number; bytes: number};
}

/** The nodes of a published graph. */
export class Connection {
  readonly #clients: readonly ClickHouseClient[];
  /** When each node was last unreachable. */
  readonly #lost = new Map<number, number>();
  #turn = 0;
  #users = 0;
  #isClosed = false;

  private constructor(clients: readonly ClickHouseClient[]) {
    this.#clients = clients;
  }

  /** The client is loaded here, only for those who have published a graph. */
  static async open(address: Address): Promise<Connection> {
    const {createClient, ClickHouseLogLevel} = await import('@clickhouse/client');
    const ca = authorityOf(address);
    const clients = address.nodes.map((url) =>
      createClient({
        url,
        username: address.user,
        password: passwordOf(),
        application: 'biograph',
        request_timeout: 3_600_000,
        max_open_connections: 16,
        compression: {response: true},
        use_multipart_params_auto: true,
        // Otherwise it would write statements and their values to stderr.
        log: {level: ClickHouseLogLevel.OFF},
        ...(ca !== undefined && {tls: {ca_cert: ca}}),
      }),
    );
    return new Connection(clients);
  }

  get nodes(): number {
    return this.#clients.length;
  }

  /**
   * Queries one node and, if it cannot be reached, another; never the same one twice.
   * @throws GraphError `unavailable` if a part of the graph cannot be reached, or a query takes too long or needs too
   * much.
   */
  async ask({text, values}: Statement, options: AskOptions = {}): Promise<Answer> {
    if (this.#isClosed && this.#users === 0) throw new GraphError('unavailable', 'The graph is closed.');
    const timeout = options.timeout ?? DEFAULT_TIMEOUT;
    let failure: unknown;
    for (const node of options.node === undefined ? this.#inTurn() : [options.node]) {
      try {
        return await this.#askOne(node, text, values, timeout, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        // A server's error is more informative than the absence of another server.
        if (failure === undefined || isSaid(error)) failure = error;
        if (!isLost(error)) break;
        this.#lost.set(node, Date.now());
      }
    }
    throw failureOf(failure, timeout);
  }

  /** All nodes in turn; those that were recently unreachable come last. */
  #inTurn(): number[] {
    const count = this.#clients.length;
    const first = this.#turn++;
    const nodes = Array.from({length: count}, (_, index) => (first + index) % count);
    const isLost = (node: number) => Date.now() - (this.#lost.get(node) ?? 0) < AVOIDED;
    return [...nodes.filter((node) => !isLost(node)), ...nodes.filter(isLost)];
  }

  async #askOne(
    node: number,
    text: string,
    values: readonly unknown[],
    timeout: number,
    {signal, database}: AskOptions,
  ): Promise<Answer> {
    const late = AbortSignal.timeout(timeout + 2000);
    const found = await (this.#clients[node] as ClickHouseClient).query({
      query: text,
      query_params: Object.fromEntries(values.map((value, index) => [`p${index + 1}`, value])),
      format: 'JSONCompact',
      clickhouse_settings: {
        ...SETTINGS,
        max_execution_time: timeout / 1000,
        ...(database !== undefined && {database}),
      } as ClickHouseSettings,
      abort_signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    });
    const {
      meta = [],
      data,
      rows,
      statistics,
    } = (await found.json()) as unknown as {
      meta?: {name: string; type: string}[];
      data: JsonValue[][];
      rows: number;
      statistics?: {rows_read: number; bytes_read: number};
    };
    return {
      // If a name occurs in several tables, it is preceded by its table's.
      names: meta.map(({name}) => name.slice(name.lastIndexOf('.') + 1)),
      columns: columnsOf(meta, data),
      rows,
      read: {rows: statistics?.rows_read ?? 0, bytes: statistics?.bytes_read ?? 0},
    };
  }

  /** Runs a statement that changes something, on one node. */
  async run(
    node: number,
    text: string,
    {signal, values = {}}: {signal?: AbortSignal | undefined; values?: Record<string, string>} = {},
  ): Promise<void> {
    await this.#write(() =>
      (this.#clients[node] as ClickHouseClient).command({
        query: text,
        query_params: values,
        clickhouse_settings: {wait_end_of_query: 1},
        ...(signal !== undefined && {abort_signal: signal}),
      }),
    );
  }

  /** Sends rows in a format to a table, on one node. */
  async insert(
    node: number,
    into: string,
    format: string,
    rows: import('node:stream').Readable,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.#write(async () => {
      const {stream} = await (this.#clients[node] as ClickHouseClient).exec({
        query: `insert into ${into} format ${format}`,
        values: rows,
        clickhouse_settings: {distributed_foreground_insert: 1, wait_end_of_query: 1} as ClickHouseSettings,
        ...(signal !== undefined && {abort_signal: signal}),
      });
      stream.resume();
    });
  }

  async #write(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw failureOf(error, 3_600_000);
    }
  }

  /** Stays open until the last user releases it, even if it is closed in between. */
  acquire(): void {
    this.#users++;
  }

  free(): void {
    this.#users--;
    if (this.#isClosed && this.#users === 0) void this.#end();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#users === 0) await this.#end();
  }

  async #end(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}
