import type {Readable} from 'node:stream';
import {FileError} from '../errors.ts';
import {type Column, digestInClickhouse} from './columns.ts';
import type {Connection} from './connection.ts';
import type {Table} from './tables.ts';

/** Suffix of the part of a sharded table on a node; the name without it stands for all parts. */
const PART = '_part';

/** Milliseconds a comparison may take. */
const HOUR = 3_600_000;

/** The nodes a generation is written to: one, or the shards of a cluster and their replicas. */
export class Target {
  readonly #connection: Connection;
  readonly #name: string;
  readonly #cluster: string | undefined;
  readonly #signal: AbortSignal | undefined;

  constructor(connection: Connection, name: string, cluster: string | undefined, signal: AbortSignal | undefined) {
    if (cluster !== undefined && !/^[\w.-]+$/.test(cluster))
      throw new FileError(cluster, 'is not a cluster name', 'See `select cluster from system.clusters`.');
    this.#connection = connection;
    this.#name = name;
    this.#cluster = cluster;
    this.#signal = signal;
  }

  /** Removes databases of generations that are not kept: older ones, and those of interrupted publications. */
  async clear(kept: readonly string[]): Promise<void> {
    await this.#everywhere(async (node) => {
      const {columns} = await this.#connection.ask(
        {
          text: 'select name from system.databases where match(name, {p1:String})',
          values: [`^${this.#name}_g\\d+_[0-9a-f]+$`],
        },
        {node},
      );
      for (const database of (columns[0] ?? []) as string[])
        if (!kept.includes(database)) await this.#connection.run(node, `drop database if exists ${database} sync`);
    });
  }

  /** Every node of the cluster must be listed: a node without the table would have no rows of it. */
  async create(database: string): Promise<void> {
    const cluster = this.#cluster;
    if (cluster === undefined)
      return this.#everywhere((node) => this.#connection.run(node, `create database ${database}`));
    const {columns} = await this.#connection.ask({
      text: 'select host_name, port from system.clusters where cluster = {p1:String} order by shard_num, replica_num',
      values: [cluster],
    });
    const [hosts = [], ports = []] = columns;
    if (hosts.length === 0)
      throw new FileError(cluster, 'is not a cluster of these servers', 'See `select cluster from system.clusters`.');
    await this.#everywhere((node) => this.#connection.run(node, `create database ${database}`));
    const {columns: found} = await this.#connection.ask({
      text: `select count() from clusterAllReplicas('${cluster}', system.databases) where name = {p1:String}`,
      values: [database],
    });
    if (Number(found[0]?.[0]) < hosts.length)
      throw new FileError(
        cluster,
        `has nodes that are missing from --to (it has ${hosts.map((host, index) => `${host}:${ports[index]}`).join(', ')})`,
        'Name the HTTP address of every node, separated by commas.',
      );
  }

  /** Removes the remains of a failed publication; whatever is left, the next one clears. */
  async drop(database: string): Promise<void> {
    for (let node = 0; node < this.#connection.nodes; node++)
      await this.#connection.run(node, `drop database if exists ${database} sync`).catch(() => undefined);
  }

  async addTable(database: string, name: string, table: Table, columns: readonly Column[]): Promise<void> {
    const isShared = this.#isShared(table);
    if (isShared) this.#shared.add(`${database}.${name}`);
    const spelled = columns.map((column) => `${column.name} ${column.type}`);
    const also = table.also === undefined ? '' : `, projection also (select * order by ${table.also.join(', ')})`;
    await this.#everywhere(async (node) => {
      await this.#connection.run(
        node,
        `create table ${database}.${name}${isShared ? PART : ''} (${spelled.join(', ')}${also}) engine = MergeTree order by (${table.order.join(', ')}) settings index_granularity = ${table.granule ?? 8192}`,
      );
      if (isShared)
        await this.#connection.run(
          node,
          `create table ${database}.${name} (${spelled.join(', ')}) engine = Distributed('${this.#cluster}', '${database}', '${name}${PART}', ${shareOf(table, columns)})`,
        );
    });
  }

  /** Sends rows. Tables that are not sharded go to every node, which is why the rows come from a function. */
  async insert(database: string, name: string, format: string, rows: () => Readable): Promise<void> {
    const into = `${database}.${name}`;
    if (this.#shared.has(into)) await this.#connection.insert(0, into, format, rows(), this.#signal);
    else await this.#everywhere((node) => this.#connection.insert(node, into, format, rows(), this.#signal));
  }

  readonly #shared = new Set<string>();

  /** @throws FileError if a node's rows differ from those sent. */
  async compare(
    database: string,
    name: string,
    columns: readonly Column[],
    expected: readonly [string, string],
  ): Promise<void> {
    const into = `${database}.${name}`;
    const digest = digestInClickhouse(columns);
    const wrong = (found: unknown) =>
      new FileError(
        into,
        `has other rows than were sent (${String(found)} instead of ${String(expected)}: row count and sum of hashes)`,
        'Publish again; the previous generation is still current.',
      );
    if (!this.#shared.has(into)) {
      await this.#everywhere(async (node) => {
        const {columns: found} = await this.#connection.ask(
          {text: `select ${digest} from ${into}`, values: []},
          {node, timeout: HOUR},
        );
        if (found[0]?.[0] !== expected[0] || found[1]?.[0] !== expected[1]) throw wrong(found.flat());
      });
      return;
    }
    await this.#compareShards(into, digest, expected, wrong);
  }

  /** Replicas of a shard must be equal, and the shards together must equal what was sent. */
  async #compareShards(
    into: string,
    digest: string,
    expected: readonly [string, string],
    wrong: (found: unknown) => Error,
  ): Promise<void> {
    const ask = async (text: string) =>
      (await this.#connection.ask({text, values: [this.#cluster]}, {timeout: HOUR})).columns;
    const [[shards = []], [places = [], rows = [], hashes = []]] = await Promise.all([
      ask('select shard_num from system.clusters where cluster = {p1:String} order by shard_num, replica_num'),
      // Every replica counts as a shard there, in this order.
      ask(
        `select _shard_num as place, ${digest} from clusterAllReplicas('${this.#cluster}', ${into}${PART}) group by place`,
      ),
    ]);
    const replicas = new Map(
      places.map((place, index) => [
        Number(place),
        [BigInt(String(rows[index])), BigInt(String(hashes[index]))] as const,
      ]),
    );
    const byShard = new Map<number, readonly [bigint, bigint]>();
    for (const [index, shard] of (shards as number[]).entries()) {
      // A replica without rows of a table is missing from the result.
      const own = replicas.get(index + 1) ?? [0n, 0n];
      const other = byShard.get(shard) ?? own;
      if (other[0] !== own[0] || other[1] !== own[1])
        throw wrong(`replicas of shard ${shard} differ: ${other.join(' ')}; ${own.join(' ')}`);
      byShard.set(shard, own);
    }
    const total = [0, 1].map((place) =>
      String([...byShard.values()].reduce((sum, own) => sum + (own[place] ?? 0n), 0n) & 0xffff_ffff_ffff_ffffn),
    );
    if (total[0] !== expected[0] || total[1] !== expected[1]) throw wrong(total.join(' '));
  }

  #isShared(table: Table): boolean {
    return this.#cluster !== undefined && table.by !== undefined;
  }

  async #everywhere(work: (node: number) => Promise<void>): Promise<void> {
    for (let node = 0; node < this.#connection.nodes; node++) {
      this.#signal?.throwIfAborted();
      await work(node);
    }
  }
}

/** The number that determines a row's shard. */
function shareOf({by = ''}: Table, columns: readonly Column[]): string {
  const type = columns.find(({name}) => name === by)?.type ?? '';
  return type.startsWith('Int') || type.startsWith('UInt') ? `intHash32(${by})` : `cityHash64(${by})`;
}
