import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const trial = (n: number, name: string) =>
  row(n, 'trial', name, {attributes: JSON.stringify({start_date: `2020-01-0${n}`})});
const site = (n: number, name: string, country: string, city: string) =>
  row(n, 'institution', name, {attributes: JSON.stringify({country, city})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      trial(1, 'Gout in Denmark, told by its title alone'),
      trial(2, 'Gout and its treatment'),
      trial(3, 'Gout and its causes'),
      site(11, 'Herlev', 'Denmark', 'Herlevby'),
      site(12, 'Mayo', 'United States', 'Rochester'),
      row(21, 'person', 'Ane Jensen'),
      row(22, 'person', 'Bob Smith'),
      row(23, 'person', 'Cora Gout'),
      row(31, 'paper', 'On gout'),
    ],
    [
      edge(2, 'conducted_at', 11),
      edge(3, 'conducted_at', 12),
      edge(21, 'affiliated_with', 11),
      edge(22, 'affiliated_with', 12),
      ...[21, 22].map((n) => edge(n, 'authored', 31)),
    ],
  );
});
afterAll(() => graph.close());

const found = async (q: string) => (await graph.entities({q})).results.map(({id}) => numberOf(id));

it('trials in a country begin with those that have a site there, and the others follow', async () => {
  expect((await found('gout trials in Denmark'))[0]).toBe(2);
  expect((await found('gout trials in the US'))[0]).toBe(3);
  expect(await found('gout trials in Denmark')).toEqual(expect.arrayContaining([1, 3]));
  expect((await graph.entities({q: 'gout trials in Denmark'})).understood).toEqual({
    kind: 'trial',
    country: 'Denmark',
    met: true,
    met_by: 1,
  });
});

it('a country needs no word before it, and may be called by its people', async () => {
  for (const q of ['gout trials denmark', 'Denmark gout trials', 'danish gout trials'])
    expect((await found(q))[0], q).toBe(2);
});

it('continents are their countries, and African Americans are of none', async () => {
  for (const q of ['gout trials in Europe', 'gout trials in European countries', 'gout trials in Scandinavia'])
    expect((await found(q))[0], q).toBe(2);
  expect((await found('gout trials in North America'))[0]).toBe(3);
  for (const q of ['gout trials in African Americans', 'African swine fever trials'])
    expect((await graph.entities({q})).understood, q).not.toHaveProperty('country');
});

it('a country without a site is left to the words', async () => {
  expect((await graph.entities({q: 'gout trials in Norway'})).understood).not.toHaveProperty('country');
});

it('trials and experts in a city are there, and nobody is an expert by name', async () => {
  expect((await found('gout trials in Herlevby'))[0]).toBe(2);
  expect((await found('gout experts in Rochester'))[0]).toBe(22);
  expect((await found('gout experts denmark'))[0]).toBe(21);
  expect((await found('experts in gout')).slice(0, 2).sort()).toEqual([21, 22]);
});
