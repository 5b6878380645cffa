import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {openRows, row} from '../helpers/few-rows.ts';

const drug = (n: number, name: string, target: string, symbol: string | null = target) =>
  row(n, 'product', name, {target, target_symbol: symbol, moa_confidence: 0.9});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    row(1, 'target', 'CALCRL', {aliases: ['CGRP receptor', 'CGRP1', 'p17']}),
    row(2, 'target', 'RAMP1', {aliases: ['CGRP receptor', 'CGRP1', 'amylin receptor']}),
    row(3, 'target', 'CALCR', {aliases: ['amylin receptor', 'p17']}),
    drug(11, 'erenumab', 'CGRP receptor', null),
    drug(12, 'atogepant', 'CALCRL'),
    drug(13, 'pramlintide', 'amylin receptor', null),
    drug(14, 'calcitonin', 'CALCR'),
    drug(15, 'rampab', 'RAMP1'),
    row(4, 'target', 'NTRK1', {aliases: ['NTRK']}),
    row(5, 'target', 'NTRK3', {aliases: ['NTRK']}),
    drug(16, 'larotinib', 'NTRK3'),
  ]);
});
afterAll(() => graph.close());

it.each([
  // A value that some entity has is taken as it stands.
  ['CGRP receptor', ['erenumab']],
  ['amylin receptor', ['pramlintide']],
  // The shared part, whose drugs may hit the other receptor, leads to neither.
  ['CGRP1', ['atogepant', 'erenumab']],
  ['CALCRL', ['atogepant']],
  ['RAMP1', ['rampab']],
  // A family whose name nobody carries.
  ['NTRK', ['larotinib']],
  // A name of two targets that is no family's is nobody's.
  ['p17', []],
])('the filter %s finds what carries that name, else what carries a member’s', async (target, names) => {
  const {results, total} = await graph.entities({kind: 'product', target, sort: 'name'});
  expect([results.map(({name}) => name), total]).toEqual([names, names.length]);
});

it('every bucket of targets counts what the filter of its value finds', async () => {
  const {buckets} = await graph.aggregate({field: 'target', kind: 'product'});
  const totals = await Promise.all(
    buckets.map(async ({value}) => (await graph.entities({kind: 'product', target: value})).total),
  );
  expect(buckets.length).toBeGreaterThan(4);
  expect(buckets.map(({count}) => count)).toEqual(totals);
});
