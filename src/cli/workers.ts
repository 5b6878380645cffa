import cluster from 'node:cluster';
import {AggregatorRegistry} from 'prom-client';
import {GraphError} from '../errors.ts';
import {askOwner} from '../http/account/client.ts';
import type {Accounts} from '../http/account/route.ts';
import {answering, asking} from '../http/channel.ts';
import {type Asking, type Decision, type Gate, LocalGate} from '../http/gate.ts';
import type {Profile} from '../http/limits.ts';
import type {ServerOptions} from '../http/server.ts';
import {ownerOf} from '../state/owner.ts';

/** Tells the other processes whether the first one owns the state. */
const HAS_ACCOUNTS = 'BIOGRAPH_WORKER_ACCOUNTS';

/** A process that ends within this time after its start, several times in a row, is not restarted. */
const SOON = 5000;
const MOST_FAILURES = 5;

export interface WorkersOptions {
  count: number;
  limits: Profile;
  /** A key is required. */
  isClosed: boolean;
  accounts: Accounts | undefined;
  /** Called with the address when every process listens. */
  onReady: (address: string) => void;
  stopped: Promise<void>;
}

/**
 * Runs several processes that answer at one address; this one counts requests, checks keys, and collects the metrics of
 * all. Resolves when it was stopped and all have ended.
 * @throws GraphError if they cannot be started.
 */
export async function keepWorkers({
  count,
  limits,
  isClosed,
  accounts,
  onReady,
  stopped,
}: WorkersOptions): Promise<void> {
  const gate = new LocalGate(limits, accounts?.keys, isClosed);
  const metrics = new AggregatorRegistry();
  const end = answering(
    {
      check: async (payload) => {
        const {asking, n} = payload as {asking: Asking; n: number};
        return gate.check(asking, n);
      },
      metrics: () => metrics.clusterMetrics(),
    },
    (error) => process.stderr.write(`${String(error)}\n`),
  );
  const fork = () => cluster.fork({[HAS_ACCOUNTS]: accounts === undefined ? '' : '1'});
  let isStopping = false;
  let failures = 0;
  let listening = 0;
  const failed = new Promise<never>((_, reject) => {
    cluster.on('exit', ({process: {pid}}, code, signal) => {
      if (isStopping) return;
      process.stderr.write(`Process ${pid} ended (${signal ?? code}); starting another one.\n`);
      const began = started.get(pid) ?? 0;
      failures = Date.now() - began < SOON ? failures + 1 : 0;
      if (failures >= MOST_FAILURES)
        reject(
          new GraphError('unavailable', 'Worker processes end as soon as they are started. The lines above say why.'),
        );
      else fork();
    });
  });
  const started = new Map<number | undefined, number>();
  cluster.on('fork', ({process: {pid}}) => started.set(pid, Date.now()));
  cluster.on('listening', (_, {address, port}) => {
    listening++;
    const host = address?.includes(':') === true ? `[${address}]` : (address ?? '127.0.0.1');
    if (listening === count) onReady(`${host}:${port}`);
  });
  for (let n = 0; n < count; n++) fork();
  try {
    await Promise.race([stopped, failed]);
  } finally {
    isStopping = true;
    await Promise.all(
      Object.values(cluster.workers ?? {}).map(
        (worker) =>
          new Promise<void>((resolve) => {
            if (worker === undefined || worker.isDead()) return resolve();
            worker.once('exit', () => resolve());
            worker.process.kill('SIGTERM');
          }),
      ),
    );
    end();
  }
}

/** What a worker process requests from the first one, which counts requests and owns the state. */
export async function behindPrimary(state: string, limits: Profile, isClosed: boolean): Promise<ServerOptions> {
  const ask = asking();
  const own = new LocalGate('local', undefined, isClosed);
  const gate: Gate = {
    // If nothing is enforced and no key is given, no request is needed.
    check: (asking, n) =>
      limits === 'local' && asking.credential === undefined
        ? own.check(asking, n)
        : (ask('check', {asking, n}) as Promise<Decision>),
  };
  const owner = process.env[HAS_ACCOUNTS] === '1' ? await ownerOf(state) : undefined;
  return {
    gate,
    metricsOfAll: () => ask('metrics') as Promise<string>,
    ...(owner !== undefined && {
      answerAccount: (route, asker, params) => askOwner(owner, route, params, asker),
    }),
  };
}
