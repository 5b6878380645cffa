import Fastify, {type FastifyInstance, type FastifyReply, LogController} from 'fastify';
import type {Graph} from '../graph.ts';
import type {Operation} from '../operation.ts';
import {type AnswerAccount, addAccounts, answerFrom} from './account/index.ts';
import {type Accounts, askerOf} from './account/route.ts';
import {Admission} from './admit.ts';
import {etagOf, isMatch} from './answers.ts';
import {addAudit, asked} from './audit.ts';
import {addCoding, addVary, CREDENTIALS} from './coding.ts';
import {limitConnections, MAX_HEADERS, refuseConnection, TIMES} from './connections.ts';
import {outline} from './docs.ts';
import {routeOf} from './endpoints.ts';
import {answerErrors, sendError} from './errors.ts';
import {addExplorer} from './explorer.ts';
import {type Gate, LocalGate} from './gate.ts';
import {addHeaders, allowOrigins, hostCheck, originCheck, securityHeaders} from './guard.ts';
import type {Profile} from './limits.ts';
import {addLoadLimit, Load} from './load.ts';
import {loggedRequest} from './log.ts';
import {addMcp} from './mcp.ts';
import {addMetrics} from './metrics.ts';
import {noRoute, notAllowed} from './not-allowed.ts';
import {openapi, type Subject} from './openapi.ts';
import {addRequestIds, requestId} from './request-id.ts';
import {addRoutes} from './routes.ts';
import {readJsonBodies} from './utf8.ts';

export interface ServerOptions {
  /** Structured log lines on stderr; default off. */
  log?: boolean;
  /** Host names of the server, besides `localhost`, the machine's own name and any address. */
  allowedHosts?: readonly string[];
  /** Origins whose pages may read answers (CORS); default: none. */
  allowedOrigins?: readonly string[];
  /** Certificate chain and private key, PEM: the server then accepts only TLS (1.2 or newer). */
  tls?: {cert: string | Buffer; key: string | Buffer};
  /** CIDR ranges that may read `/metrics`, besides this machine itself. */
  metricsFrom?: readonly string[];
  /**
   * Maximum number of requests in progress or in the queue, not counting look-ups; further ones are answered 503.
   * Default 128.
   */
  maxInFlight?: number;
  /** Maximum number of concurrent exports; default 8. */
  maxExports?: number;
  /** Milliseconds in which an answer must be found; default 30,000. */
  deadline?: number;
  /** Which limits are enforced; default `local`: none. */
  limits?: Profile;
  /** Keys and webhooks, from `openAccounts`; without them there are no routes under `/account`. */
  accounts?: Accounts;
  /** Replaces `limits` and `accounts` if another process owns them. */
  gate?: Gate;
  answerAccount?: AnswerAccount;
  /** Returns `/metrics` of all processes, if there are several. */
  metricsOfAll?: () => Promise<string>;
  /** Lets everybody manage keys and webhooks: for a server that only this machine can reach. */
  openAccount?: boolean;
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is trusted; default: none. */
  trustProxy?: readonly string[];
  /** Header in which such a proxy names an authenticated user, who then needs no key; requires `trustProxy`. */
  trustUserHeader?: string;
  /** Every route except `/health` requires a valid key. */
  requireKey?: boolean;
}

const BODY_LIMIT = 64 * 1024;

const nothing = Promise.resolve();

const TLS = {minVersion: 'TLSv1.2', handshakeTimeout: TIMES.headersTimeout} as const;

/**
 * Creates the HTTP server over a graph, not yet listening. `server.close()` closes it; graph and accounts stay open for
 * the caller.
 */
export function createServer(graph: Graph, options: ServerOptions = {}): FastifyInstance {
  const isClosed = options.requireKey === true;
  const {trustUserHeader: name, trustProxy: from = []} = options;
  const admission = new Admission(
    options.gate ?? new LocalGate(options.limits ?? 'local', options.accounts?.keys, isClosed),
    {isClosed, userHeader: name === undefined ? undefined : {name, from}},
  );
  const headers = securityHeaders(options.tls !== undefined);
  const {connectionTimeout, requestTimeout, ...times} = TIMES;
  const listener = {
    ...times,
    maxHeaderSize: MAX_HEADERS,
    // A request without one is refused with an error body (guard.ts).
    requireHostHeader: false,
    ...(options.tls !== undefined && {...options.tls, ...TLS}),
  };
  const server = Fastify({
    logger:
      options.log === true
        ? {
            stream: process.stderr,
            redact: ['req.headers.authorization', 'req.headers["x-api-key"]'],
            serializers: {req: loggedRequest},
          }
        : false,
    // Each request is logged once, with its caller, when it has been answered.
    logController: new LogController({disableRequestLogging: true}),
    genReqId: requestId,
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy === undefined ? false : [...options.trustProxy],
    // Operations say how long their parameters may be; the framework's refusal would be about syntax.
    routerOptions: {maxParamLength: MAX_HEADERS},
    connectionTimeout,
    requestTimeout,
    // What was sent before the end is answered.
    return503OnClosing: false,
    ...(options.tls === undefined ? {http: listener} : {https: listener}),
    clientErrorHandler: refuseConnection,
    // A malformed path has no route, and no hooks run for it.
    frameworkErrors: (error, request, given) => {
      const reply = given as unknown as FastifyReply;
      reply.headers(headers).header('X-Request-Id', request.id);
      void admission
        .admit(request, reply)
        .then(() => error)
        .catch((refusal: unknown) => refusal)
        .then((problem) => sendError(reply, problem))
        .then(() => request.log.info({req: request, res: reply, ...asked(request)}, 'request completed'));
    },
  }) as unknown as FastifyInstance;
  limitConnections(server);
  server.removeContentTypeParser('text/plain');
  readJsonBodies(server);
  answerErrors(server, {hasLog: options.log === true});
  allowOrigins(server, options.allowedOrigins ?? []);
  // After CORS, so that a page may also read refusals; and not in a separate scope.
  void server.register(
    Object.assign(async () => addParts(server, graph, admission, headers, options), {
      [Symbol.for('skip-override')]: true,
    }),
  );
  return server;
}

