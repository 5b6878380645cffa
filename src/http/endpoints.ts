import type {FastifyInstance, RouteHandlerMethod, RouteShorthandOptions} from 'fastify';
import type {Endpoint} from '../endpoint.ts';
import {GraphError} from '../errors.ts';
import {notAllowed} from './not-allowed.ts';

/** Adds the route of each endpoint, and records the methods of each path. */
export function addEndpoints<E extends Endpoint>(
  server: FastifyInstance,
  endpoints: readonly E[],
  handlerOf: (endpoint: E) => RouteHandlerMethod,
  optionsOf: (endpoint: E) => RouteShorthandOptions = () => ({}),
): void {
  const methods = new Map<string, string[]>();
  for (const endpoint of endpoints) {
    const {method, name} = endpoint;
    const url = routeOf(endpoint);
    server.route({
      ...optionsOf(endpoint),
      method,
      url,
      config: {operation: name},
      exposeHeadRoute: method === 'GET',
      handler: handlerOf(endpoint),
    });
    methods.set(url, [...(methods.get(url) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  for (const [url, allowed] of methods) notAllowed(server, url, allowed);
}

/** The path in the router's syntax. */
export function routeOf({path}: Pick<Endpoint, 'path'>): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * The members of a request's body.
 * @throws GraphError `validation_error` if it is not a JSON object.
 */
export function bodyObject(body: unknown): Record<string, unknown> {
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  const message = 'The body must be a JSON object.';
  throw new GraphError('validation_error', message, {details: [{path: '', message}]});
}
