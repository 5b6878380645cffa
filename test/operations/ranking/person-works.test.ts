import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const HERE = [11, 12, 13, 14, 15, 16, 17, 18];
const ELSEWHERE = [21, 22];

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'institution', 'Foobar University', {attributes: JSON.stringify({country: 'Denmark', city: 'Herlevby'})}),
      row(2, 'institution', 'Quux Institute'),
      ...HERE.map((n) => row(n, 'person', `Here ${'abcdefghijk'[n - 10]}`)),
      ...ELSEWHERE.map((n) => row(n, 'person', `Elsewhere ${'abcdefghijk'[n - 20]}`)),
      row(31, 'paper', 'Gout'),
      row(32, 'paper', 'Gout, gout and gout'),
      row(33, 'paper', 'A long title on many other matters among which there is also gout in its later courses'),
      row(35, 'paper', 'Cough'),
      row(36, 'paper', 'Sneezing in winter'),
      row(34, 'paper', 'Foobar: a university and its history'),
    ],
    [
      ...HERE.map((n) => edge(n, 'affiliated_with', 1)),
      ...ELSEWHERE.map((n) => edge(n, 'affiliated_with', 2)),
      edge(21, 'authored', 31),
      edge(22, 'authored', 32),
      edge(22, 'authored', 35),
      edge(17, 'authored', 33),
      edge(13, 'authored', 34),
    ],
  );
});
afterAll(() => graph.close());

const ask = async (q: string) => {
  const {results, understood} = await graph.entities({q});
  return {first: numberOf(results[0]?.id ?? ''), understood};
};

it.each([
  'gout researchers at Foobar University',
  'gout researchers at Foobar',
  'gout researchers in Denmark',
  'gout experts in Herlevby',
])('%s begins with who has a work on it, though others elsewhere have more', async (q) => {
  expect(await ask(q)).toMatchObject({first: 17, understood: {kind: 'person', met: true}});
});

it('where nobody at an institution has one, it is said', async () => {
  expect((await ask('cough researchers at Foobar University')).understood).toMatchObject({met: false});
});

it('where nobody has written on all of it, it is said', async () => {
  expect((await ask('sneezing gout experts')).understood).toMatchObject({kind: 'person', met: false});
  expect((await ask('experts on cough')).understood).toMatchObject({kind: 'person', met: true});
});
