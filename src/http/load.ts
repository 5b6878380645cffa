import type {FastifyInstance, FastifyRequest} from 'fastify';
import {GraphError} from '../errors.ts';
import {calls} from './admit.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Gives the request's place among those at work back; null where it has none. */
    leave: (() => void) | null;
  }
}

/** Requests at work at once. */
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
   * Takes a place.
   * @returns what gives it back, once
   * @throws GraphError `unavailable` when all are taken.
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

/** Refuses further work when enough is under way; look-ups have room of their own. `/health` and `/metrics` are always answered, and what is being sent is no longer work. */
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
      // Also where no answer of ours is sent: the client left, or agent tools answer by themselves.
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
  // Agent tools may keep a line open on which nothing is asked.
  return url !== '/mcp' || calls(body) > 0;
}
