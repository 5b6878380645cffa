import type {FastifyInstance, FastifyRequest} from 'fastify';
import {GraphError} from '../errors.ts';
import {calls} from './admit.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Releases the request's slot; null if it has none. */
    leave: (() => void) | null;
  }
}

/** Limits concurrent requests. */
export class Load {
  readonly #most: number;
  #now = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get now(): number {
    return this.#now;
  }

  /**
   * Takes a slot.
   * @returns a function that releases it, once
   * @throws GraphError `unavailable` if all are taken.
   */
  enter(): () => void {
    if (this.#now >= this.#most)
      throw new GraphError('unavailable', 'The server is overloaded; try again in a moment.');
    this.#now++;
    let isIn = true;
    return () => {
      if (isIn) this.#now--;
      isIn = false;
    };
  }
}

/**
 * Refuses further requests when too many are in progress; look-ups have slots of their own. `/health` and `/metrics`
 * are always answered, and an answer being sent no longer counts.
 */
export function addLoadLimit(
  server: FastifyInstance,
  load: Load,
  lookups: Load,
  lookupRoutes: ReadonlySet<string>,
): void {
  server.decorateReply('leave', null);
  server.addHook('preHandler', (request, reply, go) => {
    if (isWork(request)) {
      const isLookup = lookupRoutes.has(request.routeOptions.url ?? '');
      const done = (isLookup ? lookups : load).enter();
      reply.leave = done;
      // Also if Fastify sends no answer: the client disconnected, or agent tools answer by themselves.
      reply.raw.once('close', done);
    }
    go();
  });
  server.addHook('onSend', (_request, reply, payload, sent) => {
    reply.leave?.();
    sent(null, payload);
  });
}

function isWork({routeOptions: {url, config}, body}: FastifyRequest): boolean {
  if (url === undefined || url === '/health' || url === '/metrics' || config.isWithoutData === true) return false;
  // Agent tools may keep a connection open without calls.
  return url !== '/mcp' || calls(body) > 0;
}
