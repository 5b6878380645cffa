import {z} from 'zod';
import {GraphError} from '../../errors.ts';
import {timestamp, uuid} from '../../schema/entity.ts';
import {didYouMean} from '../../schema/envelope.ts';
import {kind} from '../../schema/kinds.ts';
import {named} from '../../schema/named.ts';
import {narrowing} from '../../schema/params.ts';
import type {Delivery, Slice, Webhook} from '../../state/webhook-table.ts';
import type {Dispatcher} from '../../webhooks/dispatcher.ts';
import {byId, SOME} from './by-id.ts';
import {type AccountRoute, type Accounts, type Asker, defineRoute} from './route.ts';

const {target, modality, mechanism, therapeutic_area, rollup: _, ...others} = narrowing;
const always = {target, modality, mechanism, therapeutic_area};

const only = (one: z.ZodOptional<z.ZodType<string | string[]>>) =>
  one
    .unwrap()
    .nullable()
    .describe(`Only this: ${one.description ?? ''}`);

/**
 * Filters of a subscription, which are those of lists. The first ones are always present, null if they match
 * everything; the others only if they were given.
 */
const filters = {
  ...Object.fromEntries(Object.entries(always).map(([name, one]) => [name, only(one).default(null)])),
  ...Object.fromEntries(Object.entries(others).map(([name, one]) => [name, only(one).optional()])),
};

const value = z.union([z.string(), z.array(z.string())]).nullable();

const webhook = named(
  'Webhook',
  z.object({
    id: uuid,
    url: z.string(),
    kind: kind.nullable(),
    ...Object.fromEntries(Object.keys(always).map((name) => [name, value])),
    ...Object.fromEntries(Object.keys(others).map((name) => [name, value.optional()])),
    status: z.enum(['active', 'disabled']),
    created_at: timestamp,
  }),
);

const withSecret = named('WebhookWithSecret', webhook.extend({secret: z.string()}));

const delivery = named(
  'Delivery',
  z.object({
    id: z.string(),
    type: z.string(),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    created_at: timestamp,
    next_attempt_at: timestamp.nullable(),
    last_attempt: z.object({at: timestamp, status: z.int().nullable(), error: z.string().nullable()}).nullable(),
  }),
);

const common = {isForAdmin: false, params: byId, example: SOME} as const;

