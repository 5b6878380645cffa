import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

const drug = (n: number, name: string, target: string, disease: string, attributes: object = {}) =>
  row(n, 'product', name, {
    target,
    disease_label: disease,
    mechanism: `${target} inhibitor`,
    modality: 'small molecule',
    moa_confidence: 0.9,
    attributes: JSON.stringify(attributes),
  });

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    drug(1, 'onetinib', 'QRX1', 'multiple sclerosis'),
    drug(2, 'twotinib', 'QRX1', 'lymphoma', {phase: 'Approved', text: 'inhibitors, inhibitor, QRX1 inhibitors'}),
    drug(3, 'threetinib', 'MAPK1', 'multiple sclerosis', {phase: 'Approved', text: 'multiple sclerosis inhibitors'}),
    row(9, 'paper', 'Safety of QRX1 inhibitors in multiple sclerosis'),
  ]);
});
afterAll(() => graph.close());

it.each([
  'QRX1 inhibitor multiple sclerosis',
  'QRX1 inhibitors in multiple sclerosis',
  'multiple sclerosis QRX1 inhibitors',
  'QRX1 inhibitors multiple sclerosis’s',
])('%s are those that hit the target and are for the disease', async (q) => {
  const {results, understood} = await graph.entities({q});
  expect(results.map(({id}) => numberOf(id))[0]).toBe(1);
  expect(understood).toMatchObject({target: 'QRX1', disease: 'multiple sclerosis', met: true});
});

it('a title that has both is itself', async () => {
  const {results} = await graph.entities({q: 'Safety of QRX1 inhibitors in multiple sclerosis'});
  expect(results[0]?.kind).toBe('paper');
});
