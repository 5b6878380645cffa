import {appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, inject, it} from 'vitest';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {createSnapshot} from '../../src/snapshot/create.ts';
import {applyDelta, diffSnapshots} from '../../src/snapshot/delta.ts';
import {readManifest} from '../../src/snapshot/manifest.ts';
import {readPointer} from '../../src/store/store.ts';
import {syncStore} from '../../src/sync/sync.ts';
import {analyticGraph} from '../helpers/analytic-graph.ts';
import {type RandomGraph, randomGraph, writeRandomGraph} from '../helpers/random-graph.ts';
import {listen} from '../helpers/server.ts';
import {differences, digestOf} from '../helpers/tables.ts';
import {type Manner, serveWorld, type World} from '../helpers/upstream.ts';

const newStore = () => join(mkdtempSync(join(tmpdir(), 'biograph-sync-')), 'store');
const quick = {pause: 1, attempts: 6};

/** What stands for the snapshot itself, or numbers relations that nothing uses any more. */
const OWN = ['gone', 'change', 'kept', 'edge_out'];

describe('following another biograph', () => {
  it('makes a store like its own, without a request per entity, and keeps it so over releases', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(analyticGraph, {minLength: 2, maxLength: 2}), async (graphs) => {
        const upstream = newStore();
        const store = newStore();
        for (const [index, graph] of graphs.entries()) {
          await loadSnapshot({
            snapshot: await writeRandomGraph(later(graph, index), {
              release: index + 1,
              as_of: `2026-0${index + 1}-01T00:00:00.000Z`,
            }),
            store: upstream,
          });
          await using service = await openGraph(upstream);
          const server = await listen(service);
          const report = await syncStore({store, from: server.url, ...quick});
          await server.close();
          expect(report.requests).toBeLessThan(10);
          expect(await digestOf(store)).toBe(await digestOf(upstream));
        }
      }),
      {numRuns: 3},
    );
  }, 240_000);

  it('applies nothing twice, and begins from the cursor of what it holds', async () => {
    await using service = await openGraph(inject('store'));
    const server = await listen(service);
    const store = newStore();
    const first = await syncStore({store, from: `${server.url}/v1/`, ...quick});
    expect(first).toMatchObject({applied: true, generation: 1, skipped: 0, waiting: 0});
    expect(await differences(store, inject('store'), [...OWN, 'embedding', 'embedding_about'])).toEqual([]);
    // A killed run leaves these; the next one takes them away.
    for (const left of ['writer.lock.0', '.followed.json.1']) writeFileSync(join(store, 'sync', left), '');
    const again = await syncStore({store, from: server.url, ...quick});
    expect(again).toMatchObject({applied: false, generation: 1, rows: 0});
    expect(readdirSync(join(store, 'sync')).sort()).toEqual(['followed.json', 'journal.ndjson']);
    const anew = await syncStore({store, from: server.url, restart: true, ...quick});
    expect(anew).toMatchObject({applied: true, generation: 2, rows: first.rows});
    expect(await digestOf(store)).toBe(await digestOf(inject('store')));
    await server.close();
  }, 120_000);
});

/** The same ids live in both graphs; a row of the later one changed at its as_of. */
function later(graph: RandomGraph, index: number): RandomGraph {
  if (index === 0) return graph;
  return {
    ...graph,
    entities: graph.entities.map((row) => ({...row, updated_at: `2026-0${index + 1}-01T00:00:00.000Z`})),
  };
}

describe('following any service', () => {
  const steps = fc.array(
    fc.record({
      touch: fc.array(fc.nat({max: 12}), {maxLength: 4}),
      merge: fc.option(fc.tuple(fc.nat({max: 12}), fc.nat({max: 12})), {nil: null}),
      remove: fc.option(fc.nat({max: 12}), {nil: null}),
      add: fc.option(fc.tuple(fc.nat({max: 12}), fc.nat({max: 12})), {nil: null}),
      drop: fc.option(fc.nat({max: 20}), {nil: null}),
    }),
    {minLength: 1, maxLength: 3},
  );

  it.each<[string, Manner]>([
    ['full rows', {}],
    ['lean rows, three at a time, some of them twice', {lean: true, page: 3, repeat: true}],
  ])(
    '%s: after every run the store is what the service says',
    async (_, manner) => {
      await fc.assert(
        fc.asyncProperty(randomGraph, steps, async (graph, history) => {
          const world = worldOf(graph);
          const server = await serveWorld(world, manner);
          const store = newStore();
          try {
            await syncStore({store, from: server.url, ...quick});
            await expectSame(store, world);
            for (const [index, step] of history.entries()) {
              change(world, step, new Date(Date.UTC(2026, 1, 1 + index)).toISOString());
              // Worlds this small would always be built anew.
              await syncStore({store, from: server.url, by: 'upkeep', ...quick});
              await expectSame(store, world);
            }
          } finally {
            await server.close();
          }
        }),
        {numRuns: 8},
      );
    },
    240_000,
  );
});

