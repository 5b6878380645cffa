import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const program = (n: number, name: string, phase: string) =>
  row(n, 'program', name, {attributes: JSON.stringify({phase})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Quuxion Inc.'),
      program(11, 'QX-1', 'phase 1'),
      program(12, 'QX-2', 'phase 2'),
      program(13, 'QX-3', 'phase 3'),
      program(14, 'QX-4', 'phase 3'),
      row(21, 'product', 'quuxonib', {attributes: JSON.stringify({phase: 'filed'})}),
    ],
    [11, 12, 13, 14, 21].map((n) => edge(1, 'develops', n)),
  );
});
afterAll(() => graph.close());

const first = async (q: string, most: number) =>
  (await graph.entities({q})).results
    .slice(0, most)
    .map(({id}) => numberOf(id))
    .sort();

it.each([
  ['Quuxion pipeline phase 3', [13, 14]],
  ['Quuxion phase 1 pipeline', [11]],
  ['phase 2 programs Quuxion', [12]],
  ['Quuxion late stage pipeline', [13, 14, 21]],
])('%s has reached it', async (q, numbers) => {
  expect(await first(q, numbers.length)).toEqual(numbers);
});
