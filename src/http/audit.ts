import type {FastifyInstance, FastifyRequest} from 'fastify';
import {messagesIn} from './admit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route in the log. */
    operation?: string;
  }
}

/** Maximum number of tools and resources of one message that are named in a log line. */
const MOST_NAMED = 20;

/** The caller and the operation: the key by its id and name, never the key itself. */
export function asked(request: FastifyRequest): Record<string, unknown> {
  const {caller, routeOptions, body} = request;
  const {operation = null} = routeOptions.config;
  return {
    operation: routeOptions.url === '/mcp' ? (agentsAsk(body) ?? 'mcp') : operation,
    ...(caller?.key !== undefined && {key: {id: caller.key.id, name: caller.key.name}}),
    ...(caller?.user !== undefined && {user: caller.user}),
  };
}

/** One line for each request, once it has been answered. */
export function addAudit(server: FastifyInstance): void {
  server.addHook('preHandler', (request, _reply, done) => {
    // Log lines during the request carry the same fields.
    request.log = request.log.child(asked(request));
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    server.log.info(
      {reqId: request.id, req: request, res: reply, responseTime: reply.elapsedTime, ...asked(request)},
      'request completed',
    );
    done();
  });
}

/** The methods of a message of agent tools, with the tools and resources they name. */
function agentsAsk(body: unknown): string | undefined {
  const named = messagesIn(body).flatMap((message) => {
    const {method, params} = (message ?? {}) as {method?: unknown; params?: {name?: unknown; uri?: unknown} | null};
    if (typeof method !== 'string') return [];
    const what = params?.name ?? params?.uri;
    return [typeof what === 'string' ? `${method} ${what}`.slice(0, 200) : method.slice(0, 200)];
  });
  return named.length === 0 ? undefined : named.slice(0, MOST_NAMED).join(', ');
}
