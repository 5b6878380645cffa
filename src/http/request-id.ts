import {AsyncLocalStorage} from 'node:async_hooks';
import {randomUUID} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {FastifyInstance} from 'fastify';

/** Makes every promise slightly slower, so it exists only if something uses it. */
let current: AsyncLocalStorage<string> | undefined;

/** Enables `currentRequest`. */
export function followRequests(): void {
  current ??= new AsyncLocalStorage();
}

/** The request being answered; undefined outside of one, and before `followRequests`. */
export function currentRequest(): string | undefined {
  return current?.getStore();
}

/** The id given by a caller or proxy if it is a plain word, or else a new one. */
export function requestId({headers}: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Adds the request's id, as in the log, to every answer, and makes it available to code that runs for the request. */
export function addRequestIds(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    if (current === undefined) done();
    else current.run(request.id, done);
  });
}
