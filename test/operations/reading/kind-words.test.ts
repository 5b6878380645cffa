import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {questionIn} from '../../../src/operations/reading/kind-words.ts';
import {edge, idOf, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const aimed = (target: string, more: object = {}) => ({
  target,
  modality: 'small molecule',
  moa_confidence: 0.9,
  ...more,
});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Busy Pharma Inc.', {attributes: JSON.stringify({country: 'United States'})}),
      row(2, 'company', 'Small Bio Inc.', {attributes: JSON.stringify({country: 'Denmark'})}),
      row(3, 'company', 'Unrelated Companies'),
      row(4, 'product', 'krasib', {...aimed('KRAS', {mechanism: 'KRAS inhibitor'}), aliases: ['Krastim']}),
      row(5, 'product', 'krastinib', aimed('KRAS', {mechanism: 'KRAS inhibitor'})),
      row(6, 'product', 'krascel', aimed('KRAS', {modality: 'CAR-T cell therapy'})),
      row(7, 'trial', 'A study of krasib'),
      row(8, 'patent', 'Salts of krasib'),
      row(9, 'paper', 'Where companies put their laboratories'),
      row(10, 'target', 'KRAS', {aliases: ['KRAS G12C']}),
      row(11, 'product', 'filler', aimed('BTK')),
      row(12, 'person', 'Busy Author'),
      row(13, 'person', 'Other Author'),
      row(14, 'person', 'Inventor People'),
      row(15, 'paper', 'Editing genes by zqcas'),
      row(16, 'paper', 'Genes of the zqcas family'),
      row(17, 'patent', 'Zqcas nucleases'),
      row(18, 'paper', 'Genes of people'),
      row(19, 'patent', 'KRAS inhibitors'),
      row(20, 'paper', 'Statins'),
      row(21, 'product', 'zorvastatin calcium trihydrate', {aliases: ['Statin Forte', 'Zorva', 'Zorlip', 'Zorcor']}),
      // As in any graph, most entities are of other kinds.
      ...Array.from({length: 60}, (_, n) => row(100 + n, 'paper', `Ballast ${n}`)),
    ],
    [
      edge(1, 'develops', 4),
      edge(1, 'develops', 5),
      edge(2, 'develops', 6),
      edge(3, 'develops', 11),
      edge(12, 'authored', 15),
      edge(12, 'authored', 16),
      edge(13, 'authored', 15),
      edge(13, 'authored', 18),
      edge(14, 'invented', 17),
    ],
  );
});
afterAll(() => graph.close());

const ask = async (q: string, more: object = {}) => (await graph.entities({q, ...more})).results;
const found = async (q: string, more: object = {}) => (await ask(q, more)).map(({id}) => numberOf(id));

