import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

const drug = {target: 'QRX1', modality: 'small molecule', disease_label: 'gout', moa_confidence: 0.9};

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    row(1, 'product', 'onetinib', {...drug, aliases: ['QRX1 small molecule of Barbaz']}),
    row(2, 'product', 'twotinib', drug),
    row(11, 'program', 'Barbaz QRX1 small molecule', drug),
    row(12, 'paper', 'First-line onetinib or twotinib in advanced gout'),
    row(13, 'funder', 'Quintex Society of Professional Biologists'),
    row(14, 'catalyst', 'NCT07217496, trial withdrawn, Barbaz', {attributes: JSON.stringify({date: '2020-01-01'})}),
    row(15, 'person', 'Ann Biology of Quintex'),
    row(21, 'company', 'Barbaz'),
    row(22, 'trial', 'A study of gout', {attributes: JSON.stringify({nct: 'NCT05060016'})}),
  ]);
});
afterAll(() => graph.close());

const first = async (q: string, more: object = {}) =>
  numberOf((await graph.entities({q, ...more})).results[0]?.id ?? '');

it.each([
  ['Barbaz QRX1 small molecule', 11],
  ['First-line onetinib or twotinib in advanced gout', 12],
  ['Quintex Society of Professional Biologists', 13],
  ['NCT07217496, trial withdrawn, Barbaz', 14],
])('%s comes first, whatever else its words ask for', async (q, n) => {
  expect(await first(q)).toBe(n);
});

it('of a trial that nobody has only what is asked of it is no answer', async () => {
  expect((await graph.entities({q: 'NCT99999999 status'})).results).toEqual([]);
  expect((await graph.entities({q: 'is NCT99999999 still recruiting?'})).results).toEqual([]);
  expect(await first('NCT99999999 onetinib')).toBe(1);
  expect(await first('NCT05060016 onetinib')).toBe(22);
  expect(await first('NCT05060016 onetinib', {kind: 'product'})).toBe(1);
});
