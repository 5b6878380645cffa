import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, idOf, numberOf, openRows, row} from '../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'target', 'EGFR', {slug: 'egfr', aliases: ['HER1']}),
      row(2, 'company', 'Owner Inc.', {slug: 'owner'}),
      row(3, 'patent', 'Salts and the like', {slug: 'salts'}),
      row(4, 'person', 'Some Body', {slug: 'some-body'}),
    ],
    [edge(3, 'assigned_to', 2), edge(4, 'invented', 3)],
  );
});
afterAll(() => graph.close());

it('kind/slug leads to that kind alone, whatever else is called so', async () => {
  expect(numberOf((await graph.entity('target/egfr')).id)).toBe(1);
  expect(numberOf((await graph.entity('HER1')).id)).toBe(1);
  for (const address of ['product/egfr', 'company/her1', 'person/EGFR', 'trial/nope'])
    await expect(graph.entity(address)).rejects.toMatchObject({code: 'not_found'});
  const {results} = await graph.resolve(['product/egfr', 'target/egfr']);
  expect(results.map(({match}) => match && numberOf(match.id))).toEqual([null, 1]);
});

it('only works have authors and owners in references', async () => {
  const cited = async (n: number) => String(await graph.entities({ids: [idOf(n)], format: 'ris'}));
  expect(await cited(3)).toMatch(/AU {2}- Body, Some/);
  expect(await cited(3)).toMatch(/Owner Inc\./);
  expect(await cited(2)).not.toMatch(/Salts/);
  expect(await cited(4)).not.toMatch(/Salts/);
});

it('an organization that is given by another name is said', async () => {
  const meant = async (organization: string) => (await graph.entities({organization})).filters.organization;
  expect(await meant('owner')).toBe('Owner Inc.');
  expect(await meant('Owner Inc.')).toBe('Owner Inc.');
  expect(await meant('company/owner')).toBe('company/owner');
  expect(await meant('nobody at all')).toBe('nobody at all');
});
