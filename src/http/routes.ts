import {Readable} from 'node:stream';
import {negotiate} from '@fastify/accept-negotiator';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Meta} from '../context.ts';
import {GraphError, MovedError} from '../errors.ts';
import {writeAnswer, writeStream} from '../formats/index.ts';
import type {Graph} from '../graph.ts';
import {formatsOf, type Operation, RowStream, toJsonText} from '../operation.ts';
import {parseParams} from '../schema/check.ts';
import {FORMATS, type Format, idleIn} from '../schema/formats.ts';
import {cacheHeaders, factHeaders, fileHeaders, ignoredHeader} from './answer-headers.ts';
import {Answers, etagOf, isMatch, type Ready, writeReady} from './answers.ts';
import {addVary, CREDENTIALS, coded, codingOf, isCompressible, VARY} from './coding.ts';
import {addEndpoints} from './endpoints.ts';
import type {Load} from './load.ts';
import {decoder} from './query.ts';
import {RequestCall} from './request-call.ts';
import {checkQuery} from './utf8.ts';

const JSON_TYPE = FORMATS.json.type;

/** Without its parameters, as clients accept it. */
const PLAIN_JSON = 'application/json';

/** Milliseconds in which an export must be read. */
const STREAM_TIME = 10 * 60_000;

export interface RouteOptions {
  /** Milliseconds in which an answer must be found. */
  deadline: number;
  /** Exports in progress: each holds some rows until its reader takes them. */
  streams: Load;
  /** Headers of every answer. */
  headers: Readonly<Record<string, string>>;
  /** Only callers with a key are answered: shared caches must not store the answers. */
  isPrivate: boolean;
}

/** One route for each operation, derived from its definition. */
export function addRoutes(server: FastifyInstance, graph: Graph, options: RouteOptions): void {
  const answers = new Answers();
  addEndpoints(
    server,
    graph.operations as unknown as Operation[],
    (operation) => handler(operation, graph, answers, options),
    ({maxBody}) => (maxBody === undefined ? {} : {bodyLimit: maxBody}),
  );
}

function handler(
  operation: Operation,
  graph: Graph,
  answers: Answers,
  {deadline, streams, headers, isPrivate}: RouteOptions,
) {
  const always = listed(headers);
  const kept = listed(cacheHeaders(operation, isPrivate));
  const vary = isPrivate ? `${VARY}, ${CREDENTIALS}` : VARY;
  const send = (request: FastifyRequest, reply: FastifyReply, ready: Ready) => {
    addVary(reply, vary);
    writeReady(request, reply, ready);
  };
  const decode = decoder(operation);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const began = performance.now();
    const coding = codingOf(request);
    const key = `${coding} ${isArrowWanted(request, operation) ? 'arrow' : ''} ${request.url}`;
    const {generation, edition} = await graph.current();
    const pinned = pinnedBy(request);
    const isCurrent = pinned === undefined || pinned === generation;
    const known = operation.method === 'GET' && isCurrent ? answers.get(edition, key) : undefined;
    if (known !== undefined) return send(request, reply, known);
    checkQuery(request.url);
    const {params, ignored} = decode(
      request.query as Record<string, unknown>,
      request.params as Record<string, string>,
      request.body,
    );
    try {
      const isStream = operation.isStream === true;
      const leave = isStream ? streams.enter() : undefined;
      if (leave !== undefined) reply.raw.once('close', leave);
      const call = new RequestCall(reply, isStream ? STREAM_TIME : deadline, pinned);
      const {value, meta} = await graph.answer(operation, params, call);
      const format = formatOf(request, operation, params);
      const idle = [...(meta.ignored ?? []), ...idleIn(params, format), ...ignored];
      const said = {...factHeaders(meta), ...ignoredHeader(idle)};
      if (value instanceof RowStream || operation.method !== 'GET') reply.headers(said);
      if (value instanceof RowStream) {
        addVary(reply, vary);
        reply.headers(cacheHeaders(operation, isPrivate));
        return sendStream(request, reply, value, format, {operation, params, meta, signal: call.signal});
      }
      const {body, headers: own} = await bodyOf(operation, value, format, params, meta);
      if (operation.method !== 'GET')
        return reply
          .code(operation.status ?? 200)
          .headers(own)
          .header('Cache-Control', 'no-store')
          .send(body);
      const {type} = FORMATS[format];
      const isCoded = coding !== 'identity' && isCompressible(type);
      const sent = isCoded ? await coded(bytesOf(body), coding) : {body, coding: 'identity'};
      const etag = etagOf(body);
      const ready: Ready = {
        body: sent.body,
        etag,
        headers: [
          ...always,
          ...kept,
          ...listed(said),
          ...listed(own),
          ...(sent.coding === 'identity' ? [] : ['content-encoding', sent.coding]),
          'etag',
          etag,
        ],
      };
      if (isCurrent && meta.generation === generation) answers.set(edition, key, ready, performance.now() - began);
      return send(request, reply, ready);
    } catch (error) {
      reply.headers(ignoredHeader(ignored));
      if (!(error instanceof MovedError)) throw error;
      addVary(reply, vary);
      reply.headers(cacheHeaders({maxAge: MOVED_AGE}, isPrivate));
      return redirect(request, reply, operation, error);
    }
  };
}

