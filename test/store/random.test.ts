/** @module-tag long */
import fc from 'fast-check';
import {expect} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {KINDS} from '../../src/schema/kinds.ts';
import {compare, lower, type Oracle, readOracle} from '../helpers/oracle.ts';
import {property} from '../helpers/property.ts';
import {randomGraph, writeRandomGraph} from '../helpers/random-graph.ts';

property(
  'any small graph answers as plain JavaScript says: merges in chains and circles, loops, twins, collisions, nulls',
  {few: 3, all: 25},
  async (numRuns) => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (random) => {
        const snapshot = await writeRandomGraph(random);
        const oracle = await readOracle(snapshot);
        await using graph = await openGraph(snapshot, {cache: `${snapshot}-cache`});
        await entities(graph, oracle);
        await edges(graph, oracle);
        await labels(graph, oracle);
      }),
      {numRuns},
    );
  },
);

async function entities(graph: Graph, oracle: Oracle): Promise<void> {
  for (const id of oracle.rows.keys()) {
    const survivor = oracle.survivor(id);
    if (survivor === null) await expect(graph.entity(id)).rejects.toMatchObject({code: 'not_found'});
    else {
      const found = await graph.entity(id);
      expect(found.id).toBe(survivor);
      const signal = oracle.signals.get(survivor);
      if (signal === undefined) expect(found.signals).toBeNull();
      else {
        const {prominence, momentum, degree, rank_in_kind, activity_90d} = signal;
        expect(found.signals).toMatchObject({degree, rank_in_kind, activity_90d});
        expect(found.signals?.prominence).toBeCloseTo(prominence, 3);
        expect(found.signals?.momentum).toBeCloseTo(momentum, 3);
      }
    }
  }
  for (const kind of KINDS)
    for (const slug of ['a', 'b', 'c']) {
      const [first] = [...oracle.live.values()]
        .filter((row) => row.kind === kind && row.slug === slug)
        .sort((a, b) => b.updated_at.getTime() - a.updated_at.getTime() || compare(a.id, b.id));
      if (first !== undefined) expect((await graph.entityBySlug({kind, slug})).id).toBe(first.id);
    }
  const ids: string[] = [];
  for await (const row of graph.entities.all({limit: 3})) ids.push(row.id);
  expect([...ids].sort()).toEqual([...oracle.live.keys()].sort());
}

async function edges(graph: Graph, oracle: Oracle): Promise<void> {
  for (const id of oracle.live.keys()) {
    const found = (await graph.edges(id)).edges.map(
      ({relation, direction, neighbor, observed_at}) => `${relation} ${direction} ${neighbor.id} ${observed_at}`,
    );
    const expected = oracle.edges.flatMap((edge) => {
      const at = edge.observed_at === null ? null : edge.observed_at.toISOString();
      return [
        ...(edge.source === id ? [`${edge.relation} out ${edge.target} ${at}`] : []),
        ...(edge.target === id ? [`${edge.relation} in ${edge.source} ${at}`] : []),
      ];
    });
    expect(found.sort()).toEqual(expected.sort());
  }
}

async function labels(graph: Graph, oracle: Oracle): Promise<void> {
  const everyone = [...oracle.live.values()];
  for (const field of ['target', 'modality', 'mechanism', 'therapeutic_area', 'platform_type'] as const) {
    for (const kind of [undefined, 'company', 'paper'] as const) {
      const counts = new Map<string, number>();
      for (const entity of everyone)
        if (kind === undefined || entity.kind === kind)
          for (const [value, confidence] of oracle.values(entity, field))
            if ((confidence ?? -1) >= 0.7) counts.set(value, (counts.get(value) ?? 0) + 1);
      const {buckets} = await graph.aggregate({field, ...(kind && {kind}), limit: 1000});
      expect(new Map(buckets.map(({value, count}) => [lower(value), count]))).toEqual(counts);
    }
  }
  for (const target of ['PD1', 'pdcd1', 'Alpha', 'Delta', 'ENSG00000000001', 'KRAS', 'unknown'])
    for (const min_confidence of [0, 0.7, 0.9]) {
      const bearers = (value: string, least: number) =>
        everyone.filter((entity) => oracle.carries(entity, 'target', value, least)).map(({id}) => id);
      const {results, total, filters} = await graph.entities({target, min_confidence, limit: 1000, fields: 'id'});
      // Only a value that nobody carries may mean another one.
      const meant =
        bearers(target, -1).length > 0 ? [target] : [(filters as {target: string | string[]}).target].flat();
      const expected = [...new Set(meant.flatMap((value) => bearers(value, min_confidence)))].sort();
      const found = results.map(({id}) => id).sort();
      if (oracle.namesFamily(target)) {
        expect(found, `${target} ${min_confidence}`).toEqual(expect.arrayContaining(expected));
        continue;
      }
      expect(found, `${target} ${min_confidence}`).toEqual(expected);
      expect(total).toBe(expected.length);
    }
}
