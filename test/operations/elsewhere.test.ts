import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {textRead} from '../../src/schema/envelope.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const company = (n: number, name: string, country: string) =>
  row(n, 'company', name, {attributes: JSON.stringify({country})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      company(1, 'Glomera', 'United States'),
      company(2, 'Fenland', 'United Kingdom'),
      company(3, 'Sakura', 'Japan'),
      company(4, 'Quintex', 'Japan'),
      row(5, 'company', 'Somewhere'),
      row(11, 'institution', 'Hospital of the Bridge', {
        attributes: JSON.stringify({country: 'United States', city: 'New York'}),
      }),
      row(12, 'institution', 'York Hospital', {attributes: JSON.stringify({country: 'United Kingdom', city: 'York'})}),
      ...[21, 22, 23].map((n) => row(n, 'product', `drug ${n}`, {disease_label: 'gout', moa_confidence: 0.9})),
    ],
    [edge(1, 'develops', 21), edge(2, 'develops', 22), edge(3, 'develops', 23)],
  );
});
afterAll(() => graph.close());

const ask = async (q: string) => {
  const {results, understood} = await graph.entities({q});
  const companies = results.filter(({kind}) => kind === 'company').map(({id}) => numberOf(id));
  return {first: numberOf(results[0]?.id ?? ''), companies, understood};
};

it.each([
  ['gout companies outside the US', [2, 3], 'United States'],
  ['companies not in the US working on gout', [2, 3], 'United States'],
  ['gout companies outside of Europe', [1, 3], 'Europe'],
])('%s are elsewhere', async (q, expected, outside) => {
  const {companies, understood} = await ask(q);
  expect(companies.slice(0, 2).sort()).toEqual(expected);
  expect(understood).toMatchObject({kind: 'company', outside, met: true});
  expect(textRead.strict().safeParse(understood).error).toBeUndefined();
});

it('a state may be a city as well, which is not the older one', async () => {
  for (const q of ['hospitals in New York', 'hospitals New York']) expect((await ask(q)).first, q).toBe(11);
});
