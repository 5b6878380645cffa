import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, idOf, openRows, row} from '../../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
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
    [edge(7, 'sponsors', 6), edge(7, 'develops', 1)],
  );
});
afterAll(() => graph.close());

const one = async (input: string, more: object = {}) => {
  const [{match, how, candidates} = {} as never] = (await graph.resolve({inputs: [input], ...more})).results;
  return [match?.id ?? null, how, candidates.map((ref) => ref.id)];
};

it('of two that share a name but for signs, the one that is written so is meant', async () => {
  expect(await one('salbutamol')).toEqual([idOf(1), 'alias', []]);
  expect(await one('(-)-salbutamol')).toEqual([idOf(2), 'alias', []]);
  expect(await one('Albuterol')).toEqual([idOf(1), 'name', []]);
  expect(await one('Bazomide')).toEqual([null, null, [idOf(3), idOf(4)]]);
  expect(await one('Albuterol', {min_confidence: 0.95})).toEqual([idOf(1), 'name', []]);
});

it('the name of a disease is no alias of a gene, unless a gene is asked for', async () => {
  expect(await one('COPD')).toEqual([null, null, [idOf(5)]]);
  expect(await one('COPD', {kind: 'target'})).toEqual([idOf(5), 'alias', []]);
});

it('capitals that are a ticker, and are in no name so, are the ticker', async () => {
  expect(await one('QURE')).toEqual([idOf(8), 'identifier', []]);
  expect(await one('qure')).toEqual([idOf(7), 'name', []]);
});
