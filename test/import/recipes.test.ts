import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {describeRecipe, listRecipes, recipesMarkdown} from '../../src/import/index.ts';
import {build, file, workspace} from './helpers.ts';

const folder = workspace();
let number = 0;

/** A folder that holds the given files, each by its lines. */
function files(contents: Record<string, string[]>): string[] {
  const path = join(folder, `in${++number}`);
  mkdirSync(path);
  for (const [name, lines] of Object.entries(contents)) file(path, name, lines);
  return [path];
}

const json = (value: unknown) => [JSON.stringify(value)];
const tsv = (...rows: string[][]) => rows.map((row) => row.join('\t'));

it('every recipe declares its facts, under its file name', () => {
  for (const name of listRecipes()) {
    const recipe = describeRecipe(name);
    expect(recipe.name).toBe(name);
    expect(recipe.attribution, name).not.toBe('');
  }
  expect(recipesMarkdown()).toContain('### hgnc');
});

describe('ctgov', () => {
  it('reads trials, sponsors and facilities', async () => {
    const built = await build(folder, [
      {
        recipe: 'ctgov',
        in: files({
          'studies.csv': [
            'study_id,title,status,phase,enrollment',
            'NCT00000001,"A, study",COMPLETED,PHASE1,60.0',
            'NCT00000002,B,ACTIVE_NOT_RECRUITING,NA,',
            'NCT00000003,C,too,many,1,2',
          ],
          'sponsors.csv': [
            'study_id,sponsor_name,sponsor_type',
            'NCT00000001,"Shi, Patricia, M.D.",INDIV',
            'NCT00000001,"Pfizer, Inc.",INDUSTRY',
            'NCT00000002,Cairo University,OTHER',
          ],
          'interventions.csv': ['study_id,intervention_name,intervention_type', 'NCT00000002,A pump,DEVICE'],
          'conditions.csv': ['study_id,condition', 'NCT00000001,Asthma', 'NCT00000001,Cough'],
          'locations.csv': [
            'study_id,facility,city,country',
            'NCT00000001,"Department of Medicine, Mount Sinai Hospital",New York,United States',
            'NCT00000001,Research Site 12,Paris,France',
            'NCT00000001,University Hospital,Paris,France',
          ],
        }),
      },
    ]);
    const trials = await built.rows(
      `select natural_key as k, name, modality, moa_confidence as c, attributes::json as a from entities where kind = 'trial' order by 1`,
    );
    expect(trials.map((row) => ({...row, a: JSON.parse(String(row.a))}))).toEqual([
      {
        k: 'nct:NCT00000001',
        name: 'A, study',
        modality: null,
        c: 0.5,
        a: {nct: 'NCT00000001', phase: 'phase 1', status: 'completed', enrollment: 60, conditions: ['Asthma', 'Cough']},
      },
      {
        k: 'nct:NCT00000002',
        name: 'B',
        modality: 'device',
        c: 0.9,
        a: {
          nct: 'NCT00000002',
          phase: 'not applicable',
          status: 'active not recruiting',
          interventions: ['A pump'],
          intervention_types: ['device'],
        },
      },
    ]);
    expect(await built.rows(`select name, kind from entities where kind <> 'trial' order by name`)).toEqual([
      {name: 'Cairo University', kind: 'institution'},
      {name: 'Mount Sinai Hospital', kind: 'institution'},
      {name: 'Pfizer, Inc.', kind: 'company'},
    ]);
    expect(built.report.edges).toEqual({sponsors: 2, conducted_at: 1});
    expect(built.report.rejects).toEqual([{recipe: 'ctgov', reason: 'too many columns', count: 1}]);
  });

  it('needs the studies only', async () => {
    const built = await build(folder, [
      {
        recipe: 'ctgov',
        in: files({'studies.csv': ['study_id,title,status,phase,enrollment', 'NCT00000001,A,COMPLETED,PHASE1,60']}),
      },
    ]);
    expect(built.report.entities).toEqual({trial: 1});
  });
});

