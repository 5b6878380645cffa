import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const drug = (n: number, name: string, attributes: object, more: object = {}) =>
  row(n, 'product', name, {
    attributes: JSON.stringify(attributes),
    modality: 'small molecule',
    moa_confidence: 0.9,
    ...more,
  });
const approved = {phase: 'Approved', max_phase: 4};

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      drug(1, 'glotinib', {text: 'KRAS inhibitor, KRAS inhibitor'}, {target: 'KRAS', mechanism: 'KRAS inhibitor'}),
      drug(2, 'farinib', approved, {target: 'KRAS', mechanism: 'KRAS inhibitor'}),
      drug(3, 'bestinib', approved, {target: 'KRAS', mechanism: 'KRAS inhibitor'}),
      drug(4, 'KRAS inhibitor plus', approved, {target: 'MAPK1'}),
      drug(5, 'quintolol', {...approved, class_names: ['beta blocker']}),
      drug(6, 'famolol', {...approved, class_names: ['beta blocker', 'antiarrhythmic']}),
      drug(7, 'beta thing', {...approved, text: 'no beta, and a blocker of beta blockers'}),
      drug(8, 'lastolol', {class_names: ['beta blocker']}),
      row(31, 'trial', 'One'),
      row(32, 'trial', 'Two'),
      row(33, 'trial', 'Three'),
    ],
    [
      ...[31, 32, 33].map((n) => edge(3, 'tested_in', n)),
      ...[31, 32].map((n) => edge(6, 'tested_in', n)),
      ...[31, 32, 33].map((n) => edge(7, 'tested_in', n)),
      edge(8, 'tested_in', 31),
    ],
  );
});
afterAll(() => graph.close());

const found = async (q: string) => (await graph.entities({q})).results.map(({id}) => numberOf(id));

it('of the drugs with a target those are first that are approved, the best known first', async () => {
  expect((await found('KRAS inhibitors')).slice(0, 3)).toEqual([3, 2, 1]);
});

it('of a class those that are called so', async () => {
  expect((await found('beta blockers')).slice(0, 3)).toEqual([6, 5, 8]);
});
