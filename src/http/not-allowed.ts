import type {FastifyInstance} from 'fastify';
import {GraphError} from '../errors.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Every other method on a known path: 405, and what is allowed. */
export function notAllowed(server: FastifyInstance, url: string, allowed: readonly string[]): void {
  server.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    exposeHeadRoute: false,
    handler: (request, reply) => {
      reply.header('Allow', allowed.join(', '));
      throw new GraphError(
        'method_not_allowed',
        `${request.method} is not allowed here. Allowed: ${allowed.join(', ')}.`,
      );
    },
  });
}
