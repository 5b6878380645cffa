import {hash} from 'node:crypto';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {Cache} from '../cache.ts';

/** A complete answer of one generation, in one coding. */
export interface Ready {
  /** Text is sent in one piece with the headers, and needs no memory of its own outside the engine's. */
  body: Buffer | string;
  etag: string;
  /** Every header that does not depend on the request: names and values alternating. */
  headers: readonly string[];
}

/** One that is cached, as the bytes that are sent. */
export type Stored = Ready & {body: Buffer};

/**
 * Milliseconds. A faster answer is cached only on its second request, so that one scan of all entities does not evict
 * everything else.
 */
const QUICK = 2;

const BUDGET = 64 * 1024 * 1024;

/**
 * Caches complete answers by URL and coding, ready for the socket. A generation's file is immutable, so an answer is
 * valid while that file is current; when another file takes over, the cache is cleared.
 */
export class Answers {
  #edition = '';
  #cache = new Cache(BUDGET);
  /** Fast answers that were requested once recently. */
  #asked = new Cache(1024 * 1024);

  /** @param edition The current file. */
  get(edition: string, key: string): Stored | undefined {
    if (edition !== this.#edition) {
      this.#edition = edition;
      this.#cache = new Cache(BUDGET);
    }
    return this.#cache.get<Stored>(key);
  }

  /**
   * Caches an answer, unless another file has become current since the request.
   * @param ms The time it took to make.
   */
  set(edition: string, key: string, {body, ...answer}: Ready, ms: number): void {
    if (edition !== this.#edition) return;
    if (ms < QUICK && this.#asked.get(key) !== true) this.#asked.set(key, true, 0);
    else {
      const stored: Stored = {...answer, body: typeof body === 'string' ? Buffer.from(body) : body};
      this.#cache.set(key, stored, stored.body.length);
    }
  }
}

/**
 * Writes an answer with all its headers at once. This bypasses Fastify's own sending, which sets each header separately
 * and took half the time of a cached answer; headers set by hooks are included.
 */
export function writeReady(request: FastifyRequest, reply: FastifyReply, {body, etag, headers}: Ready): void {
  const isKnown = isMatch(request.headers['if-none-match'], etag);
  if (!isKnown) reply.header('content-length', Buffer.byteLength(body));
  const own = reply.getHeaders();
  // As a list: an object with this many names is slow to copy, and Node checks each separately.
  const all: (string | number | string[])[] = headers.slice();
  for (const name in own) all.push(name, own[name as keyof typeof own] as string);
  reply.hijack();
  reply.leave?.();
  reply.raw.writeHead(isKnown ? 304 : 200, all);
  if (isKnown) reply.raw.end();
  else reply.raw.end(body);
}

/** Weak: the same content, not necessarily the same bytes. */
export function etagOf(body: string | Uint8Array): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/** Whether an If-None-Match header matches this tag. Weak comparison, lists and `*` included (RFC 9110 §13.1.2). */
export function isMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = etag.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === bare);
}
