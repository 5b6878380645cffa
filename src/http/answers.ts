import {createHash} from 'node:crypto';
import {Cache} from '../cache.ts';

/** A finished answer of one generation, in one coding. */
export interface Stored {
  body: string | Buffer;
  coding: string;
  /** Of the body as it is before it is compressed. */
  etag: string;
  headers: Record<string, string>;
}

/**
 * Finished answers by URL and coding, as they go to the socket. A generation's file is immutable, so an answer is true as long as that file is the one that answers;
 * when another one takes over, everything is dropped.
 */
export class Answers {
  #edition = '';
  #cache = new Cache(64 * 1024 * 1024);

  /** @param edition The file that answers now. */
  get(edition: string, key: string): Stored | undefined {
    if (edition !== this.#edition) {
      this.#edition = edition;
      this.#cache = new Cache(64 * 1024 * 1024);
    }
    return this.#cache.get<Stored>(key);
  }

  /** Keeps an answer, unless another file has taken over since it was asked for. */
  set(edition: string, key: string, stored: Stored): void {
    if (edition === this.#edition) this.#cache.set(key, stored, stored.body.length);
  }
}

/** Weak: the same facts, not promised to be the same bytes. */
export function etagOf(body: string | Uint8Array): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** Does an If-None-Match name this tag? Weak comparison, lists and `*` included (RFC 9110 §13.1.2). */
export function isMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = etag.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === bare);
}