function addParts(
  server: FastifyInstance,
  graph: Graph,
  admission: Admission,
  headers: Readonly<Record<string, string>>,
  options: ServerOptions,
): void {
  addRequestIds(server);
  if (options.log === true) addAudit(server);
  addCoding(server);
  const isClosed = options.requireKey === true;
  if (isClosed) keepPrivate(server);
  const checkHost = hostCheck(options.allowedHosts ?? []);
  addHeaders(server, headers);
  // Hooks that do not wait are synchronous: six promises took a tenth of the time of a cached answer.
  admission.add(server);
  server.addHook('onRequest', (request, reply, done) => {
    checkHost(request);
    // Before the body is read: the framework would refuse some methods because they have none.
    done(request.is404 ? noRoute(request, reply) : undefined);
  });
  // Node answers an expectation that it does not know without a body; no expectation changes an answer here.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  const load = new Load(options.maxInFlight ?? 128);
  const lookups = new Load(options.maxInFlight ?? 128);
  const streams = new Load(options.maxExports ?? 8);
  const operations = graph.operations as unknown as Operation[];
  addLoadLimit(server, load, lookups, new Set(operations.filter(({isLookup}) => isLookup).map(routeOf)));
  addMetrics(server, graph, {
    ranges: options.metricsFrom ?? [],
    load: {
      get now() {
        return load.now + lookups.now;
      },
    },
    streams,
    accounts: options.accounts,
    ofAll: options.metricsOfAll,
  });
  addRoutes(server, graph, {deadline: options.deadline ?? 30_000, streams, headers, isPrivate: isClosed});
  const answer = options.accounts === undefined ? options.answerAccount : answerFrom(options.accounts);
  if (answer !== undefined) {
    const isOpen = options.openAccount === true;
    const checkOrigin = originCheck(options.allowedOrigins ?? []);
    addAccounts(server, answer, (request) => {
      checkOrigin(request);
      return askerOf(request.caller, isOpen);
    });
  }
  const described = description(graph);
  addPages(server, graph, described);
  addExplorer(
    server,
    (request, reply) => (isClosed ? admission.admit(request, reply, 0) : nothing),
    async () => outline(await described()),
  );
  addMcp(server, graph, {allowedHosts: options.allowedHosts ?? [], isClosed, headers});
}

/** Answers that require a key must not be stored by shared caches. */
function keepPrivate(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, payload, sent) => {
    const kept = reply.getHeader('Cache-Control');
    if (typeof kept === 'string') reply.header('Cache-Control', kept.replace('public', 'private'));
    addVary(reply, CREDENTIALS);
    sent(null, payload);
  });
}

/** The interface description, with examples from this graph. */
function description(graph: Graph): () => Promise<ReturnType<typeof openapi>> {
  const operations = graph.operations as unknown as Operation[];
  // It takes longer to make than most answers, and changes only with the best-connected entities.
  let made: {of: string; document: ReturnType<typeof openapi>} | undefined;
  return async () => {
    const subjects = await someEntities(graph);
    const of = JSON.stringify(subjects);
    if (made?.of !== of) made = {of, document: openapi(operations, subjects)};
    return made.document;
  };
}

/** Routes that are not operations: health and the interface description. */
function addPages(server: FastifyInstance, graph: Graph, described: ReturnType<typeof description>): void {
  server.get('/health', {config: {operation: 'health'}}, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const {generation, snapshot} = await graph.current();
    return {status: 'ok', generation, snapshot};
  });
  server.get('/openapi.json', {config: {operation: 'openapi'}}, async (request, reply) => {
    const body = JSON.stringify(await described());
    const etag = etagOf(body);
    reply.header('ETag', etag).header('Cache-Control', 'public, max-age=300');
    if (isMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
  for (const url of ['/health', '/metrics', '/openapi.json']) notAllowed(server, url, ['GET', 'HEAD']);
}

/** The best-connected company, person and entity, so that examples work. */
async function someEntities(graph: Graph): Promise<Subject[]> {
  const filters = [{kind: 'company' as const}, {kind: 'person' as const}, {}];
  const pages = await Promise.all(
    filters.map((filter) => graph.entities({...filter, sort: 'prominence', limit: 1, fields: 'kind,slug'})),
  );
  return pages.flatMap(({results: [found]}) =>
    found?.kind === undefined || found.slug === undefined ? [] : [{id: found.id, kind: found.kind, slug: found.slug}],
  );
}
