import {afterAll, beforeAll, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';

const id = (n: number) => `6${String(n).padStart(7, '0')}-0000-4000-8000-000000000000`;
const row = (n: number, kind: string, name: string) => ({
  ...{id: id(n), kind, name, slug: `s-${n}`, state: 'live', source: 'test', updated_at: '2026-01-01T00:00:00Z'},
});

let graph: Graph;
beforeAll(async () => {
  const snapshot = await writeRandomGraph({
    entities: [
      row(1, 'trial', 'zq-x7 of adults'),
      row(2, 'trial', 'lupus of adults'),
      ...Array.from({length: 20}, (_, n) => row(10 + n, 'paper', `Ballast ${n}`)),
    ],
    edges: [],
  } as never);
  graph = await openGraph(snapshot, {cache: `${snapshot}-cache`});
});
afterAll(() => graph.close());

const scoreOf = async (q: string) => (await graph.entities({q, limit: 1})).results[0]?.score ?? 0;

it('a word with a hyphen is one word, not its parts and the whole besides', async () => {
  const [joined, whole, part] = [await scoreOf('zq-x7'), await scoreOf('zqx7'), await scoreOf('zq')];
  expect(whole).toBeCloseTo(part, 3);
  expect(joined / whole).toBeCloseTo(1.4, 2);
});
