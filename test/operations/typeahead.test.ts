import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, loadSnapshot, openGraph} from '../../src/index.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Entities by what they are called; later ones have fewer edges. */
const ENTITIES: [kind: string, name: string, more?: Record<string, unknown>][] = [
  ['trial', 'Zorbex in adults', {attributes: {nct: 'NCT01042717'}}],
  ['approval', 'Zorbex NDA'],
  ['paper', 'Zorbex reviewed'],
  ['person', 'Zorbexa Lind'],
  ['company', 'Zorbex Labs'],
  ['product', 'zorbexumab'],
  ['product', 'mivatinib', {aliases: ['Zorbexia']}],
  ['company', 'House of Zorbex'],
  ['paper', 'On Zorbex'],
  ['institution', 'Zorbex', {aliases: ['ZBX']}],
  ['target', 'zorbal kinase 1', {target_symbol: 'ZRBK1', target: 'ZRBK1'}],
  ['target', 'ZRBK1 antisense RNA 1', {aliases: ['ZRBK1-AS1']}],
  ['company', 'Quellin Therapeutics, Inc.', {ticker: 'QLN', cik: '0000123456'}],
  ['person', 'Anna Quellin'],
  ['product', 'semaquintide', {aliases: ['Ozwick']}],
  ['approval', 'Ozwick (semaquintide), NDA 000001'],
  ['approval', 'Ryquel (semaquintide), NDA 000002'],
  ['trial', 'Semaquintide in obesity', {attributes: {nct: 'NCT05061234'}}],
  ['trial', 'Another study', {attributes: {nct: 'NCT05061200'}}],
  ['patent', 'Method of making', {attributes: {publication_number: 'US3876763'}}],
  ['patent', 'Compounds', {attributes: {publication_number: 'AU2018275267A1'}}],
  ['patent', 'Antibody', {attributes: {publication_number: 'EP-1234567-B1'}}],
  ['paper', 'A finding', {doi: '10.1056/nejmoa2034577', attributes: {pmid: '33301246'}}],
  ['institution', 'University of Testing', {attributes: {ror: 'https://ror.org/05a28rw58'}}],
  ['person', 'Jane Doe', {orcid: '0000-0002-1825-0097'}],
  ['product', 'PD-X1 antibody', {aliases: ['PD-X1']}],
  ['patent', 'Vorpal inhibitors', {attributes: {publication_number: 'US11000001B2'}}],
  ['patent', 'Vorpal Inhibitors', {attributes: {publication_number: 'US11000002B2'}}],
  ['patent', 'Vorpal inhibitors of use', {attributes: {publication_number: 'US11000003B2'}}],
  ['product', 'semaquantide'],
];

let graph: Graph;
beforeAll(async () => {
  const entities: Record<string, unknown>[] = ENTITIES.map(([kind, name, {attributes, ...more} = {}], n) => ({
    id: uuid(n),
    kind,
    state: 'live',
    name,
    slug: `made-${n}`,
    source: 'made',
    updated_at: '2026-01-01T00:00:00Z',
    ...(attributes !== undefined && {attributes: JSON.stringify(attributes)}),
    ...more,
  }));
  entities.push({...entities[5], id: uuid(900), state: 'merged', merged_into: uuid(5), slug: 'made-900'});
  // The earlier, the more edges: each is cited by a number of papers of no name that is typed here.
  const others = Array.from({length: 60}, (_, n) => ({
    ...entities[8],
    id: uuid(1000 + n),
    name: `cited ${n}`,
    slug: `cited-${n}`,
  }));
  const edges = ENTITIES.flatMap((_, n) =>
    Array.from({length: 2 * (ENTITIES.length - n)}, (_, m) => ({
      source: uuid(1000 + m),
      relation: 'mentions',
      target: uuid(n),
    })),
  );
  const at = mkdtempSync(join(tmpdir(), 'biograph-typeahead-'));
  const snapshot = await writeRandomGraph({entities: [...entities, ...others], edges});
  await loadSnapshot({snapshot, store: join(at, 'store')});
  graph = await openGraph(join(at, 'store'));
});
afterAll(() => graph.close());

