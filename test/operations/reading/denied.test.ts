import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const drug = (n: number, name: string, developers: string[], target = 'QRX1') =>
  row(n, 'product', name, {
    target,
    disease_label: 'gout',
    mechanism: `${target} inhibitor`,
    modality: 'small molecule',
    moa_confidence: 0.9,
    attributes: JSON.stringify({phase: 'Approved', max_phase: 4, developer_names: developers}),
  });

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      drug(1, 'onetinib', ['Quintex']),
      drug(2, 'twotinib', ['Barbaz']),
      drug(3, 'threetinib', ['Other']),
      drug(4, 'threetinib; metformin', ['Other']),
      row(21, 'company', 'Quintex', {attributes: JSON.stringify({country: 'Germany'})}),
      row(22, 'company', 'Barbaz', {attributes: JSON.stringify({country: 'Germany'})}),
      row(23, 'company', 'Other', {attributes: JSON.stringify({country: 'Germany'})}),
    ],
    [edge(21, 'develops', 1), edge(22, 'develops', 2), edge(23, 'develops', 3), edge(23, 'develops', 4)],
  );
});
afterAll(() => graph.close());

const ask = async (q: string, count = 4) => {
  const {results, understood} = await graph.entities({q});
  return {found: results.slice(0, count).map(({id}) => numberOf(id)), understood};
};

it.each([
  ['QRX1 inhibitors not from Quintex or Barbaz', [3, 4]],
  ['QRX1 inhibitors except onetinib, twotinib', [3, 4]],
  ['QRX1 inhibitors excluding combinations', [1, 2, 3]],
  ['gout drugs without fixed-dose combinations', [1, 2, 3]],
])('%s begin with the others', async (q, others) => {
  const {found, understood} = await ask(q, others.length);
  expect(found.sort()).toEqual(others);
  expect(understood).toMatchObject({met: true});
});

it('a trial is no combination by its title', async () => {
  await using trials = await openRows([
    row(31, 'trial', 'Safety and efficacy of onetinib in gout'),
    row(32, 'trial', 'A study of gout'),
  ]);
  const {results} = await trials.entities({q: 'gout trials without combinations'});
  expect(results.map(({id}) => numberOf(id)).sort()).toEqual([31, 32]);
});

it('a list of whom a text excepts may have a comma before its last', async () => {
  for (const q of ['gout companies except Quintex, and Barbaz', 'gout companies except Quintex nor Barbaz'])
    expect((await ask(q, 1)).found, q).toEqual([23]);
});

it('what companies do not do is not known', async () => {
  expect((await ask('gout companies without antibodies')).understood).toMatchObject({met: false});
  expect((await ask('gout companies except Quintex')).understood).toMatchObject({met: true});
});
