import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {describe, expect, it} from 'vitest';
import {build, inputFolder, recipe, workspace} from './helpers.ts';

const folder = workspace();
const files = (contents: Record<string, string[]>) => inputFolder(folder, contents);
const tsv = (...rows: string[][]) => rows.map((row) => row.join('\t'));
const edges = `select s.name as s, relation as r, t.name as t from edges e join entities s on s.id = e.source join entities t on t.id = e.target order by r, s, t`;

const genes = recipe(
  folder,
  {
    entities: `select key, 'target' as kind, name, same_as, aliases, {ensembl_id: 'ENSG' || name} as attributes from (values
      ('hgnc:HGNC:1', 'AAA1', ['entrez:101', 'uniprot:P00001', 'symbol:AAA1'], ['OLD1', 'BOTH']),
      ('hgnc:HGNC:2', 'BBB2', ['entrez:102', 'uniprot:P00002', 'symbol:BBB2'], ['BOTH'])) v(key, name, same_as, aliases)`,
  },
  '-- name: genes\n',
);

describe('drugcentral', () => {
  it('states targets where there is an action, other interactions as binding, and keeps known proteins', async () => {
    const built = await build(folder, [
      genes,
      {
        recipe: 'drugcentral',
        in: files({
          'AllTargets.json': [
            JSON.stringify([
              {accession: 'P00001', struct_id: 1, target_name: 'Protein one', name: 'foostatin'},
              {accession: 'P00002', struct_id: 1, target_name: 'Protein two', name: 'foostatin'},
              {accession: 'Q99999', struct_id: 1, target_name: 'Of a rat', name: 'foostatin'},
              {accession: 'P00001|P00002', struct_id: 1, target_name: 'A complex', name: 'foostatin'},
            ]),
          ],
          'structures.smiles.tsv': tsv(
            ['SMILES', 'InChI', 'InChIKey', 'ID', 'INN', 'CAS_RN'],
            ['C', 'I', 'KEY', '1', 'foostatin sodium', '50-00-0'],
          ),
          'rephetio_targets.tsv': tsv(
            ['GeneID', 'drugbank_id', 'drugbank_name', 'pubmed_ids', 'sources', 'actions', 'urls'],
            ['101', 'DB00001', 'Foostatin', '', 'DrugCentral', 'inhibitor', ''],
            ['102', 'DB00001', 'Foostatin', '', 'DrugCentral', '', ''],
          ),
          'FDA_Approved.csv': ['1,foostatin'],
        }),
      },
    ]);
    expect(await built.rows(edges)).toEqual([
      {s: 'Foostatin', r: 'binds', t: 'AAA1'},
      {s: 'Foostatin', r: 'binds', t: 'BBB2'},
      {s: 'Foostatin', r: 'targets', t: 'AAA1'},
    ]);
    expect(
      await built.rows(
        `select name, target_symbol as t, target_id as i, moa_confidence as c, attributes ->> 'cas' as cas from entities where kind = 'product' and state = 'live'`,
      ),
    ).toEqual([{name: 'Foostatin', t: 'AAA1', i: 'ENSGAAA1', c: 0.85, cas: '50-00-0'}]);
    expect(built.report.left_out).toEqual({drugcentral: 1});
  });
});

