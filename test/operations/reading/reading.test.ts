import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const gout = {disease_id: 'MONDO:0005393', disease_label: 'gout'};
const drug = (n: number, name: string, more: object) =>
  row(n, 'product', name, {modality: 'small molecule', moa_confidence: 0.9, ...more});
const phase = (said: string) => ({attributes: JSON.stringify({phase: said})});
const company = (n: number, name: string, country: string) =>
  row(n, 'company', name, {attributes: JSON.stringify({country})});

const trial = (n: number, name: string, said: string) => row(n, 'trial', name, phase(said));
const approved = (day: string, more: object) => ({
  attributes: JSON.stringify({agency: 'FDA', approved_at: day}),
  ...more,
});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      company(1, 'Quintex Inc.', 'Denmark'),
      company(2, 'Subsidiary Makers of Quintex Friends', 'France'),
      company(3, 'Litex Ltd', 'Denmark'),
      company(4, 'Danmark Denmark Denmark A/S', 'France'),
      company(5, 'Rivalis Inc.', 'France'),
      // Of whom little is known.
      company(6, 'Quuxion SE', 'France'),
      drug(11, 'gout pill gout gout', {...gout, ...phase('Approved')}),
      drug(12, 'glotinib', {...gout, ...phase('Phase 3')}),
      drug(13, 'phaseomine', {disease_id: 'MONDO:0004979', disease_label: 'asthma', ...phase('Phase 3')}),
      drug(14, 'glomine', {...gout, ...phase('Phase 1')}),
      drug(15, 'glomide', {...gout, ...phase('Phase 2')}),
      drug(16, 'oldomide', {
        ...gout,
        attributes: JSON.stringify({phase: 'Approved', marketing_status: 'off the market'}),
      }),
      drug(21, 'oneomab CD19 CD19 BCMA', {target: 'CD19'}),
      drug(22, 'twoomab', {target: 'CD19'}),
      drug(23, 'threeomab', {target: 'TNFRSF17'}),
      row(24, 'target', 'CD19'),
      row(25, 'target', 'TNFRSF17'),
      row(31, 'patent', 'CD19 inhibitors'),
      drug(32, 'inhibinib', {target: 'CD19', mechanism: 'CD19 inhibitor'}),
      row(41, 'opportunity', 'Gout, gout and gout', {attributes: JSON.stringify({status: 'forecasted'})}),
      row(42, 'opportunity', 'Research on gout', {attributes: JSON.stringify({status: 'posted'})}),
      row(51, 'person', 'Ada Worker'),
      row(52, 'person', 'Ida Elsewhere'),
      row(53, 'institution', 'Institute of Pain', {aliases: ['IOPX']}),
      trial(61, 'Long-term outcomes in gout', 'Phase 3'),
      trial(62, 'Gout, gout and glomine', 'Phase 3'),
      trial(63, 'Outcomes in the young', 'Phase 2'),
      trial(71, 'Second-line second-line care', 'Phase 3'),
      row(72, 'trial', 'Care in rarissima', {
        disease_id: 'MONDO:0000072',
        disease_label: 'rarissima',
        moa_confidence: 0.9,
        ...phase('Phase 3'),
      }),
      row(64, 'approval', 'Gasp', approved('2024-05-05', {therapeutic_area: 'lung', moa_confidence: 0.9})),
      row(
        65,
        'approval',
        'Lungtinib',
        approved('2024-03-03', {disease_id: 'MONDO:0008903', disease_label: 'lung cancer', moa_confidence: 0.9}),
      ),
      row(66, 'catalyst', 'data readout, Quintex', {attributes: JSON.stringify({date: '2090-01-01'})}),
      row(67, 'catalyst', 'gout decision, Quintex', {attributes: JSON.stringify({date: '2090-02-01'})}),
      row(68, 'funding_event', 'Award for wheels', {attributes: JSON.stringify({awarded_at: '2020-05-05'})}),
      ...Array.from({length: 60}, (_, n) => row(100 + n, 'paper', `Ballast ${n}`)),
    ],
    [
      edge(3, 'subsidiary_of', 1),
      edge(1, 'develops', 12),
      edge(5, 'develops', 14),
      edge(6, 'develops', 11),
      edge(6, 'develops', 15),
      edge(12, 'tested_in', 61),
      edge(12, 'tested_in', 63),
      edge(14, 'targets', 25),
      edge(22, 'targets', 24),
      edge(22, 'targets', 25),
      edge(21, 'targets', 24),
      edge(51, 'affiliated_with', 53),
      ...Array.from({length: 12}, (_, n) => edge(100 + n, 'mentions', 53)),
      ...Array.from({length: 12}, (_, n) => edge(100 + n, 'mentions', 1)),
    ],
  );
});
afterAll(() => graph.close());

