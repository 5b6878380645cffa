import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const drug = (n: number, name: string, target: string, disease: string) =>
  row(n, 'product', name, {
    target,
    modality: 'small molecule',
    disease_id: `MONDO:${disease.length}`,
    disease_label: disease,
    moa_confidence: 0.9,
  });

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Quintex Inc.'),
      row(2, 'company', 'Quintex Denmark A/S'),
      row(3, 'company', 'Rivalis Inc.'),
      row(4, 'company', 'Elsewhere Ltd'),
      row(5, 'company', 'Goutworks Inc.'),
      row(6, 'company', 'Rivalis Japan KK'),
      {...drug(11, 'glotinib', 'JAK1', 'gout'), aliases: ['Glotex']},
      drug(12, 'glomine', 'JAK1', 'gout'),
      drug(13, 'farimine', 'JAK1', 'asthma'),
      drug(14, 'otherol', 'HMGCR', 'scabies'),
      drug(15, 'urinol', 'XDH', 'gout'),
      {...drug(16, 'glotinib F-18', 'JAK1', 'gout'), attributes: JSON.stringify({atc: ['V09IX99']})},
      row(21, 'paper', 'Competitors of glotinib'),
      row(22, 'paper', 'Alternatives to animal testing'),
      ...Array.from({length: 40}, (_, n) => drug(100 + n, `ballastin ${n}`, `T${n}`, 'cholera infection')),
    ],
    [
      edge(2, 'subsidiary_of', 1),
      edge(1, 'develops', 11),
      edge(2, 'develops', 11),
      edge(3, 'develops', 12),
      edge(5, 'develops', 15),
      edge(6, 'develops', 12),
      edge(6, 'subsidiary_of', 3),
      edge(4, 'develops', 14),
    ],
  );
});
afterAll(() => graph.close());

const found = async (q: string, more: object = {}) =>
  (await graph.entities({q, ...more})).results.map(({id}) => numberOf(id));

it.each([
  'competitors of glotinib',
  'glotinib competitors',
  'what are the main alternatives to glotinib?',
  'drugs like glotinib',
  'Glotex rivals',
])('%s are drugs that act as it does, without the drug itself', async (q) => {
  const numbers = await found(q);
  expect(numbers.slice(0, 2)).toEqual([12, 13]);
  expect(numbers).not.toContain(11);
  // Nor what shows gout.
  expect(numbers).not.toContain(16);
  expect((await graph.entities({q})).unknown_words).toBeUndefined();
});

it('says what was read', async () => {
  const {understood} = await graph.entities({q: 'competitors of glotinib'});
  expect(understood).toEqual({kind: 'product', similar_to: 'glotinib', met: true});
});

it('alternatives for a disease are those that are for it', async () => {
  expect(await found('alternatives to glotinib for gout')).toEqual([12, 15]);
  expect(await found('alternatives to glotinib for scabies')).not.toContain(12);
});

it.each(['competitors of Quintex', 'Quintex competitors', 'companies like Quintex', 'who competes with Quintex'])(
  '%s are companies with such drugs, none of its own group',
  async (q) => {
    const numbers = await found(q);
    expect(numbers[0]).toBe(3);
    expect(numbers).not.toContain(1);
    expect(numbers).not.toContain(2);
    // Another treats the same disease otherwise, and a subsidiary is no further rival.
    expect(numbers).toContain(5);
    expect(numbers).not.toContain(6);
  },
);

it('a filter keeps out what it keeps out of other searches', async () => {
  expect(await found('glotinib competitors', {kind: 'product', disease: 'gout'})).toEqual([12, 15]);
  expect(await found('competitors of glotinib', {kind: 'paper'})).toEqual([21]);
});

it('alternatives to what is no company and no drug are looked for by their words', async () => {
  expect((await found('alternatives to animal testing'))[0]).toBe(22);
});

it.each(['Quintex Denmark parent company', 'who owns Quintex Denmark?', 'parent of Quintex Denmark'])(
  '%s is the head of its group',
  async (q) => {
    expect(await found(q)).toEqual([1]);
    expect((await graph.entities({q})).understood).toEqual({kind: 'company', owner_of: 'Quintex Denmark', met: true});
  },
);
