import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type GoldRow, readGold, several, wilson} from '../../benchmarks/quality/accuracy.ts';
import {foldedProducts} from '../../benchmarks/quality/folded.ts';
import {drugAccuracy} from '../../benchmarks/quality/gold-drugs.ts';
import {goldFigures} from '../../benchmarks/quality/gold-measure.ts';
import {companyAccuracy, diseaseAccuracy, targetAccuracy} from '../../benchmarks/quality/gold-names.ts';
import {goldSection, wrongCases} from '../../benchmarks/quality/gold-page.ts';
import {openSnapshot, type Tables, tablesOf} from '../../benchmarks/quality/snapshot.ts';
import {twins} from '../../benchmarks/quality/twins.ts';
import {type Graph, loadSnapshot, openGraph} from '../../src/index.ts';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

/** Two drugs that are right in all, one that is wrong in all, and the companies and approvals behind them. */
const ENTITIES = `
  select 'name:product:rightimab' as key, 'product' as kind, 'Rightimab' as name, ['RGT-101', 'Rightly'] as aliases, 'TNF' as target, 'TNF' as target_symbol, 'monoclonal antibody' as modality, 0.9 as moa_confidence, 'MONDO:3' as disease_id
  union all by name select 'name:product:familinib' as key, 'product' as kind, 'Familinib' as name, ['Familia'] as aliases, 'MONDO:3' as disease_id, 'MEK' as target, 'small molecule' as modality, 0.9 as moa_confidence
  union all by name select 'name:product:wronginib' as key, 'product' as kind, 'Wronginib' as name, ['WRG-7'] as aliases, 'MONDO:4' as disease_id, 'TNF' as target, 'TNF' as target_symbol, 'vaccine' as modality, 0.9 as moa_confidence
  union all by name select 'name:product:stranger' as key, 'product' as kind, 'Stranger' as name, ['Wrongly'] as aliases
  union all by name select 'hgnc:HGNC:1' as key, 'target' as kind, 'TNF' as name, ['TNF-alpha'] as aliases, 'TNF' as target_symbol
  union all by name select 'hgnc:HGNC:2' as key, 'target' as kind, 'MAP2K1' as name, ['MEK1'] as aliases, 'MAP2K1' as target_symbol
  union all by name select 'hgnc:HGNC:3' as key, 'target' as kind, 'ERBB2' as name, ['HER2'] as aliases, 'ERBB2' as target_symbol
  union all by name select 'cik:0000000001' as key, 'company' as kind, 'Acme Inc.' as name, '0000000001' as cik, 'ACM' as ticker
  union all by name select 'name:company:daughter' as key, 'company' as kind, 'Daughter Pharma' as name
  union all by name select 'cik:0000000002' as key, 'company' as kind, 'Other Corp' as name, '0000000002' as cik, 'OTH' as ticker
  union all by name select 'nda:1' as key, 'approval' as kind, 'Rightly, BLA 1' as name, {agency: 'FDA', approved_at: '2010-03-01'} as attributes
  union all by name select 'nda:2' as key, 'approval' as kind, 'Rightly, a later one' as name, {agency: 'FDA', approved_at: '2019-01-01'} as attributes
  union all by name select 'ema:1' as key, 'approval' as kind, 'Rightly in Europe' as name, {agency: 'EMA', approved_at: '2005-01-01'} as attributes
  union all by name select 'nda:3' as key, 'approval' as kind, 'Wrongly' as name, {agency: 'FDA', approved_at: '2001-01-01'} as attributes
  union all by name select 'nda:4' as key, 'approval' as kind, 'Familia' as name, {agency: 'FDA', approved_at: '2013-05-29'} as attributes`;