it('ctgov-tsv takes quotes as text, free-text dates, and types of sponsors only where they are certain', async () => {
  const head =
    'Rank|NCT Number|Title|Acronym|Status|Study Results|Conditions|Interventions|Outcome Measures|Sponsor/Collaborators|Gender|Age|Phases|Enrollment|Funded Bys|Study Type|Study Designs|Other IDs|Start Date|Primary Completion Date|Completion Date|First Posted|Results First Posted|Last Update Posted|Locations|Study Documents|URL'.split(
      '|',
    );
  const row = (cells: Record<string, string>) => head.map((name) => cells[name] ?? '');
  const built = await build(folder, [
    {
      recipe: 'ctgov-tsv',
      in: files({
        'export.tsv': tsv(
          head,
          row({
            'NCT Number': 'NCT00000001',
            Title: 'The "Spark" study',
            Acronym: 'SPARK',
            Status: 'Active, not recruiting',
            Conditions: 'COVID-19|Pneumonia',
            Interventions: 'Drug: Duvelisib|Drug: Placebo',
            'Sponsor/Collaborators': 'Washington University School of Medicine|Verastem, Inc.|Thomas Agoritsas',
            'Funded Bys': 'Other|Industry',
            Phases: 'Phase 1|Phase 2',
            'Start Date': 'September 30, 2020',
            'Completion Date': 'June 2021',
            'First Posted': 'May 4, 2020',
            'Last Update Posted': 'September 10, 2020',
            Locations: 'Mayo Clinic Hospital, Rochester, Minnesota, United States',
          }),
        ),
      }),
    },
  ]);
  const [trial] = await built.rows(
    `select name, aliases, attributes::json as a, strftime(updated_at, '%Y-%m-%d') as u from entities where kind = 'trial'`,
  );
  expect(trial).toMatchObject({name: 'The "Spark" study', aliases: ['SPARK'], u: '2020-09-10'});
  expect(JSON.parse(String(trial?.a))).toMatchObject({
    phase: 'phase 1/2',
    status: 'active not recruiting',
    start_date: '2020-09-30',
    completion_date: '2021-06-01',
    conditions: ['COVID-19', 'Pneumonia'],
    interventions: ['Duvelisib', 'Placebo'],
  });
  expect(
    await built.rows(
      `select e.name, e.kind from edges join entities e on e.id = edges.source where relation = 'sponsors' order by 1`,
    ),
  ).toEqual([
    {name: 'Verastem, Inc.', kind: 'company'},
    {name: 'Washington University School of Medicine', kind: 'institution'},
  ]);
});

it('hgnc reads approved genes, their aliases and previous symbols, and trusts no Ensembl id that two genes have', async () => {
  const head =
    'hgnc_id symbol name status location locus_type alias_symbol alias_name prev_symbol gene_group date_modified entrez_id ensembl_gene_id uniprot_ids'.split(
      ' ',
    );
  const built = await build(folder, [
    {
      recipe: 'hgnc',
      in: files({
        'hgnc_complete_set.txt': tsv(
          head,
          [
            'HGNC:3430',
            'ERBB2',
            'erb-b2 receptor tyrosine kinase 2',
            'Approved',
            '17q12',
            'gene with protein product',
            '"NEU|HER-2|CD340|HER2"',
            '',
            'NGL',
            '',
            '2024-05-01',
            '2064',
            'ENSG00000141736',
            'P04626',
          ],
          ['HGNC:1', 'AAA1', 'twin one', 'Approved', '', '', '', '', '', '', '2020-01-01', '', 'ENSG00000000001', ''],
          ['HGNC:2', 'AAA2', 'twin two', 'Approved', '', '', '', '', '', '', '2020-01-01', '', 'ENSG00000000001', ''],
          ['HGNC:3', 'GONE', 'gone', 'Entry Withdrawn', '', '', '', '', '', '', '2020-01-01', '', '', ''],
        ),
      }),
    },
  ]);
  expect(await built.rows(`select natural_key, name from entities where state = 'live' order by 1`)).toEqual([
    {natural_key: 'hgnc:HGNC:1', name: 'AAA1'},
    {natural_key: 'hgnc:HGNC:2', name: 'AAA2'},
    {natural_key: 'hgnc:HGNC:3430', name: 'ERBB2'},
  ]);
  const [gene] = await built.rows(
    `select aliases, attributes::json as a, strftime(updated_at, '%Y-%m-%d') as u from entities where name = 'ERBB2'`,
  );
  expect(gene).toMatchObject({
    aliases: ['CD340', 'HER-2', 'HER2', 'NEU', 'NGL', 'erb-b2 receptor tyrosine kinase 2'],
    u: '2024-05-01',
  });
  expect(JSON.parse(String(gene?.a))).toMatchObject({
    hgnc_id: 'HGNC:3430',
    ensembl_id: 'ENSG00000141736',
    uniprot: 'P04626',
    previous_symbols: ['NGL'],
  });
});

