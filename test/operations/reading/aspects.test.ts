import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    row(1, 'product', 'glotofim', {disease_label: 'gout', moa_confidence: 0.9}),
    row(2, 'product', 'stage phase mechanism of action'),
    row(3, 'company', 'Quintex Inc.'),
    row(4, 'institution', 'Office of Headquarters'),
    row(5, 'target', 'QTX1'),
    row(6, 'trial', 'Gout stage and status'),
    row(7, 'trial', 'Gout gout and gout'),
    row(8, 'trial', 'Glotofim status'),
    row(9, 'trial', 'Glotofim glotofim glotofim'),
  ]);
});
afterAll(() => graph.close());

const found = async (q: string) => (await graph.entities({q})).results.map(({id}) => numberOf(id));

it.each([
  ['glotofim stage', 1],
  ['Glotofim mechanism of action', 1],
  ['what is the mechanism of glotofim?', 1],
  ['what is Glotofim’s moa', 1],
  ['Quintex headquarters', 3],
  ['Quintex’s ticker', 3],
  ['QTX1 function', 5],
])('%s asks for the thing, which tells it', async (q, number) => {
  const all = await found(q);
  expect(all[0]).toBe(number);
  expect(all).not.toContain(2);
  expect(all).not.toContain(4);
});

it.each([
  ['price of glotofim', 1, 'price'],
  ['Glotofim side effects', 1, 'side effects'],
  ['who is the CEO of Quintex?', 3, 'CEO'],
  ['Quintex market cap', 3, 'market cap'],
])('%s asks for the thing, which does not tell it', async (q, number, untold) => {
  const {results, understood} = await graph.entities({q});
  expect(numberOf(results[0]?.id ?? '')).toBe(number);
  expect(understood).toEqual({untold, met: false});
});

it('behind what is no name such a word is one like others', async () => {
  expect((await found('gout stage'))[0]).toBe(6);
  const trials = await graph.entities({q: 'glotofim status', kind: 'trial'});
  expect(numberOf(trials.results[0]?.id ?? '')).toBe(8);
  expect((await found('stage'))[0]).toBe(2);
});
