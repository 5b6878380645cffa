import Fastify, {type FastifyInstance, type FastifyReply} from 'fastify';
import type {Graph} from '../graph.ts';
import type {Operation} from '../operation.ts';
import {addAccounts} from './account/index.ts';
import {type Accounts, askerOf} from './account/route.ts';
import {Admission} from './admit.ts';
import {etagOf, isMatch} from './answers.ts';
import {docsPage} from './docs.ts';
import {answerErrors, sendError} from './errors.ts';
import type {Profile} from './limits.ts';
import {addMcp} from './mcp.ts';
import {notAllowed} from './not-allowed.ts';
import {openapi, type Subject} from './openapi.ts';
import {addRoutes} from './routes.ts';

export interface ServerOptions {
  /** Structured log lines on stderr; default off. */
  log?: boolean;
  /** Names by which the agent tools at `/mcp` may be reached, beside those of this machine itself. */
  allowedHosts?: readonly string[];
  /** Which limits are enforced; default `local`: none. */
  limits?: Profile;
  /** Keys and what belongs to them, from `openAccounts`; without them there are no routes under `/account`. */
  accounts?: Accounts;
  /** Lets everybody manage keys and webhooks: for a server that only this machine reaches. */
  openAccount?: boolean;
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed; default: none. */
  trustProxy?: readonly string[];
}

const BODY_LIMIT = 64 * 1024;

/** The HTTP server over a graph, not yet listening. It closes with `server.close()`; graph and accounts are the caller's. */
export function createServer(graph: Graph, options: ServerOptions = {}): FastifyInstance {
  const admission = new Admission(options.limits ?? 'local', options.accounts?.keys);
  const server: FastifyInstance = Fastify({
    logger:
      options.log === true
        ? {stream: process.stderr, redact: ['req.headers.authorization', 'req.headers["x-api-key"]']}
        : false,
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy === undefined ? false : [...options.trustProxy],
    routerOptions: {maxParamLength: 500},
    requestTimeout: 60_000,
    // A path that cannot be read has no route and passes no hook.
    frameworkErrors: (error, request, reply) => {
      void admission
        .admit(request, reply as unknown as FastifyReply)
        .then(() => error)
        .catch((refusal: unknown) => refusal)
        .then((problem) => sendError(reply as unknown as FastifyReply, problem));
    },
  });
  server.removeContentTypeParser('text/plain');
  answerErrors(server);
  admission.add(server);
  server.addHook('onSend', async (_request, reply) => {
    reply.header('X-Content-Type-Options', 'nosniff');
  });
  addRoutes(server, graph);
  if (options.accounts !== undefined) {
    const isOpen = options.openAccount === true;
    addAccounts(server, options.accounts, (request) => askerOf(request.caller, isOpen));
  }
  addPages(server, graph);
  addMcp(server, graph, options.allowedHosts ?? []);
  return server;
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
    reply.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
    );
    return reply.type('text/html; charset=utf-8').send(docsPage(openapi(operations, await someEntities(graph))));
  });
  server.get('/', async (_request, reply) => reply.redirect('/docs'));
  for (const url of ['/health', '/openapi.json', '/docs', '/']) notAllowed(server, url, ['GET', 'HEAD']);
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