const found = async (q: string, more: object = {}) =>
  (await graph.entities({q, ...more})).results.map(({id}) => numberOf(id));
const read = async (q: string) => (await graph.entities({q})).understood;

describe('a text without a word for a kind', () => {
  it('that says a phase and a disease begins with the drugs of the phase', async () => {
    expect((await found('phase 3 gout'))[0]).toBe(12);
    expect(await read('phase 3 gout')).toEqual({disease: 'gout', stage: ['phase 3'], met: true, met_by: 1});
    expect(await read('phase 3 follow-up')).toBeUndefined();
  });

  it('that is a class of drugs begins with them, not with what has it for its name', async () => {
    expect((await found('CD19 inhibitors'))[0]).toBe(32);
    expect((await found('CD19 inhibitors', {kind: 'patent'}))[0]).toBe(31);
  });
});

describe('a text about drugs', () => {
  it('in one of two phases begins with those in either', async () => {
    for (const q of ['treatments for gout in phase 1 or phase 2', 'gout drugs in phase 1/2'])
      expect((await found(q)).slice(0, 2).sort(), q).toEqual([14, 15]);
  });

  it('that are no longer sold begins with those', async () => {
    for (const q of ['withdrawn gout drugs', 'drugs for gout off the market', 'discontinued drugs for gout'])
      expect((await found(q))[0], q).toBe(16);
    expect(await read('withdrawn gout drugs')).toMatchObject({marketing_status: 'off the market', met: true});
    expect((await found('gout drugs'))[0]).toBe(11);
  });

  it('against both of two targets begins with those against both', async () => {
    const q = 'drugs targeting both TNFRSF17 and CD19';
    expect((await found(q))[0]).toBe(22);
    expect(await read(q)).toEqual({kind: 'product', target: 'TNFRSF17 and CD19', met: true, met_by: 1});
  });
});

describe('a text about what a company has', () => {
  it('knows the company however few know it, where it says nothing else', async () => {
    expect((await found('Quuxion drugs')).slice(0, 2).sort()).toEqual([11, 15]);
    expect(await read('Quuxion drugs')).toEqual({kind: 'product', organization: 'Quuxion', met: true, met_by: 2});
    expect(await read('gout drugs')).toEqual({kind: 'product', disease: 'gout', met: true, met_by: 5});
    expect(await read('quuxion drugs')).not.toHaveProperty('organization');
    expect(await read('quintex drugs')).toMatchObject({organization: 'quintex'});
  });

  it('has its approved drugs, or those that are not', async () => {
    expect((await found('Quuxion approved drugs'))[0]).toBe(11);
    expect(await read('Quuxion approved drugs')).toMatchObject({stage: ['approved'], met: true});
    expect((await found('approved drugs for gout'))[0]).toBe(11);
    expect((await found('Quuxion drugs in development'))[0]).toBe(15);
    expect((await read('Rivalis approved drugs'))?.met).toBe(false);
  });

  it('has its drugs in development for a pipeline, where nobody lists its programs', async () => {
    expect((await found('Quuxion pipeline'))[0]).toBe(15);
    expect((await read('Quuxion pipeline'))?.met).toBe(true);
    // A filter by kind lets nothing else through.
    expect(await found('Quuxion pipeline', {kind: 'program'})).toEqual([]);
  });
});

describe('a text about companies', () => {
  it('of a country has those there, the best known first', async () => {
    expect((await found('Danish companies')).slice(0, 2).sort()).toEqual([1, 3]);
    expect(await read('Danish companies')).toEqual({kind: 'company', country: 'Denmark', met: true});
  });

  it('of a group begins with those that belong to it', async () => {
    for (const q of ['Quintex subsidiaries', 'subsidiaries of Quintex', 'companies acquired by Quintex'])
      expect((await found(q))[0], q).toBe(3);
  });

  it('that compete with another leaves that one out', async () => {
    expect((await found('competitors of Quintex in gout')).filter((n) => n <= 5)).toEqual([5]);
    expect((await graph.entities({q: 'competitors of Quintex in gout'})).unknown_words).toBeUndefined();
  });
});

