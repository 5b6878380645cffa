import {describe, expect, it} from 'vitest';
import {openAccounts, openGraph} from '../../src/index.ts';
import {idOf, Releases} from '../helpers/releases.ts';
import {until} from '../helpers/until.ts';
import {closing, listening, verified, world} from '../helpers/webhooks.ts';

describe('a subscription that is managed', () => {
  it('says what of its filters nothing has yet, and takes them', async () => {
    const {ask} = await world();
    const {url} = await listening();
    const subscribe = async (filter: object) => (await ask('POST', '', {url, ...filter})).json.did_you_mean;
    expect(await subscribe({target: 'KRASS'})).toEqual({target: ['KRAS']});
    expect(await subscribe({target: 'Something new', status: 'unheard of'})).toEqual({target: [], status: []});
    expect(await subscribe({target: 'kras', kind: 'trial'})).toBeUndefined();
    expect(await subscribe({})).toBeUndefined();
    // It is no part of the subscription, and no closed list is opened.
    expect(Object.keys((await ask('GET', '')).json)).toEqual(['count', 'webhooks']);
    expect((await ask('POST', '', {url, kind: 'planet'})).status).toBe(422);
  });

  it('can be tried, replayed from a cursor, rotated and deleted', {tags: ['long']}, async () => {
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

  it('replayed, hears of what is gone as well: all of it without a filter, else what was in its slice', {
    tags: ['long'],
  }, async () => {
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

  it('keeps its place whatever key cursors are signed with, and shows cursors of the key in force', {
    tags: ['long'],
  }, async () => {
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

  it('begins with the other graph when the store is given one', {tags: ['long']}, async () => {
    const {releases, ask} = await world();
    const {all, url} = await listening();
    await ask('POST', '', {url});
    await releases.release({9: {target: 'ALK'}});
    await until(() => all.length === 1);
    const other = new Releases('33333333-3333-4333-8333-333333333333', releases.store, 5);
    await other.release({70: {target: 'X'}, 71: {target: 'Y'}});
    await until(() => all.length === 2);
    expect(all[1]?.message.data.changes.map(({id}) => id)).toEqual([idOf(70), idOf(71)]);
  });
});