export const webhookRoutes: readonly AccountRoute[] = [
  defineRoute({
    ...common,
    name: 'subscribe',
    command: 'webhooks subscribe',
    method: 'POST',
    path: '/account/webhooks',
    summary: 'Subscribe a URL to future changes in a part of the graph.',
    description:
      'A filter may name what no entity has yet; `did_you_mean` then names the filter, with values like it that some entity has.',
    status: 201,
    params: z.strictObject({
      url: z
        .string()
        .min(1)
        .max(2048)
        .describe('Absolute https URL, or http if the receiver has no TLS; its host must have a public address.'),
      kind: kind.nullable().default(null).describe('Only this kind.'),
      ...filters,
    }),
    result: named('Subscribed', withSecret.extend({did_you_mean: didYouMean})),
    example: {url: 'https://hooks.example.org/biograph', kind: 'trial', target: 'KRAS'},
    async run(accounts, {owner}, {url, ...filter}) {
      const dispatcher = dispatcherOf(accounts);
      const made = await dispatcher.subscribe(owner, url, filter as Slice);
      const unknown = await dispatcher.unknown(filter as Slice);
      const said = Object.keys(unknown).length === 0 ? {} : {did_you_mean: unknown};
      return {...view(accounts, made), secret: made.secret, ...said};
    },
  }),
  defineRoute({
    ...common,
    name: 'listWebhooks',
    command: 'webhooks list',
    method: 'GET',
    path: '/account/webhooks',
    summary: 'Your webhooks, oldest first; all webhooks for an administrator key.',
    params: z.strictObject({}),
    example: {},
    result: z.object({count: z.int(), webhooks: z.array(webhook)}),
    rows: 'webhooks',
    async run(accounts, asker) {
      const own = accounts.webhooks.list().filter((one) => isOf(one, asker));
      return {count: own.length, webhooks: own.map((one) => view(accounts, one))};
    },
  }),
  defineRoute({
    ...common,
    name: 'getWebhook',
    command: 'webhooks get',
    method: 'GET',
    path: '/account/webhooks/{id}',
    summary: 'One webhook.',
    result: webhook,
    async run(accounts, asker, {id}) {
      return view(accounts, find(accounts, asker, id));
    },
  }),
  defineRoute({
    ...common,
    name: 'deleteWebhook',
    command: 'webhooks delete',
    method: 'DELETE',
    path: '/account/webhooks/{id}',
    summary: 'Delete a webhook; messages not yet delivered are dropped.',
    result: webhook,
    async run(accounts, asker, {id}) {
      const gone = view(accounts, find(accounts, asker, id));
      await accounts.webhooks.remove(id);
      return gone;
    },
  }),
  defineRoute({
    ...common,
    name: 'testWebhook',
    command: 'webhooks test',
    method: 'POST',
    path: '/account/webhooks/{id}/test',
    summary: 'Send a message of type webhook.test without rows, to test the receiver.',
    status: 202,
    result: delivery,
    async run(accounts, asker, {id}) {
      const made = await dispatcherOf(accounts).test(active(accounts, asker, id));
      if (made === undefined) throw new Error('No message was queued');
      return viewDelivery(made);
    },
  }),
  defineRoute({
    ...common,
    name: 'listDeliveries',
    command: 'webhooks deliveries',
    method: 'GET',
    path: '/account/webhooks/{id}/deliveries',
    summary: 'Messages in delivery and the last 100 finished ones, newest first.',
    result: z.object({count: z.int(), deliveries: z.array(delivery)}),
    rows: 'deliveries',
    async run(accounts, asker, {id}) {
      const list = accounts.webhooks.deliveries(find(accounts, asker, id).id).map(viewDelivery);
      return {count: list.length, deliveries: list};
    },
  }),
  defineRoute({
    ...common,
    name: 'replay',
    command: 'webhooks replay',
    method: 'POST',
    path: '/account/webhooks/{id}/replay',
    summary: 'Send again everything after a cursor of the change feed.',
    status: 202,
    params: byId.extend({
      after: z.string().min(1).max(2000).describe('`data.cursor` of a delivery, or `next_cursor` of /v1/changes.'),
    }),
    result: webhook,
    example: {...SOME, after: 'CURSOR'},
    async run(accounts, asker, {id, after}) {
      const found = active(accounts, asker, id);
      await dispatcherOf(accounts).replay(found, after);
      return view(accounts, found);
    },
  }),
  defineRoute({
    ...common,
    name: 'rotateSecret',
    command: 'webhooks rotate',
    method: 'POST',
    path: '/account/webhooks/{id}/rotate',
    summary: 'Give a webhook a new secret; for one day messages are signed with both.',
    result: withSecret,
    async run(accounts, asker, {id}) {
      const found = await accounts.webhooks.rotate(find(accounts, asker, id).id);
      if (found === undefined) throw missing(id);
      return {...view(accounts, found), secret: found.secret};
    },
  }),
];

function isOf({owner}: Webhook, asker: Asker): boolean {
  return asker.isAdmin || owner === asker.owner;
}

function find({webhooks}: Accounts, asker: Asker, id: string): Webhook {
  const found = webhooks.get(id);
  // Another caller's webhook counts as missing, so that ids cannot be probed.
  if (found === undefined || !isOf(found, asker)) throw missing(id);
  return found;
}

function active(accounts: Accounts, asker: Asker, id: string): Webhook {
  const found = find(accounts, asker, id);
  if (isActive(accounts, found)) return found;
  throw new GraphError(
    'bad_request',
    'This webhook is disabled: its receiver answered 410, or its key was revoked. Subscribe again.',
  );
}

function isActive({dispatcher}: Accounts, found: Webhook): boolean {
  return dispatcher?.isActive(found) ?? found.status === 'active';
}

function missing(id: string): GraphError {
  return new GraphError('not_found', `There is no webhook ${id}. List them with GET /account/webhooks.`);
}

function dispatcherOf({dispatcher}: Accounts): Dispatcher {
  if (dispatcher !== undefined) return dispatcher;
  throw new GraphError(
    'unavailable',
    'No server is running with this state folder, so nothing can be sent. Start one with biograph serve.',
  );
}

function view(accounts: Accounts, found: Webhook): z.output<typeof webhook> {
  const {id, url, filter, created_at} = found;
  const status = isActive(accounts, found) ? 'active' : 'disabled';
  return {id, url, ...(filter as typeof filter & {kind: z.output<typeof kind> | null}), status, created_at};
}

function viewDelivery({webhook: _, ...rest}: Delivery): z.output<typeof delivery> {
  return rest;
}
