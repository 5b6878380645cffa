/** @module-tag long */

import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {describe, expect, it} from 'vitest';
import {build, EDGES, inputFolder, recipe, tsv, twoGenes, workspace} from './helpers.ts';

const folder = workspace();
const files = (contents: Record<string, string[]>) => inputFolder(folder, contents);

const genes = twoGenes(folder);

describe('pharma_portfolio', () => {
  it('makes one program of a company’s asset, with a target only where the mechanism names one', async () => {
    const path = join(folder, 'pharma_portfolio_x.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`copy (select * from (values
      ('Acme', 'ACM-1', ['foomab'], 'AAA1 inhibitor', 'Oncology', 'Melanoma', 'Phase 1', null, 'https://x', '2026-07-08', 'Monoclonal Antibody', null, null::varchar[], ['MONDO_0005105'], ['CHEMBL1']),
      ('Acme', 'ACM-1', null, 'AAA1 inhibitor', 'Oncology', 'Glioma', 'Phase 3', 'NCT00000301', 'https://x', '2026-07-08', 'Monoclonal Antibody', null, null, [], ['CHEMBL1']),
      ('Acme', 'ACM-2 + ACM-1', null, 'AAA1 inhibitor', 'Neuroscience', 'Pain', 'Discontinued', null, 'https://x', '2026-07-08', 'Combination', null, null, [], []),
      ('Acme', 'ACM-3', null, 'Restores balance in the gut of those who lost it', 'Vaccines', 'Pain', 'Preregistration', null, 'https://x', '2026-07-08', null, null, null, [], []),
      ('Acme', 'ACM-4', null, null, 'Oncology', 'Investigational Biosimilar', 'Phase 1', null, 'https://x', '2026-07-08', null, null, null, [], []),
      ('Acme', 'ACM-5', null, null, 'Immunology', 'Crohn&#039;s disease', 'Phase 1', null, 'https://x', '2026-07-08', null, null, null, [], []),
      ('Acme', 'PRT', ['Anti-BBB2 antibody (PRT11)'], null, 'Oncology', 'Glioma', 'Phase 1', null, 'https://x', '2026-07-08', null, null, null, [], []),
      ('Acme', 'PRT', ['PRT12'], null, 'Immunology', 'Celiac disease', 'Phase 2', null, 'https://x', '2026-07-08', null, null, null, [], []),
      ('Acme', 'PRT', ['Melanoma'], null, 'Oncology', 'CCC3 inhibitor (PRT13)', 'Phase 1', null, 'https://x', '2026-07-08', null, null, null, [], [])
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
      {name: 'ACM-4', t: null, m: null, a: 'oncology', d: null, s: 'phase 1'},
      {name: 'ACM-5', t: null, m: null, a: 'immunology', d: null, s: 'phase 1'},
      // A partner's mark is no name.
      {name: 'Anti-BBB2 antibody (PRT11)', t: 'BBB2', m: 'monoclonal antibody', a: 'oncology', d: null, s: 'phase 1'},
      {name: 'CCC3 inhibitor (PRT13)', t: null, m: null, a: 'oncology', d: null, s: 'phase 1'},
      {name: 'PRT12', t: null, m: null, a: 'immunology', d: null, s: 'phase 2'},
    ]);
    expect(
      await built.rows(
        `select disease_label as d from entities where kind = 'program' and name between 'ACM-4' and 'ACM-6' order by name`,
      ),
    ).toEqual([{d: null}, {d: "Crohn's disease"}]);
    expect(await built.rows(EDGES)).toEqual([
      {s: 'Acme', r: 'develops', t: 'ACM-1'},
      {s: 'Acme', r: 'develops', t: 'ACM-3'},
      {s: 'Acme', r: 'develops', t: 'ACM-4'},
      {s: 'Acme', r: 'develops', t: 'ACM-5'},
      {s: 'Acme', r: 'develops', t: 'Anti-BBB2 antibody (PRT11)'},
      {s: 'Acme', r: 'develops', t: 'CCC3 inhibitor (PRT13)'},
      {s: 'Acme', r: 'develops', t: 'CHEMBL1'},
      {s: 'Acme', r: 'develops', t: 'PRT12'},
      {s: 'ACM-1', r: 'program_of', t: 'CHEMBL1'},
      {s: 'ACM-1', r: 'targets', t: 'AAA1'},
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
    expect(await built.rows(EDGES)).toEqual([
      {s: 'A Müller', r: 'authored', t: 'A result'},
      {s: 'A Müller', r: 'authored', t: 'A result'},
      {s: 'D Upper-Lower', r: 'authored', t: 'A result'},
      {s: 'NCT00000401', r: 'cites', t: 'Cited by NCT00000401, PMID 402'},
      {s: 'A result', r: 'reports_on', t: 'NCT00000401'},
      {s: 'Results of DRKS00000401, 10.1/B', r: 'reports_on', t: 'NCT00000401'},
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
    expect((await built.rows(EDGES)).filter(({r}) => r !== 'targets')).toEqual([
      {s: 'Beta Ltd', r: 'acquired_by', t: 'Gamma'},
      {s: 'EP2000002B1', r: 'assigned_to', t: 'Merck Patent GmbH'},
      {s: 'US20140000001A1', r: 'assigned_to', t: 'Acme Group'},
      {s: 'US7000004B2', r: 'assigned_to', t: 'Beta Ltd'},
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
      {name: 'AAA1 in A rare disease (PMID 501)', target: 'AAA1', d: 'Orphanet:93'},
      {name: 'BOTH in Another (PMID 502)', target: 'BOTH', d: 'Orphanet:94'},
    ]);
  });
});