it('a review of something is a paper', async () => {
  for (const q of ['reviews of gout', 'systematic review on gout', 'meta-analysis of gout'])
    expect((await read(q))?.kind, q).toBe('paper');
});

describe('a text about trials', () => {
  it('of a drug begins with those that test it, whatever their texts say', async () => {
    expect((await found('glotinib trials in gout'))[0]).toBe(61);
    expect(await read('glotinib trials in gout')).toEqual({
      kind: 'trial',
      disease: 'gout',
      product: 'glotinib',
      met: true,
      met_by: 1,
    });
    expect((await found('phase 2 trials of glotinib'))[0]).toBe(63);
  });

  it('of a disease begins with those that are labelled so, whatever else they say', async () => {
    const q = 'second-line rarissima trials';
    expect((await found(q)).slice(0, 2)).toEqual([72, 71]);
    // None says that it is of the second line.
    expect(await read(q)).toEqual({kind: 'trial', disease: 'rarissima', met: false});
    // Of two diseases it says the one that more have.
    expect((await read('rarissima gout trials'))?.disease).toBe('gout');
  });

  it('of a drug for what it is not tried for begins with its others of the phase', async () => {
    const q = 'phase 2 trials of glotinib in asthma';
    expect((await found(q))[0]).toBe(63);
    expect((await read(q))?.met).toBe(false);
  });
});

it('a disease of an organ is not the area of the organ', async () => {
  expect((await found('FDA approvals 2024 lung cancer'))[0]).toBe(65);
  expect(await read('FDA approvals 2024 lung cancer')).not.toHaveProperty('therapeutic_area');
  expect((await found('FDA approvals 2024 lung'))[0]).toBe(64);
});

it('the sort of a catalyst says nothing of what it is about', async () => {
  expect((await found('upcoming readouts in gout'))[0]).toBe(67);
  expect((await found('upcoming readouts'))[0]).toBe(66);
});

it('the largest awards of a year are awards of the year', async () => {
  expect((await found('largest SBIR awards 2020'))[0]).toBe(68);
});

it('targets of a disease are those of the drugs for it', async () => {
  for (const q of ['targets for gout', 'what genes are implicated in gout', 'new drug targets in gout']) {
    expect((await found(q))[0], q).toBe(25);
    expect(await read(q), q).toEqual({kind: 'target', met: true});
  }
  expect((await found('targets for gout', {kind: 'paper'})).filter((n) => n < 100)).toEqual([]);
});

it('open opportunities are those that take applications', async () => {
  expect((await found('open opportunities gout'))[0]).toBe(42);
  expect(await read('open opportunities gout')).toEqual({kind: 'opportunity', status: 'open', met: true, met_by: 1});
});

it('people of an organization are those that belong to it', async () => {
  expect((await found('researchers at IOPX'))[0]).toBe(51);
  // Nobody there is known to work on it: whoever is there, and that nobody has all of it.
  expect((await found('IOPX researchers gout'))[0]).toBe(51);
  expect(await read('IOPX researchers gout')).toEqual({kind: 'person', organization: 'IOPX', met: false});
});

it('words that stand in no result together are said to', async () => {
  const apart = async (q: string) => (await graph.entities({q})).all_words;
  expect(await apart('glotinib Rivalis')).toBe(false);
  // The acronym of a trial that is not there.
  expect(await apart('OUTCOMES-PAIN')).toBe(false);
  expect(await apart('OUTCOMES-GOUT')).toBeUndefined();
  for (const q of ['glotinib gout', 'Rivalis', 'Quintex glotinib', 'glotinib zzzqqq', 'Ballast'])
    expect(await apart(q), q).toBeUndefined();
});

it('a search says how many of the first have all that was read, but not of an order by something else', async () => {
  const q = 'Quuxion drugs';
  expect((await graph.entities({q})).understood).toMatchObject({met: true, met_by: 2});
  expect((await graph.entities({q, offset: 2, limit: 1})).understood).toMatchObject({met_by: 2});
  expect((await graph.entities({q, organization: 'Quuxion', sort: 'name'})).understood).not.toHaveProperty('met_by');
});
