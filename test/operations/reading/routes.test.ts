import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

const given = (routes: string[], more: object = {}) => ({
  moa_confidence: 0.9,
  disease_label: 'psoriasis',
  attributes: JSON.stringify({routes, ...more}),
});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    row(1, 'product', 'glotinib', given(['oral'])),
    row(2, 'product', 'farinib', given(['topical', 'oral'])),
    row(3, 'product', 'bazumab', given(['subcutaneous'])),
    row(4, 'product', 'quxumab', given(['injection'])),
    row(5, 'product', 'wordinib', given([], {note: 'oral, topical or subcutaneous'})),
    row(6, 'product', 'rectafib', {...given([]), disease_label: 'rectal cancer'}),
    row(8, 'product', 'vitreomab', given(['intravitreal'])),
    row(9, 'product', 'drynib', {...given([]), disease_label: 'congestion'}),
    row(7, 'product', 'supposol', {...given(['rectal']), disease_label: 'colitis'}),
  ]);
});
afterAll(() => graph.close());

const ask = async (q: string) => {
  const {results, understood} = await graph.entities({q});
  return {found: results.map(({id}) => numberOf(id)), understood};
};

it.each([
  ['topical psoriasis drugs', [2], 'topical'],
  ['drugs for psoriasis injection', [3, 4], 'injection'],
  ['subcutaneous drugs for psoriasis', [3], 'subcutaneous'],
  ['oral psoriasis drugs', [1, 2], 'oral'],
  ['psoriasis drugs by intravitreal injection', [8], 'intravitreal'],
])('%s are given so, and come first', async (q, first, route) => {
  const {found, understood} = await ask(q);
  expect(found.slice(0, first.length).sort()).toEqual(first);
  expect(understood).toMatchObject({route, met: true});
});

it('a word of a disease is no route', async () => {
  const {found, understood} = await ask('rectal cancer drugs');
  expect(found[0]).toBe(6);
  expect(understood ?? {}).not.toHaveProperty('route');
});

it('a route by which nothing is given is a word', async () => {
  expect((await ask('sublingual psoriasis drugs')).understood ?? {}).not.toHaveProperty('route');
});

it('a symptom that drugs are for is no route', async () => {
  expect((await ask('drugs for oral congestion')).understood ?? {}).not.toHaveProperty('route');
  expect((await ask('psoriasis drugs for oral')).understood).toMatchObject({route: 'oral'});
});
