import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {analyticGraph} from '../helpers/analytic-graph.ts';
import {compare} from '../helpers/oracle.ts';
import {property} from '../helpers/property.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';
import {describeWorlds, SMALL_WORLDS, worldOf} from '../helpers/worlds.ts';

describeWorlds(SMALL_WORLDS, 'the feed of the %s graph', (name) => {
  it('has every id once, oldest first, without gap or repeat whatever the page size', async () => {
    const {oracle, graph} = await worldOf(name);
    const want = [...oracle.rows.values()]
      .sort((a, b) => (a.updated_at as Date).getTime() - (b.updated_at as Date).getTime() || compare(a.id, b.id))
      .map(({id}) => id);
    for (const limit of [200, 37]) {
      const ids: string[] = [];
      for await (const row of graph.changes.all({since: '1900-01-01', limit})) {
        ids.push(row.id);
        const raw = oracle.rows.get(row.id);
        expect(row.op).toBe(raw?.state === 'live' ? 'upsert' : 'merged');
        if (row.op === 'merged') expect(row.merged_into).toBe(oracle.survivor(row.id));
      }
      expect(ids).toEqual(want);
    }
    const middle = oracle.rows.get(String(want[Math.floor(want.length / 2)]))?.updated_at as Date;
    const late = await graph.changes({since: middle.toISOString(), limit: 200});
    expect(late.changes[0]?.id).toBe(
      want[[...oracle.rows.values()].filter((row) => (row.updated_at as Date) < middle).length],
    );
    const end = await graph.changes({since: '2999-01-01'});
    expect(end).toMatchObject({count: 0, changes: []});
    expect((await graph.changes({after: end.next_cursor})).next_cursor).toBe(end.next_cursor);
  });

  it('adds edges and provenance where asked', async () => {
    const {graph} = await worldOf(name);
    const {changes} = await graph.changes({since: '1900-01-01', include: 'edges', limit: 40});
    for (const row of changes)
      if (row.op === 'upsert') {
        expect(row.edges).toEqual((await graph.edges(row.id)).edges);
        expect(row.provenance).toEqual((await graph.entity(row.id)).provenance);
      }
  });

  it('refuses what is no cursor of its own', async () => {
    const {graph} = await worldOf(name);
    await expect(graph.changes({})).rejects.toMatchObject({code: 'bad_request'});
    await expect(graph.changes({after: 'rubbish'})).rejects.toMatchObject({code: 'bad_request'});
    await expect(graph.changes({since: 'yesterday'})).rejects.toMatchObject({status: 422});
    await expect(graph.changes({since: '2020-01-01', limit: 201})).rejects.toMatchObject({status: 422});
  });
});

describe('a cursor of the feed', () => {
  property(
    'goes on in a later generation: nothing that changed is missed, nothing unchanged comes again',
    {few: 2, all: 6},
    async (numRuns) => {
      await fc.assert(
        fc.asyncProperty(
          analyticGraph,
          fc.integer({min: 1, max: 40}),
          fc.array(fc.nat({max: 90})),
          async (graph, taken, touched) => {
            const store = join(mkdtempSync(join(tmpdir(), 'biograph-feed-')), 'store');
            await loadSnapshot({snapshot: await writeRandomGraph(graph), store});
            await using reader = await openGraph(store, {refresh: 0});
            const first = await reader.changes({since: '1900-01-01', limit: taken});

            // A later release: some rows changed, at its own as_of.
            const later = '2026-02-01T00:00:00.000Z';
            const changed = new Set(touched.map((n) => graph.entities[n % graph.entities.length]?.id));
            const entities = graph.entities.map((row) =>
              changed.has(row.id) ? {...row, name: 'changed', updated_at: later} : row,
            );
            await loadSnapshot({snapshot: await writeRandomGraph({...graph, entities}, {as_of: later}), store});
            const rest: string[] = [];
            for await (const row of reader.changes.all({after: first.next_cursor, limit: 7})) rest.push(row.id);

            const seen = new Set(first.changes.map((row) => row.id));
            const want = entities.map((row) => String(row.id)).filter((id) => !seen.has(id) || changed.has(id));
            expect([...rest].sort()).toEqual(want.sort());
          },
        ),
        {numRuns},
      );
    },
  );

  it('says plainly when it is of another graph', async () => {
    const [graph] = fc.sample(analyticGraph, {numRuns: 1, seed: 1});
    if (graph === undefined) throw new Error('no graph');
    const store = join(mkdtempSync(join(tmpdir(), 'biograph-feed-')), 'store');
    await loadSnapshot({
      snapshot: await writeRandomGraph(graph, {lineage: '11111111-1111-4111-8111-111111111111'}),
      store,
    });
    await using other = await openGraph(store);
    const {next_cursor} = await (await worldOf('sample')).graph.changes({since: '2000-01-01', limit: 3});
    await expect(other.changes({after: next_cursor})).rejects.toThrow(/belongs to another store/);
  });
});