it('sec gives a company its first ticker and keeps the others', async () => {
  const built = await build(folder, [
    {
      recipe: 'sec',
      in: files({
        'company_tickers_exchange.json': json({
          fields: ['cik', 'name', 'ticker', 'exchange'],
          data: [
            ['1652044', 'Alphabet Inc.', 'GOOGL', 'Nasdaq'],
            ['1652044', 'Alphabet Inc.', 'GOOG', 'Nasdaq'],
          ],
        }),
        'sec_cik_mapper_stocks.csv': [
          'CIK,Ticker,Name,Exchange',
          '0001652044,GOOGL,Alphabet Inc,Nasdaq',
          '0000001800,ABT,Abbott Laboratories,NYSE',
        ],
      }),
    },
  ]);
  expect(
    await built.rows(`select natural_key, name, cik, ticker, attributes ->> 'tickers' as t from entities order by 1`),
  ).toEqual([
    {natural_key: 'cik:0000001800', name: 'Abbott Laboratories', cik: '0000001800', ticker: 'ABT', t: '["ABT"]'},
    {natural_key: 'cik:0001652044', name: 'Alphabet Inc.', cik: '0001652044', ticker: 'GOOGL', t: '["GOOG","GOOGL"]'},
  ]);
});

it('ot_approvals unpacks ids, reads NA as nothing, and joins company, approval, product and targets', async () => {
  const head =
    'brandDrugName,originalDrugName,drugName,drugId,sponsor,properties,therapeuticArea,indication,diseaseName,diseaseIds,reviewType,yearApproval,targetIds';
  const built = await build(folder, [
    {
      recipe: 'ot_approvals',
      in: files({
        '2013_approvals_GE.csv': [
          head,
          'Examplix,"Fooumab, barnib","FOO,BAR","CHEMBL2,CHEMBL1",Roche/Genentech,HER2 and kinase inhibitor,Oncology,Breast cancer,breast cancer,"HP_0001,MONDO_0007254","P,O",2020,"NA,ENSG1,ENSG2"',
          'Plainol,Ferric maltol,FERRIC,CHEMBL3,Shield,NA,#N/A,NA,NA,NA,S,2019,NA',
        ],
      }),
    },
  ]);
  expect(built.report.entities).toEqual({company: 3, approval: 2, product: 2, target: 2});
  expect(built.report.edges).toEqual({approval_of: 2, holds: 3, develops: 3, targets: 4});
  const rows = await built.rows(
    `select natural_key as k, target_id, mechanism, disease_id, therapeutic_area as area, moa_confidence as c, attributes::json as a from entities where kind in ('approval', 'product') order by 1`,
  );
  expect(rows.map(({a, ...row}) => row)).toEqual([
    {
      k: 'approval:fda:examplix:2020',
      target_id: 'ENSG1',
      mechanism: 'HER2 and kinase inhibitor',
      disease_id: 'MONDO:0007254',
      area: 'oncology',
      c: 0.9,
    },
    {k: 'approval:fda:plainol:2019', target_id: null, mechanism: null, disease_id: null, area: null, c: null},
    {
      k: 'name:product:examplix',
      target_id: 'ENSG1',
      mechanism: 'HER2 and kinase inhibitor',
      disease_id: 'MONDO:0007254',
      area: 'oncology',
      c: 0.9,
    },
    {k: 'name:product:plainol', target_id: null, mechanism: null, disease_id: null, area: null, c: null},
  ]);
  expect(JSON.parse(String(rows[0]?.a))).toMatchObject({
    agency: 'FDA',
    approved_at: '2020-01-01',
    date_precision: 'year',
    review: ['P', 'O'],
  });
  expect(JSON.parse(String(rows[2]?.a))).toMatchObject({
    brand: 'Examplix',
    chembl_id: 'CHEMBL2',
    chembl_ids: ['CHEMBL2', 'CHEMBL1'],
  });
});

