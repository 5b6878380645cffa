import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Glomera Inc.'),
      row(2, 'company', 'Farima Inc.'),
      row(3, 'company', 'Nobodys Inc.'),
      row(11, 'funder', 'Quintex Capital Management'),
      row(12, 'funder', 'Rivalis Advisors'),
      row(13, 'company', 'Quintex Capital Management'),
      row(21, 'product', 'glotinib', {disease_id: 'MONDO:1', disease_label: 'gout', moa_confidence: 0.9}),
      row(31, 'paper', 'What investors in Glomera ate'),
    ],
    [
      edge(11, 'invested_in', 1),
      edge(11, 'invested_in', 2),
      edge(12, 'invested_in', 2),
      edge(2, 'develops', 21),
      edge(1, 'develops', 21),
    ],
  );
});
afterAll(() => graph.close());

const ask = (q: string, more: object = {}) => graph.entities({q, ...more});
const found = async (q: string, more: object = {}) => (await ask(q, more)).results.map(({id}) => numberOf(id));

it.each([
  ...['investors in Farima', 'who invested in Farima?', 'Farima investors', 'largest shareholders of Farima'],
  ...[
    'hedge funds holding Farima',
    'which funds own Farima',
    'funds invested in Farima',
    'funds with a stake in Farima',
  ],
  ...['institutional investors Farima', 'top holders of Farima', 'who holds shares in Farima'],
])('%s have invested in it, who holds the most first', async (q) => {
  expect(await found(q)).toEqual([11, 12]);
  expect((await ask(q)).understood).toMatchObject({kind: 'funder', investors_of: 'Farima', met: true});
});

it('investors in a disease are those of the companies for it', async () => {
  expect(await found('investors in gout')).toEqual([11, 12]);
});

it('holders of what is no company are not its investors, and of a company without any it is said', async () => {
  expect((await ask('top holders of gout patents')).understood ?? {}).not.toHaveProperty('investors_of');
  expect(await ask('top holders of Nobodys')).toMatchObject({understood: {investors_of: 'Nobodys', met: false}});
});

it.each([
  'companies Quintex owns',
  'Quintex portfolio',
  'companies backed by Quintex Capital',
  'holdings of Quintex Capital Management',
])('%s is what the investor has', async (q) => {
  expect((await found(q)).sort()).toEqual([1, 2]);
  expect((await ask(q)).understood).toMatchObject({kind: 'company', met: true});
});

it('filters apply, and where nobody has invested the text is searched', async () => {
  expect(await found('investors in Farima', {kind: 'company'})).toEqual([]);
  expect((await ask('investors in Nobodys')).understood ?? {}).not.toHaveProperty('investors_of');
  expect((await ask('Nobodys portfolio')).understood ?? {}).not.toHaveProperty('portfolio_of');
});
