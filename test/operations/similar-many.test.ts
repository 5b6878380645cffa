import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {applyChanges} from '../../src/snapshot/change.ts';
import {generateSnapshot} from '../../src/snapshot/generate/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {readTable} from '../helpers/oracle.ts';

/** So many vectors that codes filter candidates. */
let folder: string;
let graph: Graph;
let vectors: Map<string, number[]>;
let kinds: Map<string, unknown>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'biograph-many-'));
  const snapshot = join(folder, 'snapshot');
  await generateSnapshot({out: snapshot, entities: 106_000, degree: 0.2, embedded: 1, dims: 24, seed: 9});
  await loadSnapshot({snapshot, store: join(folder, 'store')});
  graph = await openGraph(join(folder, 'store'));
  vectors = new Map(
    (await readTable(snapshot, 'embeddings')).map((row) => [String(row.entity_id), unit(row.vector as number[])]),
  );
  kinds = new Map((await readTable(snapshot, 'entities')).map((row) => [String(row.id), row.kind]));
}, 240_000);
afterAll(async () => {
  await graph.close();
  rmSync(folder, {recursive: true});
});

function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0);

describe('look-alikes among more than a hundred thousand', {tags: ['long']}, () => {
  it('are the nearest of their kind by exact cosine, wherever they come from', async () => {
    expect(vectors.size).toBeGreaterThan(100_000);
    const everyone = [...vectors];
    let found = 0;
    let all = 0;
    for (const [id, own] of everyone.filter((_, at) => at % 9973 === 17)) {
      const {method, results} = await graph.similar({entity_id: id, limit: 200});
      expect(method).toBe('hybrid');
      expect(new Set(results.map((one) => one.id)).size).toBe(results.length);
      const near = results.flatMap(({id: other, legs}) => (legs.dense === null ? [] : {other, ...legs.dense}));
      near.sort((a, b) => a.rank - b.rank);
      expect(near.map(({rank}) => rank)).toEqual(near.map((_, at) => at + 1));
      expect(near.some(({other}) => other === id)).toBe(false);
      for (const {other, cosine} of near) expect(cosine).toBeCloseTo(dot(own, vectors.get(other) as number[]), 5);
      const exact = everyone
        .filter(([other]) => other !== id && kinds.get(other) === kinds.get(id))
        .map(([other, vector]) => ({other, cosine: dot(own, vector)}))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, 10);
      const first = new Set(near.slice(0, 10).map(({other}) => other));
      found += exact.filter(({other}) => first.has(other)).length;
      all += exact.length;
    }
    expect(all).toBeGreaterThanOrEqual(90);
    expect(found / all).toBeGreaterThanOrEqual(0.97);
  });

  it('have exact cosines in a short list too, and in one kind', async () => {
    const [id, own] = [...vectors][4711] as [string, number[]];
    const long = await graph.similar({entity_id: id, limit: 50});
    for (const limit of [1, 10, 50]) {
      const {results} = await graph.similar({entity_id: id, limit});
      for (const {id: other, legs} of results)
        if (legs.dense !== null) expect(legs.dense.cosine).toBeCloseTo(dot(own, vectors.get(other) as number[]), 5);
    }
    const ofKind = await graph.similar({entity_id: id, kind: 'paper', limit: 50});
    expect(ofKind.results.every(({kind}) => kind === 'paper')).toBe(true);
    expect(long.results).toHaveLength(50);
  });

  it('are none that were removed since', async () => {
    const [id] = [...vectors][4711] as [string, number[]];
    const before = (await graph.similar({entity_id: id, limit: 100})).results.map((one) => one.id);
    const removed = before.filter((_, at) => at % 3 === 0);
    const obstacles: string[] = [];
    await applyChanges(
      {
        async fill(connection, base) {
          if (base === undefined) throw new Error('There is nothing to change');
          await connection.run(`INSERT INTO change_entities BY NAME
            SELECT * REPLACE ('removed' AS state, '2026-02-01'::TIMESTAMPTZ AS updated_at) FROM graph.raw_entities
            WHERE id IN ('${removed.join("','")}')`);
          return {...base, release: base.release + 1};
        },
      },
      {store: join(folder, 'store'), by: 'refresh', onObstacle: (reason) => obstacles.push(reason)},
    );
    expect(obstacles).toEqual([]);
    const later = await openGraph(join(folder, 'store'));
    const after = (await later.similar({entity_id: id, limit: 200})).results.map((one) => one.id);
    await later.close();
    expect(after.length).toBeGreaterThanOrEqual(100);
    expect(after.filter((one) => removed.includes(one))).toEqual([]);
    expect(before.filter((one) => !removed.includes(one) && !after.includes(one))).toEqual([]);
  }, 60_000);
});
