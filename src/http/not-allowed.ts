import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {GraphError} from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The existing paths, each with its methods. */
    paths: {pattern: RegExp; allowed: readonly string[]}[];
  }
}

/** Records the methods of a path: every other one, known to us or not, is answered 405. */
export function notAllowed(server: FastifyInstance, url: string, allowed: readonly string[]): void {
  if (!server.hasDecorator('paths')) server.decorate('paths', []);
  const literal = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`^${literal.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`);
  server.paths.push({pattern, allowed});
}

/** The answer to a request without a route: 405 with the allowed methods if the path exists, or else 404. */
export function noRoute({server, url, method}: FastifyRequest, reply: FastifyReply): GraphError {
  const [path = ''] = url.split('?');
  const found = server.paths.find(({pattern}) => pattern.test(path))?.allowed;
  // The method is allowed, but the file no longer exists.
  if (found === undefined || found.includes(method))
    return new GraphError('not_found', `There is no route ${path}. See /docs.`);
  const allowed = found.join(', ');
  reply.header('Allow', allowed);
  return new GraphError('method_not_allowed', `${method} is not allowed here. Allowed: ${allowed}.`);
}
