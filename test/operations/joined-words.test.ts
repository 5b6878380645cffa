import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {openRows, row} from '../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    row(1, 'trial', 'zq-x7 of adults'),
    row(2, 'trial', 'lupus of adults'),
    row(3, 'product', 'zqlowersen', {target: 'ZRQA', target_symbol: 'ZRQA', moa_confidence: 0.9}),
    ...[4, 5, 6, 7, 8].map((n) => row(n, 'company', `Zrq Holding ${n}`)),
    ...Array.from({length: 20}, (_, n) => row(10 + n, 'paper', `Ballast ${n}`)),
  ]);
});
afterAll(() => graph.close());

const scoreOf = async (q: string) => (await graph.entities({q, limit: 1})).results[0]?.score ?? 0;

it('a word with a hyphen is one word, not its parts and the whole besides', async () => {
  const [joined, whole, part] = [await scoreOf('zq-x7'), await scoreOf('zqx7'), await scoreOf('zq')];
  expect(whole).toBeCloseTo(part, 3);
  expect(joined / whole).toBeCloseTo(1.4, 2);
});

it('a letter in brackets belongs to the word before it', async () => {
  const names = async (q: string) => (await graph.entities({q})).results.map(({name}) => name);
  expect((await names('ZRQ(a)'))[0]).toBe('zqlowersen');
  expect(await names('ZRQ (a)')).not.toContain('zqlowersen');
});
