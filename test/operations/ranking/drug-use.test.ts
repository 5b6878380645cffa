import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const ASTHMA = {disease_id: 'MONDO:1', disease_label: 'asthma', moa_confidence: 0.9};
const GOUT = {disease_id: 'MONDO:2', disease_label: 'gout', moa_confidence: 0.9};
const trial = (n: number, name: string, phase: string, start: string, disease = GOUT) =>
  row(n, 'trial', name, {...disease, attributes: JSON.stringify({phase, start_date: start})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'product', 'farinib', {
        ...ASTHMA,
        aliases: ['Fartiva'],
        attributes: JSON.stringify({
          ...{phase: 'Approved', disease_names: ['asthma']},
          indications: [
            {label: 'asthma', phase: 'approved', confidence: 0.9},
            {label: 'gout', phase: 'phase 3', confidence: 0.9},
          ],
        }),
      }),
      row(2, 'product', 'goutinib', {...GOUT, attributes: JSON.stringify({phase: 'Phase 3', disease_names: ['gout']})}),
      row(3, 'product', 'gout farinib', GOUT),
      trial(11, 'An early one', 'Phase 1', '2020-01-01'),
      trial(12, 'A late one', 'Phase 3', '2021-01-01'),
      trial(13, 'Another late one', 'Phase 3', '2022-01-01'),
      trial(14, 'One of the other disease', 'Phase 3', '2022-01-01', ASTHMA),
      row(15, 'paper', 'Farinib in gout', {attributes: JSON.stringify({published_at: '2020-01-01'})}),
      row(16, 'approval', 'Fartiva (farinib)', {...ASTHMA, attributes: '{"approved_at":"2015-01-01"}'}),
    ],
    [...[11, 12, 13, 14].map((n) => edge(1, 'tested_in', n)), edge(16, 'approval_of', 1)],
  );
});
afterAll(() => graph.close());

const asked = async (q: string, more: object = {}) => {
  const {results, understood} = await graph.entities({q, ...more});
  return {found: results.map(({id}) => numberOf(id)), understood};
};

it('a drug and a disease are asked for what there is on the one for the other', async () => {
  for (const [q, product] of [
    ['farinib for gout', 'farinib'],
    ['gout Fartiva', 'Fartiva'],
    ['does Fartiva treat gout?', 'Fartiva'],
  ] as const) {
    const {found, understood} = await asked(q);
    expect(found.slice(0, 5), q).toEqual(
      q.includes('farinib') ? [1, 13, 12, 11, 15] : [1, 13, 12, 11, expect.any(Number)],
    );
    expect(understood, q).toMatchObject({product, disease: 'gout', met: true});
  }
  expect((await asked('farinib for gout')).understood?.met_by).toBe(5);
  expect((await asked('farinib for gout', {kind: 'trial'})).found.slice(0, 3)).toEqual([13, 12, 11]);
});

it('whether it is approved for it is met or not', async () => {
  const {found, understood} = await asked('is farinib approved for gout');
  expect(found[0]).toBe(1);
  expect(understood).toMatchObject({product: 'farinib', disease: 'gout', stage: ['approved'], met: false});
  const other = await asked('is farinib approved for asthma');
  expect(other.found.slice(0, 3)).toEqual([1, 16, 14]);
  expect(other.understood).toMatchObject({stage: ['approved'], met: true, met_by: 3});
});

it('what is a name as a whole, or of no use for the disease, is looked for as it is', async () => {
  expect((await asked('gout farinib')).found[0]).toBe(3);
  expect((await asked('goutinib asthma')).understood?.product).toBeUndefined();
});