const typed = async (q: string, more = {}) =>
  (await graph.autocomplete({q, limit: 25, ...more})).suggestions.map(({name}) => name);

describe('the order of type-ahead', () => {
  it('is: called so, a name that starts so, an alias, a later word; approvals, trials and programs after products and companies', async () => {
    expect(await typed('zorbex')).toEqual([
      'Zorbex',
      // Names that start so: looked for by name, by prominence within their kinds, then works.
      ...['Zorbex Labs', 'zorbexumab', 'Zorbexa Lind'].sort(await byProminence()),
      'Zorbex reviewed',
      'mivatinib',
      'House of Zorbex',
      ...(await sorted(['Zorbex in adults', 'Zorbex NDA'])),
      'On Zorbex',
    ]);
    expect(await typed('zorbex', {kind: 'trial'})).toEqual(['Zorbex in adults']);
  });

  it('finds an equal symbol or alias before all that start so', async () => {
    expect((await typed('zrbk1')).slice(0, 2)).toEqual(['zorbal kinase 1', 'ZRBK1 antisense RNA 1']);
    expect((await typed('zbx'))[0]).toBe('Zorbex');
    expect((await typed('pdx1'))[0]).toBe('PD-X1 antibody');
    expect((await typed('PD-X1'))[0]).toBe('PD-X1 antibody');
    expect((await graph.entities({q: 'zrbk1'})).results[0]?.name).toBe('zorbal kinase 1');
  });

  it('of several words takes whole phrases first', async () => {
    expect((await typed('zorbex l'))[0]).toBe('Zorbex Labs');
    expect(await typed('of zorb')).toEqual(['House of Zorbex']);
    expect(await typed('univ of test')).toEqual(['University of Testing']);
    expect(await typed('quellin ther')).toEqual(['Quellin Therapeutics, Inc.']);
  });

  it('shows the works of one title once, all of them where their kind is asked for', async () => {
    const named = async (more: object) =>
      (await graph.autocomplete({q: 'vorpal inhib', limit: 2, ...more})).suggestions.map(({name}) =>
        name.toLowerCase(),
      );
    expect(await named({})).toEqual(['vorpal inhibitors', 'vorpal inhibitors of use']);
    expect(await named({kind: 'patent'})).toEqual(['vorpal inhibitors', 'vorpal inhibitors']);
  });

  it('puts a mistyped name by how far its word is, then the whole name, then by kind', async () => {
    // Trials and approvals follow all products, also those farther away.
    expect((await typed('semaquintde')).slice(0, 3)).toEqual([
      'semaquintide',
      'semaquantide',
      'Semaquintide in obesity',
    ]);
    expect((await typed('ozwik'))[0]).toBe('semaquintide');
    expect((await typed('quelin'))[0]).toMatch(/Quellin/);
    expect((await typed('Quelin therap'))[0]).toBe('Quellin Therapeutics, Inc.');
    // No letters are forgiven in words of three, nor beside digits.
    expect(await typed('zbq')).toEqual([]);
    expect(await typed('zrbk2')).toEqual([]);
  });

  it('fills up with mistyped ones only below those that start so', async () => {
    const all = await typed('quelli');
    expect(all.slice(0, 2).sort()).toEqual(['Anna Quellin', 'Quellin Therapeutics, Inc.']);
  });
});

async function sorted(names: string[]): Promise<string[]> {
  return names.sort(await byProminence());
}

/** As the whole graph has them by prominence. */
async function byProminence(): Promise<(a: string, b: string) => number> {
  const {results} = await graph.entities({sort: 'prominence', limit: 200, fields: 'name'});
  const order = results.map(({name}) => name);
  return (a, b) => order.indexOf(a) - order.indexOf(b);
}

