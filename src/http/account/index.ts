import type {FastifyInstance, FastifyRequest} from 'fastify';
import {z} from 'zod';
import {bodySchema} from '../../endpoint.ts';
import {GraphError} from '../../errors.ts';
import {parseParams} from '../../schema/check.ts';
import {addEndpoints, bodyObject} from '../endpoints.ts';
import {keyRoutes} from './keys.ts';
import type {AccountRoute, Accounts, Asker} from './route.ts';
import {webhookRoutes} from './webhooks.ts';

/** Every route of `/account`. */
export const accountRoutes: readonly AccountRoute[] = [...keyRoutes, ...webhookRoutes];

/** What a body may hold where a route takes none. */
const NO_FIELDS = z.strictObject({});

/** Answers a route of `/account`: in the process that owns the state, or by asking that process. */
export type AnswerAccount = (route: AccountRoute, asker: Asker, params: Record<string, unknown>) => Promise<unknown>;

/** From the state in this process. */
export function answerFrom(accounts: Accounts): AnswerAccount {
  return (route, asker, params) => route.run(accounts, asker, params);
}

/**
 * Adds the routes of `/account` to a server.
 * @param askerOf Returns the caller of a request; undefined refuses it.
 */
export function addAccounts(
  server: FastifyInstance,
  answer: AnswerAccount,
  askerOf: (request: FastifyRequest) => Asker | undefined,
): void {
  addEndpoints(server, accountRoutes, (route) => {
    const schema = bodySchema(route) ?? NO_FIELDS;
    return async (request, reply) => {
      const asker = askerOf(request);
      if (asker === undefined || (route.isForAdmin && !asker.isAdmin)) {
        reply.header('WWW-Authenticate', 'Bearer');
        throw refusal(route);
      }
      const path = pathOf(request);
      // The body may be omitted if all its fields are optional.
      const body = parseParams(schema, bodyObject(request.body ?? {}));
      const result = await answer(route, asker, {...body, ...path});
      return reply
        .code(route.status ?? 200)
        .header('Cache-Control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(result));
    };
  });
}

/** @throws GraphError `bad_request` if the id is malformed. */
function pathOf({params}: FastifyRequest): {id?: string} {
  const {id} = params as {id?: string};
  if (id === undefined) return {};
  if (!z.guid().safeParse(id).success) throw new GraphError('bad_request', `${JSON.stringify(id)} is not a UUID.`);
  return {id: id.toLowerCase()};
}

function refusal({isForAdmin}: AccountRoute): GraphError {
  return new GraphError(
    'unauthorized',
    isForAdmin
      ? 'This needs an administrator key: run biograph keys create --admin on the server’s machine.'
      : 'This needs a key, as Authorization: Bearer KEY or X-API-Key: KEY.',
  );
}
