import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

const call = (n: number, name: string, agency: string) =>
  row(n, 'opportunity', name, {attributes: JSON.stringify({agency, close_date: `2026-0${n}-01`})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    call(1, 'Call for proposals on EU calls', 'European Commission'),
    call(2, 'Research into gout', 'European Commission'),
    call(3, 'Gout and its treatment', 'National Institute on Aging'),
    call(4, 'Smart grids', 'National Institutes of Health'),
    row(5, 'product', 'Horizon gout cream'),
  ]);
});
afterAll(() => graph.close());

const first = async (q: string) => numberOf((await graph.entities({q})).results[0]?.id ?? '');

it.each([
  ['eu gout calls', 2],
  ['EU calls on gout', 2],
  ['horizon europe gout', 2],
  ['nih opportunities gout', 3],
  ['calls for proposals from the European Commission on gout', 2],
])('%s are of the agency and about it', async (q, number) => {
  expect(await first(q)).toBe(number);
  expect((await graph.entities({q})).understood).toMatchObject({kind: 'opportunity', met: true});
});
