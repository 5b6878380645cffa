import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {leastAmountIn} from '../../../src/operations/reading/amounts.ts';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

const award = (n: number, name: string, amount: number | null) =>
  row(n, 'funding_event', name, {
    funding: JSON.stringify({
      type: 'grant',
      amount_usd: amount,
      currency: 'USD',
      date: `2020-01-0${n}`,
      is_grant: true,
    }),
  });

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    award(1, 'SBIR award for gout', 500_000),
    award(2, 'SBIR award for asthma', 3_000_000),
    award(3, 'SBIR award for gout and asthma', 2_500_000),
    award(4, 'STTR award of an unknown amount', null),
    row(5, 'company', 'Million Marker'),
  ]);
});
afterAll(() => graph.close());

const found = async (q: string, most: number) =>
  (await graph.entities({q})).results.slice(0, most).map(({id}) => numberOf(id));

it('awards of at least an amount come first', async () => {
  expect((await found('SBIR awards above 2 million dollars', 2)).sort()).toEqual([2, 3]);
  expect(await found('gout grants over $2M', 1)).toEqual([3]);
  const {understood} = await graph.entities({q: 'SBIR awards above 2 million dollars'});
  expect(understood).toEqual({kind: 'funding_event', amount_from: '2000000', met: true, met_by: 2});
});

it('the largest come first, and of all the newest', async () => {
  expect(await found('largest SBIR awards', 3)).toEqual([2, 3, 1]);
  expect(await found('biggest gout grants', 2)).toEqual([3, 1]);
  expect(await found('grants', 1)).toEqual([4]);
});

it.each([
  ['awards above 2 million dollars', 2_000_000],
  ['grants over $1.5M', 1_500_000],
  ['grants larger than 1,000,000 USD', 1_000_000],
  ['awards of more than two million', 2_000_000],
  ['at least 500k', 500_000],
  ['trials in people over 65', undefined],
  ['more than one grant', undefined],
])('%s asks for %s', (text, amount) => {
  expect(leastAmountIn(text)?.amount).toBe(amount);
});
