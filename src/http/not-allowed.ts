import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {GraphError} from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The paths there are, each with the methods it takes. */
    paths: {pattern: RegExp; allowed: readonly string[]}[];
  }
}

/** Says of a path what methods it takes: every other one, known to us or not, is answered 405. */
export function notAllowed(server: FastifyInstance, url: string, allowed: readonly string[]): void {
  if (!server.hasDecorator('paths')) server.decorate('paths', []);
  const literal = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`^${literal.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`);
  server.paths.push({pattern, allowed});
}

/**
 * What to say of a request that no route takes: 405 with what is allowed where its path is known, else 404.
 */
export function noRoute({server, url, method}: FastifyRequest, reply: FastifyReply): GraphError {
  const [path = ''] = url.split('?');
  const found = server.paths.find(({pattern}) => pattern.test(path))?.allowed;
  // A method that a path takes, and nothing there: a file that is gone.
  if (found === undefined || found.includes(method))
    return new GraphError('not_found', `There is no route ${path}. See /docs.`);
  const allowed = found.join(', ');
  reply.header('Allow', allowed);
  return new GraphError('method_not_allowed', `${method} is not allowed here. Allowed: ${allowed}.`);
}