describe('a word for a kind', () => {
  it('prefers that kind among those that have the other words', async () => {
    expect((await found('krasib'))[0]).toBe(4);
    expect((await found('trials of krasib'))[0]).toBe(7);
    expect((await found('krasib patents'))[0]).toBe(8);
    expect((await found('which drugs inhibit KRAS'))[0]).toBeLessThan(7);
  });

  it('finds companies by what they develop, those with most of it first', async () => {
    expect((await found('which companies develop KRAS inhibitors')).slice(0, 2)).toEqual([1, 2]);
    expect((await found('companies with CAR-T against KRAS'))[0]).toBe(2);
    expect((await found('who makes Krastim?'))[0]).toBe(1);
    expect(await found('KRAS companies', {kind: 'product'})).not.toContain(1);
    expect((await found('Danish companies with KRAS inhibitors'))[0]).toBe(2);
    expect((await found('companies in the United States with KRAS inhibitors'))[0]).toBe(1);
  });

  it('finds people by what they write and invent', async () => {
    expect((await found('people working on zqcas'))[0]).toBe(12);
    expect(questionIn('who is working on KRAS inhibitors?').kinds).toEqual(['company']);
    expect((await found('who works on zqcas')).slice(0, 3).sort()).toEqual([12, 13, 14]);
    expect((await found('who invented zqcas'))[0]).toBe(14);
    expect((await found('authors of zqcas'))[0]).toBe(12);
    expect((await found('zqcas researchers', {kind: 'person'})).length).toBe(3);
    expect((await found('people working on zqcas', {kind: 'paper'})).sort()).toEqual([15, 16]);
    expect((await found('Inventor People'))[0]).toBe(14);
  });

  it('is no text: what is about companies is not asked for', async () => {
    expect(await found('which companies develop KRAS inhibitors')).not.toContain(9);
  });

  it('is no legal form either, but in the name of a company', async () => {
    expect((await found('KRAS G12C companies'))[0]).toBe(1);
    expect((await found('Unrelated Companies'))[0]).toBe(3);
    expect((await found('KRAS G12C'))[0]).toBe(10);
  });

  it('is meant by a class of drugs, however short the title of a patent', async () => {
    expect((await found('inhibitors of KRAS')).slice(0, 2).sort()).toEqual([4, 5]);
    expect((await found('KRAS inhibitor')).slice(0, 2).sort()).toEqual([4, 5]);
    expect((await found('statin'))[0]).toBe(21);
    expect((await found('patents on KRAS inhibitors'))[0]).toBe(19);
  });

  it('asks the same of those that pass a filter', async () => {
    expect(await found('companies working on KRAS', {country: 'United States'})).toEqual([1]);
    expect(await found('companies working on KRAS', {country: 'Denmark', kind: 'company'})).toEqual([2]);
    expect(await found('companies working on KRAS', {ids: [idOf(2), idOf(3)]})).toEqual([2]);
    expect(await found('people working on zqcas', {ids: [idOf(13), idOf(14)]})).toEqual([13, 14]);
  });

  it('is not enough by itself where there are other words', async () => {
    // Products have the least of these words.
    expect((await found('zqcas genes inhibitors')).slice(0, 2).sort()).toEqual([15, 16]);
    expect(await found('KRAS companies')).not.toContain(3);
    expect((await found('companies')).sort()).toEqual([1, 2, 3]);
    expect(await found('company behind nothingknown')).toEqual([]);
  });

  it('that only a class of drugs implies keeps the score a sum over the words, and adds nothing where all are of one kind', async () => {
    for (const within of [{}, {kind: 'product'}]) {
      const scoreOf = async (q: string) => (await ask(q, within)).find(({id}) => numberOf(id) === 4)?.score ?? 0;
      expect(await scoreOf('KRAS inhibitor')).toBeCloseTo((await scoreOf('KRAS')) + (await scoreOf('inhibitor')), 5);
    }
  });

  it('adds to the plain sum', async () => {
    const scoreOf = async (q: string) => (await ask(q, {kind: 'trial'}))[0]?.score ?? 0;
    const [word, both, kind] = [await scoreOf('krasib'), await scoreOf('krasib trials'), await scoreOf('trials')];
    expect(kind).toBeGreaterThan(0);
    expect(both).toBeGreaterThan(word + kind);
  });
});

it('a pipeline is of programs, a pharma a company of its country', () => {
  expect(questionIn('Pfizer pipeline oncology')).toEqual({kinds: ['program'], words: ['Pfizer', 'oncology']});
  expect(questionIn('Japanese pharma')).toEqual({kinds: ['company'], words: ['japan']});
  expect(questionIn('biotech munich')).toEqual({kinds: ['company'], words: ['munich']});
  expect(questionIn('biotech patents').kinds).toEqual(['patent']);
  expect(questionIn('obesity targets')).toEqual({kinds: ['target'], words: ['obesity']});
  expect(questionIn('novel therapeutic targets').kinds).toEqual([]);
  expect(questionIn('gene therapy experts london').kinds).toEqual(['person']);
  expect(questionIn('funders of malaria')).toEqual({kinds: ['funder'], words: ['of', 'malaria']});
  expect(questionIn('pharma')).toEqual({kinds: [], words: ['pharma']});
  expect(questionIn('anti-PD-1 antibody patent')).toEqual({
    ...{kinds: ['patent'], words: ['anti-PD-1', 'antibody']},
    modality: {said: 'antibody', values: ['monoclonal antibody', 'bispecific antibody']},
  });
  expect(questionIn('FDA approval 2021 lung cancer')).toEqual({kinds: ['approval'], words: ['2021', 'lung', 'cancer']});
  expect(questionIn('biosimilars approved in 2023').kinds).toEqual(['approval']);
  expect(questionIn('SBIR calls open').kinds).toEqual(['opportunity']);
  expect(questionIn('SBIR awards 2020').kinds).toEqual(['funding_event']);
  for (const text of ['series B rounds', 'largest series A 2024', 'venture rounds 2025', 'biotech IPOs', 'IPO 2024'])
    expect(questionIn(text).kinds, text).toEqual(['funding_event']);
  for (const text of ['IPO Porto', 'a case series of gout', 'case series a rare one', 'IPOS care', 'rounds'])
    expect(questionIn(text).kinds, text).toEqual([]);
  expect(questionIn('biosimilar companies').kinds).toEqual(['company']);
  expect(questionIn('inventors at Alnylam')).toEqual({kinds: ['person'], words: ['Alnylam']});
  expect(questionIn('top researchers in psoriasis')).toEqual({kinds: ['person'], words: ['psoriasis']});
  expect(questionIn('KOLs sickle cell disease').kinds).toEqual(['person']);
  expect(questionIn('ALL drugs').words).toEqual(['ALL']);
  expect(questionIn('SHOW ME ALL LUPUS TRIALS').words).toEqual(['LUPUS']);
  expect(questionIn('obesity catalysts')).toEqual({kinds: ['catalyst'], words: ['obesity']});
  const long = 'phase 2 trials of gene therapy in hemophilia B by companies of the United States';
  expect(questionIn(long).kinds).toEqual([]);
  expect(questionIn(`Show me ${long}`).kinds).toEqual(['trial', 'company']);
  expect(questionIn('NIH grant opportunities asthma')).toEqual({kinds: ['opportunity'], words: ['NIH', 'asthma']});
  expect(questionIn('clinical hold gene therapy')).toEqual({
    kinds: ['catalyst'],
    words: ['clinical', 'hold', 'gene', 'therapy'],
  });
});

