import {existsSync, mkdirSync, mkdtempSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openGraph} from '../../src/index.ts';
import {syncStore} from '../../src/sync/sync.ts';
import {biograph} from '../helpers/command.ts';
import {type Manner, serveWorld, type World} from '../helpers/upstream.ts';
import {newStore, quick} from './helpers.ts';

const id = (n: number) => `6000000${n}-0000-4000-8000-000000000000`;
const DATE = '2026-01-05T00:00:00.000Z';

type Row = Record<string, unknown> & {kind: string};

/** A service with these entities, numbered from 1. */
function worldOf(...rows: Row[]): World {
  return {
    entities: new Map(
      rows.map((row, index) => {
        const n = index + 1;
        return [id(n), {id: id(n), name: `Name ${n}`, slug: `name-${n}`, updated_at: DATE, ...row}];
      }),
    ),
    edges: [],
  };
}

/** What a run says, and the store that it made or changed. */
async function follow(world: World, manner: Manner = {}, store = newStore()) {
  const server = await serveWorld(world, manner);
  try {
    return {store, report: await syncStore({store, from: server.url, ...quick})};
  } finally {
    await server.close();
  }
}

/** Answers what is given for one address. */
const instead =
  (path: string, body: unknown): NonNullable<Manner['mood']> =>
  ({url}) =>
    url === path ? {status: 200, body: JSON.stringify(body)} : undefined;

describe('a confidence outside 0 to 1', () => {
  it('is unknown, wherever it is', async () => {
    const fields = [7, -1, 0.5].map((confidence, n) => ({field: `f${n}`, source: 's', confidence}));
    const world = worldOf(
      {
        kind: 'product',
        moa: {target: 'CD19', modality: 'antibody', confidence: 7},
        pos: {probability: 3, phase: 'phase 1', basis: 'x'},
        attributes: {indications: [{label: 'a', confidence: 2}, {label: 'b', confidence: 1}, {label: 'c'}, 'd']},
        provenance: {source: 's', identity_confidence: 1.5, fields},
      },
      {kind: 'product', moa: {target: 'CD19', modality: 'antibody', confidence: 0.9}},
    );
    const edge = {
      relation: 'targets',
      direction: 'in',
      observed_at: null,
      neighbor: {id: id(1)},
      source: 's',
      confidence: 9,
    };
    const {store} = await follow(world, {
      mood: instead(`/v1/entities/${id(2)}/edges`, {entity_id: id(2), edges: [edge]}),
    });
    await using graph = await openGraph(store);
    const entity = await graph.entity(id(1));
    expect(entity.moa?.confidence ?? null).toBeNull();
    expect(entity.provenance).toMatchObject({
      fields: [{confidence: null}, {confidence: null}, {confidence: 0.5}],
    });
    expect((entity.provenance as {identity_confidence?: unknown}).identity_confidence ?? null).toBeNull();
    expect(entity.pos?.probability).not.toBe(3);
    expect(entity.attributes.indications).toEqual([
      {label: 'a', confidence: null},
      {label: 'b', confidence: 1},
      {label: 'c'},
      'd',
    ]);
    expect((await graph.edges(id(1))).edges).toMatchObject([{relation: 'targets', confidence: null}]);
    // It does not pass a gate either.
    expect((await graph.entities({target: 'CD19'})).results.map((row) => row.id)).toEqual([id(2)]);
  }, 60_000);
});

describe('an answer about another entity', () => {
  it('is refused, and what was there stays', async () => {
    const world = worldOf({kind: 'company'}, {kind: 'company'});
    const {store} = await follow(world);
    const second = world.entities.get(id(2));
    Object.assign(world.entities.get(id(1)) ?? {}, {name: 'New name', updated_at: '2026-02-01T00:00:00.000Z'});
    for (const [path, body] of [
      [`/v1/entities/${id(1)}`, second],
      [`/v1/entities/${id(1)}/edges`, {entity_id: id(2), edges: []}],
    ] as const) {
      const {report} = await follow(world, {lean: true, mood: instead(path, body)}, newStore());
      expect(report.skipped_first).toEqual([{id: id(1), why: expect.stringMatching(`answers with "${id(2)}"$`)}]);
    }
    const {report} = await follow(world, {lean: true, mood: instead(`/v1/entities/${id(1)}`, second)}, store);
    expect(report).toMatchObject({rows: 1, upserts: 0, skipped: 1, applied: false});
    await using graph = await openGraph(store);
    expect((await graph.entity(id(1))).name).toBe('Name 1');
  }, 60_000);
});

