import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const paper = (n: number, name: string, day: string) =>
  row(n, 'paper', name, {attributes: JSON.stringify({published_at: day})});

/** Colleagues, who make an institution known. */
const OTHERS = Array.from({length: 60}, (_, at) => 100 + at);

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'person', 'Ann B Quintex'),
      row(2, 'person', 'Ann Quintexa'),
      row(3, 'person', 'Bo Farima'),
      row(4, 'person', 'BO FARIMA'),
      row(5, 'company', 'Glomera Inc.'),
      row(6, 'institution', 'Uppland University'),
      row(7, 'person', 'Cy Singleton'),
      row(8, 'person', 'R Stuppel'),
      row(9, 'person', 'Roger Prause'),
      row(10, 'person', 'A Stuppel'),
      ...OTHERS.map((n) => row(n, 'person', `Colleague ${n}`)),
      paper(11, 'On gout', '2020-01-01'),
      paper(12, 'On asthma', '2022-01-01'),
      paper(13, 'Papers by Quintex, a history', '2023-01-01'),
      row(21, 'patent', 'A method'),
      row(22, 'patent', 'Glomera device'),
      row(31, 'trial', 'A trial of things'),
      row(41, 'funding_event', 'A grant'),
    ],
    [
      edge(1, 'authored', 11),
      edge(1, 'authored', 12),
      edge(1, 'invented', 21),
      edge(1, 'investigates', 31),
      edge(1, 'leads', 41),
      edge(3, 'affiliated_with', 6),
      edge(22, 'assigned_to', 5),
      edge(8, 'authored', 13),
      edge(8, 'affiliated_with', 6),
      edge(10, 'authored', 13),
      ...OTHERS.map((n) => edge(n, 'affiliated_with', 6)),
    ],
  );
});
afterAll(() => graph.close());

const ask = (q: string, more: object = {}) => graph.entities({q, ...more});
const found = async (q: string, more: object = {}) => (await ask(q, more)).results.map(({id}) => numberOf(id));

it.each([
  ['papers by Ann B Quintex', [12, 11], 'paper'],
  ['papers by Ann Quintex', [12, 11], 'paper'],
  ['publications of Dr. Quintex', [12, 11], 'paper'],
  ['Quintex papers', [12, 11], 'paper'],
  ['patents invented by Ann Quintex', [21], 'patent'],
  ["Ann Quintex's patents", [21], 'patent'],
  ['trials led by Ann Quintex', [31], 'trial'],
  ['grants led by Quintex', [41], 'funding_event'],
])('%s are those works, the newest first', async (q, numbers, kind) => {
  expect(await found(q)).toEqual(numbers);
  expect((await ask(q)).understood).toMatchObject({kind, met: true, works_of: expect.stringContaining('Quintex')});
});

it('what a company or nobody is called is looked for as before', async () => {
  expect((await ask('patents of Glomera')).understood ?? {}).not.toHaveProperty('works_of');
  expect((await ask('papers by Nobody Atall')).understood ?? {}).not.toHaveProperty('works_of');
  expect(await found('papers by Ann Quintex', {kind: 'patent'})).not.toContain(11);
});

it('a name before an institution or a subject means the person', async () => {
  expect((await found('Bo Farima Uppland University'))[0]).toBe(3);
  expect((await found('Cy Singleton gout'))[0]).toBe(7);
  expect((await found('bo farima uppland university'))[0]).toBe(3);
});

it('whom only papers name is called by the initial', async () => {
  for (const q of ['Roger Stuppel', 'roger stuppel']) {
    const all = await ask(q);
    expect(numberOf(all.results[0]?.id ?? ''), q).toBe(8);
  }
  expect(await found('roger stuppel', {kind: 'company'})).not.toContain(8);
  // Two words before an institution are no name with an initial.
  expect((await found('roger stuppel Uppland University'))[0]).not.toBe(8);
});

it('the papers of an institution are those of its people, and a first name may be an initial', async () => {
  expect(await found('papers from Uppland University')).toEqual([13]);
  expect(await found('papers from uppland')).toEqual([13]);
  expect(await found('papers by Roger Stuppel')).toEqual([13]);
  expect((await ask('papers by Simon Stuppel')).understood ?? {}).not.toHaveProperty('works_of');
});