const EDGES = `select * from (values
  ('nda:1', 'approval_of', 'name:product:rightimab'), ('nda:2', 'approval_of', 'name:product:rightimab'),
  ('ema:1', 'approval_of', 'name:product:rightimab'), ('nda:3', 'approval_of', 'name:product:wronginib'),
  ('nda:4', 'approval_of', 'name:product:familinib'), ('name:product:familinib', 'targets', 'hgnc:HGNC:2'),
  ('name:company:daughter', 'holds', 'nda:1'), ('cik:0000000002', 'holds', 'nda:2'), ('cik:0000000002', 'holds', 'ema:1'),
  ('cik:0000000002', 'holds', 'nda:3'), ('cik:0000000001', 'holds', 'nda:4'),
  ('name:company:daughter', 'subsidiary_of', 'cik:0000000001')) v(source_key, relation, target_key)`;

const DISEASES = `select * from (values ('MONDO:1', 'cancer', null, null), ('MONDO:2', 'lung cancer', null, ['MONDO:1']),
  ('MONDO:3', 'non-small cell lung carcinoma', ['NSCLC'], ['MONDO:2']), ('MONDO:4', 'gout', null, null)) v(id, label, synonyms, parents)`;

const drug = (generic: string, more: GoldRow): GoldRow => ({
  generic,
  brand: generic,
  codes: '',
  target: 'TNF',
  target_note: '',
  modality: 'monoclonal antibody',
  developer: 'Acme',
  year: '2010',
  ...more,
});

describe('the scorer of the lists of facts, on a small graph', () => {
  let tables: Tables;
  let graph: Graph;
  beforeAll(async () => {
    const {out} = await build(folder, [recipe(folder, {entities: ENTITIES, edges: EDGES, diseases: DISEASES})]);
    const store = join(folder, 'store');
    await loadSnapshot({snapshot: out, store});
    tables = await openSnapshot(out);
    graph = await openGraph(store);
  });
  afterAll(async () => {
    tables.close();
    await graph.close();
  });

  it('tells right from wrong of a drug’s target, modality, developer, year, codes and brand', async () => {
    const scored = await drugAccuracy(graph, tables, [
      drug('Rightimab', {brand: 'Rightly', codes: 'RGT 101'}),
      drug('familinib', {brand: 'Familia', target: 'MAP2K1|MAP2K2', modality: 'small molecule', year: '2013'}),
      drug('wronginib', {brand: 'Wrongly', codes: 'WRG-7|WRG-8', target: '', target_note: 'viral', year: '2002'}),
      drug('unheard of', {brand: 'Unheard', target_note: 'not scored'}),
    ]);
    const share = Object.fromEntries(scored.map(({what, right, cases}) => [what, `${right}/${cases}`]));
    expect(share).toEqual({
      'drug name → product': '3/4',
      'primary target': '2/3',
      modality: '2/4',
      developer: '2/4',
      'first approval by the FDA, year': '2/4',
      'code → product': '2/3',
      'brand → product': '2/4',
    });
    const wrong = (what: string) => scored.find((one) => one.what === what)?.wrong;
    expect(wrong('primary target')).toEqual(['wronginib (name:product:wronginib): viral, the graph says TNF']);
    expect(wrong('developer')?.[0]).toBe('wronginib (name:product:wronginib): Acme, the graph says Other Corp (nda:3)');
    expect(wrong('brand → product')?.[0]).toContain('leads to Stranger');
    expect(wrong('first approval by the FDA, year')?.[1]).toContain('not found');
  });

  it('finds companies by ticker and name, and whether they stand below their head', async () => {
    const rows = [
      {name: 'Acme', ticker: 'ACM', cik: '0000000001', head: ''},
      {name: 'Other Corp', ticker: 'OTH', cik: '0000000009', head: 'Acme'},
      {name: 'Daughter Pharma', ticker: '', cik: '', head: 'Acme'},
    ];
    const scored = await companyAccuracy(graph, tables, rows);
    expect(scored.map(({right, cases}) => [right, cases])).toEqual([
      [1, 2],
      [1, 2],
      [2, 3],
    ]);
    expect(scored[0]?.wrong).toEqual(['OTH is CIK 0000000009, leads to Other Corp (cik:0000000002)']);
  });

  it('takes a target word that leads to all its targets and to no other', async () => {
    const [scored] = await targetAccuracy(graph, tables, [
      {word: 'TNFα', symbols: 'TNF'},
      {word: 'HER-2', symbols: 'ERBB2|(ERBB3)'},
      {word: 'MEK1', symbols: 'MAP2K1|TNF'},
      {word: 'HER2', symbols: 'TNF'},
    ]);
    expect(scored?.wrong.map((one) => one.split(' is ')[0])).toEqual(['MEK1', 'HER2']);
  });

  it('takes a disease word that means one disease, below its parent however far', async () => {
    const [named, below] = await diseaseAccuracy(graph, tables, [
      {word: 'Lung Cancer', id: 'MONDO:2', parent: 'MONDO:1'},
      {word: 'NSCLC', id: 'MONDO:3', parent: 'MONDO:1'},
      {word: 'gout', id: 'MONDO:3', parent: 'MONDO:9'},
    ]);
    expect(named?.wrong).toEqual(['gout: 2 entities, by its id MONDO:3 6']);
    expect(below?.wrong).toEqual(['gout, MONDO:3: not below MONDO:9, but below MONDO:2, MONDO:1']);
  });

  it('writes the page and the wrong cases from it', async () => {
    const figures = await goldFigures(graph, tables, {
      data: join(folder, 'nowhere'),
      report: join(folder, 'nowhere.json'),
      gold: {drugs: [drug('Rightimab', {codes: 'RGT-101'})], companies: [], targets: [], diseases: []},
    });
    expect(goldSection(figures).replaceAll(/ +/g, ' ')).toMatch(
      /\| primary target \| 1 \| 1 \| 100\.0 % \| 20\.7 % – 100\.0 % \| 95\.0 % \|/,
    );
    expect(wrongCases(figures)).toContain('# primary target: 0\n');
  });
});

