import {afterAll, beforeAll, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';

const drug = (n: number, name: string, attributes: object) => ({
  ...{id: `4000000${n}-0000-4000-8000-000000000000`, kind: 'product', state: 'live', name, slug: `drug-${n}`},
  ...{source: 'test', updated_at: '2026-01-01T00:00:00Z', attributes: JSON.stringify(attributes)},
});

const DRUGS = [
  drug(1, 'quxomide', {
    class_names: ['molecular glue'],
    target_names: ['QXR1'],
    description: 'of mice and men'.repeat(9),
  }),
  drug(2, 'bazpol', {description: 'a polymer of low molecular weight that is used as a glue'}),
  drug(3, 'foomab', {disease_names: 'dropsy', class_names: null, target_names: {odd: 1}}),
  {
    ...drug(4, 'A study in dropsical melancholy', {drug_names: ['FOO-1', 'Foobrand'], sponsor_names: ['Barco']}),
    kind: 'trial',
  },
];

let graph: Graph;
beforeAll(async () => {
  const snapshot = await writeRandomGraph({entities: DRUGS, edges: []} as never);
  graph = await openGraph(snapshot, {cache: `${snapshot}-cache`});
});
afterAll(() => graph.close());

const found = async (q: string) => (await graph.entities({q})).results.map(({name, score}) => ({name, score}));

it('names of the class, the target and the disease weigh as labels do', async () => {
  const [first, second, ...rest] = await found('molecular glue');
  expect([first?.name, second?.name, rest]).toEqual(['quxomide', 'bazpol', []]);
  expect(first?.score).toBeGreaterThan(Number(second?.score));
  expect((await found('QXR1')).map(({name}) => name)).toEqual(['quxomide']);
});

it('a single text counts as well, and what is no text does not', async () => {
  expect((await found('dropsy')).map(({name}) => name)).toEqual(['foomab']);
  expect(await found('odd')).toEqual([]);
});

it('a trial is found by its sponsor, and by the brands and codes of the drugs it tests', async () => {
  for (const q of ['foobrand', 'FOO-1', 'Barco melancholy'])
    expect((await found(q)).map(({name}) => name)).toEqual(['A study in dropsical melancholy']);
});
