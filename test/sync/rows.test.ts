import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openGraph} from '../../src/index.ts';
import {createSnapshot} from '../../src/snapshot/create.ts';
import {syncStore} from '../../src/sync/sync.ts';
import {serveWorld, type World} from '../helpers/upstream.ts';
import {newStore, quick} from './helpers.ts';

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

/** A store that followed a service with these entities. */
async function followed(rows: ({kind: string} & Record<string, unknown>)[]): Promise<string> {
  const entities: World['entities'] = new Map(
    rows.map((row, n) => [
      idOf(n),
      {id: idOf(n), name: `n${n}`, slug: `n${n}`, updated_at: '2026-01-05T00:00:00.000Z', ...row},
    ]),
  );
  const server = await serveWorld({entities, edges: []});
  const store = newStore();
  try {
    expect(await syncStore({store, from: server.url, ...quick})).toMatchObject({applied: true});
  } finally {
    await server.close();
  }
  return store;
}

const snapshotOf = (store: string) =>
  createSnapshot({store, out: join(mkdtempSync(join(tmpdir(), 'biograph-rows-')), 'snapshot')});

describe('rows of a service', () => {
  it('keep of each text what a snapshot may hold, and of a closed list what is on it', async () => {
    const store = await followed([
      {
        kind: 'company',
        name: 'Half \ud800 a\u0000 letter\u0007',
        product: {family: 'weapon'},
        attributes: {note: 'a \\u0000 in a text', 'k\u0000ey': ['x\u0001', {deep: '\udc00'}], __proto__: 'x'},
      },
      {kind: 'company', product: {family: 'therapeutic'}},
    ]);
    await snapshotOf(store);
    await using graph = await openGraph(store);
    const [first, second] = await Promise.all([graph.entity(idOf(0)), graph.entity(idOf(1))]);
    expect(first).toMatchObject({
      name: 'Half \ufffd a letter',
      attributes: {note: 'a \\u0000 in a text', key: ['x', {deep: '\ufffd'}]},
    });
    expect(first.product ?? null).toBeNull();
    expect(second.product).toMatchObject({family: 'therapeutic'});
  }, 60_000);

  it('say of grants no sum that JSON cannot', async () => {
    const grant = {kind: 'funding_event', funding: {date: '2026-01-05', amount_usd: 1e308, is_grant: true}};
    await using graph = await openGraph(await followed([grant, grant]));
    expect((await graph.fundingAnalytics({})).totals).toMatchObject({deals: 2, amount_usd: Number.MAX_VALUE});
  }, 60_000);

  it('are the same entities where their ids are written in capitals', async () => {
    const shouted = (n: number) => `ABCDEF00-0000-4000-8000-00000000000${n}`;
    const row = (n: number) => ({id: shouted(n), kind: 'company', name: `n${n}`, slug: `n${n}`});
    const updated_at = '2026-01-05T00:00:00.000Z';
    const entities: World['entities'] = new Map([
      [shouted(1), {...row(1), updated_at}],
      [shouted(2), {...row(2), updated_at}],
      [shouted(3), {...row(3), updated_at, op: 'merged', merged_into: shouted(1)}],
    ]);
    const edges = [{source: shouted(1), relation: 'subsidiary_of', target: shouted(2), observed_at: null}];
    const server = await serveWorld({entities, edges});
    const store = newStore();
    expect(await syncStore({store, from: server.url, ...quick})).toMatchObject({upserts: 2, merged: 1, skipped: 0});
    await server.close();
    await using graph = await openGraph(store);
    expect((await graph.entity(shouted(3))).id).toBe(shouted(1).toLowerCase());
    expect((await graph.edges(shouted(1))).edges.map(({neighbor}) => neighbor.id)).toEqual([shouted(2).toLowerCase()]);
  }, 60_000);

  it('that say badly into what they were merged, or what was done, are settled by asking', async () => {
    const updated_at = '2026-01-05T00:00:00.000Z';
    const row = (n: number) => ({id: idOf(n), kind: 'company', name: `n${n}`, slug: `n${n}`, updated_at});
    const here = [1, 2, 3, 4];
    const entities: World['entities'] = new Map(here.map((n) => [idOf(n), row(n)]));
    const changes = [
      {...row(1), op: 'merged', merged_into: 'not-a-uuid'},
      {...row(2), op: 'merged', merged_into: 7},
      {...row(3), op: 'merged'},
      {...row(4), op: 'weird', name: 'Weird', edges: []},
      {...row(5), op: 'merged'},
      {...row(6), op: 'merged', merged_into: null},
    ];
    const server = await serveWorld(
      {entities, edges: []},
      {
        mood: ({url}) =>
          url?.includes('/changes') === true
            ? {status: 200, body: JSON.stringify({changes: url.includes('after=') ? [] : changes, next_cursor: null})}
            : undefined,
      },
    );
    const store = newStore();
    try {
      await syncStore({store, from: server.url, ...quick});
    } finally {
      await server.close();
    }
    await using graph = await openGraph(store);
    for (const n of here) expect((await graph.entity(idOf(n))).name).toBe(`n${n}`);
    for (const n of [5, 6]) await expect(graph.entity(idOf(n))).rejects.toThrow();
  }, 60_000);

  it('that were merged keep the name and slug they had, where the row states none', async () => {
    const entity = (n: number) => ({
      id: idOf(n),
      kind: 'company',
      name: `n${n}`,
      slug: `slug-${n}`,
      updated_at: `2026-01-0${n}T00:00:00.000Z`,
    });
    const gone = (n: number, into: number | null) => ({
      id: idOf(n),
      kind: 'company',
      op: 'merged',
      updated_at: '2026-02-01T00:00:00.000Z',
      merged_into: into === null ? null : idOf(into),
    });
    const entities: World['entities'] = new Map([1, 2, 3, 4].map((n) => [idOf(n), entity(n)]));
    // The fourth is merged in the run that brings it, the second and third in one after it, the fifth was never seen.
    let changes: unknown[] = [...[1, 2, 3, 4].map(entity), gone(4, 1)];
    const server = await serveWorld(
      {entities, edges: []},
      {
        mood: ({url}) =>
          url?.includes('/changes') === true
            ? {status: 200, body: JSON.stringify({changes, next_cursor: null})}
            : undefined,
      },
    );
    const store = newStore();
    await syncStore({store, from: server.url, ...quick});
    changes = [gone(2, 1), gone(3, null), gone(5, null)];
    await syncStore({store, from: server.url, ...quick});
    await server.close();
    await using graph = await openGraph(store);
    for (const n of [1, 2, 4]) expect((await graph.entity(`company/slug-${n}`)).id).toBe(idOf(1));
    const rows = (await graph.changes({since: '2000-01-01', limit: 200})).changes;
    expect(Object.fromEntries(rows.map(({id, name, slug}) => [id, [name, slug]]))).toEqual({
      ...Object.fromEntries([1, 2, 3, 4].map((n) => [idOf(n), [`n${n}`, `slug-${n}`]])),
      [idOf(5)]: [idOf(5), idOf(5)],
    });
  }, 60_000);

  it('are counted where they are none', async () => {
    const server = await serveWorld(
      {entities: new Map(), edges: []},
      {
        mood: ({url}) =>
          url?.includes('since=') === true
            ? {status: 200, body: JSON.stringify({changes: [null, 5, [], 'x'], next_cursor: '1'})}
            : undefined,
      },
    );
    expect(await syncStore({store: newStore(), from: server.url, ...quick})).toMatchObject({rows: 4, skipped: 4});
    await server.close();
  }, 60_000);
});
