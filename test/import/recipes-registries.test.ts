/** @module-tag long */

import {expect, it} from 'vitest';
import {describeRecipe, listRecipes} from '../../src/import/index.ts';
import {recipesMarkdown} from '../../src/import/markdown.ts';
import {build, inputFolder, tsv, workspace} from './helpers.ts';

const folder = workspace();
const files = (contents: Record<string, string[]>) => inputFolder(folder, contents);
const json = (value: unknown) => [JSON.stringify(value)];

it('every recipe declares its facts, under its file name', () => {
  for (const name of listRecipes()) {
    const recipe = describeRecipe(name);
    expect(recipe.name).toBe(name);
    expect(recipe.attribution, name).not.toBe('');
  }
  expect(recipesMarkdown()).toContain('### hgnc');
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
    aliases: expect.arrayContaining(['CD340', 'HER-2', 'HER2', 'NEU', 'NGL', 'erb-b2 receptor tyrosine kinase 2']),
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

it('sec calls a company by its present name, and knows the former one', async () => {
  const built = await build(folder, [
    {
      recipe: 'sec',
      in: files({
        'company_tickers_exchange.json': json({
          fields: ['cik', 'name', 'ticker', 'exchange'],
          data: [['1069530', 'FILANA THERAPEUTICS, INC.', 'FLNA', 'Nasdaq']],
        }),
        'sec_cik_mapper_stocks.csv': ['CIK,Ticker,Name,Exchange', '0001069530,SAVA,Cassava Sciences Inc,Nasdaq'],
      }),
    },
  ]);
  expect(await built.rows(`select name, aliases, ticker, attributes ->> 'tickers' as t from entities`)).toEqual([
    {
      name: 'Filana Therapeutics, Inc.',
      aliases: ['Cassava', 'Cassava Sciences', 'Cassava Sciences Inc', 'Filana', 'Pain Therapeutics', 'SAVA'],
      ticker: 'FLNA',
      t: '["FLNA"]',
    },
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
  expect(built.report.edges).toEqual({approval_of: 2, subsidiary_of: 1, holds: 3, develops: 3, targets: 4});
  const rows = await built.rows(
    `select natural_key as k, target_id, mechanism, disease_id, therapeutic_area as area, moa_confidence as c, attributes::json as a from entities where kind in ('approval', 'product') order by 1`,
  );
  expect(rows.map(({a, ...row}) => row)).toEqual([
    {
      k: 'approval:fda:examplix:2020',
      // Two targets of one drug, and neither stated as what its mechanism is.
      target_id: null,
      mechanism: 'HER2 and kinase inhibitor',
      disease_id: 'MONDO:0007254',
      area: 'oncology',
      c: 0.9,
    },
    {k: 'approval:fda:plainol:2019', target_id: null, mechanism: null, disease_id: null, area: null, c: null},
    {k: 'chembl:CHEMBL3', target_id: null, mechanism: null, disease_id: null, area: null, c: null},
    {
      k: 'name:product:barnib+fooumab',
      // Two targets of one drug, and neither stated as what its mechanism is.
      target_id: null,
      mechanism: 'HER2 and kinase inhibitor',
      disease_id: 'MONDO:0007254',
      area: 'oncology',
      c: 0.9,
    },
  ]);
  expect(JSON.parse(String(rows[0]?.a))).toMatchObject({
    agency: 'FDA',
    approved_at: '2020-01-01',
    date_precision: 'year',
    review: ['P', 'O'],
  });
  expect(JSON.parse(String(rows[3]?.a))).toMatchObject({
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