describe('rows that are left out', () => {
  it('are named by every reason, and edges that cannot be read are counted', async () => {
    const row = (n: number, edges: unknown[] = []) => ({
      id: id(n),
      kind: 'company',
      name: `n${n}`,
      slug: `n${n}`,
      updated_at: DATE,
      op: 'upsert',
      edges,
    });
    const edge = (more: object) => ({relation: 'targets', direction: 'out', neighbor: {id: id(2)}, ...more});
    const changes = [
      row(1, [edge({}), edge({relation: 'No Name'}), edge({neighbor: null}), 5]),
      row(2),
      ...Array.from({length: 6}, () => ({id: 'x'})),
      {...row(3), kind: 'gizmo'},
    ];
    const {report} = await follow(worldOf(), {
      mood({url = ''}) {
        if (url === '/v1/schema') return {status: 200, body: JSON.stringify({capabilities: ['include=edges']})};
        return url.includes('/changes') ? {status: 200, body: JSON.stringify({changes, next_cursor: null})} : undefined;
      },
    });
    expect(report).toMatchObject({upserts: 2, skipped: 7, skipped_edges: 3});
    expect(report.skipped_first.map(({why}) => why)).toEqual([
      ...Array.from({length: 4}, () => 'no UUID as id'),
      'unknown kind "gizmo"',
    ]);
  }, 60_000);

  it('are named, the first of them, with the reason', async () => {
    const odd = Array.from({length: 7}, () => ({kind: 'gizmo'}));
    const server = await serveWorld(worldOf({kind: 'company'}, ...odd));
    const ran = await biograph(['sync', '--from', server.url, '--data', newStore()]);
    await server.close();
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toContain(
      `Left out 7 rows of the feed: ${[2, 3, 4, 5, 6].map((n) => `${id(n)} (unknown kind "gizmo")`).join(', ')} and 2 more.\n`,
    );
    expect(JSON.parse(ran.stdout)).toMatchObject({skipped: 7, skipped_first: [{id: id(2)}, {}, {}, {}, {}]});
  }, 60_000);

  it('say nothing to the terminal', async () => {
    const changes = [{id: 'x\u001b[2J\u009b1m'}, {id: id(1), kind: 'gi\u001bz'}, 5];
    const server = await serveWorld(worldOf(), {
      mood: ({url}) =>
        url?.includes('since=') ? {status: 200, body: JSON.stringify({changes, next_cursor: '1'})} : undefined,
    });
    const {stderr} = await biograph(['sync', '--from', server.url, '--data', newStore()]);
    await server.close();
    expect(stderr).toContain('Left out 3 rows of the feed: x [2J 1m (no UUID as id), ');
    expect(stderr).toContain('a row without id (no UUID as id).');
    expect(stderr).not.toMatch(/[^\P{C}\n]/u);
  }, 60_000);
});

describe('a row whose date cannot be read', () => {
  it('has the greatest of those before, and never the clock’s', async () => {
    const undated = {kind: 'company', updated_at: 'yesterday'};
    const world = worldOf({kind: 'company'}, {...undated}, {kind: 'company', updated_at: '2026-01-03T00:00:00.000Z'});
    const {store} = await follow(world);
    {
      await using graph = await openGraph(store);
      expect((await graph.schema({})).snapshot.as_of).toBe(DATE);
      expect((await graph.entity(id(2))).updated_at).toBe(DATE);
    }
    // It changes, without a date still: whoever follows the store sees it.
    Object.assign(world.entities.get(id(2)) as object, {name: 'New name', updated_at: 'z today'});
    await follow(world, {}, store);
    await using graph = await openGraph(store);
    const {changes} = await graph.changes({since: '2026-01-05T00:00:00.001Z'});
    expect(changes).toMatchObject([{id: id(2), name: 'New name', updated_at: '2026-01-05T00:00:00.001Z'}]);
  }, 60_000);

  it('has the date of the service’s data where no row has one', async () => {
    const world = worldOf({kind: 'company', updated_at: '2026-02-30'});
    const as_of = '2025-12-01T00:00:00.000Z';
    const {store} = await follow(world, {mood: instead('/v1/schema', {capabilities: [], snapshot: {as_of}})});
    await using graph = await openGraph(store);
    expect((await graph.schema({})).snapshot.as_of).toBe(as_of);
  }, 60_000);
});

describe('a run that fails', () => {
  const root = mkdtempSync(join(tmpdir(), 'biograph-sync-'));

  it('that has nothing yet makes a store without rows, once', async () => {
    const store = newStore();
    expect((await follow(worldOf(), {}, store)).report).toMatchObject({applied: true, generation: 1, rows: 0});
    const {report} = await follow(worldOf({kind: 'company'}), {}, store);
    expect(report).toMatchObject({applied: true, generation: 2, rows: 1});
    await using graph = await openGraph(store);
    expect((await graph.stats()).total).toBe(1);
  }, 60_000);

  it('leaves no folder where nothing was fetched', async () => {
    const deep = join(root, 'a/b');
    const ran = await biograph(['sync', '--from', 'nope', '--data', deep]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('--from "nope"')]);
    expect(readdirSync(root)).toEqual([]);
    const refused = await serveWorld(worldOf(), {mood: () => ({status: 401})});
    await expect(syncStore({store: deep, from: refused.url, ...quick})).rejects.toThrow(/refuses the key/);
    expect(readdirSync(root)).toEqual([]);
    // A folder that was there stays.
    mkdirSync(join(root, 'mine'));
    await expect(syncStore({store: join(root, 'mine'), from: refused.url, ...quick})).rejects.toThrow();
    expect(readdirSync(join(root, 'mine'))).toEqual([]);
    // Requests that count against a budget are remembered.
    await expect(syncStore({store: deep, from: refused.url, budget: 5, ...quick})).rejects.toThrow();
    expect(existsSync(join(deep, 'sync/followed.json'))).toBe(true);
    await refused.close();
  }, 60_000);

  it('says in words what happened to the connection', async () => {
    const server = await serveWorld(worldOf(), {mood: () => 'drop'});
    const waits: string[] = [];
    const onWait = (reason: string) => void waits.push(reason);
    const input = {store: newStore(), pause: 1, attempts: 2, onWait};
    await expect(syncStore({...input, from: server.url})).rejects.toThrow(
      /: the server closed the connection, 2 times\. Fetched/,
    );
    await server.close();
    await expect(syncStore({...input, from: server.url})).rejects.toThrow(/: nothing listens at its address, 2 times/);
    expect(waits).toEqual(['the server closed the connection', 'nothing listens at its address']);
  }, 60_000);
});
