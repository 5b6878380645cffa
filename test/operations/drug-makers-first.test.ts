import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const japanese = {attributes: JSON.stringify({country: 'Japan'})};
const patents = Array.from({length: 40}, (_, at) => 100 + at);

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Kagaku Corporation', japanese),
      row(2, 'company', 'Yakuhin Co.', japanese),
      row(3, 'company', 'Amerika Japan KK', japanese),
      row(4, 'company', 'Amerika Inc.', {attributes: JSON.stringify({country: 'United States'})}),
      row(11, 'product', 'yakunib'),
      row(12, 'product', 'amerinib'),
      row(13, 'product', 'amerimab'),
      ...patents.map((n) => row(n, 'patent', `A patent ${n}`)),
    ],
    [
      edge(2, 'develops', 11),
      edge(3, 'develops', 12),
      edge(3, 'develops', 13),
      edge(3, 'subsidiary_of', 4),
      edge(1, 'develops', 11),
      ...patents.map((n) => edge(n, 'assigned_to', 1)),
    ],
  );
});
afterAll(() => graph.close());

it('companies of a country begin with those that make drugs, then parts of a group from elsewhere, then those that have but patents', async () => {
  const {results} = await graph.entities({q: 'companies in Japan'});
  expect(results.map(({id}) => numberOf(id)).slice(0, 3)).toEqual([2, 3, 1]);
});
