import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, idOf, numberOf, openRows, row} from '../helpers/few-rows.ts';

const ill = (disease_id: string, disease_label: string) => ({disease_id, disease_label});
const drug = (n: number, name: string, more: object) =>
  row(n, 'product', name, {target: 'TNF', modality: 'small molecule', moa_confidence: 0.9, ...more});
const trial = (n: number, name: string, phase: string, status: string) =>
  row(n, 'trial', name, {attributes: JSON.stringify({phase, status, start_date: '2020-02-02'})});
const approval = (n: number, name: string, agency: string, day: string) =>
  row(n, 'approval', name, {attributes: JSON.stringify({agency, approved_at: day})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Quintex Inc.', {aliases: ['QTX']}),
      row(2, 'company', 'Rarely Inc.'),
      drug(11, 'glomab', {...ill('MONDO:0005393', 'gout'), modality: 'monoclonal antibody'}),
      drug(12, 'glotinib', {...ill('MONDO:0005393', 'gout'), aliases: ['QTX gout pill']}),
      drug(13, 'Quintex gout elixir', {...ill('MONDO:0004979', 'asthma')}),
      drug(14, 'glocel', {
        target: 'CD19',
        modality: 'CAR-T cell therapy',
        ...ill('MONDO:0000001', 'acute gouty arthritis'),
      }),
      drug(15, 'CD19 code CD19-111', {target: 'KIT', aliases: ['CD19 inhibitor 7']}),
      drug(16, 'cedutinib', {target: 'CD19', mechanism: 'CD19 inhibitor'}),
      drug(17, 'MZ-101', {...ill('MONDO:0004979', 'asthma'), aliases: ['MZ', 'MZ 101', 'MZ code']}),
      drug(19, 'gout drug in the making', {
        ...ill('MONDO:0005393', 'gout'),
        attributes: JSON.stringify({phase: 'Phase 2'}),
      }),
      drug(20, 'gout gout gout', {...ill('MONDO:0005393', 'gout'), attributes: JSON.stringify({phase: 'Approved'})}),
      drug(60, 'sleepomine', {
        modality: 'other',
        ...ill('MONDO:0005301', 'sleepiness'),
        attributes: JSON.stringify({class_names: ['stimulant', 'wakefulness drug'], other: 'no non-stimulant'}),
      }),
      drug(61, 'wakexetine', {
        modality: 'other',
        ...ill('MONDO:0005301', 'sleepiness'),
        attributes: JSON.stringify({class_names: ['wakefulness drug']}),
      }),
      drug(62, 'kitumab', {target: 'KIT', modality: 'monoclonal antibody', mechanism: 'KIT inhibitor, an oral one'}),
      drug(63, 'kitinib', {target: 'KIT'}),
      drug(18, 'mizotide', {...ill('MONDO:0005301', 'multiple sclerosis')}),
      trial(21, 'Gout study alpha', 'Phase 3', 'Recruiting'),
      trial(22, 'Gout phase 3 3 3 follow-up of gout, phase 3', 'Phase 2', 'Completed'),
      trial(23, 'Gout study of Rarely', 'Phase 1', 'Completed'),
      trial(24, 'Gout in winter', 'Phase 2', 'Active, not recruiting'),
      approval(31, 'EMA EMA 2024 letter', 'FDA', '2020-01-01'),
      approval(32, 'Glomab, marketing authorisation', 'EMA', '2024-03-01'),
      row(41, 'institution', 'Institute of Gout'),
      row(42, 'funder', 'Institute of Gout'),
      row(43, 'funding_event', 'Award for joints', {attributes: JSON.stringify({is_grant: true, amount_usd: 5})}),
      row(51, 'person', 'Ada Gouter'),
      row(52, 'person', 'June Mild'),
      row(53, 'paper', 'Gout in June'),
      ...Array.from({length: 60}, (_, n) => row(100 + n, 'paper', `Ballast ${n}`)),
    ],
    [
      ...[11, 12, 14].map((n) => edge(1, 'develops', n)),
      ...Array.from({length: 8}, (_, n) => edge(100 + n, 'mentions', 1)),
      edge(2, 'sponsors', 23),
      ...Array.from({length: 8}, (_, n) => edge(100 + n, 'mentions', 2)),
      edge(43, 'awarded_by', 42),
      edge(51, 'authored', 53),
    ],
  );
});
afterAll(() => graph.close());

