import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

const event = (n: number, name: string, type: string) =>
  row(n, 'funding_event', name, {attributes: JSON.stringify({type, awarded_at: '2024-02-01', amount_usd: n * 1000})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    event(1, 'Quintex Inc. raises 40 million', 'Series B'),
    event(2, 'Farima Inc. raises 10 million', 'series a'),
    event(3, 'A series of B cell studies in rounds', 'grant'),
    row(4, 'institution', 'IPO Porto'),
  ]);
});
afterAll(() => graph.close());

it('rounds are of the type that a text says, whatever other events are called', async () => {
  for (const q of ['series B rounds', 'largest series B 2024']) {
    const {results, understood} = await graph.entities({q});
    expect(numberOf(results[0]?.id ?? ''), q).toBe(1);
    expect(understood, q).toMatchObject({kind: 'funding_event', round: 'series b', met: true});
  }
});

it('a type that no event has is said to be met by none', async () => {
  expect((await graph.entities({q: 'grants for seed dispersal'})).understood ?? {}).not.toHaveProperty('round');
  for (const q of ['biotech IPOs 2024', 'IPO 2024', 'seed rounds'])
    expect((await graph.entities({q})).understood, q).toMatchObject({kind: 'funding_event', met: false});
  expect(numberOf((await graph.entities({q: 'IPO Porto'})).results[0]?.id ?? '')).toBe(4);
});
