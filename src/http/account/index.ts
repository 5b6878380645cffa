import type {FastifyInstance, FastifyRequest} from 'fastify';
import {z} from 'zod';
import {GraphError} from '../../errors.ts';
import {parseParams} from '../../schema/check.ts';
import {notAllowed} from '../not-allowed.ts';
import {keyRoutes} from './keys.ts';
import type {AccountRoute, Accounts, Asker} from './route.ts';
import {webhookRoutes} from './webhooks.ts';

/** Every route of `/account`. */
export const accountRoutes: readonly AccountRoute[] = [...keyRoutes, ...webhookRoutes];

/** Answers a route of `/account`: in the process that owns the state, or by asking that process. */
export type AnswerAccount = (
  route: AccountRoute,
  asker: Asker,
  given: {id: string; body: Record<string, unknown>},
) => Promise<unknown>;

/** By the state in this process. */
export function answerFrom(accounts: Accounts): AnswerAccount {
  return (route, asker, given) => route.run(accounts, asker, given);
}

/**
 * Adds the routes of `/account` to a server.
 * @param askerOf who a request comes from; undefined refuses it.
 */
export function addAccounts(
  server: FastifyInstance,
  answer: AnswerAccount,
  askerOf: (request: FastifyRequest) => Asker | undefined,
): void {
  const methods = new Map<string, string[]>();
  for (const route of accountRoutes) {
    const url = route.path.replace(/\{(\w+)\}/g, ':$1');
    server.route({
      method: route.method,
      url,
      config: {operation: route.name},
      exposeHeadRoute: route.method === 'GET',
      handler: async (request, reply) => {
        const asker = askerOf(request);
        if (asker === undefined || (route.isForAdmin && !asker.isAdmin)) {
          reply.header('WWW-Authenticate', 'Bearer');
          throw refusal(route);
        }
        const {id = ''} = request.params as {id?: string};
        if (route.path.includes('{id}') && !z.guid().safeParse(id).success)
          throw new GraphError('bad_request', `${JSON.stringify(id)} is not a UUID.`);
        const body = route.body === null ? {} : parseParams(route.body, bodyObject(request.body));
        const result = await answer(route, asker, {id, body});
        return reply
          .code(route.status)
          .header('Cache-Control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(result));
      },
    });
    methods.set(url, [...(methods.get(url) ?? []), ...(route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])]);
  }
  for (const [url, allowed] of methods) notAllowed(server, url, allowed);
}

/** A body may be left out where every field of it may. */
function bodyObject(body: unknown): unknown {
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body;
  throw new GraphError('validation_error', 'The body must be a JSON object.', {
    details: [{path: '', message: 'The body must be a JSON object.'}],
  });
}

function refusal({isForAdmin}: AccountRoute): GraphError {
  return new GraphError(
    'unauthorized',
    isForAdmin
      ? 'This needs an administrator key: biograph keys create --admin, on the machine of the server.'
      : 'This needs a key, as Authorization: Bearer KEY or X-API-Key: KEY.',
  );
}
