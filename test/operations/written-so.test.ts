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
  const snapshot = await writeRandomGraph({
    entities: [
      row(1, 'product', 'albuterol', {aliases: ['Salbutamol']}),
      row(2, 'product', 'levosalbutamol', {aliases: ['(-)-Salbutamol', '(R)-Albuterol']}),
      row(3, 'product', 'foomab', {aliases: ['(+)-Bazomide', 'Bazomide (-)']}),
      row(4, 'product', 'barmab', {aliases: ['(-)-Bazomide']}),
      row(5, 'target', 'ARCN1', {aliases: ['COPD']}),
      row(6, 'trial', 'A study', {
        ...{disease_id: 'MONDO:0005002', disease_label: 'chronic obstructive pulmonary disease', moa_confidence: 0.9},
        attributes: '{"conditions":["COPD"]}',
      }),
      row(7, 'company', 'Qure Healthcare, LLC', {aliases: ['Qure']}),
      row(8, 'company', 'uniQure N.V.', {ticker: 'QURE'}),
    ],
    edges: [
      {source: id(7), relation: 'sponsors', target: id(6), observed_at: null},
      {source: id(7), relation: 'develops', target: id(1), observed_at: null},
    ],
  } as never);
  graph = await openGraph(snapshot, {cache: `${snapshot}-cache`});
});
afterAll(() => graph.close());

const one = async (input: string, more: object = {}) => {
  const [{match, how, candidates} = {} as never] = (await graph.resolve({inputs: [input], ...more})).results;
  return [match?.id ?? null, how, candidates.map((ref) => ref.id)];
};

it('of two that share a name but for signs, the one that is written so is meant', async () => {
  expect(await one('salbutamol')).toEqual([id(1), 'alias', []]);
  expect(await one('(-)-salbutamol')).toEqual([id(2), 'alias', []]);
  expect(await one('Albuterol')).toEqual([id(1), 'name', []]);
  expect(await one('Bazomide')).toEqual([null, null, [id(3), id(4)]]);
  expect(await one('Albuterol', {min_confidence: 0.95})).toEqual([id(1), 'name', []]);
});

it('the name of a disease is no alias of a gene, unless a gene is asked for', async () => {
  expect(await one('COPD')).toEqual([null, null, [id(5)]]);
  expect(await one('COPD', {kind: 'target'})).toEqual([id(5), 'alias', []]);
});

it('capitals that are a ticker, and are in no name so, are the ticker', async () => {
  expect(await one('QURE')).toEqual([id(8), 'identifier', []]);
  expect(await one('qure')).toEqual([id(7), 'name', []]);
});
