import {Readable} from 'node:stream';
import {tableToIPC} from 'apache-arrow';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Meta} from '../context.ts';
import {MovedError} from '../errors.ts';
import {type Graph, rowSchema} from '../graph.ts';
import {type Operation, RowStream, toJsonText} from '../operation.ts';
import {toArrow} from '../store/arrow.ts';
import {Answers, etagOf, isMatch, type Stored} from './answers.ts';
import type {Load} from './load.ts';
import {notAllowed} from './not-allowed.ts';
import {decoder} from './query.ts';
import {csvStream, ndjsonStream} from './stream.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const ARROW_TYPE = 'application/vnd.apache.arrow.stream';

/** Milliseconds an export may take to be read. */
const STREAM_TIME = 10 * 60_000;

export interface RouteLimits {
  /** Milliseconds an answer may take to be found. */
  deadline: number;
  /** Exports on their way: each holds some rows until its reader takes them. */
  streams: Load;
}

/** One route for each operation, derived from its definition. */
export function addRoutes(server: FastifyInstance, graph: Graph, {deadline, streams}: RouteLimits): void {
  const answers = new Answers();
  const methods = new Map<string, string[]>();
  for (const operation of graph.operations as unknown as Operation[]) {
    const url = operation.path.replace(/\{(\w+)\}/g, ':$1');
    server.route({
      method: operation.method,
      url,
      exposeHeadRoute: operation.method === 'GET',
      handler: handler(operation, graph, answers, deadline, streams),
    });
    methods.set(url, [
      ...(methods.get(url) ?? []),
      ...(operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]),
    ]);
  }
  for (const [url, allowed] of methods) notAllowed(server, url, allowed);
}

function handler(operation: Operation, graph: Graph, answers: Answers, deadline: number, streams: Load) {
  const decode = decoder(operation);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const key = `${isArrowWanted(request, operation) ? 'arrow ' : ''}${request.url}`;
    const {generation} = await graph.current();
    const kept = operation.method === 'GET' ? answers.get(generation, key) : undefined;
    if (kept !== undefined) return send(request, reply, kept);
    const {params, ignored} = decode(
      request.query as Record<string, unknown>,
      request.params as Record<string, string>,
      request.body,
    );
    const said = ignoredHeader(ignored);
    reply.headers(said);
    try {
      const isStream = operation.name === 'export';
      const leave = isStream ? streams.enter() : undefined;
      if (leave !== undefined) reply.raw.once('close', leave);
      const signal = AbortSignal.any([gone(reply), AbortSignal.timeout(isStream ? STREAM_TIME : deadline)]);
      const {value, meta} = await graph.answer(operation, params, {follow: false, signal});
      reply.headers(factHeaders(meta));
      if (value instanceof RowStream) return sendStream(reply, value, params, operation);
      if (isArrowWanted(request, operation)) return sendArrow(reply, operation, value);
      const body = toJsonText(value);
      if (operation.method !== 'GET')
        return reply
          .code(operation.status ?? 200)
          .type(JSON_TYPE)
          .header('Cache-Control', 'no-store')
          .send(body);
      const stored: Stored = {
        body,
        etag: etagOf(body),
        headers: {
          ...factHeaders(meta),
          ...cacheHeaders(operation),
          ...said,
        },
      };
      answers.set(meta.generation, key, stored);
      return send(request, reply, stored);
    } catch (error) {
      if (error instanceof MovedError) return redirect(request, reply, operation, error);
      throw error;
    }
  };
}

/** Names that were ignored, so many and so much of each that clients and proxies take the header. */
function ignoredHeader(names: readonly string[]): Record<string, string> {
  if (names.length === 0) return {};
  const shown = names.slice(0, 10).map((name) => encodeURIComponent([...name].slice(0, 40).join('')));
  return {'X-Biograph-Ignored': [...shown, ...(names.length > shown.length ? ['...'] : [])].join(', ')};
}

/** Ends the query when the client is gone before it got its answer. */
function gone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

function send(request: FastifyRequest, reply: FastifyReply, {body, etag, headers}: Stored) {
  reply.headers(headers).header('ETag', etag);
  if (isMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(JSON_TYPE).send(body);
}

function cacheHeaders({maxAge}: Operation): Record<string, string> {
  return {'Cache-Control': maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`, Vary: 'Accept'};
}

/** What the library says in `meta`. */
function factHeaders({snapshot, generation, gate}: Meta): Record<string, string> {
  return {
    'X-Biograph-Snapshot': `${snapshot}; generation=${generation}`,
    ...(gate !== undefined && {
      'X-Biograph-Gate': Object.entries(gate)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    }),
  };
}

function isArrowWanted(request: FastifyRequest, operation: Operation): boolean {
  return operation.rows !== null && (request.headers.accept ?? '').includes(ARROW_TYPE);
}

function sendArrow(reply: FastifyReply, operation: Operation, value: unknown) {
  const result = JSON.parse(toJsonText(value)) as Record<string, unknown[]>;
  const table = toArrow(rowSchema(operation), result[operation.rows ?? ''] ?? []);
  const body = Buffer.from(tableToIPC(table, 'stream'));
  return reply.headers(cacheHeaders(operation)).header('ETag', etagOf(body)).type(ARROW_TYPE).send(body);
}

function sendStream(reply: FastifyReply, rows: RowStream, params: Record<string, unknown>, operation: Operation) {
  const isCsv = params.format === 'csv';
  reply
    .headers(cacheHeaders(operation))
    .type(isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson; charset=utf-8');
  reply.header('Content-Disposition', `attachment; filename="export.${isCsv ? 'csv' : 'ndjson'}"`);
  reply.raw.once('close', rows.close);
  return reply.send(Readable.from(isCsv ? csvStream(rows) : ndjsonStream(rows)));
}

/** To the same path of the final survivor, query string kept. */
function redirect(request: FastifyRequest, reply: FastifyReply, operation: Operation, moved: MovedError) {
  const cut = request.url.indexOf('?');
  const query = cut < 0 ? '' : request.url.slice(cut);
  const path = operation.path.includes('{entity_id}')
    ? operation.path.replace('{entity_id}', moved.to)
    : `/v1/entities/${moved.to}`;
  return reply
    .code(301)
    .header('Location', path + query)
    .header('Cache-Control', 'public, max-age=60')
    .type(JSON_TYPE)
    .send('');
}
