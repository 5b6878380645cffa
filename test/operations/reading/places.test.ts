import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const at = (n: number, kind: string, name: string, where: object, more: object = {}) =>
  row(n, kind, name, {attributes: JSON.stringify({...where, ...more})});

const US = {country: 'United States'};

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      at(1, 'company', 'Boston Wheels Corporation', {...US, city: 'Reno', state: 'NV'}),
      at(2, 'company', 'Glomera Inc.', {...US, city: 'Cambridge', state: 'MA', businesses: ['quantum annealing']}),
      at(3, 'company', 'Farima Inc.', {...US, city: 'Boston', state: 'MA'}),
      at(4, 'company', 'Fenland plc', {country: 'United Kingdom', city: 'Cambridge'}),
      at(5, 'company', 'Golden Inc.', {...US, city: 'San Diego', state: 'CA'}),
      at(6, 'company', 'Alpenix AG', {country: 'Switzerland', city: 'Zürich'}),
      at(7, 'company', 'Sakura KK', {country: 'Japan'}),
      at(11, 'institution', 'Farima General Hospital', {...US, city: 'Boston'}),
      at(12, 'institution', 'Farima Institute', {...US, city: 'Boston'}),
      at(13, 'institution', 'Boston Hospital of Reno', {...US, city: 'Reno'}),
      at(14, 'institution', 'University of Uppland', {country: 'Sweden', city: 'Uppland'}),
      ...[51, 52, 53, 54, 55].map((n) => at(n, 'institution', `Klinik ${n}`, {country: 'Germany', city: 'Heidelberg'})),
      at(56, 'institution', 'Heidelberg Research Institute', {country: 'Australia', city: 'Heidelberg'}),
      at(15, 'institution', 'Swedish University of the Lakes', {...US, city: 'Madison'}),
      at(16, 'institution', 'Léon Fardard', {country: 'Brazil', city: 'Lyonne'}, {types: ['healthcare']}),
      at(17, 'institution', 'Lyonne Hospital Purchases', {country: 'Brazil', city: 'Lyonne'}, {types: ['other']}),
      at(9, 'company', 'Farima Brasil Ltda', {country: 'Brazil', city: 'Lyonne'}),
      at(10, 'company', 'Lyonnix SA', {country: 'Brazil', city: 'Lyonne'}),
      row(21, 'product', 'glotinib', {disease_id: 'MONDO:1', disease_label: 'gout', moa_confidence: 0.9}),
      row(22, 'product', 'farinib', {disease_id: 'MONDO:1', disease_label: 'gout', moa_confidence: 0.9}),
      row(23, 'product', 'Lyme cream', {disease_id: 'MONDO:2', disease_label: 'Lyme', moa_confidence: 0.9}),
      at(8, 'company', 'Lymeo Inc.', {...US, city: 'Lyme', state: 'CT'}),
    ],
    [
      ...[edge(1, 'develops', 21), edge(3, 'develops', 21), edge(4, 'develops', 22)],
      ...[edge(9, 'develops', 21), edge(9, 'develops', 22), edge(10, 'develops', 22), edge(9, 'subsidiary_of', 3)],
    ],
  );
});
afterAll(() => graph.close());

const ask = (q: string, more: object = {}) => graph.entities({q, ...more});
const found = async (q: string, most: number) =>
  (await ask(q)).results
    .slice(0, most)
    .map(({id}) => numberOf(id))
    .sort((a, b) => a - b);

it.each([
  ['Boston biotech companies', [2, 3], 'Boston'],
  ['companies in Boston', [2, 3], 'Boston'],
  ['biotech companies in the boston area', [2, 3], 'boston area'],
  ['Massachusetts biotech', [2, 3], 'Massachusetts'],
  ['companies in Cambridge, MA', [2], 'Cambridge, MA'],
  ['companies in Cambridge Massachusetts', [2], 'Cambridge Massachusetts'],
  ['companies in Cambridge', [2, 4], 'Cambridge'],
  ['San Diego biotechs', [5], 'San Diego'],
  ['companies in zurich', [6], 'zurich'],
  ['gout companies in Boston', [3], 'Boston'],
])('%s are there, whatever others are called', async (q, numbers, place) => {
  expect(await found(q, numbers.length)).toEqual(numbers);
  expect((await ask(q)).understood).toEqual({kind: 'company', place, met: true});
});

it.each([
  ['biotech zurich', [6]],
  ['biotech switzerland', [6]],
  ['pharma cambridge', [2, 4]],
  ['biotech boston', [2, 3]],
])('%s are there too', async (q, numbers) => {
  expect(await found(q, numbers.length)).toEqual(numbers);
});

it('a state that begins as a country does is no country', async () => {
  expect((await ask('companies in New Mexico')).understood ?? {}).not.toHaveProperty('country');
});

it('a city with its country is that one', async () => {
  expect(await found('companies in Cambridge UK', 1)).toEqual([4]);
});

it('a company in another country is no answer, even where none there does what is asked', async () => {
  for (const text of [
    'quantum annealing companies in Cambridge UK',
    'Cambridge UK startups working on quantum annealing',
  ])
    expect(await found(text, 20)).not.toContain(2);
});

it('continents are their countries', async () => {
  expect(await found('European companies', 2)).toEqual([4, 6]);
  expect(await found('companies in Asia', 1)).toEqual([7]);
  const {results} = await graph.entities({kind: 'company', country: 'Europe'});
  expect(results.map(({id}) => numberOf(id)).sort()).toEqual([4, 6]);
});

it('a disease that is called as a town is a disease, but for somebody who is in it', async () => {
  expect((await ask('Lyme companies')).understood).toEqual({kind: 'company', met: expect.any(Boolean)});
  expect(await found('companies in Lyme', 1)).toEqual([8]);
});

it('hospitals and universities are those of the place', async () => {
  expect(await found('hospitals in Boston', 1)).toEqual([11]);
  expect(await found('hospitals boston', 1)).toEqual([11]);
  const none = await ask('universities sweden gout');
  expect(none.understood).toEqual({kind: 'institution', country: 'Sweden', met: false});
  expect(numberOf(none.results[0]?.id ?? '')).toBe(14);
  expect(await found('Swedish universities', 1)).toEqual([14]);
  expect((await ask('universities in Sweden')).understood).toEqual({
    kind: 'institution',
    country: 'Sweden',
    met: true,
    met_by: 1,
  });
});

it('a city is the one in which most are, not its little namesake', async () => {
  expect(await found('research institutes in Heidelberg', 5)).toEqual([51, 52, 53, 54, 55]);
  expect(await found('research institutes in Heidelberg Australia', 1)).toEqual([56]);
});

it('what is about hospitals or opportunities is about them', async () => {
  expect((await ask('infections in hospitals')).understood?.kind).not.toBe('institution');
  expect((await ask('challenges and opportunities')).understood?.kind).not.toBe('opportunity');
});

it('hospitals are first those that the registry calls so, whatever their names say', async () => {
  const {results} = await ask('hospitals in Lyonne');
  expect(results.slice(0, 2).map(({id}) => numberOf(id))).toEqual([16, 17]);
});

it('companies of a country come before the branches of those elsewhere', async () => {
  const {results} = await ask('Brazilian gout companies');
  expect(results.slice(0, 2).map(({id}) => numberOf(id))).toEqual([10, 9]);
});
