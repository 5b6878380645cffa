import Fastify, {type FastifyInstance, type FastifyReply} from 'fastify';
import type {Graph} from '../graph.ts';
import type {Operation} from '../operation.ts';
import {type AnswerAccount, addAccounts, answerFrom} from './account/index.ts';
import {type Accounts, askerOf} from './account/route.ts';
import {Admission} from './admit.ts';
import {etagOf, isMatch} from './answers.ts';
import {limitConnections, refuseConnection, TIMES} from './connections.ts';
import {DOCS_POLICY, docsPage} from './docs.ts';
import {answerErrors, sendError} from './errors.ts';
import {type Gate, LocalGate} from './gate.ts';
import {allowOrigins, hostCheck, securityHeaders} from './guard.ts';
import type {Profile} from './limits.ts';
import {addLoadLimit, Load} from './load.ts';
import {addMcp} from './mcp.ts';
import {addMetrics} from './metrics.ts';
import {notAllowed} from './not-allowed.ts';
import {openapi, type Subject} from './openapi.ts';
import {addRequestIds, requestId} from './request-id.ts';
import {addRoutes} from './routes.ts';

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
  /** Requests at work at once; one more is answered 503. Default 128. */
  maxInFlight?: number;
  /** Exports being read at once; default 8. */
  maxExports?: number;
  /** Milliseconds an answer may take to be found; default 30,000. */
  deadline?: number;
  /** Which limits are enforced; default `local`: none. */
  limits?: Profile;
  /** Keys and what belongs to them, from `openAccounts`; without them there are no routes under `/account`. */
  accounts?: Accounts;
  /** In place of `limits` and `accounts`, where another process has them in hand. */
  gate?: Gate;
  answerAccount?: AnswerAccount;
  /** The text of `/metrics` of all processes, where several answer. */
  metricsOfAll?: () => Promise<string>;
  /** Lets everybody manage keys and webhooks: for a server that only this machine reaches. */
  openAccount?: boolean;
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed; default: none. */
  trustProxy?: readonly string[];
}

const BODY_LIMIT = 64 * 1024;

const TLS = {minVersion: 'TLSv1.2', handshakeTimeout: TIMES.headersTimeout} as const;

/** The HTTP server over a graph, not yet listening. It closes with `server.close()`; graph and accounts are the caller's. */
export function createServer(graph: Graph, options: ServerOptions = {}): FastifyInstance {
  const admission = new Admission(options.gate ?? new LocalGate(options.limits ?? 'local', options.accounts?.keys));
  const secure = securityHeaders(options.tls !== undefined);
  const {connectionTimeout, requestTimeout, ...times} = TIMES;
  const listener = {...times, ...(options.tls !== undefined && {...options.tls, ...TLS})};
  const server = Fastify({
    logger:
      options.log === true
        ? {stream: process.stderr, redact: ['req.headers.authorization', 'req.headers["x-api-key"]']}
        : false,
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
      secure(request, reply);
      reply.header('X-Request-Id', request.id);
      void admission
        .admit(request, reply)
        .then(() => error)
        .catch((refusal: unknown) => refusal)
        .then((problem) => sendError(reply, problem));
    },
  }) as unknown as FastifyInstance;
  limitConnections(server);
  server.removeContentTypeParser('text/plain');
  answerErrors(server);
  allowOrigins(server, options.allowedOrigins ?? []);
  // Behind CORS, so that a page may read what it was refused too; and not in a scope of its own.
  void server.register(
    Object.assign(async () => addParts(server, graph, admission, secure, options), {
      [Symbol.for('skip-override')]: true,
    }),
  );
  return server;
}

function addParts(
  server: FastifyInstance,
  graph: Graph,
  admission: Admission,
  secure: ReturnType<typeof securityHeaders>,
  options: ServerOptions,
): void {
  addRequestIds(server);
  const checkHost = hostCheck(options.allowedHosts ?? []);
  // Hooks that wait for nothing are no promises: six of those were a tenth of a kept answer.
  server.addHook('onRequest', (request, reply, done) => {
    secure(request, reply);
    done();
  });
  admission.add(server);
  server.addHook('onRequest', (request, _reply, done) => {
    checkHost(request);
    done();
  });
  const load = new Load(options.maxInFlight ?? 128);
  const streams = new Load(options.maxExports ?? 8);
  addLoadLimit(server, load);
  addMetrics(server, graph, {
    ranges: options.metricsFrom ?? [],
    load,
    streams,
    accounts: options.accounts,
    ofAll: options.metricsOfAll,
  });
  addRoutes(server, graph, {deadline: options.deadline ?? 30_000, streams});
  const answer = options.accounts === undefined ? options.answerAccount : answerFrom(options.accounts);
  if (answer !== undefined) {
    const isOpen = options.openAccount === true;
    addAccounts(server, answer, (request) => askerOf(request.caller, isOpen));
  }
  addPages(server, graph);
  addMcp(server, graph, options.allowedHosts ?? []);
}

/** What is not an operation: health, the interface description, and its page. */
function addPages(server: FastifyInstance, graph: Graph): void {
  const operations = graph.operations as unknown as Operation[];
  server.get('/health', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return {status: 'ok', ...(await graph.current())};
  });
  server.get('/openapi.json', async (request, reply) => {
    const body = JSON.stringify(openapi(operations, await someEntities(graph)));
    const etag = etagOf(body);
    reply.header('ETag', etag).header('Cache-Control', 'public, max-age=300');
    if (isMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
  server.get('/docs', async (_request, reply) => {
    reply.header('Content-Security-Policy', DOCS_POLICY);
    return reply.type('text/html; charset=utf-8').send(docsPage(openapi(operations, await someEntities(graph))));
  });
  server.get('/', async (_request, reply) => reply.redirect('/docs'));
  for (const url of ['/health', '/metrics', '/openapi.json', '/docs', '/']) notAllowed(server, url, ['GET', 'HEAD']);
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