function worldOf(graph: RandomGraph): World {
  const entities: World['entities'] = new Map();
  for (const {
    id,
    kind,
    name,
    slug,
    state,
    merged_into,
    updated_at,
    aliases,
    target,
    modality,
    moa_confidence,
  } of graph.entities) {
    const common = {id: String(id), kind: String(kind), name, slug, updated_at: String(updated_at)};
    entities.set(
      common.id,
      state === 'live'
        ? {
            ...common,
            moa: {target, modality, confidence: moa_confidence},
            attributes: {aliases},
            provenance: {
              source: 'random',
              fields: [{field: 'name', source: 'random', confidence: 1, observed_at: null}],
            },
          }
        : {...common, op: 'merged', merged_into: (merged_into as string | null) ?? null},
    );
  }
  const isLive = (id: unknown) => entities.get(String(id))?.op === undefined;
  return {
    entities,
    edges: graph.edges
      .filter(({source, target}) => isLive(source) && isLive(target))
      .map(({source, relation, target, observed_at}) => ({
        source: String(source),
        relation: String(relation),
        target: String(target),
        observed_at: (observed_at as string | null) ?? null,
      })),
  };
}

/** A service tells of every entity whose edges changed. */
function change(
  world: World,
  step: {
    touch: number[];
    merge: [number, number] | null;
    remove: number | null;
    add: [number, number] | null;
    drop: number | null;
  },
  now: string,
): void {
  const live = () => [...world.entities.values()].filter(({op}) => op === undefined);
  const pick = (n: number) => live()[n % Math.max(1, live().length)];
  const touch = (id: string | undefined) => {
    const found = world.entities.get(id ?? '');
    if (found) found.updated_at = now;
  };
  for (const n of step.touch) {
    const found = pick(n);
    if (found) Object.assign(found, {name: `${String(found.name)}!`, updated_at: now});
  }
  const leave = (id: string, into: string | null) => {
    for (const edge of world.edges.filter(({source, target}) => source === id || target === id))
      for (const end of [edge.source, edge.target]) touch(end);
    const moved = world.edges.map((edge) => ({
      ...edge,
      source: edge.source === id && into ? into : edge.source,
      target: edge.target === id && into ? into : edge.target,
    }));
    const kept = moved.filter(
      ({source, target}) => source !== id && target !== id && (into === null || source !== into || target !== into),
    );
    world.edges = [...new Map(kept.map((edge) => [`${edge.source} ${edge.relation} ${edge.target}`, edge])).values()];
    touch(into ?? undefined);
    const found = world.entities.get(id);
    if (found)
      world.entities.set(id, {
        id,
        kind: found.kind,
        name: found.name,
        slug: found.slug,
        op: 'merged',
        merged_into: into,
        updated_at: now,
      });
  };
  if (step.merge !== null) {
    const [from, into] = [pick(step.merge[0]), pick(step.merge[1])];
    if (from && into && from.id !== into.id) leave(from.id, into.id);
  }
  if (step.remove !== null && live().length > 1) leave(pick(step.remove)?.id ?? '', null);
  if (step.add !== null) {
    const [source, target] = [pick(step.add[0]), pick(step.add[1])];
    if (
      source &&
      target &&
      !world.edges.some((edge) => edge.source === source.id && edge.target === target.id && edge.relation === 'targets')
    ) {
      world.edges.push({source: source.id, relation: 'targets', target: target.id, observed_at: now});
      touch(source.id);
      touch(target.id);
    }
  }
  if (step.drop !== null && world.edges.length > 0) {
    const [edge] = world.edges.splice(step.drop % world.edges.length, 1);
    touch(edge?.source);
    touch(edge?.target);
  }
}

