import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {numberOf, openRows, row} from '../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    ...['HCV NS5B polymerase', 'HIV-1 integrase', 'OPRK1', 'EGFR'].map((target, n) =>
      row(11 + n, 'product', `drug ${n}`, {target, moa_confidence: 0.9}),
    ),
  ]);
});
afterAll(() => graph.close());

it('a filter takes a target by the names of the trade, and says which it is', async () => {
  for (const [said, n, meant] of [
    ['NS5B', 11, 'HCV NS5B polymerase'],
    ['HIV integrase', 12, 'HIV-1 integrase'],
    ['kappa opioid', 13, 'OPRK1'],
  ] as const) {
    const {results, filters} = await graph.entities({target: said});
    expect([results.map(({id}) => numberOf(id)), filters.target], said).toEqual([[n], meant]);
  }
  expect((await graph.entities({target: 'HIV gp120'})).results).toEqual([]);
});