it('ror reads each bond once, withdrawn records as removed, and funders as a kind of their own', async () => {
  const built = await build(folder, [
    {
      recipe: 'ror',
      in: files({
        'ror_organizations.csv': [
          'ror_id,name,aliases,types,status,established,city,country_code,country,website,grid,isni,wikidata,fundref,ror_release',
          'https://ror.org/00000000a,Alpha University,AU|Université Alpha,education|funder,active,1900,Paris,FR,France,https://www.alpha.edu/home,grid.1,,,10001,v1',
          'https://ror.org/00000000b,Alpha Hospital,,healthcare,active,,Paris,FR,France,,,,,,v1',
          'https://ror.org/00000000c,Gone Institute,,facility,withdrawn,,Paris,FR,France,,,,,,v1',
        ],
        'ror_relationships.csv': [
          'ror_id,type,related_id,related_label',
          'https://ror.org/00000000a,child,https://ror.org/00000000b,Alpha Hospital',
          'https://ror.org/00000000b,parent,https://ror.org/00000000a,Alpha University',
        ],
      }),
    },
  ]);
  expect(await built.rows('select kind, name, state, domain from entities order by kind, name')).toEqual([
    {kind: 'funder', name: 'Alpha University', state: 'live', domain: 'alpha.edu'},
    {kind: 'institution', name: 'Alpha Hospital', state: 'live', domain: null},
    {kind: 'institution', name: 'Alpha University', state: 'live', domain: 'alpha.edu'},
    {kind: 'institution', name: 'Gone Institute', state: 'removed', domain: null},
  ]);
  expect(
    await built.rows(
      'select s.name as s, relation, t.name as t from edges join entities s on s.id = edges.source join entities t on t.id = edges.target',
    ),
  ).toEqual([{s: 'Alpha Hospital', relation: 'part_of', t: 'Alpha University'}]);
});

