import {AsyncLocalStorage} from 'node:async_hooks';
import {randomUUID} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {FastifyInstance} from 'fastify';

/** Costs every promise a little, so that it is there only where somebody asks. */
let current: AsyncLocalStorage<string> | undefined;

/** From now on `currentRequest` knows. */
export function followRequests(): void {
  current ??= new AsyncLocalStorage();
}

/** The request that is being answered here; undefined outside of one, and before `followRequests`. */
export function currentRequest(): string | undefined {
  return current?.getStore();
}

/** The id a caller or proxy gave, where it is a plain word, else a new one. */
export function requestId({headers}: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Names every answer by the id that the log has, and lets what is done for it know the id. */
export function addRequestIds(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    if (current === undefined) done();
    else current.run(request.id, done);
  });
}
