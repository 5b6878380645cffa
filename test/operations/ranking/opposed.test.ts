import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {isOpposed} from '../../../src/operations/ranking/opposed.ts';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

const TARGETS = new Set(['qrx1']);
const mechanism = (text: string, ...targets: string[]) => ({mechanism: text, targets});

it.each([
  ['its own mechanism', {moa: {mechanism: 'QRX1 agonist'}}, true, false],
  ['an inverse agonist inhibits', {moa: {mechanism: 'QRX1 inverse agonist'}}, false, true],
  ['an agonist-antagonist does both', {moa: {mechanism: 'QRX1 partial agonist and antagonist'}}, false, false],
  ['what is said of neither', {moa: {mechanism: 'QRX1 modulator'}}, false, false],
  ['nothing', {}, false, false],
  [
    'of several targets the one that is meant counts',
    {
      moa: {mechanism: 'QRX1 antagonist'},
      attributes: {mechanisms: [mechanism('agonist', 'QRX2'), mechanism('antagonist', 'QRX1')]},
    },
    false,
    true,
  ],
  [
    'what it is called, without a mechanism',
    {moa: {mechanism: null}, attributes: {class_names: ['QRX1 agonist']}},
    true,
    false,
  ],
  [
    'mechanisms of any shape',
    {moa: {mechanism: 'QRX1 agonist'}, attributes: {mechanisms: [null, 5, {targets: 'x'}]}},
    true,
    false,
  ],
] as const)('%s', (_, record, toInhibition, toActivation) => {
  expect(isOpposed(record as object, 'inhibit', TARGETS)).toBe(toInhibition);
  expect(isOpposed(record as object, 'activate', TARGETS)).toBe(toActivation);
});

let graph: Graph;
const drug = (n: number, name: string, mechanism: string, phase: string) =>
  row(n, 'product', name, {
    ...{target: 'QRX1', mechanism, modality: 'small molecule', moa_confidence: 0.9},
    attributes: JSON.stringify({phase}),
  });
beforeAll(async () => {
  graph = await openRows([
    row(9, 'target', 'QRX1'),
    row(10, 'target', 'ZRX2'),
    drug(1, 'agotide', 'QRX1 agonist', 'Approved'),
    drug(2, 'antapant', 'QRX1 antagonist', 'Phase 2'),
    {...drug(3, 'zagotide', 'ZRX2 agonist', 'Approved'), target: 'ZRX2'},
  ]);
});
afterAll(() => graph.close());

it('what does the opposite to the target is behind, and meets nothing', async () => {
  const asked = async (q: string) => {
    const {results, understood} = await graph.entities({q});
    return {found: results.map(({id}) => numberOf(id)).filter((n) => n < 9), understood};
  };
  expect(await asked('QRX1 antagonists')).toMatchObject({found: [2, 1], understood: {met: true, met_by: 1}});
  expect(await asked('QRX1 agonists')).toMatchObject({found: [1, 3, 2], understood: {met: true, met_by: 1}});
  expect(await asked('ZRX2 antagonists')).toMatchObject({found: [3, 2], understood: {met: false}});
});
