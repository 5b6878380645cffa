import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {orderIn} from '../../src/operations/reading/wording.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const drug = (n: number, name: string, phase: number, classes: string[], year?: number) =>
  row(n, 'product', name, {
    attributes: JSON.stringify({
      ...{max_phase: phase, phase: phase === 4 ? 'Approved' : 'Phase 2', class_names: classes},
      ...(year !== undefined && {first_approval_year: year}),
    }),
    ...{
      modality: 'small molecule',
      target: 'KRAS',
      target_symbol: 'KRAS',
      mechanism: 'KRAS inhibitor',
      moa_confidence: 0.9,
    },
  });
let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'target', 'KRAS'),
      drug(11, 'glotinib', 4, ['KRAS G12C inhibitor'], 2022),
      drug(12, 'farinib', 4, ['KRAS G12C inhibitor'], 2021),
      drug(13, 'bestinib', 2, ['KRAS G12D inhibitor']),
      row(31, 'company', 'Foobio'),
      row(32, 'company', 'Barco'),
      row(33, 'company', 'Quintex'),
      row(41, 'product', 'goutex', {disease_id: 'MONDO:1', disease_label: 'gout', moa_confidence: 0.9}),
      row(42, 'product', 'failurex', {disease_id: 'MONDO:2', disease_label: 'heart failure', moa_confidence: 0.9}),
    ],
    [edge(31, 'develops', 41), edge(32, 'develops', 41), edge(33, 'develops', 41)],
  );
});
afterAll(() => graph.close());

const found = async (q: string) => (await graph.entities({q})).results.map(({id}) => numberOf(id));

it('inhibitors of a mutant begin with those that are called so, not with what is approved for another', async () => {
  expect((await found('KRAS G12D inhibitors'))[0]).toBe(13);
  expect((await found('KRAS G12C inhibitors')).slice(0, 2).toSorted()).toEqual([11, 12]);
});

it('companies that a text excepts are left out, also several', async () => {
  expect((await found('gout companies except Foobio and Barco')).filter((n) => n > 30 && n < 40)).toEqual([33]);
});

it('drugs for heart failure have not failed', async () => {
  const {understood} = await graph.entities({q: 'drugs for heart failure'});
  expect(understood).not.toHaveProperty('stage');
  expect(understood).not.toHaveProperty('development_status');
});

it('the first that was approved is the one with the earliest year', async () => {
  for (const q of [
    'first approved KRAS inhibitor',
    'what was the first approved KRAS inhibitor?',
    'first KRAS inhibitor approval',
  ])
    expect((await found(q)).slice(0, 2), q).toEqual([12, 11]);
});

it('a first line, half or quarter is not the first that was approved', () => {
  for (const text of ['first line KRAS approval', 'first quarter approval', 'first half approval'])
    expect(orderIn(text), text).toBeUndefined();
  expect(orderIn('first ADC approval')).toBe('earliest');
});

it('new drugs are those that were approved last, but not in New York', async () => {
  for (const q of ['new KRAS drugs', 'recently approved KRAS drugs', 'newest KRAS inhibitors'])
    expect((await found(q)).slice(0, 2), q).toEqual([11, 12]);
  for (const text of ['latest gout treatments', 'gout drugs recently approved', 'new antibiotics', 'latest CAR-Ts'])
    expect(orderIn(text), text).toBe('latest');
  for (const text of ['new york drugs', 'new uses of gout', 'gout drugs']) expect(orderIn(text), text).toBeUndefined();
});