async function expectSame(store: string, world: World): Promise<void> {
  await using graph = await openGraph(store);
  const live = [...world.entities.values()].filter(({op}) => op === undefined);
  const ids: string[] = [];
  for await (const row of graph.entities.all({})) ids.push(row.id);
  expect(ids.sort()).toEqual(live.map(({id}) => id).sort());
  for (const {id, name} of live) {
    expect((await graph.entity(id)).name).toBe(name);
    const got = (await graph.edges(id)).edges.map(
      ({relation, direction, neighbor, observed_at}) => `${relation} ${direction} ${neighbor.id} ${observed_at}`,
    );
    const want = world.edges.flatMap((edge) => {
      const at = edge.observed_at === null ? null : new Date(edge.observed_at).toISOString();
      return [
        ...(edge.source === id ? [`${edge.relation} out ${edge.target} ${at}`] : []),
        ...(edge.target === id ? [`${edge.relation} in ${edge.source} ${at}`] : []),
      ];
    });
    expect(got.sort()).toEqual(want.sort());
  }
  for (const row of world.entities.values())
    if (row.op === 'merged') {
      let to = row.merged_into;
      for (let steps = 0; steps < 40 && world.entities.get(to ?? '')?.op === 'merged'; steps++)
        to = world.entities.get(to ?? '')?.merged_into;
      const end = world.entities.get(to ?? '');
      if (end === undefined || end.op === 'merged')
        await expect(graph.entity(row.id)).rejects.toMatchObject({code: 'not_found'});
      else expect((await graph.entity(row.id)).id).toBe(end.id);
    }
}