describe('screener', () => {
  const trial = (nct: string, ticker: string, sponsor: string, phase: string) => ({
    ticker,
    nct_id: nct,
    title: `Trial ${nct}`,
    status: 'COMPLETED',
    phase,
    conditions: ['Obesity'],
    interventions: ['X'],
    last_update_posted: '2024-01-02',
    sponsor,
    collected_at: '2026-01-27',
  });
  const program = (nct: string, drug: string) => ({
    nct_id: nct,
    phase: 'PHASE2',
    status: 'COMPLETED',
    drug: {raw_name: drug, canonical_name: drug, chembl_id: null, molecule_type: null},
    indication: {raw_condition: 'Obesity', efo_id: 'EFO_0001073', efo_name: 'obesity', is_rare: false},
    join_quality: {drug_match_confidence: 'low', disease_match_confidence: 'high'},
  });
  const event = (id: string, confidence: string, text: string, date = '2029-07-01') =>
    JSON.stringify({
      event_id: id,
      ticker: 'AARD',
      event_type: 'DATA_READOUT',
      event_date: date,
      pit_available_at: '2024-02-01',
      source: 'SEC_8K_FILING',
      confidence,
      event_name: text,
      document_ref: '',
    });
  const input = {
    'companies.csv': [
      'ticker,cik,company_name,exchange,Cash',
      'AARD,0001774857,"Aardvark Therapeutics, Inc.",NASDAQ,1',
      'TECH,0000842023,BIO-TECHNE Corp,NASDAQ,2',
    ],
    'trial_records_x.json': json([
      trial('NCT00000001', 'AARD', 'Aardvark Therapeutics', 'PHASE1, PHASE2'),
      trial('NCT00000002', 'TECH', 'Texas Tech University', 'N/A'),
      trial('NCT00000003', 'TECH', 'Texas Tech University', 'NA'),
    ]),
    'program_entity_view_x.json': json({
      entries: [
        {ticker: 'AARD', programs: [program('NCT00000001', 'ARD-101'), program('NCT00000001', 'Placebo')]},
        {ticker: 'TECH', programs: [program('NCT00000002', 'Music')]},
      ],
    }),
    'catalyst_history_events.jsonl': [
      event('a', 'LOW', '8-K: results of ARD-101 expected'),
      event('b', 'HIGH', '8-K: data'),
      '{broken',
      event('c', 'HIGH', 'x', 'soon'),
    ],
    'sponsor_alias_map.json': json({'Aardvark Bio': 'AARD'}),
  };

  it('takes the sponsor for the truth and the ticker of a trial for a hint', async () => {
    const built = await build(folder, [{recipe: 'screener', in: files(input)}]);
    expect(
      await built.rows(
        `select s.name as s, s.kind, t.name as t from edges join entities s on s.id = edges.source join entities t on t.id = edges.target where relation = 'sponsors' order by t.name`,
      ),
    ).toEqual([
      {s: 'Aardvark Therapeutics, Inc.', kind: 'company', t: 'Trial NCT00000001'},
      {s: 'Texas Tech University', kind: 'institution', t: 'Trial NCT00000002'},
      {s: 'Texas Tech University', kind: 'institution', t: 'Trial NCT00000003'},
    ]);
    expect(
      await built.rows(`select attributes ->> 'phase' as p from entities where kind = 'trial' order by natural_key`),
    ).toEqual([{p: 'phase 1/2'}, {p: 'not applicable'}, {p: 'not applicable'}]);
    expect(
      await built.rows(`select name, disease_id, moa_confidence as c from entities where kind = 'program'`),
    ).toEqual([{name: 'ARD-101', disease_id: 'EFO:0001073', c: 0.9}]);
  });

  it('marks what was extracted by a machine with little confidence as untrusted', async () => {
    const built = await build(folder, [{recipe: 'screener', in: files(input)}]);
    expect(
      await built.rows(
        `select natural_key as k, identity_confidence as c, attributes ->> 'type' as type, attributes ->> 'date' as date, attributes ->> 'status' as status from entities where kind = 'catalyst' order by 1`,
      ),
    ).toEqual([
      {k: 'catalyst:a', c: 0.3, type: 'data_readout', date: '2029-07-01', status: 'expected'},
      {k: 'catalyst:b', c: 0.95, type: 'data_readout', date: '2029-07-01', status: 'expected'},
    ]);
    expect(
      await built.rows(`select t.name from edges join entities t on t.id = edges.target where relation = 'concerns'`),
    ).toEqual([{name: 'ARD-101'}]);
    expect(built.report.rejects).toEqual([
      {recipe: 'screener', reason: 'the event has no date', count: 1},
      {recipe: 'screener', reason: 'the event is not JSON or has no id', count: 1},
    ]);
  });
});

