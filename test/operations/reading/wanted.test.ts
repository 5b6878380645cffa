import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, idOf, numberOf, openRows, row} from '../../helpers/few-rows.ts';

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
      drug(69, 'kitagon', {target: 'KIT', modality: 'peptide', mechanism: 'KIT agonist'}),
      drug(64, 'goutomab', {
        ...ill('MONDO:0005393', 'gout'),
        modality: 'monoclonal antibody',
        attributes: JSON.stringify({phase: 'Phase 2'}),
      }),
      drug(65, 'kitotinib', {target: 'KIT', attributes: JSON.stringify({phase: 'Phase 2'})}),
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
      row(44, 'funding_event', 'Award to a laboratory', {
        attributes: JSON.stringify({is_grant: true, amount_usd: 5, awarded_at: '2021-05-05'}),
      }),
      row(45, 'target', 'ION'),
      // Genes are called by such words.
      ...['for', 'in', 'A', 'type', 'gout'].map((target, n) =>
        row(81 + n, 'paper', `On gene ${n}`, {target, moa_confidence: 0.9}),
      ),
      row(46, 'funder', 'Institute of Nothing', {aliases: ['ION']}),
      drug(66, 'newdrug', {attributes: JSON.stringify({first_approval_year: 2021})}),
      row(71, 'catalyst', 'Readout later', {attributes: JSON.stringify({date: '2090-01-01', status: 'expected'})}),
      row(72, 'catalyst', 'Readout soon', {attributes: JSON.stringify({date: '2080-01-01', status: 'expected'})}),
      row(73, 'catalyst', 'Readout past', {attributes: JSON.stringify({date: '2010-01-01', status: 'occurred'})}),
      trial(25, 'A vaccine against gout', 'Phase 1', 'Completed'),
      drug(67, 'common vaccine', {modality: 'vaccine', target: null, ...ill('MONDO:0004979', 'asthma')}),
      drug(68, 'zorbamab', {aliases: ['Zorbrand']}),
      approval(33, 'Zorbasim (zorbamab-abcd), a biosimilar', 'FDA', '2023-01-01'),
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
      edge(44, 'awarded_by', 46),
      ...Array.from({length: 8}, (_, n) => edge(100 + n, 'mentions', 42)),
      ...Array.from({length: 8}, (_, n) => edge(100 + n, 'mentions', 46)),
      edge(51, 'authored', 53),
    ],
  );
});
afterAll(() => graph.close());

const found = async (q: string, more: object = {}) =>
  (await graph.entities({q, ...more})).results.map(({id}) => numberOf(id));

describe('a text that asks for things', () => {
  it('of agonists begins with those whose texts say so, and others of the target follow', async () => {
    const [first, ...others] = await found('KIT agonists');
    expect(first).toBe(69);
    expect(others).toEqual(expect.arrayContaining([62, 63, 65]));
    expect((await found('KIT inhibitors'))[0]).not.toBe(69);
  });

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

  it('that nothing is all of begins with what it is and whose', async () => {
    expect((await found('suspended gout trials of Rarely'))[0]).toBe(23);
    expect((await found('recruiting gout trials of Rarely'))[0]).toBe(23);
  });

  it('of which there are few goes on with others of the kind', async () => {
    const trials = await found('recruiting gout trials');
    expect(trials[0]).toBe(21);
    expect(trials.slice(1, 5).sort()).toEqual([22, 23, 24, 25]);
  });

  it('of somebody and no subject has all of his, the newest or the best known first', async () => {
    expect((await found('trials of Rarely'))[0]).toBe(23);
    expect((await found('Institute of Gout grants'))[0]).toBe(43);
    expect((await found('ION awards'))[0]).toBe(44);
  });

  it('of a year has no drug approved in it', async () => {
    expect((await found('grants 2021'))[0]).toBe(44);
    expect(await found('joints 2021')).not.toContain(66);
    expect((await found('drugs approved in 2021'))[0]).toBe(66);
  });

  it('of coming days has what is to come, the next first', async () => {
    expect((await found('upcoming catalysts')).slice(0, 2)).toEqual([72, 71]);
  });

  it('without something begins with others', async () => {
    expect((await found('gout drugs without antibodies')).slice(0, 2)).not.toContain(11);
    expect(await found('gout drugs without antibodies')).toContain(11);
  });

  it('of a class against what no drug of it is for begins with works on it', async () => {
    expect((await found('gout vaccine'))[0]).toBe(25);
    expect((await found('vaccine gout'))[0]).toBe(25);
  });

  it('for biosimilars of a brand means its substance', async () => {
    expect((await found('Zorbrand biosimilars'))[0]).toBe(33);
    expect((await found('biosimilar of Zorbrand'))[0]).toBe(33);
  });

  it('of a class in a stage begins with those that have reached it', async () => {
    for (const q of ['gout antibodies in phase 2', 'gout antibody, phase 2', 'gout antibodies'])
      expect((await found(q))[0], q).toBe(q.includes('2') ? 64 : 11);
    expect((await found('KIT inhibitors phase 2'))[0]).toBe(65);
    expect((await found('KIT inhibitors in clinical development'))[0]).toBe(65);
  });

  it('against a target may say anti, and write the target with a hyphen', async () => {
    expect((await found('anti-CD19 CAR-T'))[0]).toBe(14);
    expect((await found('anti-KIT antibody'))[0]).toBe(62);
    expect((await found('CD-19 inhibitors'))[0]).toBe(16);
  });

  it('of a modality names no target by its small words or by its disease', async () => {
    for (const q of ['antibodies for gout', 'antibodies in gout', 'gout A antibodies', 'gout type antibody']) {
      const {results, understood} = await graph.entities({q});
      expect([numberOf(results[0]?.id ?? ''), understood?.target], q).toEqual([11, undefined]);
    }
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

it('a search says what it read in a text, and nothing of what it did not', async () => {
  const read = async (q: string, more: object = {}) => (await graph.entities({q, ...more})).understood;
  expect(await read('phase 1 gout trials of Rarely')).toEqual({
    kind: 'trial',
    phase: 'phase 1',
    organization: 'Rarely',
    disease: 'gout',
    met: true,
    met_by: 1,
  });
  // Nothing is suspended: the rest is a condition.
  expect(await read('suspended gout trials of Rarely')).toEqual({
    ...{kind: 'trial', status: 'suspended', organization: 'Rarely', disease: 'gout'},
    met: false,
  });
  expect(await read('CD19 CAR-T')).toEqual({target: 'CD19', modality: ['CAR-T cell therapy'], met: true, met_by: 1});
  expect(await read('KIT inhibitors phase 2')).toEqual({target: 'KIT', stage: ['phase 2'], met: true, met_by: 1});
  expect(await read('gout drugs without antibodies')).toEqual({
    kind: 'product',
    disease: 'gout',
    without: 'antibodies',
    met: true,
    met_by: 4,
  });
  expect(await read('EMA approvals 2024')).toEqual({
    kind: 'approval',
    agency: 'EMA',
    year: '2024',
    met: true,
    met_by: 1,
  });
  expect(await read('recruiting gout trials of Rarely')).toMatchObject({status: 'recruiting', met: false});
  for (const q of ['glomab', 'gout', 'gout in winter']) expect(await read(q), q).toBeUndefined();
});

it('a trial by a number that nobody has is none', async () => {
  expect(await found('Who is the sponsor of NCT09999999?')).toEqual([]);
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
