import {pipeline, Readable, type Transform} from 'node:stream';
import {promisify} from 'node:util';
import zlib from 'node:zlib';
import {negotiate} from '@fastify/accept-negotiator';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';

interface Codec {
  now(body: Uint8Array): Buffer;
  later(body: Uint8Array): Promise<Buffer>;
  stream(): Transform;
}

/** Available in newer versions of Node only. */
interface Zstd {
  zstdCompressSync(body: Uint8Array): Buffer;
  zstdCompress(body: Uint8Array, done: (error: Error | null, coded: Buffer) => void): void;
  createZstdCompress(): Transform;
}

// The default of 11 is meant for files compressed once: it takes fifty times as long for a tenth less.
const BROTLI = {params: {[zlib.constants.BROTLI_PARAM_QUALITY]: 4}};

/** In the order of choice if a client has no preference. */
const CODECS: Record<string, Codec> = {
  ...('createZstdCompress' in zlib && {zstd: zstdCodec(zlib as unknown as Zstd)}),
  br: {
    now: (body) => zlib.brotliCompressSync(body, BROTLI),
    later: (body) => promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)(body, BROTLI),
    stream: () => zlib.createBrotliCompress(BROTLI),
  },
  gzip: {now: (body) => zlib.gzipSync(body), later: promisify(zlib.gzip), stream: () => zlib.createGzip()},
};

function zstdCodec({zstdCompressSync, zstdCompress, createZstdCompress}: Zstd): Codec {
  return {now: (body) => zstdCompressSync(body), later: promisify(zstdCompress), stream: () => createZstdCompress()};
}

const NAMES = Object.keys(CODECS);

/** A shorter body is not worth the header. */
const LEAST = 1024;

/** Bodies up to this size are compressed synchronously: a slot in the thread pool, where queries run, costs more. */
const AT_ONCE = 32 * 1024;

/** Text and similar formats; Parquet and spreadsheets are compressed already, and events must not be delayed. */
const WORTH =
  /^text\/(?!event-stream)|[/+](?:json|xml|x-ndjson)\b|^application\/(?:vnd\.apache\.arrow\.stream|x-bibtex|x-research-info-systems)\b/;

/** Request headers that private answers vary with, so that a browser's cache does not use them once the key is gone. */
export const CREDENTIALS = 'Authorization, X-API-Key';

export const VARY = 'Accept, Accept-Encoding, X-Biograph-Generation';

/** Whether compression makes this media type shorter. */
export function isCompressible(type: string): boolean {
  return WORTH.test(type);
}

/** The available coding that the client prefers; undefined means `identity`. */
export function codingOf({headers}: FastifyRequest): string {
  const accepted = headers['accept-encoding'];
  return (typeof accepted === 'string' && negotiate(accepted.toLowerCase(), NAMES)) || 'identity';
}

/** A body in a coding, and the coding actually used: short bodies are not compressed. */
export async function coded(body: Buffer, coding: string): Promise<{body: Buffer; coding: string}> {
  const codec = CODECS[coding];
  if (codec === undefined || body.length <= LEAST) return {body, coding: 'identity'};
  return {body: body.length <= AT_ONCE ? codec.now(body) : await codec.later(body), coding};
}

/** Adds to the Vary header, which CORS also uses. */
export function addVary(reply: FastifyReply, names: string): void {
  const given = reply.getHeader('Vary');
  if (given === undefined) {
    reply.header('vary', names);
    return;
  }
  if (String(given).includes(names)) return;
  const all = `${String(given)}, ${names}`.split(',').map((name) => name.trim());
  const isFirst = (name: string, at: number) =>
    all.findIndex((one) => one.toLowerCase() === name.toLowerCase()) === at && name !== '';
  reply.header('Vary', all.filter(isFirst).join(', '));
}

/**
 * Compresses every answer that is worth it and not yet compressed, streams included. Answers under `/account` are
 * excluded: if a body has both secrets and a caller's input, its compressed length reveals the secrets.
 */
export function addCoding(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, sent) => {
    const type = String(reply.getHeader('Content-Type') ?? '');
    const isPrivate = request.routeOptions.url?.startsWith('/account') === true;
    // It has no type any more, but says what the whole answer would vary with (RFC 9110 §15.4.5).
    if (reply.statusCode === 304) addVary(reply, 'Accept-Encoding');
    if (isPrivate || !isCompressible(type) || reply.hasHeader('Content-Encoding')) return sent(null, payload);
    addVary(reply, 'Accept-Encoding');
    const coding = codingOf(request);
    const codec = CODECS[coding];
    if (payload instanceof Readable) {
      if (codec !== undefined) reply.header('Content-Encoding', coding);
      if (request.method === 'HEAD') {
        // Nobody reads it, so it is not produced.
        payload.destroy();
        return sent(null, Readable.from([]));
      }
      // A client that disconnects ends both, which is not an error to report.
      return sent(null, codec === undefined ? payload : pipeline(payload, codec.stream(), () => undefined));
    }
    if (codec === undefined || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return sent(null, payload);
    if (Buffer.byteLength(payload) <= LEAST) return sent(null, payload);
    void coded(Buffer.from(payload), coding).then(
      (made) => {
        if (made.coding !== 'identity') reply.header('Content-Encoding', coding).removeHeader('Content-Length');
        sent(null, made.body);
      },
      (error: Error) => sent(error),
    );
  });
}
