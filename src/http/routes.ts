import {Readable} from 'node:stream';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Meta} from '../context.ts';
import {GraphError, MovedError} from '../errors.ts';
import type {Graph} from '../graph.ts';
import {besideRows, type Operation, RowStream, rowSchema, toJsonText} from '../operation.ts';
import {parseParams} from '../schema/check.ts';
import {csvStream, ndjsonStream} from '../stream.ts';
import {Answers, etagOf, isMatch, type Stored} from './answers.ts';
import {addVary, coded, codingOf, VARY} from './coding.ts';
import type {Load} from './load.ts';
import {notAllowed} from './not-allowed.ts';
import {decoder} from './query.ts';
import {checkQuery} from './utf8.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const ARROW_TYPE = 'application/vnd.apache.arrow.stream';

/** Milliseconds a request may wait for its turn; who would wait longer is told at once, and may go elsewhere. */
export const PATIENCE = 2000;

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
    const url = routeOf(operation);
    server.route({
      method: operation.method,
      url,
      config: {operation: operation.name},
      exposeHeadRoute: operation.method === 'GET',
      ...(operation.maxBody !== undefined && {bodyLimit: operation.maxBody}),
      handler: handler(operation, graph, answers, deadline, streams),
    });
    methods.set(url, [
      ...(methods.get(url) ?? []),
      ...(operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]),
    ]);
  }
  for (const [url, allowed] of methods) notAllowed(server, url, allowed);
}

/** The path as the router writes it. */
export function routeOf({path}: Operation): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function handler(operation: Operation, graph: Graph, answers: Answers, deadline: number, streams: Load) {
  const decode = decoder(operation);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const coding = codingOf(request);
    const key = `${coding} ${isArrowWanted(request, operation) ? 'arrow ' : ''}${request.url}`;
    const {generation, edition} = await graph.current();
    const pinned = pinnedBy(request);
    const kept = operation.method === 'GET' && pinned === undefined ? answers.get(edition, key) : undefined;
    if (kept !== undefined) return send(request, reply, kept);
    checkQuery(request.url);
    const {params, ignored} = decode(
      request.query as Record<string, unknown>,
      request.params as Record<string, string>,
      request.body,
    );
    reply.headers(ignoredHeader(ignored));
    try {
      const isStream = operation.name === 'export';
      const leave = isStream ? streams.enter() : undefined;
      if (leave !== undefined) reply.raw.once('close', leave);
      const signal = AbortSignal.any([gone(reply), AbortSignal.timeout(isStream ? STREAM_TIME : deadline)]);
      const {value, meta} = await graph.answer(operation, params, {
        ...{follow: false, signal, patience: PATIENCE},
        ...(pinned !== undefined && {generation: pinned}),
      });
      const said = ignoredHeader([...(meta.ignored ?? []), ...ignored]);
      reply.headers(factHeaders(meta)).headers(said);
      if (value instanceof RowStream) return sendStream(request, reply, value, params, operation, meta);
      if (isArrowWanted(request, operation)) return sendArrow(request, reply, operation, value);
      const body = toJsonText(value);
      if (operation.method !== 'GET')
        return reply
          .code(operation.status ?? 200)
          .type(JSON_TYPE)
          .header('Cache-Control', 'no-store')
          .send(body);
      const stored: Stored = {
        ...(await coded(body, coding)),
        etag: etagOf(body),
        headers: {
          ...factHeaders(meta),
          ...cacheHeaders(operation),
          ...said,
        },
      };
      if (pinned === undefined && meta.generation === generation) answers.set(edition, key, stored);
      return send(request, reply, stored);
    } catch (error) {
      if (error instanceof MovedError) return redirect(request, reply, operation, error);
      throw error;
    }
  };
}

/** The generation a request pins, so that a view made of several answers is of one. */
function pinnedBy({headers}: FastifyRequest): number | undefined {
  const given = headers['x-biograph-generation'];
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || !/^\d{1,9}$/.test(given))
    throw new GraphError('bad_request', 'X-Biograph-Generation: the number of a generation is expected.');
  return Number(given);
}

/** A list in a header, as much of it as clients and proxies take. */
function headerList(texts: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const text of texts) {
    const one = encodeURIComponent(text.slice(0, 100));
    length += one.length + 1;
    if (length > 6000) return [...shown, '...'].join(',');
    shown.push(one);
  }
  return shown.join(',');
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

function send(request: FastifyRequest, reply: FastifyReply, {body, coding, etag, headers}: Stored) {
  addVary(reply, VARY);
  reply.headers(headers).header('ETag', etag);
  if (isMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (coding !== 'identity') reply.header('Content-Encoding', coding);
  return reply.type(JSON_TYPE).send(body);
}

function cacheHeaders({maxAge}: Operation): Record<string, string> {
  return {'Cache-Control': maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`};
}

/** What the library says in `meta`. */
function factHeaders({snapshot, generation, gate, ...stream}: Meta): Record<string, string> {
  return {
    ...(stream.total !== undefined && {'X-Biograph-Total': String(stream.total)}),
    ...(stream.truncated === true && {'X-Biograph-Truncated': 'true'}),
    ...(stream.missing !== undefined && {'X-Biograph-Missing': headerList(stream.missing)}),
    ...(stream.did_you_mean !== undefined && {
      'X-Biograph-Did-You-Mean': Object.entries(stream.did_you_mean)
        .map(([name, values]) => `${name}=${values.map((value) => encodeURIComponent(value)).join(',')}`)
        .join('; '),
    }),
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

async function sendArrow(request: FastifyRequest, reply: FastifyReply, operation: Operation, value: unknown) {
  const {toArrowStream} = await import('../store/arrow.ts');
  const result = JSON.parse(toJsonText(value)) as Record<string, unknown>;
  const rows = result[operation.rows ?? ''] as unknown[];
  const body = Buffer.from(toArrowStream(rowSchema(operation), rows, besideRows(operation, result)));
  if (typeof result.next_cursor === 'string') reply.header('X-Biograph-Next-Cursor', result.next_cursor);
  const etag = etagOf(body);
  addVary(reply, VARY);
  reply.headers(cacheHeaders(operation)).header('ETag', etag);
  return isMatch(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.type(ARROW_TYPE).send(body);
}

function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: RowStream,
  params: Record<string, unknown>,
  operation: Operation,
  {snapshot, generation}: Meta,
) {
  const isCsv = params.format === 'csv';
  // A stream is not held to be hashed; a generation is immutable, so the question tells what the body will be.
  const question = parseParams(operation.params, params);
  const etag = etagOf(JSON.stringify([snapshot, generation, operation.name, question]));
  addVary(reply, VARY);
  reply.headers(cacheHeaders(operation)).header('ETag', etag);
  if (isMatch(request.headers['if-none-match'], etag)) {
    rows.close();
    return reply.code(304).send();
  }
  reply.type(isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson; charset=utf-8');
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
