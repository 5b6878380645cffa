import cluster from 'node:cluster';
import {availableParallelism} from 'node:os';
import {besideMemory, LEAST, servingMemory} from '../../engine/memory.ts';
import {FileError} from '../../errors.ts';
import {openGraph} from '../../graph.ts';
import {type OpenAccounts, openAccounts} from '../../http/account/open.ts';
import {PROFILES, type Profile} from '../../http/limits.ts';
import {createServer} from '../../http/server.ts';
import {SlowLog} from '../../http/slow-log.ts';
import {stateFolder} from '../../state/folder.ts';
import {sessionsOf} from '../../store/generation.ts';
import {type Args, AS_OF, dataPath, defineCommand, memoryOf, readingOf, UsageError} from '../options.ts';
import {progressPrinter} from '../progress.ts';
import {untilStopped} from '../stopped.ts';
import {behindPrimary, keepWorkers} from '../workers.ts';
import {isLoopback, originOf, portOf, rangeOf, texts, tlsOf, userHeaderOf} from './network.ts';

/** Milliseconds for answers in progress when the server stops. */
const DRAIN = 10_000;

export const serveCommand = defineCommand({
  command: 'serve',
  describe: 'Serve /v1 over HTTP, and agent tools at /mcp',
  builder: (cli) =>
    cli
      .option('as-of', AS_OF)
      .option('host', {type: 'string', default: '127.0.0.1', requiresArg: true, describe: 'Address to listen on'})
      .option('port', {type: 'string', default: '8080', requiresArg: true, describe: 'Port; 0 picks a free one'})
      .option('sample', {type: 'boolean', default: false, describe: 'Serve the bundled sample'})
      .option('state', {
        type: 'string',
        requiresArg: true,
        describe: 'Folder for keys, usage, webhooks and messages; default: BIOGRAPH_STATE, else your data folder',
      })
      .option('limits', {
        choices: PROFILES,
        default: 'local',
        requiresArg: true,
        describe: 'local: no limits; hosted: 10 requests a minute per address, and the limits of each key',
      })
      .option('open-account', {
        type: 'boolean',
        default: false,
        describe: 'Let anybody who can reach the server manage keys and webhooks; loopback addresses only',
      })
      .option('webhook-allow', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'CIDR range of private addresses that webhooks may be sent to',
      })
      .option('trust-proxy', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'Address or CIDR range of a proxy whose X-Forwarded-For is trusted',
      })
      .option('trust-user-header', {
        type: 'string',
        requiresArg: true,
        describe: 'Header in which that proxy names the authenticated user, such as X-Forwarded-User',
      })
      .option('require-key', {
        type: 'boolean',
        default: false,
        describe: 'Require a valid key on every route except /health',
      })
      .option('allow-host', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe:
          'Another host name that requests may use, besides localhost, the machine’s own name and its addresses',
      })
      .option('allow-origin', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'Origin whose pages may read answers (CORS), such as https://app.example.org',
      })
      .option('tls-cert', {type: 'string', requiresArg: true, describe: 'Certificate chain (PEM); needs --tls-key'})
      .option('tls-key', {type: 'string', requiresArg: true, describe: 'Private key (PEM)'})
      .option('metrics-allow', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'CIDR range that may read /metrics, besides this machine',
      })
      .option('slow-ms', {
        type: 'string',
        requiresArg: true,
        describe: 'Log queries slower than this many milliseconds to stderr, with SQL and plan',
      })
      .option('workers', {
        type: 'string',
        default: '1',
        requiresArg: true,
        describe: 'Worker processes, each with its own memory; useful if one process keeps a core busy',
      })
      .option('log', {type: 'boolean', default: false, describe: 'Log each request as one JSON line on stderr'})
      .example('biograph serve --data my-store --port 8080', 'Serve a store')
      .example('biograph serve --data my-store --host 0.0.0.0 --limits hosted', 'For a network, with keys and limits'),
  handler: serve,
});