const found = async (q: string, more: object = {}) =>
  (await graph.entities({q, ...more})).results.map(({id}) => numberOf(id));

describe('a text that asks for things', () => {
  it('of somebody begins with those that he has', async () => {
    expect((await found('Quintex gout drugs')).slice(0, 2).sort()).toEqual([11, 12]);
    expect((await found('Quintex gout')).slice(0, 2).sort()).toEqual([11, 12]);
    expect((await found('QTX gout', {kind: 'product'})).slice(0, 2).sort()).toEqual([11, 12]);
    expect((await found("Rarely's gout trials"))[0]).toBe(23);
    // Nothing of his is about it: the words alone decide.
    expect((await found('Rarely gout elixir'))[0]).toBe(13);
  });

  it('of a phase, a status, an agency or a year begins with those', async () => {
    expect((await found('phase 3 gout trials'))[0]).toBe(21);
    expect((await found('recruiting gout trials'))[0]).toBe(21);
    expect((await found('phase 3 gout', {kind: 'trial'}))[0]).toBe(21);
    expect((await found('EMA approvals 2024'))[0]).toBe(32);
    expect((await found('phase 2 gout drugs'))[0]).toBe(19);
    expect((await found('investigational gout', {kind: 'product'}))[0]).toBe(19);
    expect((await found('active not recruiting gout trials'))[0]).toBe(24);
  });

  it('of a modality or against a target begins with those, whatever others are called', async () => {
    expect((await found('gout antibodies'))[0]).toBe(11);
    expect((await found('CD19 inhibitors'))[0]).toBe(16);
    expect((await found('CD19 CAR-T'))[0]).toBe(14);
  });

  it('of no member of a class has none before others, and does not look for the words that deny it', async () => {
    for (const q of ['non-stimulant sleepiness', 'nonstimulant sleepiness drugs', 'sleepiness drugs non stimulants'])
      expect((await found(q))[0]).toBe(61);
    expect(await found('non-stimulant sleepiness')).toContain(60);
    expect((await graph.entities({q: 'nonstimulant sleepiness drugs'})).unknown_words).toBeUndefined();
    expect((await graph.entities({q: 'nonstimulant zzzzq'})).unknown_words).toEqual(['zzzzq']);
  });

  it('to be taken by mouth against a target begins with small molecules, whether or not their texts say inhibitor', async () => {
    expect((await found('oral KIT inhibitor')).slice(0, 2).sort()).toEqual([15, 63]);
    expect((await found('KIT inhibitor')).slice(0, 2)).toContain(62);
  });

  it('by an abbreviation of a disease means the disease', async () => {
    expect((await found('MS drugs'))[0]).toBe(18);
    expect((await found('MZ drugs'))[0]).toBe(17);
  });
});

it('a trial by a number that nobody has is none', async () => {
  expect(await found('Who is the sponsor of NCT09999999? Quintex gout')).toEqual([]);
});

describe('a filter by kind', () => {
  it('finds companies by what they develop and people by what they wrote', async () => {
    expect(await found('gout', {kind: 'company'})).toContain(1);
    expect((await found('gout', {kind: 'person'}))[0]).toBe(51);
  });

  it('finds people by name where the words are one', async () => {
    expect(await found('June', {kind: 'person'})).toEqual([52]);
  });
});

it('an organization that is an institution and a funder by one name is both', async () => {
  const {results} = await graph.entities({kind: 'funding_event', organization: 'Institute of Gout'});
  expect(results.map(({id}) => id)).toEqual([idOf(43)]);
});
