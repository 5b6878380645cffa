import {afterAll, beforeAll, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';

const id = (n: number) => `6${String(n).padStart(7, '0')}-0000-4000-8000-000000000000`;
const row = (n: number, kind: string, name: string, more: object = {}) => ({
  ...{id: id(n), kind, name, slug: `s-${n}`, state: 'live', source: 'test', updated_at: '2026-01-01T00:00:00Z'},
  ...more,
});

let graph: Graph;
beforeAll(async () => {
  const aliases = ['Keytruda', ...Array.from({length: 40}, (_, n) => `lambrolizumab form ${n}`)];
  const snapshot = await writeRandomGraph({
    entities: [
      row(1, 'product', 'pembrolizumab', {aliases}),
      row(2, 'program', 'Keytruda'),
      row(3, 'approval', 'Keytruda in some country'),
      row(4, 'company', 'Genentech, Inc.'),
      row(5, 'trial', 'A study', {attributes: JSON.stringify({brief: 'with drugs of Gennentech'})}),
      row(6, 'company', 'Genentez'),
      row(7, 'company', 'Meirafoo Therapeutics', {ticker: 'MGTX'}),
      row(8, 'product', 'MGTA'),
    ],
    edges: [],
  } as never);
  graph = await openGraph(snapshot, {cache: `${snapshot}-cache`});
});
afterAll(() => graph.close());

const found = async (q: string) => (await graph.entities({q})).results.map(({id: one}) => Number(one.slice(1, 8)));

it('a mistyped name finds first whom the nearest one names, as if it were typed well', async () => {
  expect((await found('keytrudda')).slice(0, 2)).toEqual([1, 2]);
  expect((await found('keytruda')).slice(0, 2)).toEqual([1, 2]);
  expect((await found('genentecch'))[0]).toBe(4);
});

it('also where somebody else has mistyped it so, but not where it is a name', async () => {
  expect((await found('Gennentech'))[0]).toBe(4);
  expect((await found('Genentez'))[0]).toBe(6);
});

it('is no text that is an identifier', async () => {
  expect((await found('MGTX'))[0]).toBe(7);
});