it('medline aligns authors with ORCIDs and affiliations only where there are as many, and reads free-text dates', async () => {
  const paper = (pmid: string, more: object) =>
    JSON.stringify({
      pmid,
      title: `Paper ${pmid}`,
      journal: 'J',
      pub_date: '2020 Jan',
      doi: null,
      pmcid: null,
      authors: [],
      affiliations: [],
      orcids: [],
      mesh: [],
      pub_types: [],
      nct_ids: [],
      grants: [],
      ...more,
    });
  const built = await build(folder, [
    {
      recipe: 'medline',
      in: files({
        'papers.jsonl': [
          paper('1', {
            authors: ['Doe, Jane A', 'Roe, Max'],
            orcids: ['0000-0002-5030-0330'],
            affiliations: [
              'Department of X, Yale University, New Haven, USA.',
              'Novartis Pharma AG, Basel, Switzerland.',
            ],
            doi: '10.1/ABC',
          }),
          paper('2', {
            authors: ['Doe, Jane A'],
            orcids: ['0000-0002-5030-0330'],
            affiliations: ['A', 'B'],
            pub_date: '2019 Winter',
            mesh: ['*Alzheimer Disease/genetics', 'Humans'],
          }),
          '{"pmid": "3", broken',
          paper('4', {pub_date: '2005 Nov 15-21'}),
        ],
      }),
    },
  ]);
  expect(
    await built.rows(`select name, natural_key as k, orcid from entities where kind = 'person' order by 2`),
  ).toEqual([
    {name: 'Jane A Doe', k: 'name:person:doe jane a:1', orcid: null},
    {name: 'Max Roe', k: 'name:person:roe max:1', orcid: null},
    {name: 'Jane A Doe', k: 'orcid:0000-0002-5030-0330', orcid: '0000-0002-5030-0330'},
  ]);
  expect(
    await built.rows(
      `select s.name as s, t.name as t, t.kind from edges join entities s on s.id = edges.source join entities t on t.id = edges.target where relation = 'affiliated_with' order by 1`,
    ),
  ).toEqual([
    {s: 'Jane A Doe', t: 'Yale University', kind: 'institution'},
    {s: 'Max Roe', t: 'Novartis Pharma AG', kind: 'company'},
  ]);
  expect(
    await built.rows(
      `select natural_key as k, doi, attributes ->> 'published_at' as d, attributes ->> 'date_precision' as p from entities where kind = 'paper' order by 1`,
    ),
  ).toEqual([
    {k: 'pmid:1', doi: '10.1/abc', d: '2020-01-01', p: 'month'},
    {k: 'pmid:2', doi: null, d: '2019-01-01', p: 'year'},
    {k: 'pmid:4', doi: null, d: '2005-11-15', p: 'day'},
  ]);
  expect(built.rejects()).toMatchObject([{recipe: 'medline', line: 3, reason: 'the line is not JSON'}]);
});

it('lens tells companies and institutions from people among the applicants, and leaves search reports out', async () => {
  const patent = (displayKey: string, more: object) =>
    JSON.stringify({
      displayKey,
      lensId: displayKey,
      jurisdiction: 'WO',
      kindCode: 'A2',
      publicationDate: '2008-07-03',
      filingDate: '2007-12-22',
      title: 'A therapy',
      applicants: [],
      inventors: [],
      owners: [],
      docType: 'Patent Application',
      cpcClassifications: ['A61K38/08'],
      ...more,
    });
  const built = await build(folder, [
    {
      recipe: 'lens',
      in: files({
        'patents.jsonl': [
          patent('WO 2008/080153 A2', {
            applicants: ['PHILADELPHIA CHILDREN HOSPITAL', 'KILPATRICK LAURIE', 'ACME PHARMA INC', 'YU CHONGXI'],
            inventors: ['KILPATRICK LAURIE'],
            owners: [{name: 'ACME PHARMA, INC.'}],
          }),
          patent('WO 2008/080153 A3', {docType: 'Search report'}),
          'not json',
        ],
      }),
    },
  ]);
  expect(
    await built.rows(
      `select natural_key, attributes ->> 'filed_at' as f, attributes ->> 'publication_number' as n from entities where kind = 'patent'`,
    ),
  ).toEqual([{natural_key: 'patent:WO2008080153A2', f: '2007-12-22', n: 'WO2008080153A2'}]);
  expect(
    await built.rows(
      `select t.name, t.kind from edges join entities t on t.id = edges.target where relation = 'assigned_to' order by 1`,
    ),
  ).toEqual([
    {name: 'ACME PHARMA INC', kind: 'company'},
    {name: 'PHILADELPHIA CHILDREN HOSPITAL', kind: 'institution'},
  ]);
  expect(built.report.entities).toMatchObject({person: 1});
  expect(built.rejects()).toMatchObject([{line: 3, reason: 'the line is not JSON', row: 'not json'}]);
});