describe('drugmechdb', () => {
  it('takes the first step of a path for the target, and a single indication for the disease', async () => {
    const path = (drug: string, disease: string, mesh: string, links: [string, string, string][]) =>
      JSON.stringify({
        graph: {
          drug,
          disease,
          disease_mesh: mesh,
          drug_mesh: `MESH:C${drug.length}`,
          drugbank: `DB:DB0000${drug.length}`,
        },
        nodes: [
          {id: 'MESH:C1', label: 'Drug', name: drug},
          {id: 'UniProt:P00001', label: 'Protein', name: 'One'},
          {id: 'UniProt:P00002', label: 'Protein', name: 'Two'},
          {id: 'GO:1', label: 'BiologicalProcess', name: 'A process'},
          {id: mesh, label: 'Disease', name: disease},
        ],
        links: links.map(([key, source, target]) => ({key, source, target})),
      });
    const built = await build(folder, [
      genes,
      {
        recipe: 'drugmechdb',
        in: files({
          'indication_paths.jsonl': [
            path('foostatin', 'Asthma', 'MESH:D1', [
              ['decreases activity of', 'MESH:C1', 'UniProt:P00001'],
              ['positively regulates', 'UniProt:P00001', 'UniProt:P00002'],
              ['positively regulates', 'UniProt:P00002', 'GO:1'],
            ]),
            path('barpril', 'Cough', 'MESH:D2', [['increases activity of', 'MESH:C1', 'UniProt:P00002']]),
            path('barpril', 'Asthma', 'MESH:D1', [['increases activity of', 'MESH:C1', 'UniProt:P00002']]),
            '{"broken',
          ],
        }),
      },
    ]);
    expect(await built.rows(edges)).toEqual([
      {s: 'AAA1', r: 'regulates', t: 'BBB2'},
      {s: 'barpril', r: 'targets', t: 'BBB2'},
      {s: 'foostatin', r: 'targets', t: 'AAA1'},
    ]);
    expect(
      await built.rows(
        `select name, disease_id as d, disease_label as l, target_symbol as t from entities where kind = 'product' and state = 'live' order by 1`,
      ),
    ).toEqual([
      {name: 'barpril', d: null, l: null, t: 'BBB2'},
      {name: 'foostatin', d: 'MESH:D1', l: 'Asthma', t: 'AAA1'},
    ]);
    expect(built.rejects()).toMatchObject([{line: 4, reason: 'the line is not JSON'}]);
  });
});

describe('civic', () => {
  it('reads evidence as papers about genes, and predictive genes as biomarkers, never as targets of the drug', async () => {
    const head =
      'molecular_profile molecular_profile_id disease doid phenotypes therapies therapy_interaction_type evidence_type evidence_direction evidence_level significance evidence_statement citation_id source_type asco_abstract_id citation nct_ids rating evidence_status evidence_id variant_origin last_review_date evidence_civic_url molecular_profile_civic_url is_flagged'.split(
        ' ',
      );
    const row = (cells: Record<string, string>) => head.map((name) => cells[name] ?? '');
    const built = await build(folder, [
      genes,
      {
        recipe: 'civic',
        in: files({
          'civic_evidence.tsv': tsv(
            head,
            row({
              molecular_profile: 'AAA1 V600E',
              disease: 'Melanoma',
              doid: '1909',
              therapies: 'Foonib',
              evidence_type: 'Predictive',
              evidence_direction: 'Supports',
              citation_id: '201',
              source_type: 'PubMed',
              citation: 'Doe et al., 2011',
              nct_ids: 'NCT00000201',
              is_flagged: 'false',
            }),
            row({
              molecular_profile: 'AAA1::BBB2 Fusion',
              disease: 'Glioma',
              doid: '1',
              evidence_type: 'Diagnostic',
              evidence_direction: 'Supports',
              citation_id: '202',
              source_type: 'PubMed',
              citation: 'Roe et al., 2012',
              is_flagged: 'false',
            }),
            row({
              molecular_profile: 'BBB2 X',
              disease: 'Glioma',
              doid: '1',
              therapies: 'Foonib',
              evidence_type: 'Predictive',
              evidence_direction: 'Does Not Support',
              citation_id: '203',
              source_type: 'PubMed',
              is_flagged: 'false',
            }),
            row({molecular_profile: 'BBB2 X', citation_id: '204', source_type: 'PubMed', is_flagged: 'true'}),
          ),
          'civic_features.tsv': tsv(
            ['feature_id', 'feature_type', 'name', 'entrez_id'],
            ['1', 'Gene', 'AAA1', '101'],
            ['2', 'Gene', 'BBB2', '102'],
            ['3', 'Fusion', 'AAA1::BBB2', ''],
          ),
        }),
      },
    ]);
    expect(await built.rows(edges)).toEqual([
      {s: 'AAA1', r: 'biomarker_for', t: 'Foonib'},
      {s: 'PMID 201', r: 'reports_on', t: 'NCT00000201'},
      {s: 'PMID 201', r: 'studies', t: 'Foonib'},
      {s: 'PMID 203', r: 'studies', t: 'Foonib'},
      {s: 'PMID 201', r: 'targets', t: 'AAA1'},
      {s: 'PMID 202', r: 'targets', t: 'AAA1'},
      {s: 'PMID 202', r: 'targets', t: 'BBB2'},
      {s: 'PMID 203', r: 'targets', t: 'BBB2'},
    ]);
    expect(
      await built.rows(`select name, target, disease_id as d from entities where kind = 'paper' order by 1`),
    ).toEqual([
      {name: 'PMID 201', target: 'AAA1', d: 'DOID:1909'},
      {name: 'PMID 202', target: null, d: 'DOID:1'},
      {name: 'PMID 203', target: 'BBB2', d: 'DOID:1'},
    ]);
  });
});

