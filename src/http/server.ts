import Fastify, {type FastifyInstance, type FastifyReply} from 'fastify';
import {GraphError} from '../errors.ts';
import type {Graph} from '../graph.ts';
import type {Operation} from '../operation.ts';
import {etagOf, isMatch} from './answers.ts';
import {docsPage} from './docs.ts';
import {toGraphError} from './errors.ts';
import {addLimitHeaders} from './limits.ts';
import {addMcp} from './mcp.ts';
import {openapi, type Subject} from './openapi.ts';
import {addRoutes, notAllowed} from './routes.ts';

export interface ServerOptions {
  /** Structured log lines on stderr; default off. */
  log?: boolean;
  /** Names by which the agent tools at `/mcp` may be reached, beside those of this machine itself. */
  allowedHosts?: readonly string[];
}

const BODY_LIMIT = 64 * 1024;

/** The HTTP server over a graph, not yet listening. It closes with `server.close()`; the graph is the caller's. */
export function createServer(graph: Graph, options: ServerOptions = {}): FastifyInstance {
  const server = Fastify({
    logger:
      options.log === true
        ? {stream: process.stderr, redact: ['req.headers.authorization', 'req.headers["x-api-key"]']}
        : false,
    bodyLimit: BODY_LIMIT,
    routerOptions: {maxParamLength: 500},
    requestTimeout: 60_000,
    frameworkErrors: (error, _request, reply) => {
      sendError(reply as unknown as FastifyReply, error);
    },
  });
  server.removeContentTypeParser('text/plain');
  addLimitHeaders(server);
  server.addHook('onSend', async (_request, reply) => {
    reply.header('X-Content-Type-Options', 'nosniff');
  });
  server.setErrorHandler((error, request, reply) => {
    const known = toGraphError(error);
    if (known.status >= 500) request.log.error({err: error}, 'request failed');
    return sendError(reply, known);
  });
  server.setNotFoundHandler((request, reply) =>
    sendError(reply, new GraphError('not_found', `There is no route ${request.url.split('?')[0]}. See /docs.`)),
  );
  addRoutes(server, graph);
  addPages(server, graph);
  addMcp(server, graph, options.allowedHosts ?? []);
  return server;
}

function sendError(reply: FastifyReply, error: unknown) {
  const known = toGraphError(error);
  if (known.code === 'unavailable') reply.header('Retry-After', '1');
  return reply
    .code(known.status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(known));
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
