import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const ASTHMA = {disease_id: 'MONDO:1', disease_label: 'asthma', moa_confidence: 0.9};
/** Gout by two names. */
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
            {label: "Quinn's disease", phase: 'phase 2', confidence: 0.9},
            {label: 'factor A', phase: 'phase 2', confidence: 0.9},
            {label: 'drug use disorder', phase: 'phase 2', confidence: 0.9},
          ],
        }),
      }),
      row(2, 'product', 'goutinib', {...GOUT, attributes: JSON.stringify({phase: 'Phase 3', disease_names: ['gout']})}),
      row(3, 'product', 'gout farinib', GOUT),
      row(4, 'product', 'firstinib', {
        ...GOUT,
        attributes: JSON.stringify({
          phase: 'Approved',
          indications: [
            {label: 'gout', phase: 'phase 3', confidence: 0.9},
            {label: 'asthma', phase: 'approved', confidence: 0.9},
          ],
        }),
      }),
      row(6, 'product', 'otherinib', {...GOUT, disease_id: 'MONDO:9', disease_label: 'drug use'}),
      row(5, 'product', 'zestrogen', {...GOUT, attributes: JSON.stringify({disease_names: ['gout']})}),
      row(21, 'target', 'ZESR', {aliases: ['zestrogen receptor']}),
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
    expect(found.slice(0, 4), q).toEqual([1, 13, 12, 11]);
    expect(understood, q).toMatchObject({product, met: true, met_by: 4});
  }
  // What only says both is not counted.
  expect((await asked('farinib for gout')).found[4]).toBe(15);
  const trials = await asked('farinib for gout', {kind: 'trial'});
  expect(trials.found.slice(0, 3)).toEqual([13, 12, 11]);
  expect(trials.understood?.met_by).toBe(3);
});

it.each([
  ['is farinib approved for gout', 'gout', false],
  ['is farinib FDA approved for gout', 'gout', false],
  ['is farinib approved for asthma', 'asthma', true],
  ['is farinib approved by the FDA for asthma?', 'asthma', true],
  ['is farinib approved for drug use', 'drug use', false],
  // What it is first of all for, and a source says that it is only tried for.
  ['is firstinib approved for gout', 'gout', false],
])('%s: whether it is approved for %s is met or not', async (q, disease, met) => {
  const {found, understood} = await asked(q);
  expect(found[0]).toBe(q.includes('first') ? 4 : 1);
  expect(understood).toMatchObject({disease, stage: ['approved'], met});
  expect(understood?.met_by).toBe(met ? 2 : undefined);
});

it.each(['gout farinib', 'goutinib asthma', 'zestrogen gout', 'farinib gout approval'])(
  '%s is looked for as it is: a name, no use, what a receptor is called after, a kind',
  async (q) => {
    const {found, understood} = await asked(q);
    expect(understood?.product).toBeUndefined();
    if (q === 'gout farinib') expect(found[0]).toBe(3);
  },
);

it('a disease keeps the letter behind it, and the words that are part of it', async () => {
  expect((await asked('farinib factor A')).understood).toMatchObject({product: 'farinib', disease: 'factor A'});
  expect((await asked("farinib Quinn's disease")).understood).toMatchObject({disease: "Quinn's disease", met: true});
  expect((await asked('farinib drug use disorder')).understood).toMatchObject({disease: 'drug use disorder'});
});