function bytesOf(body: string | Buffer): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

/** The generation a request pins, so that a view made from several answers is consistent. */
function pinnedBy({headers}: FastifyRequest): number | undefined {
  const given = headers['x-biograph-generation'];
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || !/^\d{1,9}$/.test(given))
    throw new GraphError('bad_request', 'X-Biograph-Generation must be the number of a generation.');
  return Number(given);
}

function listed(headers: Readonly<Record<string, string>>): string[] {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name] as string);
  return list;
}

/** Whether a client prefers Arrow to JSON; of two that it likes as well, the one that few ask for. */
function isArrowWanted({headers}: FastifyRequest, operation: Operation): boolean {
  const {type} = FORMATS.arrow;
  const accept = (headers.accept ?? '').toLowerCase();
  if (operation.rows === null || !accept.includes(type)) return false;
  return negotiate(accept.replaceAll('*/*', PLAIN_JSON), [type, PLAIN_JSON]) === type;
}

/** The format of the answer: from `format`, or else from `Accept`, or else the operation's own. */
function formatOf(request: FastifyRequest, operation: Operation, params: Record<string, unknown>): Format {
  const fallback = isArrowWanted(request, operation) ? 'arrow' : (formatsOf(operation)[0] ?? 'json');
  return (params.format as Format | undefined) ?? fallback;
}

/** A complete answer as it is sent. Formats other than JSON are files, whose metadata is sent in headers. */
async function bodyOf(
  operation: Operation,
  value: unknown,
  format: Format,
  params: Record<string, unknown>,
  meta: Meta,
): Promise<{body: string | Buffer; headers: Record<string, string>}> {
  const json = toJsonText(value);
  if (format === 'json') return {body: json, headers: {'content-type': JSON_TYPE}};
  const result = JSON.parse(json) as Record<string, unknown>;
  const {next_cursor: next, total} = result;
  const written = await writeAnswer(operation, result, format as never, meta);
  return {
    body: typeof written === 'string' ? written : Buffer.from(written),
    headers: {
      ...fileHeaders(operation, params, format, meta),
      ...(typeof next === 'string' && {'x-biograph-next-cursor': next}),
      ...(typeof total === 'number' && {'x-biograph-total': String(total)}),
    },
  };
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
  // Hashing a stream would require keeping it in memory. A generation is immutable, so the parameters determine the
  // body.
  const question = parseParams(operation.params, params);
  const etag = etagOf(JSON.stringify([meta.snapshot, meta.generation, operation.name, question]));
  reply.header('ETag', etag);
  if (isMatch(request.headers['if-none-match'], etag)) {
    rows.close();
    return reply.code(304).send();
  }
  reply.headers(fileHeaders(operation, params, format, meta));
  reply.raw.once('close', rows.close);
  return reply.send(Readable.from(writeStream(operation, rows, format, {request: params, meta, signal})));
}

/** Seconds for which caches may keep a redirect. */
const MOVED_AGE = 60;

/** Redirects to the same path of the final survivor, with the query string. */
function redirect(request: FastifyRequest, reply: FastifyReply, operation: Operation, moved: MovedError) {
  const cut = request.url.indexOf('?');
  const query = cut < 0 ? '' : request.url.slice(cut);
  const path = operation.path.includes('{entity_id}')
    ? operation.path.replace('{entity_id}', moved.to)
    : `/v1/entities/${moved.to}`;
  return reply
    .code(301)
    .header('Location', path + query)
    .type(JSON_TYPE)
    .send('');
}
