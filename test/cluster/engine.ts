import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const FOLDER = import.meta.dirname;

/**
 * Is the engine here? It is a package of its own (543 MB), installed by the first run that wants it. Not by `npm ci`, which wants
 * other platforms’ builds in the lock file too.
 * @returns why not, where it is not; it is for Linux with glibc on x64 alone.
 */
export function missing(): string | undefined {
  const isThere = () => existsSync(join(FOLDER, 'node_modules', '@chdb', 'lib-linux-x64-gnu', 'libchdb.so'));
  if (isThere()) return undefined;
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'ClickHouse comes for Linux on x64 only';
  const {status} = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    stdio: 'ignore',
    timeout: 300_000,
  });
  return status === 0 && isThere() ? undefined : 'ClickHouse cannot be installed (npm install in test/cluster)';
}

/** A server of ClickHouse on this machine's loopback. */
export class Node {
  readonly http: number;
  readonly #folder: string;
  readonly #tcp: number;
  readonly #config: string;
  #process: ChildProcess | undefined;

  constructor(folder: string, http: number, tcp: number, config: string) {
    this.#folder = folder;
    this.http = http;
    this.#tcp = tcp;
    this.#config = config;
  }

  async start(): Promise<void> {
    const words = ['server.mjs', this.#folder, String(this.http), String(this.#tcp), this.#config];
    this.#process = spawn(process.execPath, words, {cwd: FOLDER, stdio: 'ignore'});
    for (;;) {
      if (this.#process.exitCode !== null) throw new Error('ClickHouse ended before it was ready');
      if (
        await this.ask('select 1').then(
          () => true,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Of its process; 0 where none runs. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** At once, as a power cut would. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#process?.once('exit', resolve));
    this.#process?.kill('SIGKILL');
    await ended;
  }

  /** What a statement gives, as tab-separated text. @throws Error with what the server says. */
  async ask(text: string): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.http}/`, {method: 'POST', body: text});
    const said = await response.text();
    if (!response.ok) throw new Error(said);
    return said.trim();
  }
}

export interface Cluster {
  nodes: Node[];
  /** What `--to` and `--data` are given. */
  address(name: string, nodes?: readonly Node[]): string;
  close(): Promise<void>;
}

/** Of the user `reader`, who may read what is published as `graph` and nothing else. */
export const PASSWORD = 'open-sesame-7391';
const READ = ['GRANT SELECT ON graph.*', 'GRANT SELECT ON graph_g*.*'];

/** One server alone, or three: two shards (`graph`), the first with a replica, which is the second node. */
export async function startCluster(count: 1 | 3): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'biograph-cluster-'));
  const ports = await freePorts(2 * count);
  const config = join(folder, 'config.xml');
  const replica = (node: number) => `<replica><host>127.0.0.1</host><port>${ports[count + node]}</port></replica>`;
  const shard = (isReplicated: boolean, ...nodes: number[]) =>
    `<shard><internal_replication>${isReplicated}</internal_replication>${nodes.map(replica).join('')}</shard>`;
  const shards = (isReplicated: boolean) =>
    count === 1 ? shard(isReplicated, 0) : shard(isReplicated, 0, 1) + shard(isReplicated, 2);
  // Of `torn` one replica alone is written, as where tables are thought to be replicated and are not.
  const users = join(folder, 'users.xml');
  const user = (name: string, rest: string) =>
    `<${name}>${rest}<networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></${name}>`;
  const grants = READ.map((query) => `<query>${query}</query>`).join('');
  writeFileSync(
    users,
    `<clickhouse><profiles><default/></profiles><quotas><default/></quotas><users>${user('default', '<password/>')}${user('reader', `<password>${PASSWORD}</password><grants>${grants}</grants>`)}</users></clickhouse>`,
  );
  writeFileSync(
    config,
    `<clickhouse><users_config>${users}</users_config><remote_servers><graph>${shards(false)}</graph><torn>${shards(true)}</torn></remote_servers></clickhouse>`,
  );
  const nodes = Array.from({length: count}, (_, index) => {
    const own = join(folder, String(index));
    mkdirSync(own);
    return new Node(own, ports[index] as number, ports[count + index] as number, config);
  });
  for (const node of nodes) await node.start();
  return {
    nodes,
    address: (name, asked = nodes) => `clickhouse://${asked.map(({http}) => `127.0.0.1:${http}`).join(',')}/${name}`,
    async close() {
      for (const node of nodes) await node.kill();
      rmSync(folder, {recursive: true, force: true});
    },
  };
}

/** Ports that nobody listens at now. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({length: count}, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve((server.address() as {port: number}).port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
