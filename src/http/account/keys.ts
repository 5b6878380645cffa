import {z} from 'zod';
import {GraphError} from '../../errors.ts';
import {timestamp, uuid} from '../../schema/entity.ts';
import {named} from '../../schema/named.ts';
import {TIERS} from '../../state/keys.ts';
import {byId, SOME} from './by-id.ts';
import {type AccountRoute, defineRoute} from './route.ts';

const key = named(
  'Key',
  z.object({
    id: uuid,
    name: z.string(),
    tier: z.enum(TIERS),
    admin: z.boolean(),
    created_at: timestamp,
    revoked_at: timestamp.nullable(),
  }),
);

export const keyRoutes: readonly AccountRoute[] = [
  defineRoute({
    name: 'createKey',
    command: 'keys create',
    method: 'POST',
    path: '/account/keys',
    summary: 'Create a key, which is shown in this answer and never again.',
    status: 201,
    isForAdmin: true,
    params: z.strictObject({
      name: z
        .string()
        .min(1)
        .max(120)
        .default('API key')
        .describe('A label, at most 120 characters; default `API key`.'),
      tier: z.enum(TIERS).default('free').describe('Tier that sets its limits: free or pro; default free.'),
      admin: z
        .boolean()
        .default(false)
        .describe(
          'Whether it may create and revoke keys; only the command line on the server’s machine can create such a key.',
        ),
    }),
    result: key.extend({key: z.string()}),
    example: {name: 'Ada’s notebook', tier: 'pro'},
    hint: 'Save the key now: it is not shown again.',
    async run({keys}, asker, given) {
      if (given.admin && asker.isLocal !== true) {
        const message = 'Create administrator keys on the server’s machine: biograph keys create --admin.';
        throw new GraphError('validation_error', `admin: ${message}`, {details: [{path: 'admin', message}]});
      }
      return keys.create(given);
    },
  }),
  defineRoute({
    name: 'listKeys',
    command: 'keys list',
    method: 'GET',
    path: '/account/keys',
    summary: 'All keys, including revoked ones, oldest first; without the secrets themselves.',
    isForAdmin: true,
    params: z.strictObject({}),
    result: z.object({count: z.int(), keys: z.array(key)}),
    rows: 'keys',
    async run({keys}) {
      const list = keys.list();
      return {count: list.length, keys: list};
    },
  }),
  defineRoute({
    name: 'revokeKey',
    command: 'keys revoke',
    method: 'DELETE',
    path: '/account/keys/{id}',
    summary: 'Revoke a key, immediately and permanently.',
    isForAdmin: true,
    params: byId,
    example: SOME,
    result: key,
    async run({keys}, _asker, {id}) {
      const revoked = await keys.revoke(id);
      if (revoked === undefined)
        throw new GraphError('not_found', `There is no key ${id}. List them with GET /account/keys.`);
      return revoked;
    },
  }),
];
