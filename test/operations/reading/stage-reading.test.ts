import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, openRows, row} from '../../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [row(1, 'company', 'Quillon Inc.'), ...[2, 3].map((n) => row(n, 'program', `Quillon program ${n}`))],
    [2, 3].map((n) => edge(1, 'develops', n)),
  );
});
afterAll(() => graph.close());

it('what was given up is met by nothing where nothing is known to have been', async () => {
  expect((await graph.entities({q: 'Quillon programs'})).understood).toMatchObject({met: true});
  expect((await graph.entities({q: 'discontinued programs Quillon'})).understood).toMatchObject({
    organization: 'Quillon',
    development_status: 'discontinued',
    met: false,
  });
});
