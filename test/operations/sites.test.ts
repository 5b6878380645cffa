import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const trial = (n: number, name: string) =>
  row(n, 'trial', name, {attributes: JSON.stringify({start_date: `2020-01-0${n}`})});
const site = (n: number, name: string, country: string) =>
  row(n, 'institution', name, {attributes: JSON.stringify({country})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      trial(1, 'Gout in Denmark, told by its title alone'),
      trial(2, 'Gout and its treatment'),
      trial(3, 'Gout and its causes'),
      site(11, 'Herlev', 'Denmark'),
      site(12, 'Mayo', 'United States'),
    ],
    [edge(2, 'conducted_at', 11), edge(3, 'conducted_at', 12)],
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
  });
});

it('a country needs no word before it, and may be called by its people', async () => {
  for (const q of ['gout trials denmark', 'Denmark gout trials', 'danish gout trials'])
    expect((await found(q))[0], q).toBe(2);
});

it('a country without a site is left to the words', async () => {
  expect((await graph.entities({q: 'gout trials in Norway'})).understood).not.toHaveProperty('country');
});