describe('a service that is not well', () => {
  const [graph] = fc.sample(randomGraph, {numRuns: 1, seed: 3}) as [RandomGraph];

  it('is asked again after resets, torn answers, refusals for a while and wrong JSON', async () => {
    const world = worldOf(graph);
    const moods: ReturnType<NonNullable<Manner['mood']>>[] = [
      'drop',
      'torn',
      {status: 503},
      {status: 429, headers: {'retry-after': '0'}},
      {status: 200, body: '[]'},
      {status: 200, body: '{"chan'},
      {status: 502},
    ];
    const server = await serveWorld(world, {
      lean: true,
      page: 4,
      mood: (_, count) => (count % 2 === 0 ? moods[(count / 2) % moods.length] : undefined),
    });
    const store = newStore();
    const report = await syncStore({store, from: server.url, ...quick});
    expect(report.applied).toBe(true);
    await expectSame(store, world);
    await server.close();
  }, 60_000);

  it('that stays away is reported, and what was fetched is kept for the next run', async () => {
    const world = worldOf(graph);
    let well = 9;
    const server = await serveWorld(world, {page: 2, mood: () => (well-- > 0 ? undefined : {status: 503})});
    const store = newStore();
    await expect(syncStore({store, from: server.url, pause: 1, attempts: 2})).rejects.toThrow(
      /answers 503, 2 times.*kept/,
    );
    expect(existsSync(join(store, 'current.json'))).toBe(false);
    const before = server.seen.length;
    well = Number.POSITIVE_INFINITY;
    // A line that a crash tore counts for nothing.
    appendFileSync(join(store, 'sync/journal.ndjson'), '{"seq":99,"id":"torn');
    await syncStore({store, from: server.url, ...quick});
    expect(server.seen.slice(before).filter((url) => url.includes('since='))).toEqual([]);
    await expectSame(store, world);
    expect(readFileSync(join(store, 'sync/journal.ndjson'), 'utf8')).toBe('');
    await server.close();
  }, 60_000);

  it('is not asked before its window opens, by its own clock', async () => {
    const world = worldOf(graph);
    let opens = 0;
    const tooEarly: number[] = [];
    const server = await serveWorld(world, {
      page: 5,
      mood: () => {
        if (Date.now() < opens) tooEarly.push(opens - Date.now());
        return undefined;
      },
      headers: (count) => {
        if (count !== 3) return {'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '0'};
        opens = Date.now() + 1200;
        // Its clock is a day behind ours.
        const theirs = new Date(Date.now() - 86_400_000);
        return {
          'x-ratelimit-remaining': '0',
          date: theirs.toUTCString(),
          'x-ratelimit-reset': String(Math.floor(theirs.getTime() / 1000) + 2),
        };
      },
    });
    await syncStore({store: newStore(), from: server.url, ...quick});
    expect(tooEarly).toEqual([]);
    expect(opens).toBeGreaterThan(0);
    await server.close();
  }, 60_000);

  it('is refused plainly: no service, a wrong key, a stuck cursor, a foreign address', async () => {
    const world = worldOf(graph);
    const store = newStore();
    const refusing = await serveWorld(world, {mood: () => ({status: 401})});
    await expect(syncStore({store, from: refusing.url, ...quick})).rejects.toThrow(/refuses the key/);
    await refusing.close();
    const stuck = await serveWorld(world, {
      mood: (request) =>
        request.url?.includes('changes')
          ? {status: 200, body: '{"changes":[{"id":"x"}],"next_cursor":"x"}'}
          : undefined,
    });
    await expect(syncStore({store, from: stuck.url, ...quick})).rejects.toThrow(/cursor stands still/);
    await stuck.close();
    for (const from of ['ftp://x', 'file:///etc/passwd', 'nonsense', 'http://user:secret@127.0.0.1/'])
      await expect(syncStore({store, from, ...quick}), from).rejects.toMatchObject({code: 'validation_error'});
  }, 60_000);

  it('is asked no more than the month’s budget allows', async () => {
    const world = worldOf(graph);
    const server = await serveWorld(world, {page: 1});
    const store = newStore();
    await expect(syncStore({store, from: server.url, budget: 5, ...quick})).rejects.toMatchObject({
      code: 'rate_limited',
    });
    await expect(syncStore({store, from: server.url, budget: 5, ...quick})).rejects.toMatchObject({
      code: 'rate_limited',
    });
    expect(server.count()).toBe(5);
    await syncStore({store, from: server.url, ...quick});
    await expectSame(store, world);
    expect(readPointer(store).generation).toBe(1);
    await server.close();
  }, 60_000);
});

describe('what is suppressed', () => {
  it('stays gone, by name too, through loads, deltas, syncs and a store written back out', async () => {
    const [graph] = fc.sample(
      randomGraph.filter(({entities}) => entities.filter(({state}) => state === 'live').length > 3),
      {numRuns: 1, seed: 9},
    ) as [RandomGraph];
    const [person, other] = graph.entities.filter(({state}) => state === 'live');
    const id = String(person?.id);
    const named = {
      ...graph,
      entities: graph.entities.map((row) => (row.id === id ? {...row, name: 'Jane Doe', slug: 'jane-doe'} : row)),
    };
    const at = (release: number) => ({release, as_of: `2026-0${release}-01T00:00:00.000Z`});
    const first = await writeRandomGraph(named, at(1));
    const store = newStore();
    await loadSnapshot({snapshot: first, store});

    // The next release has been asked to leave her out.
    const without = {
      entities: named.entities.filter((row) => row.id !== id && row.merged_into !== id),
      edges: named.edges.filter(
        ({source, target}) =>
          source !== id && target !== id && leadsElsewhere(named, source, id) && leadsElsewhere(named, target, id),
      ),
    };
    const second = await writeRandomGraph(without, {...at(2), suppressed: [id]});
    const delta = join(mkdtempSync(join(tmpdir(), 'biograph-suppress-')), 'delta');
    await diffSnapshots({from: first, to: second, out: delta});
    await applyDelta(delta, {store});
    await expectGone(store, id);

    // A service that still has her, and a snapshot that does.
    const server = await serveWorld(
      worldOf({...named, entities: named.entities.map((row) => ({...row, updated_at: '2026-05-01T00:00:00.000Z'}))}),
    );
    await syncStore({store, from: server.url, restart: true, ...quick});
    await server.close();
    await expectGone(store, id);
    await loadSnapshot({snapshot: await writeRandomGraph(named, at(9)), store});
    await expectGone(store, id);
    const out = `${delta}-out`;
    await createSnapshot({store, out});
    expect(readManifest(out).suppressed).toEqual([id]);
    const again = newStore();
    await loadSnapshot({snapshot: out, store: again});
    await expectGone(again, id);
    await using reader = await openGraph(again);
    expect((await reader.entity(String(other?.id))).id).toBe(other?.id);
  }, 60_000);
});

/** Does an end that was folded lead elsewhere? */
function leadsElsewhere({entities}: RandomGraph, end: unknown, id: string): boolean {
  return entities.find((row) => row.id === end)?.merged_into !== id;
}

async function expectGone(store: string, id: string): Promise<void> {
  await using graph = await openGraph(store);
  await expect(graph.entity(id)).rejects.toMatchObject({code: 'not_found'});
  expect((await graph.entities({q: 'Jane Doe'})).results.map((row) => row.id)).not.toContain(id);
  for await (const row of graph.changes.all({since: '1900-01-01'}))
    expect(JSON.stringify(row)).not.toMatch(/jane.doe/i);
}