describe('an identifier in any writing', () => {
  const writings: [text: string, name: string][] = [
    [uuid(5), 'zorbexumab'],
    [uuid(900), 'zorbexumab'],
    ['NCT01042717', 'Zorbex in adults'],
    ['nct 01042717', 'Zorbex in adults'],
    ['NCT: 01042717', 'Zorbex in adults'],
    ['https://clinicaltrials.gov/study/NCT01042717', 'Zorbex in adults'],
    ['https://www.clinicaltrials.gov/ct2/show/NCT01042717?term=x', 'Zorbex in adults'],
    ['clinicaltrials.gov/study/NCT01042717/', 'Zorbex in adults'],
    ['US 3876763 A', 'Method of making'],
    ['US3876763', 'Method of making'],
    ['us-3876763-a', 'Method of making'],
    ['US 3,876,763', 'Method of making'],
    ['https://patents.google.com/patent/US3876763A/en', 'Method of making'],
    ['AU 2018/275267 A1', 'Compounds'],
    ['AU2018275267A1', 'Compounds'],
    ['AU 2018275267', 'Compounds'],
    ['EP 1234567 B1', 'Antibody'],
    ['EP1234567', 'Antibody'],
    ['10.1056/NEJMoa2034577', 'A finding'],
    ['doi:10.1056/NEJMoa2034577', 'A finding'],
    ['https://doi.org/10.1056/NEJMoa2034577', 'A finding'],
    ['https://doi.org/10.1056%2FNEJMoa2034577', 'A finding'],
    ['PMID: 33301246', 'A finding'],
    ['pubmed.ncbi.nlm.nih.gov/33301246/', 'A finding'],
    ['https://www.ncbi.nlm.nih.gov/pubmed/33301246', 'A finding'],
    ['https://ror.org/05a28rw58', 'University of Testing'],
    ['05a28rw58', 'University of Testing'],
    ['https://orcid.org/0000-0002-1825-0097', 'Jane Doe'],
    ['QLN', 'Quellin Therapeutics, Inc.'],
    ['$QLN', 'Quellin Therapeutics, Inc.'],
    ['$qln', 'Quellin Therapeutics, Inc.'],
    ['CIK 0000123456', 'Quellin Therapeutics, Inc.'],
  ];
  it.each(writings)('%s', async (text, name) => {
    expect((await typed(text))[0]).toBe(name);
    expect((await graph.entities({q: text})).results[0]?.name).toBe(name);
    const {results} = await graph.resolve({inputs: [text]});
    expect(results[0]).toMatchObject({match: {name}, how: 'identifier', confidence: 1});
  });

  it('is found within other words, a ticker after a dollar sign only', async () => {
    const first = async (q: string) => [(await typed(q))[0], (await graph.entities({q})).results[0]?.name];
    expect(await first('results of NCT 01042717 in adults')).toEqual(['Zorbex in adults', 'Zorbex in adults']);
    expect(await first('is US 3876763 A expired')).toEqual(['Method of making', 'Method of making']);
    expect(await first('what moves $QLN today')).toEqual(['Quellin Therapeutics, Inc.', 'Quellin Therapeutics, Inc.']);
    expect(await first('see https://doi.org/10.1056/NEJMoa2034577.')).toEqual(['A finding', 'A finding']);
    expect(await typed('what moves QLN today')).toEqual([]);
  });

  it('is found by the start of a number, the first first; resolve only names whom it may be', async () => {
    expect(await typed('NCT0506')).toEqual(['Another study', 'Semaquintide in obesity']);
    expect((await graph.entities({q: 'nct 0506'})).results.slice(0, 2).map(({name}) => name)).toEqual([
      'Another study',
      'Semaquintide in obesity',
    ]);
    expect(await typed('EP12345')).toEqual(['Antibody']);
    expect(await typed('NCT05')).toEqual([]);
    const [one] = (await graph.resolve({inputs: ['NCT0506']})).results;
    expect(one).toMatchObject({
      match: null,
      how: null,
      candidates: [{name: 'Another study'}, {name: 'Semaquintide in obesity'}],
    });
  });
});
