import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {lexical} from '../helpers/alike.ts';
import {type Live, type Oracle, readOracle, readTable} from '../helpers/oracle.ts';

/** Everything expected here is computed in plain JavaScript over the raw rows. */
interface World {
  graph: Graph;
  oracle: Oracle;
  everyone: Live[];
  vectors: Map<string, number[]>;
}

const worlds: Record<string, World> = {};
beforeAll(async () => {
  for (const [name, snapshot, source] of [
    ['generated', inject('snapshot'), inject('store')],
    ['sample', SAMPLE, undefined],
  ] as const) {
    const oracle = await readOracle(snapshot);
    const rows = await readTable(snapshot, 'embeddings').catch(() => []);
    const vectors = new Map(rows.map((row) => [String(row.entity_id), row.vector as number[]]));
    worlds[name] = {graph: await openGraph(source), oracle, everyone: [...oracle.live.values()], vectors};
  }
});
afterAll(async () => {
  for (const {graph} of Object.values(worlds)) await graph.close();
});

const world = (name: string) => worlds[name] as World;

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, v, i) => sum + v * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

describe('similar', () => {
  it.each(['generated', 'sample'])(
    'shares words, letters and labels as plain JavaScript counts them (%s)',
    {tags: ['long']},
    async (name) => {
      const {graph, everyone} = world(name);
      let compared = 0;
      for (const subject of everyone.filter((_, index) => index % Math.ceil(everyone.length / 25) === 3)) {
        for (const kind of [undefined, 'company' as const]) {
          const expected = lexical(world(name), subject, kind ?? subject.kind);
          const {results} = await graph.similar({
            entity_id: subject.id,
            limit: 200,
            ...(kind && {kind}),
          });
          const found = results
            .filter((row) => row.legs.lexical !== null)
            .sort((a, b) => (a.legs.lexical?.rank ?? 0) - (b.legs.lexical?.rank ?? 0));
          // Only the 200 that share most have their letters compared, so a row may be missing only if it shares less.
          const sums = expected.map((row) => row.sum).sort((a, b) => b - a);
          const least = sums[199] ?? 0;
          const sure = expected.filter((row) => row.sum > least + 1e-9 || sums.length <= 200).slice(0, 100);
          expect(found.length).toBe(Math.min(100, expected.length));
          const scores = new Map(expected.map((row) => [row.id, row.score]));
          for (const row of found) expect(row.legs.lexical?.score).toBeCloseTo(scores.get(row.id) ?? -1, 5);
          for (const [index, row] of sure.slice(0, 20).entries())
            expect(found[index]?.legs.lexical?.score ?? -1).toBeGreaterThanOrEqual(row.score - 1e-5);
          compared += found.length;
        }
      }
      expect(compared).toBeGreaterThan(500);
    },
  );

  it('ranks by cosine exactly, within a kind and over all', async () => {
    const {graph, vectors, oracle} = world('generated');
    const live = [...vectors.keys()].filter((id) => oracle.live.has(id));
    expect(live.length).toBeGreaterThan(50);
    for (const id of live.slice(0, 12)) {
      for (const kind of [undefined, 'paper' as const]) {
        const expected = live
          .filter((other) => other !== id && oracle.live.get(other)?.kind === (kind ?? oracle.live.get(id)?.kind))
          .map((other) => ({id: other, cosine: cosine(vectors.get(id) ?? [], vectors.get(other) ?? [])}))
          .sort((a, b) => b.cosine - a.cosine)
          .slice(0, 100);
        const answer = await graph.similar({entity_id: id, limit: 200, ...(kind && {kind})});
        expect(answer.method).toBe('hybrid');
        const dense = answer.results
          .filter((row) => row.legs.dense !== null)
          .sort((a, b) => (a.legs.dense?.rank ?? 0) - (b.legs.dense?.rank ?? 0));
        expect(dense.map((row) => row.id)).toEqual(expected.map((row) => row.id));
        dense.forEach((row, index) => {
          expect(row.legs.dense?.cosine).toBeCloseTo(expected[index]?.cosine ?? 9, 5);
        });
      }
    }
  });

  it('fuses the legs by reciprocal rank, the same whatever the limit', async () => {
    const {graph, vectors, oracle} = world('generated');
    const id = [...vectors.keys()].find((one) => oracle.live.has(one)) ?? '';
    const {results} = await graph.similar({entity_id: id, limit: 200});
    for (const {score, legs} of results) {
      const sum = [legs.dense, legs.lexical].reduce(
        (total, leg) => total + (leg === null ? 0 : 1 / (60 + leg.rank)),
        0,
      );
      expect(score).toBeCloseTo(sum, 5);
    }
    expect(results.map((row) => row.score)).toEqual(results.map((row) => row.score).sort((a, b) => b - a));
    expect((await graph.similar({entity_id: id, limit: 5})).results).toEqual(results.slice(0, 5));
    expect(results.some((row) => row.id === id)).toBe(false);
  });

  it('falls back to words where there is no embedding, and says why things are alike', async () => {
    const {graph} = world('sample');
    const {method, results} = await graph.similar({entity_id: 'product/pembrolizumab', kind: 'product', limit: 3});
    expect(method).toBe('lexical');
    expect(results.map((row) => row.name)).toContain('nivolumab');
    expect(results[0]?.shared).toEqual(
      expect.arrayContaining([
        {field: 'mechanism', value: 'PD-1 inhibitor'},
        {field: 'target', value: 'PDCD1'},
        {field: 'neighbour', value: 'programmed cell death 1'},
      ]),
    );
    for (const row of results) expect(row.legs.dense).toBeNull();
  });

  it('names a disease that two have in common, and does not number it', async () => {
    const {graph} = world('sample');
    const {results} = await graph.similar({entity_id: 'product/pembrolizumab', kind: 'product', limit: 50});
    const diseases = results.flatMap(({shared}) => shared).filter(({field}) => field.startsWith('disease'));
    expect(diseases.length).toBeGreaterThan(0);
    expect(diseases.filter(({field, value}) => field !== 'disease' || /^[A-Z]+:\d+$/.test(value))).toEqual([]);
  });

  it('answers for an entity that shares nothing with anybody', async () => {
    const {graph, everyone} = world('generated');
    const lonely = everyone.find((row) => row.kind === 'technology');
    const answer = await graph.similar({entity_id: lonely?.id ?? '', kind: 'funding_event', limit: 3});
    expect(answer.count).toBe(answer.results.length);
  });
});
