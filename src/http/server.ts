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
  /** Names the server goes by, beside `localhost`, the machine's own name and any address. */
  allowedHosts?: readonly string[];
  /** Origins whose pages may read answers (CORS); default: none. */
  allowedOrigins?: readonly string[];
  /** Certificate chain and private key, PEM: the server then speaks TLS (1.2 or newer) and nothing else. */
  tls?: {cert: string | Buffer; key: string | Buffer};
  /** CIDR ranges that may ask for `/metrics`, beside this machine itself. */
  metricsFrom?: readonly string[];
  /** Requests at work or waiting for it at once, look-ups counted apart; one more is answered 503. Default 128. */
  maxInFlight?: number;
  /** Exports being read at once; default 8. */
  maxExports?: number;
  /** Milliseconds an answer may take to be found; default 30,000. */
  deadline?: number;
  /** Which limits are enforced; default `local`: none. */
  limits?: Profile;
  /** Keys and what belongs to them, from `openAccounts`; without them there are no routes under `/account`. */
  accounts?: Accounts;
  /** In place of `limits` and `accounts`, where another process owns them. */
  gate?: Gate;
  answerAccount?: AnswerAccount;
  /** The text of `/metrics` of all processes, where several answer. */
  metricsOfAll?: () => Promise<string>;
  /** Lets everybody manage keys and webhooks: for a server that only this machine reaches. */
  openAccount?: boolean;
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed; default: none. */
  trustProxy?: readonly string[];
  /** Header in which such a proxy names the user it has let in, who then needs no key; needs `trustProxy`. */
  trustUserHeader?: string;
  /** Every route but `/health` is for those with a valid key. */
  requireKey?: boolean;
}

const BODY_LIMIT = 64 * 1024;

const nothing = Promise.resolve();

const TLS = {minVersion: 'TLSv1.2', handshakeTimeout: TIMES.headersTimeout} as const;

/** The HTTP server over a graph, not yet listening. It closes with `server.close()`; graph and accounts are the caller's. */
export function createServer(graph: Graph, options: ServerOptions = {}): FastifyInstance {
  const isClosed = options.requireKey === true;
  const {trustUserHeader: name, trustProxy: from = []} = options;
  const admission = new Admission(
    options.gate ?? new LocalGate(options.limits ?? 'local', options.accounts?.keys, isClosed),
    {isClosed, userHeader: name === undefined ? undefined : {name, from}},
  );
  const headers = securityHeaders(options.tls !== undefined);
  const {connectionTimeout, requestTimeout, ...times} = TIMES;
  const listener = {...times, maxHeaderSize: MAX_HEADERS, ...(options.tls !== undefined && {...options.tls, ...TLS})};
  const server = Fastify({
    logger:
      options.log === true
        ? {
            stream: process.stderr,
            redact: ['req.headers.authorization', 'req.headers["x-api-key"]'],
            serializers: {req: loggedRequest},
          }
        : false,
    // Said once, with who asked, when it is answered.
    logController: new LogController({disableRequestLogging: true}),
    genReqId: requestId,
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy === undefined ? false : [...options.trustProxy],
    routerOptions: {maxParamLength: 500},
    connectionTimeout,
    requestTimeout,
    ...(options.tls === undefined ? {http: listener} : {https: listener}),
    clientErrorHandler: refuseConnection,
    // A path that cannot be read has no route and passes no hook.
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
  answerErrors(server, options.log === true);
  allowOrigins(server, options.allowedOrigins ?? []);
  // Behind CORS, so that a page may read what it was refused too; and not in a scope of its own.
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
  // Hooks that wait for nothing are no promises: six of those were a tenth of a kept answer.
  admission.add(server);
  server.addHook('onRequest', (request, reply, done) => {
    checkHost(request);
    // Before a body is read: the framework refuses some methods for want of one.
    done(request.is404 ? noRoute(request, reply) : undefined);
  });
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

/** What is for those with a key is not for caches that others share. */
function keepPrivate(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, payload, sent) => {
    const kept = reply.getHeader('Cache-Control');
    if (typeof kept === 'string') reply.header('Cache-Control', kept.replace('public', 'private'));
    addVary(reply, CREDENTIALS);
    sent(null, payload);
  });
}

/** The interface description, with examples from the graph at hand. */
function description(graph: Graph): () => Promise<ReturnType<typeof openapi>> {
  const operations = graph.operations as unknown as Operation[];
  // It takes longer to make than most answers, and changes with the best-connected entities only.
  let made: {of: string; document: ReturnType<typeof openapi>} | undefined;
  return async () => {
    const subjects = await someEntities(graph);
    const of = JSON.stringify(subjects);
    if (made?.of !== of) made = {of, document: openapi(operations, subjects)};
    return made.document;
  };
}

/** What is not an operation: health and the interface description. */
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

/** The best-connected company, person and entity of all, so that examples answer. */
async function someEntities(graph: Graph): Promise<Subject[]> {
  const filters = [{kind: 'company' as const}, {kind: 'person' as const}, {}];
  const pages = await Promise.all(
    filters.map((filter) => graph.entities({...filter, sort: 'prominence', limit: 1, fields: 'kind,slug'})),
  );
  return pages.flatMap(({results: [found]}) =>
    found?.kind === undefined || found.slug === undefined ? [] : [{id: found.id, kind: found.kind, slug: found.slug}],
  );
}
