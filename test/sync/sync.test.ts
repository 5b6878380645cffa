import {readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, inject, it} from 'vitest';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {syncStore} from '../../src/sync/sync.ts';
import {analyticGraph} from '../helpers/analytic-graph.ts';
import {property} from '../helpers/property.ts';
import {type RandomGraph, randomGraph, writeRandomGraph} from '../helpers/random-graph.ts';
import {listen} from '../helpers/server.ts';
import {differences, digestOf} from '../helpers/tables.ts';
import {serveWorld, type World} from '../helpers/upstream.ts';
import {expectSame, newStore, quick, worldOf} from './helpers.ts';

/** What stands for the snapshot itself, or numbers relations that nothing uses any more. */
const OWN = ['gone', 'remainder'];

describe('following another biograph', () => {
  property(
    'makes a store like its own, without a request per entity, and keeps it so over releases',
    {few: 0, all: 3},
    async (numRuns) => {
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
        {numRuns},
      );
    },
  );

  it('applies nothing twice, and begins from the cursor of what it holds', {tags: ['long']}, async () => {
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
  });
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

  for (const [rows, manner] of [
    ['full rows', {}],
    ['rows without a kind', {bare: true}],
    ['lean rows, three at a time, some of them twice', {lean: true, page: 3, repeat: true}],
  ] as const)
    property(
      `${rows}: after every run the store is what the service says`,
      {few: 'lean' in manner ? 1 : 0, all: 8},
      async (numRuns) => {
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
                await syncStore({store, from: server.url, by: 'refresh', ...quick});
                await expectSame(store, world);
              }
            } finally {
              await server.close();
            }
          }),
          {numRuns},
        );
      },
    );
});

describe('a row without a kind', () => {
  const id = (n: number) => `5000000${n}-0000-4000-8000-000000000000`;
  const company = (n: number) => ({
    id: id(n),
    kind: 'company',
    name: `Company ${n}`,
    updated_at: '2026-01-01T00:00:00Z',
  });
  const merged = (n: number, into: number | null) => {
    const merged_into = into === null ? null : id(into);
    return {...company(n), op: 'merged' as const, merged_into, updated_at: '2026-02-01T00:00:00Z'};
  };

  it('redirects, whoever knows the kind; what nobody knows is counted', async () => {
    const world: World = {entities: new Map([1, 2, 3].map((n) => [id(n), company(n)])), edges: []};
    const server = await serveWorld(world, {bare: true});
    const store = newStore();
    await syncStore({store, from: server.url, ...quick});
    // The duplicate is in the store; two more were never seen, one of them is gone altogether.
    for (const row of [merged(2, 1), merged(4, 2), merged(5, null)]) world.entities.set(row.id, row);
    const report = await syncStore({store, from: server.url, ...quick});
    expect(report).toMatchObject({applied: true, skipped: 1});
    await using graph = await openGraph(store);
    expect((await graph.entities({})).results.map(({name}) => name).sort()).toEqual(['Company 1', 'Company 3']);
    for (const n of [2, 4]) expect((await graph.entity(id(n))).id).toBe(id(1));
    await server.close();
  });
});

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
