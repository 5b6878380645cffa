import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, openRows, row} from '../../helpers/few-rows.ts';

const approval = (n: number, approved_at: string) =>
  row(n, 'approval', `approval ${n}`, {attributes: JSON.stringify({agency: 'FDA', approved_at})});
const phase = (value: string, more: object = {}) => ({attributes: JSON.stringify({phase: value, ...more})});
const catalyst = (n: number, date: string) =>
  row(n, 'catalyst', `data readout ${n}, Quillon Inc.`, {attributes: JSON.stringify({date, type: 'data readout'})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Quillon Inc.'),
      row(2, 'company', 'Quillon Instruments Ltd.'),
      row(3, 'company', 'Sorrel Inc.'),
      row(10, 'product', 'sorrel'),
      row(11, 'product', 'oldomab', phase('approved', {description: 'made by Quillon Quillon Quillon'})),
      row(12, 'product', 'newomab', phase('approved')),
      row(13, 'product', 'trialomab', phase('phase 3')),
      row(14, 'product', 'quitomab', phase('phase 3', {development_status: 'discontinued'})),
      row(15, 'product', 'sorrelomab'),
      row(50, 'program', 'sorrel program'),
      approval(21, '1990-01-01'),
      approval(22, '2025-06-01'),
      approval(23, '2024-01-01'),
      catalyst(31, '2024-02-01'),
      catalyst(32, '2027-02-01'),
      catalyst(33, '2025-02-01'),
      row(41, 'trial', 'a trial', {attributes: JSON.stringify({phase: 'phase 3', start_date: '2025-05-01'})}),
    ],
    [
      ...[11, 12, 13, 14].map((n) => edge(1, 'develops', n)),
      ...[21, 22].flatMap((n) => [edge(1, 'holds', n), edge(n, 'approval_of', n - 10)]),
      edge(3, 'develops', 15),
      edge(3, 'develops', 50),
      edge(3, 'holds', 23),
      edge(23, 'approval_of', 15),
      edge(1, 'sponsors', 41),
      edge(13, 'tested_in', 41),
      ...[31, 32, 33].map((n) => edge(1, 'has_catalyst', n)),
    ],
  );
});
afterAll(() => graph.close());

const names = async (q: string, more: object = {}) =>
  (await graph.entities({q, ...more})).results.map(({name = ''}) => name);

it('a company’s drugs are in the order of its dossier, and what was given up is last', async () => {
  expect((await names('Quillon drugs')).slice(0, 4)).toEqual(['newomab', 'oldomab', 'trialomab', 'quitomab']);
  expect((await names('Quillon pipeline')).slice(0, 2)).toEqual(['trialomab', 'quitomab']);
});

it('its name finds it, then its drugs; of its catalysts those to come are first', async () => {
  const found = await names('Quillon');
  expect(found.slice(0, 5)).toEqual(['Quillon Inc.', 'newomab', 'oldomab', 'trialomab', 'quitomab']);
  expect(found.filter((name) => name.startsWith('data readout')).map((name) => name.slice(13, 15))).toEqual([
    '32',
    '33',
    '31',
  ]);
  expect(await names('Quillon', {kind: 'company'})).toEqual(['Quillon Inc.', 'Quillon Instruments Ltd.']);
});

it('also where a drug has the name of the company', async () => {
  expect((await names('sorrel')).slice(0, 3)).toEqual(['sorrel', 'Sorrel Inc.', 'sorrelomab']);
});