async function serve(args: Args): Promise<void> {
  if (args.sample === true && args.data !== undefined)
    throw new UsageError('--data and --sample contradict each other: give only one of them.');
  const path = args.sample === true ? undefined : dataPath(args);
  if (path === undefined && args.sample !== true) {
    throw new UsageError('serve needs data: give --data PATH or BIOGRAPH_DATA, or --sample for the bundled sample.');
  }
  const port = portOf(String(args.port));
  const host = String(args.host);
  if (args['open-account'] === true && !isLoopback(host))
    throw new UsageError(`--open-account needs a loopback address, and --host ${host} is not one.`);
  const trustProxy = texts(args['trust-proxy']).map((text) => rangeOf('trust-proxy', text));
  const isClosed = args['require-key'] === true;
  if (isClosed && args['open-account'] === true)
    throw new UsageError('--open-account and --require-key contradict each other: give only one of them.');
  const userHeader = userHeaderOf(args, trustProxy);
  const state = stateFolder(args.state as string | undefined);
  const tls = tlsOf(args);
  const allow = texts(args['webhook-allow']).map((text) => rangeOf('webhook-allow', text));
  const {onProgress, stop} = progressPrinter();
  const slow = slowLogOf(args);
  const workers = workersOf(args);
  const graph = await openGraph(path, {
    ...readingOf(args),
    ...shareOf(workers, memoryOf(args)),
    onProgress,
    state,
    onQuery: slow?.onQuery,
  }).finally(stop);
  slow?.watch(graph);
  const accounts = await (cluster.isWorker ? Promise.resolve(undefined) : accountsOf(state, args)).catch(
    async (error: unknown) => {
      await graph.close();
      throw error;
    },
  );
  const onError = (error: unknown) => void process.stderr.write(`webhooks: ${String(error)}\n`);
  accounts?.serve(graph, {allow, onError});
  if (isClosed && accounts?.keys.list().every(({revoked_at}) => revoked_at !== null) === true)
    process.stderr.write('No key exists yet, so nobody can use this server: create one with biograph keys create.\n');
  try {
    if (workers > 1 && cluster.isPrimary) {
      const limits = args.limits as Profile;
      const onReady = (address: string) => announce(`${tls === undefined ? 'http' : 'https'}://${address}`);
      await keepWorkers({count: workers, limits, isClosed, accounts, onReady, stopped: untilStopped()});
      return;
    }
    const server = createServer(graph, {
      log: args.log === true,
      allowedHosts: texts(args['allow-host']),
      allowedOrigins: texts(args['allow-origin']).map(originOf),
      metricsFrom: texts(args['metrics-allow']).map((text) => rangeOf('metrics-allow', text)),
      openAccount: args['open-account'] === true,
      ...(tls !== undefined && {tls}),
      ...(trustProxy.length > 0 && {trustProxy}),
      ...(userHeader !== undefined && {trustUserHeader: userHeader}),
      requireKey: isClosed,
      ...(cluster.isWorker
        ? await behindPrimary(state, args.limits as Profile, isClosed)
        : {limits: args.limits as Profile}),
      ...(accounts !== undefined && {accounts}),
    });
    try {
      const address = await server.listen({host, port});
      if (cluster.isPrimary) announce(address);
      await untilStopped();
      // Answers in progress may end; connections whose reader has stopped are closed after this.
      setTimeout(() => {
        process.stderr.write(`Cut off those who still read ${DRAIN / 1000} s after the stop.\n`);
        server.server.closeAllConnections();
      }, DRAIN).unref();
      // Connections whose answers have ended in the meantime would be kept open for further requests.
      setInterval(() => server.server.closeIdleConnections(), 50).unref();
    } finally {
      await server.close();
    }
  } finally {
    await accounts?.close();
    await graph.close();
    cluster.worker?.disconnect();
  }
}

/**
 * This process's share of the machine. A query uses one thread, which is most efficient with many concurrent callers.
 */
function shareOf(workers: number, memory: number | undefined) {
  const cores = Math.max(1, Math.floor(availableParallelism() / workers));
  const {work} = sessionsOf({});
  const share = memory === undefined ? servingMemory(workers) : shared(memory, workers);
  const isBeside = workers > 1 && cluster.isPrimary;
  return {
    threads: 1,
    connections: Math.min(work, Math.max(2, cores)),
    memory: isBeside ? besideMemory(share) : share,
  };
}

/** With several processes, the first one only follows the store, for webhooks. */
function shared(memory: number, workers: number): number {
  const share = Math.floor(workers === 1 ? memory : (memory * 4) / (4 * workers + 1));
  if (share >= LEAST) return share;
  throw new UsageError(`--memory is shared by all ${workers} processes: give at least 64MB for each.`);
}

function announce(address: string): void {
  process.stdout.write(`${address}\n`);
  hint(address);
}

function workersOf(args: Args): number {
  const count = Number(args.workers);
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count;
  throw new UsageError(`--workers ${String(args.workers)} is not a number of processes: 1 to 64.`);
}

/**
 * The accounts of the state folder. If another server owns it, this one continues without keys, unless an option
 * requires them.
 */
async function accountsOf(state: string, args: Args): Promise<OpenAccounts | undefined> {
  try {
    return await openAccounts(state);
  } catch (error) {
    const isNeeded =
      args.limits !== 'local' ||
      args['open-account'] === true ||
      args['require-key'] === true ||
      args['webhook-allow'] !== undefined ||
      args.state !== undefined;
    if (!(error instanceof FileError) || error.path !== state || isNeeded) throw error;
    process.stderr.write(`Keys and webhooks are not available: ${error.message}\n`);
    return undefined;
  }
}

function slowLogOf(args: Args): SlowLog | undefined {
  const text = args['slow-ms'];
  if (text === undefined) return undefined;
  if (!/^\d{1,7}$/.test(String(text)))
    throw new UsageError(`--slow-ms ${String(text)} is not a number of milliseconds.`);
  return new SlowLog(Number(text), (line) => process.stderr.write(`${JSON.stringify(line)}\n`));
}

function hint(address: string): void {
  process.stderr.write(
    `Try:\n  ${address}/ in a browser\n  ${address}/docs\n  curl '${address}/v1/autocomplete?q=pfi'\n  curl '${address}/v1/entities?q=PD-1%20antibody&kind=trial'\nStop with Ctrl-C.\n`,
  );
}
