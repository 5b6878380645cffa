import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Received} from '../helpers/receiver.ts';
import {idOf} from '../helpers/releases.ts';
import {until} from '../helpers/until.ts';
import {listening, verified, world} from '../helpers/webhooks.ts';

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

  it('is tried again by the schedule, with one id, until it is taken or given up', {tags: ['long']}, async () => {
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

  it('takes a redirect for a failure, and 410 for good-bye', {tags: ['long']}, async () => {
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
});