/** Rows written as a snapshot's entities; null where a column is not said. */
async function written(values: string): Promise<Tables> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`create table entities as select id, 'product' as kind, state, into_id as merged_into, natural_key, name, aliases::varchar[] as aliases, null::varchar as cik,
    json_object('unii', unii)::varchar as attributes from (values ${values}) v(id, state, into_id, natural_key, name, aliases, unii)`);
  return tablesOf(instance, connection);
}

describe('pairs that should be one', () => {
  it('are those of one name, unless their registry numbers differ or the import lists the name', async () => {
    const tables = await written(`
      ('1', 'live', null, 'a:1', 'AZD-1981', null, null), ('2', 'live', null, 'a:2', 'azd 1981', null, null),
      ('3', 'live', null, 'a:3', 'Foonib', ['AZD1981'], null),
      ('4', 'live', null, 'a:4', 'Barnib', ['BN-1'], 'U1'), ('5', 'live', null, 'a:5', 'BN-1', null, 'U2'),
      ('6', 'live', null, 'a:6', 'Triple', null, null), ('7', 'live', null, 'a:7', 'Quuxnib', ['triple'], null),
      ('8', 'merged', '1', 'a:8', 'AZD-1981', null, null), ('9', 'live', null, 'a:9', 'Alone', ['Alone'], null),
      ('10', 'live', null, 'a:10', 'Crowd', null, 'U3'), ('11', 'live', null, 'a:11', 'Crowd', null, 'U4'), ('12', 'live', null, 'a:12', 'Crowd', null, null),
      ('13', 'live', null, 'a:13', 'Listnib', ['Former'], null), ('14', 'live', null, 'a:14', 'Former', null, null), ('15', 'merged', '14', 'a:15', 'Former', null, null)`);
    try {
      const all = await twins(tables, [
        {kind: 'product', name: 'TRIPLE', keys: []},
        {kind: 'product', name: 'Former', keys: ['a:13', 'a:15']},
      ]);
      expect(all.find(({kind}) => kind === 'product')).toEqual({
        kind: 'product',
        sameName: 4,
        aliasIsName: 5,
        apart: 6,
        open: 3,
        examples: [
          'name: AZD-1981 (a:1) = azd 1981 (a:2)',
          'alias: AZD-1981 (a:1) = Foonib (a:3)',
          'alias: azd 1981 (a:2) = Foonib (a:3)',
        ],
      });
    } finally {
      tables.close();
    }
  });
});

