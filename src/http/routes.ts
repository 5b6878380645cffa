import {Readable} from 'node:stream';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Meta} from '../context.ts';
import {GraphError, MovedError} from '../errors.ts';
import {writeAnswer, writeStream} from '../formats/index.ts';
import type {Graph} from '../graph.ts';
import {formatsOf, type Operation, RowStream, toJsonText} from '../operation.ts';
import {parseParams} from '../schema/check.ts';
import {FORMATS, type Format} from '../schema/formats.ts';
import {Answers, etagOf, isMatch, type Stored} from './answers.ts';
import {addVary, coded, codingOf, isCompressible, VARY} from './coding.ts';
import type {Load} from './load.ts';
import {notAllowed} from './not-allowed.ts';
import {decoder} from './query.ts';
import {checkQuery} from './utf8.ts';

const JSON_TYPE = FORMATS.json.type;

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
    const key = `${coding} ${isArrowWanted(request, operation) ? 'arrow' : ''} ${request.url}`;
    const {generation, edition} = await graph.current();
    const pinned = pinnedBy(request);
    const isCurrent = pinned === undefined || pinned === generation;
    const kept = operation.method === 'GET' && isCurrent ? answers.get(edition, key) : undefined;
    if (kept !== undefined) return send(request, reply, kept);
    checkQuery(request.url);
    const {params, ignored} = decode(
      request.query as Record<string, unknown>,
      request.params as Record<string, string>,
      request.body,
    );
    reply.headers(ignoredHeader(ignored));
    try {
      const isStream = operation.isStream === true;
      const leave = isStream ? streams.enter() : undefined;
      if (leave !== undefined) reply.raw.once('close', leave);
      const signal = AbortSignal.any([gone(reply), AbortSignal.timeout(isStream ? STREAM_TIME : deadline)]);
      const {value, meta} = await graph.answer(operation, params, {
        ...{follow: false, signal, patience: PATIENCE},
        ...(pinned !== undefined && {generation: pinned}),
      });
      const said = ignoredHeader([...(meta.ignored ?? []), ...ignored]);
      reply.headers(factHeaders(meta)).headers(said);
      const format = formatOf(request, operation, params);
      if (value instanceof RowStream)
        return sendStream(request, reply, value, format, {operation, params, meta, signal});
      const {body, headers} = await bodyOf(operation, value, format, params, meta);
      if (operation.method !== 'GET')
        return reply
          .code(operation.status ?? 200)
          .headers(headers)
          .header('Cache-Control', 'no-store')
          .send(body);
      const {type} = FORMATS[format];
      const stored: Stored = {
        ...(isCompressible(type) ? await coded(body, coding) : {body, coding: 'identity'}),
        etag: etagOf(body),
        headers: {...factHeaders(meta), ...cacheHeaders(operation), ...said, ...headers},
      };
      if (isCurrent && meta.generation === generation) answers.set(edition, key, stored);
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
  return reply.send(body);
}

function cacheHeaders({maxAge}: Operation): Record<string, string> {
  return {'Cache-Control': maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`};
}

/** What the library says in `meta`. */
function factHeaders({snapshot, generation, gate, ...stream}: Meta): Record<string, string> {
  return {
    ...(stream.total !== undefined && {'X-Biograph-Total': String(stream.total)}),
    ...(stream.truncated === true && {'X-Biograph-Truncated': 'true'}),
    ...(stream.licences !== undefined && {
      'X-Biograph-Licences': stream.licences.map((name) => encodeURIComponent(name)).join(','),
    }),
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
  return operation.rows !== null && (request.headers.accept ?? '').includes(FORMATS.arrow.type);
}

/** What `format` says, else what `Accept` does, else the operation's own. */
function formatOf(request: FastifyRequest, operation: Operation, params: Record<string, unknown>): Format {
  const fallback = isArrowWanted(request, operation) ? 'arrow' : (formatsOf(operation)[0] ?? 'json');
  return (params.format as Format | undefined) ?? fallback;
}

/** A whole answer as it is sent. What is no JSON is a file, and what the answer says beside its rows is said in headers. */
async function bodyOf(
  operation: Operation,
  value: unknown,
  format: Format,
  params: Record<string, unknown>,
  meta: Meta,
): Promise<{body: string | Buffer; headers: Record<string, string>}> {
  const json = toJsonText(value);
  if (format === 'json') return {body: json, headers: {'Content-Type': JSON_TYPE}};
  const result = JSON.parse(json) as Record<string, unknown>;
  const {next_cursor: next, total} = result;
  const written = await writeAnswer(operation, result, format as never, meta);
  return {
    body: typeof written === 'string' ? written : Buffer.from(written),
    headers: {
      ...fileHeaders(operation, params, format, meta),
      ...(typeof next === 'string' && {'X-Biograph-Next-Cursor': next}),
      ...(typeof total === 'number' && {'X-Biograph-Total': String(total)}),
    },
  };
}

/** The type of a file, and a name that says what it is of. */
function fileHeaders({command, name}: Operation, {kind}: Record<string, unknown>, format: Format, {snapshot}: Meta) {
  const {type, extension} = FORMATS[format];
  const words = ['biograph', command ?? name, ...[kind ?? []].flat().map(String), snapshot.slice(0, 8)];
  const file = words
    .join('-')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 150);
  return {'Content-Type': type, 'Content-Disposition': `attachment; filename="${file}.${extension}"`};
}

interface Asked {
  operation: Operation;
  params: Record<string, unknown>;
  meta: Meta;
  signal: AbortSignal;
}

function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: RowStream,
  format: Format,
  {operation, params, meta, signal}: Asked,
) {
  // A stream is not held to be hashed; a generation is immutable, so the question tells what the body will be.
  const question = parseParams(operation.params, params);
  const etag = etagOf(JSON.stringify([meta.snapshot, meta.generation, operation.name, question]));
  addVary(reply, VARY);
  reply.headers(cacheHeaders(operation)).header('ETag', etag);
  if (isMatch(request.headers['if-none-match'], etag)) {
    rows.close();
    return reply.code(304).send();
  }
  reply.headers(fileHeaders(operation, params, format, meta));
  reply.raw.once('close', rows.close);
  return reply.send(Readable.from(writeStream(operation, rows, format, {request: params, meta, signal})));
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