it('a kind may be one, wherever it stands', () => {
  const kindsOf = (text: string) => questionIn(text).kinds;
  for (const text of ['patent KRAS', 'KRAS patent', 'patents KRAS']) expect(kindsOf(text), text).toEqual(['patent']);
  for (const text of ['paper KRAS', 'article KRAS', 'KRAS articles']) expect(kindsOf(text), text).toEqual(['paper']);
  for (const text of ['trial gout', 'clinical trial gout', 'gout study', 'phase 3 trial gout', 'gout trial phase 2'])
    expect(kindsOf(text), text).toEqual(['trial']);
  for (const text of ['recruiting gout', 'terminated phase 3 gout']) expect(kindsOf(text), text).toEqual(['trial']);
  for (const text of ['grant gout', 'NIH grant gout', 'gout awards'])
    expect(kindsOf(text), text).toEqual(['funding_event']);
  for (const text of ['approval gout', 'gout approval FDA']) expect(kindsOf(text), text).toEqual(['approval']);
  for (const text of ['catalysts December 2026', 'biotech catalysts Q4 2026', 'Lilly catalysts', 'CRL 2024'])
    expect(kindsOf(text), text).toEqual(['catalyst']);
  for (const text of ['programs for gout', 'gout programs']) expect(kindsOf(text), text).toEqual(['program']);
  for (const text of ['inventor CRISPR', 'gout investigator']) expect(kindsOf(text), text).toEqual(['person']);
  const none = [
    'patent foramen ovale',
    'Grant Smith',
    'Catalyst Pharmaceuticals',
    'withdrawn',
    'research training programs',
  ];
  for (const text of [...none, 'study designs in oncology']) expect(kindsOf(text), text).toEqual([]);
});

it('an exception is no part of what is asked', () => {
  expect(questionIn('checkpoint inhibitors without PD-1')).toMatchObject({
    ...{kinds: ['product'], words: ['checkpoint', 'inhibitors']},
    denied: {said: 'without PD-1', className: 'PD-1'},
  });
  expect(questionIn('diabetes drugs except for GLP-1.').words).toEqual(['diabetes']);
  expect(questionIn('gout drugs not targeting CD19')).toMatchObject({words: ['gout'], denied: {className: 'CD19'}});
  expect(questionIn('trials without placebo in gout')).toMatchObject({
    words: ['in', 'gout'],
    denied: {className: 'placebo'},
  });
  expect(questionIn('papers without placebo').denied).toBeUndefined();
  expect(questionIn('patients without diabetes')).toEqual({kinds: [], words: ['patients', 'without', 'diabetes']});
});

it('what is taken orally against a symbol is a small molecule', () => {
  const modality = {said: 'oral', values: ['small molecule']};
  for (const text of ['oral GLP-1', 'oral GLP-1 for obesity', 'oral GLP-1 drugs', 'oral SERD'])
    expect(questionIn(text), text).toMatchObject({kinds: ['product'], modality, isOfTarget: true});
  for (const text of ['oral mucositis', 'oral cancer']) expect(questionIn(text).kinds, text).toEqual([]);
});