describe('the machine’s look at every product merge', () => {
  it('names a product into which two substances were folded', async () => {
    const data = join(folder, 'data');
    mkdirSync(join(data, 'drugbank_vocabulary'), {recursive: true});
    writeFileSync(
      join(data, 'drugbank_vocabulary/drugbank_vocabulary.csv'),
      [
        'DrugBank ID,Accession Numbers,Common name,CAS,UNII,Synonyms,Standard InChI Key',
        'DB1,,Ezenib,,U1,Eze | Shared,AAAAAAAAAAAAAA-UHFFFAOYSA-N',
        'DB2,,Chlornib,,U2,Shared,BBBBBBBBBBBBBB-UHFFFAOYSA-N',
        'DB3,,Ezenib acetate,,U3,,CCCCCCCCCCCCCC-UHFFFAOYSA-N',
      ].join('\n'),
    );
    const tables = await written(`
      ('1', 'live', null, 'x:1', 'Ezenib', null, null), ('2', 'merged', '1', 'x:2', 'Eze', null, null),
      ('3', 'merged', '2', 'x:3', 'Shared', null, null), ('7', 'merged', '1', 'x:7', 'ezenib acetate', null, null), ('4', 'live', null, 'x:4', 'Foonib', null, null),
      ('5', 'merged', '4', 'drugbank:DB1', 'something', null, null), ('6', 'merged', '5', 'x:6', 'chlornib', null, null)`);
    try {
      expect(await foldedProducts(tables, join(folder, 'nowhere'))).toBeNull();
      const suspects = ['Foonib (x:4): Chlornib DB2, Ezenib DB1'];
      expect(await foldedProducts(tables, data)).toMatchObject({
        products: 2,
        records: 5,
        checks: [
          {what: 'two UNIIs', suspects},
          {what: 'two parent structures', suspects},
          {suspects},
          {suspects: ['Ezenib (x:1): Ezenib acetate DB3']},
        ],
      });
    } finally {
      tables.close();
    }
  });
});

describe('the lists', () => {
  const gold = readGold();

  it('have as many rows as they should, each with its source and none twice', () => {
    const least = {drugs: 150, companies: 100, targets: 100, diseases: 60};
    for (const [name, rows] of Object.entries(gold)) {
      expect(rows.length, name).toBeGreaterThanOrEqual(least[name as keyof typeof least]);
      const [key = ''] = Object.keys(rows[0] ?? {});
      expect(new Set(rows.map((row) => row[key])).size, name).toBe(rows.length);
      for (const row of rows) expect(row.source, `${name}: ${row[key]}`).toMatch(/\S{3}/);
    }
  });

  it('say what a drug hits, or why nothing is said', () => {
    for (const {generic, target, target_note, year, modality} of gold.drugs) {
      expect(several(target).length > 0 || target_note !== '', generic).toBe(true);
      expect(year, generic).toMatch(/^(19|20)\d\d$/);
      expect(modality, generic).not.toBe('');
    }
  });
});

describe('Wilson’s interval', () => {
  it('is that of the textbook', () => {
    // Newcombe 1998, table I: 81 of 263, and 0 of 20.
    expect(wilson(81, 263).low).toBeCloseTo(0.2553, 4);
    expect(wilson(81, 263).high).toBeCloseTo(0.3662, 4);
    expect(wilson(0, 20)).toEqual({low: 0, high: expect.closeTo(0.1611, 4)});
    expect(wilson(0, 0)).toEqual({low: 0, high: 1});
  });
});
