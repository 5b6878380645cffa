import {mkdtempSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Webhook as Verifier} from 'standardwebhooks';
import {afterEach, describe, expect, it} from 'vitest';
import {type DispatcherOptions, openAccounts, openGraph} from '../../src/index.ts';
import {ok, type Received, receiver} from '../helpers/receiver.ts';
import {idOf, Releases} from '../helpers/releases.ts';
import {listen} from '../helpers/server.ts';
import {until} from '../helpers/until.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** What the routes answer, as far as it is looked at here. */
interface Json {
  id: string;
  secret: string;
  status: string;
  count: number;
  attempts: number;
  deliveries: Json[];
}

async function world(options: DispatcherOptions = {}) {
  const releases = new Releases();
  await releases.release({1: {target: 'KRAS'}, 2: {target: 'EGFR'}, 3: {target: null}, 4: {target: 'KRAS'}});
  const state = mkdtempSync(join(tmpdir(), 'biograph-webhooks-'));
  const graph = await openGraph(releases.store, {refresh: 0});
  const accounts = await openAccounts(state);
  accounts.serve(graph, {allow: ['127.0.0.0/8'], pause: 20, delays: [30, 30, 30], ...options});
  const {url, close} = await listen(graph, {accounts, openAccount: true});
  closing.push(
    () => graph.close(),
    () => accounts.close(),
    close,
  );
  const ask = async (method: string, path: string, body?: unknown, key?: string) => {
    const response = await fetch(`${url}/account/webhooks${path}`, {
      method,
      headers: {
        ...(body !== undefined && {'content-type': 'application/json'}),
        ...(key !== undefined && {'x-api-key': key}),
      },
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    return {status: response.status, json: (await response.json()) as Json};
  };
  return {releases, graph, accounts, state, url, ask};
}

async function listening(answer = ok as Parameters<typeof receiver>[0]) {
  const made = await receiver(answer);
  closing.push(made.close);
  return made;
}

/** Every message so far is what the library of the standard takes for signed, and no message has more rows than it may. */
function verified(all: readonly Received[], secret: string): string[] {
  return all.flatMap(({body, headers, message}) => {
    new Verifier(secret).verify(body, headers as Record<string, string>);
    expect(headers['content-type']).toBe('application/json');
    expect(message.data.changes.length).toBeLessThanOrEqual(200);
    return message.data.changes.map((row) => `${message.type} ${Number(String(row.id).slice(-12))}`);
  });
}

describe('a subscription', () => {
  it('gets signed rows of its slice, as they were or as they are', async () => {
    const {releases, graph, ask} = await world();
    const {all, url} = await listening();
    const made = await ask('POST', '', {url, target: 'kras', kind: 'product'});
    expect(made.status).toBe(201);
    const {secret, ...view} = made.json;
    expect(view).toEqual({
      id: expect.any(String),
      url,
      kind: 'product',
      target: 'kras',
      modality: null,
      mechanism: null,
      therapeutic_area: null,
      status: 'active',
      created_at: expect.stringMatching(/Z$/),
    });
    expect(secret).toMatch(/^whsec_/);
    expect((await ask('GET', '')).json).toEqual({count: 1, webhooks: [view]});
    expect((await ask('GET', `/${made.json.id}`)).json).toEqual(view);

    // 1 leaves the slice, 2 comes into it, 3 is never in it, 4 is merged away.
    await releases.release({1: {target: 'ALK'}, 2: {target: 'KRAS'}, 3: {target: 'ALK'}, 4: {into: 2}});
    await until(() => all.length === 2);
    expect(verified(all, secret).sort()).toEqual(['entity.merged 4', 'entity.upsert 1', 'entity.upsert 2']);
    const {message} = all.find((one) => one.message.type === 'entity.upsert') as Received;
    const feed = await graph.changes({since: '2026-01-02'});
    expect(message.data.changes).toEqual(feed.changes.filter(({id}) => [idOf(1), idOf(2)].includes(id)));
    expect(Date.parse(message.timestamp)).toBeGreaterThan(Date.now() - 60_000);
    // The receiver can go on by itself from the cursor it was given.
    expect((await graph.changes({after: message.data.cursor})).count).toBe(0);

    // 1 is outside now and was outside before: no message.
    await releases.release({1: {target: 'EGFR'}, 4: {removed: true}, 5: {target: 'KRAS'}});
    await until(() => all.length === 3);
    expect(verified(all.slice(2), secret)).toEqual(['entity.upsert 5']);
    const {json} = await until(async () => {
      const found = await ask('GET', `/${view.id}/deliveries`);
      return JSON.stringify(found.json).includes('pending') ? undefined : found;
    });
    expect(json.count).toBe(3);
    expect(json.deliveries.every(({status, attempts}) => status === 'delivered' && attempts === 1)).toBe(true);
  });

  it('takes the filters of lists, several values of one too, and says those that were given', async () => {
    const {releases, ask} = await world();
    const {all, url} = await listening();
    const filter = {target: ['KRAS', 'ALK'], date_to: null, organization: 'nobody bears this'};
    expect((await ask('POST', '', {url, ...filter, organization: undefined})).json).toMatchObject({
      target: ['KRAS', 'ALK'],
    });
    const empty = await ask('POST', '', {url, ...filter, year: '1999'});
    expect(empty.json).toMatchObject({target: ['KRAS', 'ALK'], organization: 'nobody bears this', year: '1999'});
    expect((await ask('POST', '', {url, year: 'soon'})).status).toBe(422);
    await releases.release({1: {target: 'ALK'}, 2: {target: 'KRAS'}, 3: {target: 'EGFR'}});
    await until(() => all.length === 1);
    expect(
      all.flatMap(({message}) => message.data.changes.map((row) => Number(String(row.id).slice(-12)))).sort(),
    ).toEqual([1, 2]);
  });

  it('without a filter gets everything, 200 rows a message', async () => {
    const {releases, ask} = await world();
    const {all, url} = await listening();
    const {secret} = (await ask('POST', '', {url})).json;
    await releases.release(Object.fromEntries(Array.from({length: 450}, (_, n) => [n + 10, {target: 'ALK'}])));
    await until(() => all.length === 3);
    expect(new Set(verified(all, secret)).size).toBe(450);
  });

  it('is tried again by the schedule, with one id, until it is taken or given up', async () => {
    const {releases, ask, state} = await world();
    let failures = 2;
    const {all, url} = await listening((_, response) => response.writeHead(failures-- > 0 ? 500 : 204).end());
    const {id, secret} = (await ask('POST', '', {url})).json;
    await releases.release({1: {target: 'ALK'}});
    await until(() => all.length === 3);
    expect(new Set(all.map(({headers}) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(all.map(({body}) => body)).size).toBe(1);
    verified(all, secret);
    const settled = await until(async () => {
      const [first] = (await ask('GET', `/${id}/deliveries`)).json.deliveries;
      return first?.status === 'delivered' ? first : undefined;
    });
    expect(settled).toMatchObject({attempts: 3, next_attempt_at: null, last_attempt: {status: 204, error: null}});
    failures = 99;
    await releases.release({1: {target: 'EGFR'}});
    const lost = await until(async () => {
      const [first] = (await ask('GET', `/${id}/deliveries`)).json.deliveries;
      return first?.status === 'failed' ? first : undefined;
    });
    expect(lost).toMatchObject({attempts: 4, last_attempt: {status: 500}});
    expect((await ask('GET', `/${id}`)).json.status).toBe('active');
    await until(() => readdirSync(join(state, 'deliveries')).length === 0);
  });

  it('takes a redirect for a failure, and 410 for good-bye', async () => {
    const {releases, ask} = await world({delays: []});
    const other = await listening();
    const moved = await listening((_, response) => response.writeHead(302, {location: other.url}).end());
    const gone = await listening((_, response) => response.writeHead(410).end());
    const first = (await ask('POST', '', {url: moved.url})).json;
    const second = (await ask('POST', '', {url: gone.url})).json;
    await releases.release({1: {target: 'ALK'}});
    await until(async () => (await ask('GET', `/${second.id}`)).json.status === 'disabled');
    await until(async () => JSON.stringify((await ask('GET', `/${first.id}/deliveries`)).json).includes('"failed"'));
    expect((await ask('GET', `/${first.id}`)).json.status).toBe('active');
    await releases.release({1: {target: 'EGFR'}});
    await until(() => moved.all.length === 2);
    expect(gone.all).toHaveLength(1);
    expect(other.all).toHaveLength(0);
    expect((await ask('POST', `/${second.id}/test`)).status).toBe(400);
  });

  it('can be tried, replayed from a cursor, rotated and deleted', async () => {
    const {releases, graph, ask} = await world();
    const {all, url} = await listening();
    const {id, secret} = (await ask('POST', '', {url, target: 'KRAS'})).json;
    expect(await ask('POST', `/${id}/test`)).toMatchObject({status: 202, json: {type: 'webhook.test', attempts: 0}});
    await until(() => all.length === 1);
    expect(all[0]?.message).toMatchObject({type: 'webhook.test', data: {changes: []}});

    const start = (await graph.changes({since: '2026-01-02'})).next_cursor;
    await releases.release({2: {target: 'KRAS'}, 3: {target: 'ALK'}});
    await until(() => all.length === 2);
    expect((await ask('POST', `/${id}/replay`, {after: start})).status).toBe(202);
    await until(() => all.length === 3);
    expect(verified(all.slice(1), secret)).toEqual(['entity.upsert 2', 'entity.upsert 2']);
    expect(all[2]?.headers['webhook-id']).not.toBe(all[1]?.headers['webhook-id']);
    expect((await ask('POST', `/${id}/replay`, {after: 'rubbish'})).status).toBe(400);
    expect((await ask('POST', `/${id}/replay`, {})).status).toBe(422);

    const rotated = (await ask('POST', `/${id}/rotate`)).json.secret;
    expect(rotated).not.toBe(secret);
    await releases.release({2: {target: 'ALK'}});
    await until(() => all.length === 4);
    for (const one of [secret, rotated]) verified(all.slice(3), one);
    expect(() => verified(all.slice(3), 'whsec_AAAA')).toThrow();

    expect((await ask('DELETE', `/${id}`)).status).toBe(200);
    expect((await ask('GET', `/${id}`)).status).toBe(404);
    expect((await ask('DELETE', `/${id}`)).status).toBe(404);
    expect((await ask('GET', '')).json.count).toBe(0);
  });

  it('replayed, hears of what is gone as well: all of it without a filter, else what was in its slice', async () => {
    const {releases, graph, ask} = await world();
    // 1 and 4 are in the slice when they go, 3 is not; 6 was gone before there was a generation that could tell.
    await releases.release({1: {into: 2}, 3: {into: 2}, 4: {removed: true}, 6: {into: 2}});
    const start = (await graph.changes({since: '1990-01-01', limit: 1})).next_cursor;
    const all = await listening();
    const slice = await listening();
    const kind = await listening();
    const made = await ask('POST', '', {url: all.url});
    const filtered = await ask('POST', '', {url: slice.url, target: 'KRAS'});
    const others = await ask('POST', '', {url: kind.url, kind: 'trial'});
    for (const {json} of [made, filtered, others]) await ask('POST', `/${json.id}/replay`, {after: start});
    await until(() => all.all.length === 1 && slice.all.length === 1);
    expect(verified(all.all, made.json.secret).sort()).toEqual([1, 3, 4, 6].map((number) => `entity.merged ${number}`));
    expect(verified(slice.all, filtered.json.secret).sort()).toEqual(
      [1, 4, 6].map((number) => `entity.merged ${number}`),
    );
    await ask('POST', `/${others.json.id}/test`);
    await until(() => kind.all.length === 1);
    expect(kind.all[0]?.message.type).toBe('webhook.test');
  });

  it('keeps its place whatever key cursors are signed with, and shows cursors of the key in force', async () => {
    const {releases, ask, graph, accounts, state} = await world();
    const {all, url} = await listening();
    await ask('POST', '', {url});
    for (const close of closing.splice(0, 3).reverse()) await close();
    expect(accounts.webhooks.list()).toHaveLength(1);
    const again = await openGraph(releases.store, {refresh: 0, cursorKey: 'ab'.repeat(32)});
    const taken = await openAccounts(state);
    taken.serve(again, {allow: ['127.0.0.0/8'], pause: 20});
    closing.push(
      () => again.close(),
      () => taken.close(),
    );
    await releases.release({9: {target: 'ALK'}});
    await until(() => all.length === 1);
    expect(all[0]?.message.data.changes.map(({id}) => id)).toEqual([idOf(9)]);
    const after = String(all[0]?.message.data.cursor);
    expect((await again.changes({after})).count).toBe(0);
    await using own = await openGraph(graph.source.store);
    await expect(own.changes({after})).rejects.toMatchObject({code: 'bad_request'});
  });

  it('begins with the other graph when the store is given one', async () => {
    const {releases, ask} = await world();
    const {all, url} = await listening();
    await ask('POST', '', {url});
    await releases.release({9: {target: 'ALK'}});
    await until(() => all.length === 1);
    const other = new Releases('33333333-3333-4333-8333-333333333333', releases.store);
    await other.release({70: {target: 'X'}, 71: {target: 'Y'}});
    await until(() => all.length === 2);
    expect(all[1]?.message.data.changes.map(({id}) => id)).toEqual([idOf(70), idOf(71)]);
  });
});

describe('what cannot be subscribed', () => {
  it('is refused by name', async () => {
    const {ask} = await world({allow: []});
    for (const body of [
      {},
      {url: 'x'},
      {url: 7},
      {url: `https://example.org/${'x'.repeat(2048)}`},
      {url: 'http://127.0.0.1:9000/'},
      {url: 'http://localhost/'},
      {url: 'ftp://example.org/'},
      {url: 'https://u:p@example.org/'},
      {url: 'https://8.8.8.8/', kind: 'planet'},
      {url: 'https://8.8.8.8/', targt: 'KRAS'},
      {url: 'https://8.8.8.8/', target: ''},
    ]) {
      const {status, json} = await ask('POST', '', body);
      expect(status, JSON.stringify(body)).toBe(422);
      expect(json).toMatchObject({error: {code: 'validation_error', details: expect.any(Array)}});
    }
    expect((await ask('GET', '')).json.count).toBe(0);
  });

  it('belongs to its key, and ends with it', async () => {
    const {accounts, graph, releases} = await world();
    const {url, close} = await listen(graph, {accounts});
    closing.push(close);
    const {all, url: to} = await listening();
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => accounts.keys.create({name, tier: 'pro', admin: false})),
    );
    const ask = async (method: string, path: string, key: string | undefined, body?: object) =>
      fetch(`${url}/account/webhooks${path}`, {
        method,
        headers: {...(key && {'x-api-key': key}), ...(body && {'content-type': 'application/json'})},
        ...(body && {body: JSON.stringify(body)}),
      });
    expect((await ask('POST', '', undefined, {url: to})).status).toBe(401);
    const {id} = (await (await ask('POST', '', one?.key, {url: to})).json()) as Json;
    expect((await ask('GET', `/${id}`, one?.key)).status).toBe(200);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate'],
      ['GET', '/deliveries'],
    ] as const)
      expect((await ask(method, `/${id}${path}`, two?.key)).status).toBe(404);
    expect(await (await ask('GET', '', two?.key)).json()).toEqual({count: 0, webhooks: []});
    await accounts.keys.revoke(one?.id ?? '');
    await releases.release({1: {target: 'ALK'}});
    const watch = await listening();
    await ask('POST', '', two?.key, {url: watch.url});
    await releases.release({1: {target: 'EGFR'}});
    await until(() => watch.all.length === 1);
    expect(all).toHaveLength(0);
  });
});