it('a question says kinds and what is asked of them', () => {
  expect(questionIn('Which companies develop KRAS inhibitors?')).toEqual({
    kinds: ['company'],
    words: ['Which', 'KRAS', 'inhibitors?'],
  });
  expect(questionIn('who is developing CAR-T for lupus')).toEqual({
    kinds: ['company'],
    words: ['CAR-T', 'for', 'lupus'],
  });
  expect(questionIn('people working on CRISPR')).toEqual({kinds: ['person'], words: ['on', 'CRISPR']});
  expect(questionIn('Who is studying lupus?')).toEqual({kinds: ['person'], words: ['lupus?']});
  expect(questionIn('people of colour').kinds).toEqual(['person']);
  expect(questionIn('young people').kinds).toEqual([]);
  expect(questionIn('which scientists study gout').kinds).toEqual(['person']);
  expect(questionIn('what scientists say about gout').kinds).toEqual([]);
  expect(questionIn('a survey of scientists about gout').kinds).toEqual([]);
  expect(questionIn('treatments for gout')).toEqual({kinds: ['product'], words: ['gout']});
  expect(questionIn('Treatment of gout with krasib').kinds).toEqual([]);
  expect(questionIn('type 2 diabetes drug')).toEqual({kinds: ['product'], words: ['type', '2', 'diabetes']});
  expect(questionIn('maker of Krastim')).toEqual({kinds: ['company'], words: ['Krastim']});
  expect(questionIn('the maker of Krastim').kinds).toEqual([]);
  expect(questionIn('KRAS company in Denmark')).toEqual({kinds: ['company'], words: ['KRAS', 'in', 'Denmark']});
  expect(questionIn('the company of wolves').kinds).toEqual([]);
  for (const text of ['amylin analog', 'CD3 T-cell engagers'])
    expect(questionIn(text)).toEqual({kinds: ['product'], words: text.split(' '), isImplied: true});
  const degrader = {said: 'PROTAC', values: ['targeted protein degrader']};
  expect(questionIn('KRAS PROTAC')).toEqual({
    ...{kinds: ['product'], words: ['KRAS', 'PROTAC'], isImplied: true, modality: degrader},
    isOfTarget: true,
  });
  expect(questionIn('Small Bio pipeline')).toEqual({kinds: ['program'], words: ['Small', 'Bio']});
  expect(questionIn('krasib in gout trial')).toEqual({kinds: ['trial'], words: ['krasib', 'in', 'gout']});
  expect(questionIn('FDA approval of krasib')).toEqual({kinds: ['approval'], words: ['krasib']});
  expect(questionIn('the approval of krasib').kinds).toEqual([]);
  expect(questionIn('upcoming catalysts of Small Bio')).toEqual({kinds: ['catalyst'], words: ['of', 'Small', 'Bio']});
  expect(questionIn('catalysts for lupus').kinds).toEqual(['catalyst']);
  for (const text of [
    'catalysts for hydrogen',
    'catalysts for biomass conversion',
    'catalysts for the synthesis of amines',
  ])
    expect(questionIn(text).kinds).toEqual([]);
  expect(questionIn('trials sponsored by Small Bio')).toEqual({kinds: ['trial'], words: ['by', 'Small', 'Bio']});
  expect(questionIn('recent approvals')).toEqual({kinds: ['approval'], words: []});
  expect(questionIn('recent advances')).toEqual({kinds: [], words: ['recent', 'advances']});
  expect(questionIn('what does Small Bio make?')).toEqual({kinds: ['product'], words: ['Small', 'Bio']});
  expect(questionIn('biotech in Basel')).toEqual({kinds: ['company'], words: ['Basel']});
  expect(questionIn('anti-CD38').kinds).toEqual(['product']);
  expect(questionIn('anti-CD38 in adults').kinds).toEqual([]);
  expect(questionIn('Danish biotech companies')).toEqual({kinds: ['company'], words: ['denmark']});
  expect(questionIn('Janssen Biotech company').words).toEqual(['Janssen', 'Biotech']);
  expect(questionIn('GLP-1 agonists?')).toEqual({
    ...{kinds: ['product'], words: ['GLP-1', 'agonists?'], isImplied: true},
    ...{isOfTarget: true, action: 'agonists'},
  });
  expect(questionIn('oral KRAS inhibitor').modality).toEqual({said: 'oral', values: ['small molecule']});
  expect(questionIn('oral contraceptives').modality).toBeUndefined();
  expect(questionIn('non-opioid pain drugs').denied).toEqual({said: 'non-opioid', className: 'opioid'});
  expect(questionIn('non-small cell lung cancer drugs').denied).toBeUndefined();
  expect(questionIn('papers on GLP-1 agonists').kinds).toEqual(['paper']);
  expect(questionIn('GLP-1 agonists in adults').kinds).toEqual([]);
  expect(questionIn('drug eluting stent')).toEqual({kinds: [], words: ['drug', 'eluting', 'stent']});
  const title = 'A comparison of two drugs that are given to adults with acute heart failure';
  expect(questionIn(title).kinds).toEqual([]);
});
