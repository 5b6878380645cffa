import type {FastifyInstance, FastifyRequest} from 'fastify';
import ipaddr from 'ipaddr.js';
import {AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry} from 'prom-client';
import {GraphError} from '../errors.ts';
import type {Graph} from '../graph.ts';
import type {Accounts} from './account/route.ts';
import {isWithin} from './caller.ts';
import type {Load} from './load.ts';
import {RequestTimes} from './request-times.ts';

/** Whether the caller may read metrics: this machine itself, and allowed ranges. */
export function mayAsk(request: FastifyRequest, ranges: readonly string[]): boolean {
  const address = request.socket.remoteAddress ?? '';
  if (!ipaddr.isValid(address)) return false;
  const {'x-forwarded-for': passed, forwarded} = request.headers;
  // Requests forwarded by a proxy on this machine are not the machine's own.
  const isOwn = ipaddr.process(address).range() === 'loopback' && passed === undefined && forwarded === undefined;
  return isOwn || isWithin(address, ranges);
}

export interface MetricsOptions {
  /** CIDR ranges that may read metrics, in addition to this machine. */
  ranges: readonly string[];
  load: Pick<Load, 'now'>;
  streams: Load;
  accounts: Accounts | undefined;
  /** Returns the metrics of all processes of the server, if there are several. */
  ofAll: (() => Promise<string>) | undefined;
}

/** `/metrics` in the text format of Prometheus. Routes are named by pattern, which limits the number of series. */
export function addMetrics(
  server: FastifyInstance,
  graph: Graph,
  {ranges, load, streams, accounts, ofAll}: MetricsOptions,
): void {
  const registry = new Registry();
  collectDefaultMetrics({register: registry});
  if (ofAll !== undefined) {
    // Created for its listener: the first process requests this one's metrics.
    new AggregatorRegistry();
    AggregatorRegistry.setRegistries([registry]);
  }
  const registers = [registry];
  const times = new RequestTimes(registry);
  const bytes = new Map<string, number>();
  new Counter({
    name: 'biograph_http_response_bytes_total',
    help: 'Bytes of answers whose length was known in advance.',
    labelNames: ['route'],
    registers,
    collect() {
      this.reset();
      for (const [route, sent] of bytes) this.inc({route}, sent);
    },
  });
  new Gauge({
    name: 'biograph_requests_at_work',
    help: 'Requests in progress.',
    registers,
    collect() {
      this.set(load.now);
    },
  });
  new Gauge({
    name: 'biograph_exports_open',
    help: 'Exports in progress.',
    registers,
    collect() {
      this.set(streams.now);
    },
  });
  new Gauge({
    name: 'biograph_generation',
    help: 'The current generation.',
    aggregator: 'max',
    registers,
    async collect() {
      this.set((await graph.current()).generation);
    },
  });
  if (accounts !== undefined)
    new Gauge({
      name: 'biograph_webhook_deliveries_pending',
      help: 'Messages waiting for delivery to receivers.',
      registers,
      collect() {
        const {webhooks} = accounts;
        this.set(webhooks.list().reduce((sum, {id}) => sum + webhooks.pending(id).length, 0));
      },
    });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    times.observe({method: request.method, route, status: reply.statusCode}, reply.elapsedTime / 1000);
    const length = Number(reply.getHeader('content-length') ?? 0);
    if (length > 0) bytes.set(route, (bytes.get(route) ?? 0) + length);
    done();
  });
  server.addHook('onClose', async () => registry.clear());
  server.get('/metrics', {config: {operation: 'metrics'}}, async (request, reply) => {
    // For others the route does not exist.
    if (!mayAsk(request, ranges)) throw new GraphError('not_found', 'There is no route /metrics. See /docs.');
    reply.header('Cache-Control', 'no-store');
    return reply.type(registry.contentType).send(await (ofAll === undefined ? registry.metrics() : ofAll()));
  });
}