describe('pharma_portfolio', () => {
  it('makes one program of a company’s asset, with a target only where the mechanism names one', async () => {
    const path = join(folder, 'pharma_portfolio_x.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`copy (select * from (values
      ('Acme', 'ACM-1', ['foomab'], 'AAA1 inhibitor', 'Oncology', 'Melanoma', 'Phase 1', null, 'https://x', '2026-07-08', 'Monoclonal Antibody', null, null::varchar[], ['MONDO_0005105'], ['CHEMBL1']),
      ('Acme', 'ACM-1', null, 'AAA1 inhibitor', 'Oncology', 'Glioma', 'Phase 3', 'NCT00000301', 'https://x', '2026-07-08', 'Monoclonal Antibody', null, null, [], ['CHEMBL1']),
      ('Acme', 'ACM-2 + ACM-1', null, 'AAA1 inhibitor', 'Neuroscience', 'Pain', 'Discontinued', null, 'https://x', '2026-07-08', 'Combination', null, null, [], []),
      ('Acme', 'ACM-3', null, 'Restores balance in the gut of those who lost it', 'Vaccines', 'Pain', 'Preregistration', null, 'https://x', '2026-07-08', null, null, null, [], [])
      ) v(company, asset_name, synonyms, mechanism_of_action, therapeutic_area, indication, phase, trial_id, source_url, extraction_date, modality, notes, others, "diseaseId", "drugId")
    ) to '${path}' (format parquet)`);
    connection.disconnectSync();
    instance.closeSync();
    const built = await build(folder, [genes, {recipe: 'pharma_portfolio', in: [path]}]);
    const rows = await built.rows(
      `select name, target_symbol as t, modality as m, therapeutic_area as a, disease_id as d, attributes ->> 'stage' as s from entities where kind = 'program' order by 1`,
    );
    expect(rows).toEqual([
      {name: 'ACM-1', t: 'AAA1', m: 'monoclonal antibody', a: 'oncology', d: null, s: 'phase 3'},
      {name: 'ACM-2 + ACM-1', t: null, m: null, a: 'neurology', d: null, s: null},
      {name: 'ACM-3', t: null, m: null, a: 'neurology', d: null, s: 'filed'},
    ]);
    expect(await built.rows(edges)).toEqual([
      {s: 'Acme', r: 'develops', t: 'ACM-1'},
      {s: 'Acme', r: 'develops', t: 'ACM-3'},
      {s: 'ACM-1', r: 'program_of', t: 'CHEMBL1'},
      {s: 'ACM-1', r: 'tested_in', t: 'NCT00000301'},
    ]);
  });
});

describe('intovalue', () => {
  it('joins trials of both registries to what reports them and what they cite', async () => {
    const built = await build(folder, [
      {
        recipe: 'intovalue',
        in: files({
          'intovalue.csv': [
            'id,registry,doi,pmid,publication_date,publication_type,phase,recruitment_status,enrollment,start_date,completion_date,registration_date',
            'NCT00000401,ClinicalTrials.gov,10.1/A,401,2016-07-25,journal publication,Phase 1/Phase 2,Completed,10,2009-03-01,2010-09-01,2008-01-01',
            'DRKS00000401,DRKS,10.1/B,NA,2017-01-01,journal publication,NA,Completed,5,NA,NA,NA',
            'NCT00000402,ClinicalTrials.gov,10.1/C,NA,2017-01-01,dissertation,NA,Completed,5,NA,NA,NA',
            'XX1,Other,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA',
          ],
          'registry-references.csv': [
            'id,doi,pmid,reference_type,reference_derived',
            'NCT00000401,,402,background,False',
            'NCT00000401,10.1/a,401,background,False',
          ],
          'registry-crossreg.csv': [
            'id,crossreg_registry,crossreg_trn',
            'NCT00000401,DRKS,DRKS00000401',
            'NCT00000401,EudraCT,2004-1',
          ],
          'pubmed-main.csv': [
            'pmid,authors,year,title,journal,volume,issue,pages,pubmodel,ppub,epub,pubtype,country,doi,pii,pmcid',
            '401,"Müller A, Upper-Lower D, Müller A, NA NA",2016,A result,J,1,1,1,Print,2016-Jun,,x,DE,10.1/a,,',
          ],
        }),
      },
    ]);
    expect(await built.rows(`select natural_key as k, state from entities where kind = 'trial' order by 1`)).toEqual([
      {k: 'drks:DRKS00000401', state: 'merged'},
      {k: 'nct:NCT00000401', state: 'live'},
      {k: 'nct:NCT00000402', state: 'live'},
    ]);
    expect(await built.rows(edges)).toEqual([
      {s: 'A Müller', r: 'authored', t: 'A result'},
      {s: 'A Müller', r: 'authored', t: 'A result'},
      {s: 'D Upper-Lower', r: 'authored', t: 'A result'},
      {s: 'NCT00000401', r: 'cites', t: 'PMID 402'},
      {s: '10.1/B', r: 'reports_on', t: 'NCT00000401'},
      {s: 'A result', r: 'reports_on', t: 'NCT00000401'},
    ]);
    expect(
      await built.rows(`select attributes ->> 'published_at' as d from entities where natural_key = 'pmid:401'`),
    ).toEqual([{d: '2016-06-01'}]);
    expect(built.report.rejects).toEqual([{recipe: 'intovalue', reason: 'the trial is of neither registry', count: 1}]);
  });
});

describe('fraunhofer', () => {
  it('assigns patents to the harmonised organisation, people to nobody, and leaves Merck two', async () => {
    const head = [
      'chembl',
      'surechembl',
      'patent_id',
      'date',
      'ipc',
      'assignee',
      'organization_name',
      'acquired_by',
      'person',
      'genes',
    ];
    const built = await build(folder, [
      genes,
      recipe(folder, {entities: `select 'name:product:foonib' as key, 'product' as kind, 'foonib' as name`}),
      {
        recipe: 'fraunhofer',
        in: files({
          'x_patent_data.tsv': tsv(
            head,
            [
              'CHEMBL1',
              'S1',
              'US-20140000001-A1',
              '2014-10-23',
              'C07D',
              'ACME PHARMA SA',
              'Acme Group',
              '',
              '',
              'OLD1, BBB2',
            ],
            [
              'CHEMBL1',
              'S1',
              'US-20140000001-A1',
              '2014-10-23',
              'C07K',
              'ACME PHARMA SA',
              'Acme Group',
              '',
              '',
              'OLD1, BBB2',
            ],
            ['CHEMBL2', 'S2', 'EP-2000002-B1', '2011-08-03', 'C07F', 'MERCK PATENT GMBH', 'Merck', '', '', ''],
            ['CHEMBL2', 'S2', 'US-RE40003-E1', '2012-08-03', 'C07F', 'DOE JANE', '', '', 'True', ''],
            ['CHEMBL2', 'S2', 'US-7000004-B2', '2012-08-03', 'C07F', 'BETA LTD', '', 'Gamma', '', ''],
          ),
          'organization.tsv': tsv(
            ['name', 'harmonized_name'],
            ['MERCK & CO INC', 'Merck'],
            ['ACME PHARMA SA', 'Acme Group'],
          ),
          'orphanet_chemicals.tsv': tsv(
            ['chembl', 'schembl_id', 'name'],
            ['CHEMBL1', 'S1', 'Foonib'],
            ['CHEMBL2', 'S2', 'SCHEMBL2'],
          ),
          'orphanet_2021.tsv': tsv(
            ['db_id', 'disease_name', 'gene_symbol', 'pmid'],
            ['93', 'A rare disease', 'AAA1', '501[PMID]'],
            ['94', 'Another', 'BOTH', '502[PMID]'],
          ),
        }),
      },
    ]);
    expect((await built.rows(edges)).filter(({r}) => r !== 'targets')).toEqual([
      {s: 'BETA LTD', r: 'acquired_by', t: 'Gamma'},
      {s: 'EP2000002B1', r: 'assigned_to', t: 'MERCK PATENT GMBH'},
      {s: 'US20140000001A1', r: 'assigned_to', t: 'Acme Group'},
      {s: 'US7000004B2', r: 'assigned_to', t: 'BETA LTD'},
      {s: 'Foonib', r: 'binds', t: 'AAA1'},
      {s: 'Foonib', r: 'binds', t: 'BBB2'},
      {s: 'US20140000001A1', r: 'claims', t: 'Foonib'},
    ]);
    expect(built.report.merges).toMatchObject({'unambiguous alias': 1});
    expect(built.report.ambiguous.first).toContainEqual({
      kind: 'target',
      name: 'BOTH',
      keys: ['hgnc:HGNC:1', 'hgnc:HGNC:2', 'symbol:BOTH'],
    });
    expect(
      await built.rows(`select name, target, disease_id as d from entities where kind = 'paper' order by 1`),
    ).toEqual([
      {name: 'PMID 501', target: 'AAA1', d: 'Orphanet:93'},
      {name: 'PMID 502', target: 'BOTH', d: 'Orphanet:94'},
    ]);
  });
});

describe('hetionet', () => {
  it('keeps what other recipes know, and nothing whose licence forbids commercial use', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {entities: `select 'name:product:foonib' as key, 'product' as kind, 'foonib' as name`}),
      {
        recipe: 'hetionet',
        in: files({
          'hetionet-nodes.tsv': tsv(
            ['id', 'name', 'kind'],
            ['Gene::101', 'AAA1', 'Gene'],
            ['Gene::102', 'BBB2', 'Gene'],
            ['Gene::999', 'ZZZ', 'Gene'],
            ['Compound::DB1', 'Foonib', 'Compound'],
            ['Disease::1', 'D', 'Disease'],
          ),
          'CbG-binding.tsv': tsv(
            ['drugbank_id', 'entrez_gene_id', 'sources', 'pubmed_ids', 'actions', 'affinity_nM', 'license', 'urls'],
            ['DB1', '101', 'ChEMBL', '', '', '', 'CC BY-SA 3.0', ''],
            ['DB1', '102', 'DrugBank', '', '', '', 'CC BY-NC 4.0', ''],
          ),
          'edges.sif': tsv(
            ['source', 'metaedge', 'target'],
            ['Gene::102', 'GiG', 'Gene::101'],
            ['Gene::101', 'Gr>G', 'Gene::999'],
            ['Gene::101', 'DaG', 'Disease::1'],
          ),
        }),
      },
    ]);
    expect(await built.rows(edges)).toEqual([
      {s: 'Foonib', r: 'binds', t: 'AAA1'},
      {s: 'AAA1', r: 'interacts_with', t: 'BBB2'},
    ]);
    expect(built.report.left_out).toEqual({hetionet: 1});
  });
});
