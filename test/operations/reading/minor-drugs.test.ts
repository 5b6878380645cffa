import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const drug = (n: number, name: string, therapeutic_area: string, more: object = {}) =>
  row(n, 'product', name, {therapeutic_area, moa_confidence: 0.9, ...more});
const OTHERS = [2, 3, 4, 5, 6];

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Quintex Inc.'),
      ...OTHERS.map((n) => row(n, 'company', `Generica${n} Inc.`)),
      drug(11, 'oldrubicin', 'oncology'),
      drug(12, 'passetinib', 'oncology', {attributes: JSON.stringify({marketing_status: 'off the market'})}),
      drug(13, 'newtinib', 'oncology'),
      drug(14, 'immunumab', 'immunology'),
      drug(15, 'glucotide', 'endocrine', {disease_id: 'MONDO:0005015', disease_label: 'diabetes mellitus'}),
      ...Array.from({length: 40}, (_, n) => row(100 + n, 'paper', `Ballast ${n}`)),
    ],
    [
      ...[11, 12, 13, 14, 15].map((n) => edge(1, 'develops', n)),
      ...OTHERS.map((n) => edge(n, 'develops', 11)),
      // The generic and the one that is gone are better known.
      ...Array.from({length: 8}, (_, n) => edge(100 + n, 'mentions', 1)),
      ...Array.from({length: 20}, (_, n) => edge(100 + n, 'mentions', 11)),
      ...Array.from({length: 15}, (_, n) => edge(100 + n, 'mentions', 12)),
    ],
  );
});
afterAll(() => graph.close());

const found = async (q: string) => {
  const {results, understood} = await graph.entities({q});
  return {first: results.map(({id}) => numberOf(id)), understood};
};

it('a text may say the area beside the owner, whose own drugs come before generics and what is off the market', async () => {
  const {first, understood} = await found('Quintex oncology');
  expect(first.slice(0, 3)).toEqual([13, 11, 12]);
  expect(understood).toMatchObject({organization: 'Quintex', therapeutic_area: 'oncology', met: true});
  expect((await found('Quintex immunology drugs')).first[0]).toBe(14);
  expect((await found('Quintex cancer drugs')).first[0]).toBe(13);
});

it('a disease is not taken for its area', async () => {
  const {first, understood} = await found('Quintex diabetes');
  expect(first[0]).toBe(15);
  expect(understood).not.toHaveProperty('therapeutic_area');
});
