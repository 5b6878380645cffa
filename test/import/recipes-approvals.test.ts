/** @module-tag long */

import {expect, it} from 'vitest';
import {build, EDGES, inputFolder, workspace} from './helpers.ts';

const folder = workspace();
const files = (contents: Record<string, string[]>) => inputFolder(folder, contents);
const json = (row: Record<string, unknown> | undefined, key = 'attributes') => JSON.parse(String(row?.[key]));

const EMA = [
  'Category',
  'Name of medicine',
  'EMA product number',
  'Medicine status',
  'International non-proprietary name (INN) / common name',
  'Active substance',
  'Therapeutic area (MeSH)',
  'ATC code (human)',
  'Therapeutic indication',
  'Pharmacotherapeutic group (human)',
  'Accelerated assessment',
  'Advanced therapy',
  'Biosimilar',
  'Conditional approval',
  'Exceptional circumstances',
  'Generic',
  'Orphan medicine',
  'PRIME: priority medicine',
  'Marketing authorisation developer / applicant / holder',
  'Marketing authorisation date',
  'Withdrawal / expiry / revocation / lapse of marketing authorisation date',
  'Last updated date',
  'Medicine URL',
];
const ema = (row: Record<string, string>) => EMA.map((column) => `"${row[column] ?? ''}"`).join(',');

it('ema: authorisations with the day first, biosimilars of their substance, vaccines by their brand', async () => {
  const base = {Category: 'Human', 'Medicine status': 'Authorised', 'Marketing authorisation date': '02/03/2015'};
  const inn = 'International non-proprietary name (INN) / common name';
  const holder = 'Marketing authorisation developer / applicant / holder';
  const built = await build(folder, [
    {
      recipe: 'ema',
      in: files({
        'medicines_report.csv': [
          EMA.map((column) => `"${column}"`).join(','),
          ema({
            ...base,
            'Name of medicine': 'Foobrand',
            'EMA product number': 'EMEA/H/C/1',
            [inn]: 'foomab',
            'Therapeutic area (MeSH)': 'Melanoma;Carcinoma, Renal Cell',
            'ATC code (human)': 'L01FF99',
            'Orphan medicine': 'Yes',
            [holder]: 'Originator Ltd',
            'Last updated date': '04/05/2020',
          }),
          ema({
            ...base,
            'Name of medicine': 'Foosim',
            'EMA product number': 'EMEA/H/C/2',
            [inn]: 'foomab',
            Biosimilar: 'Yes',
            [holder]: 'Copier GmbH',
          }),
          ema({
            ...base,
            'Name of medicine': 'Vaxa',
            'EMA product number': 'EMEA/H/C/3',
            [inn]: 'influenza vaccine (split virion)',
            'ATC code (human)': 'J07BB02',
            [holder]: 'Vax SA',
          }),
          ema({
            ...base,
            'Name of medicine': 'Vaxb',
            'EMA product number': 'EMEA/H/C/4',
            [inn]: 'influenza vaccine (split virion)',
            'ATC code (human)': 'J07BB02',
            [holder]: 'Vax SA',
          }),
          ema({
            ...base,
            'Name of medicine': 'Never',
            'EMA product number': 'EMEA/H/C/5',
            [inn]: 'neverol',
            'Medicine status': 'Refused',
            'Marketing authorisation date': '',
          }),
          ema({
            ...base,
            Category: 'Veterinary',
            'Name of medicine': 'Dogdrug',
            'EMA product number': 'EMEA/V/C/6',
            [inn]: 'dogol',
          }),
        ],
      }),
    },
  ]);
  expect(await built.rows(EDGES)).toEqual(
    expect.arrayContaining([
      {s: 'Foobrand (foomab), EMA EMEA/H/C/1', r: 'approval_of', t: 'foomab'},
      {s: 'Foosim (foomab), EMA EMEA/H/C/2', r: 'approval_of', t: 'foomab'},
      {s: 'Originator Ltd', r: 'develops', t: 'foomab'},
      {s: 'Copier GmbH', r: 'holds', t: 'Foosim (foomab), EMA EMEA/H/C/2'},
    ]),
  );
  expect(
    await built.rows(
      `select count(*)::integer as n from edges e join entities s on s.id = e.source where s.name = 'Copier GmbH' and relation = 'develops'`,
    ),
  ).toEqual([{n: 0}]);
  const [approval] = await built.rows(
    `select attributes, updated_at::date::varchar as u from entities where natural_key = 'ema:EMEA/H/C/1'`,
  );
  expect(json(approval)).toMatchObject({
    agency: 'EMA',
    approved_at: '2015-03-02',
    marketing_status: 'authorised',
    is_orphan: true,
    brand: 'Foobrand',
  });
  expect(approval?.u).toBe('2020-05-04');
  const products = await built.rows(
    `select name, modality, aliases, attributes from entities where kind = 'product' and state = 'live' order by name`,
  );
  expect(products.map(({name, modality}) => [name, modality])).toEqual([
    ['Vaxa', 'vaccine'],
    ['Vaxb', 'vaccine'],
    ['foomab', 'monoclonal antibody'],
  ]);
  expect(products[2]?.aliases).toEqual(['Foobrand', 'Foosim']);
  expect(json(products[2])).toMatchObject({brand: 'Foobrand', atc: ['L01FF99']});
  expect(json(products[2]).indications.map((i: {label: string}) => i.label)).toEqual([
    'Melanoma',
    'Carcinoma, Renal Cell',
  ]);
  expect(built.report.left_out).toEqual({'ema: never authorised': 1, 'ema: not a human medicine': 1});
});

it('fda_orphan: one approval for each indication, of the substance without its form and suffix', async () => {
  const header =
    'Generic Name,Trade Name,Date Designated,Orphan Designation,Marketing Approval Date,Exclusivity End Date,Approved Labeled Indication,Sponsor Company,Sponsor City,Sponsor Country,CF Grid Key';
  const built = await build(folder, [
    {
      recipe: 'fda_orphan',
      in: files({
        'fda_orphan.csv': [
          header,
          'foomab-abcd,FOOBRAND®; Foobrand,2010-01-01,Treatment of Fabry disease.,2015-02-03,2022-02-03,One,Foo Inc.,Boston,United States,134200.0',
          'foomab-abcd,1. FOOBRAND for injection 2. Foobar,2010-01-01,Treatment of Fabry disease.,2017-02-03,2024-02-03,Two,Foo Inc.,Boston,United States,134200.0',
          'barzole oral suspension,,2011-01-01,For the treatment of Pompe disease,2016-01-01,,Three,Bar Ltd,Cork,Ireland,134300.0',
          'Note: what is shown here,,,,,,,,,,',
          'bazole,,,,,,,,,,9.0',
        ],
      }),
    },
  ]);
  const approvals = await built.rows(
    `select name, attributes ->> 'orphan_exclusive_until' as until from entities where kind = 'approval' order by name`,
  );
  expect(approvals).toEqual([
    {name: 'FDA orphan approval of Foobrand (foomab-abcd), 2015-02-03', until: '2022-02-03'},
    {name: 'FDA orphan approval of Foobrand (foomab-abcd), 2017-02-03', until: '2024-02-03'},
    {name: 'FDA orphan approval of barzole, 2016-01-01', until: null},
  ]);
  const products = await built.rows(
    `select name, aliases, attributes from entities where kind = 'product' order by name`,
  );
  expect(products.map(({name}) => name)).toEqual(['barzole', 'foomab']);
  expect(json(products[1]).indications).toEqual([expect.objectContaining({label: 'Fabry disease', phase: 'approved'})]);
  expect(products[1]?.aliases).toEqual(['Foobrand', 'foomab-abcd']);
  expect(built.report.rejects).toEqual([
    {recipe: 'fda_orphan', reason: 'the approval has no drug, number or date', count: 1},
  ]);
});

it('patentsview: patents of the life sciences with their assignees, the others counted', async () => {
  const built = await build(folder, [
    {
      recipe: 'patentsview',
      in: files({
        'patents.csv': [
          'patent_id,patent_date,patent_title,assignee_id,assignee_organization,cpc_subclass_ids,times_cited_by_us_patents',
          '11000001,2022-01-04,Anti-foo antibodies,a-1,"FOO PHARMACEUTICALS, INC.",A61K|C07K,3',
          '11000001,2022-01-04,Anti-foo antibodies,a-2,The Regents of the University of Foo,A61K|C07K,3',
          '11000002,2022-01-04,Oil well probe,a-3,Oil Company,G01N|E21B,0',
        ],
      }),
    },
  ]);
  expect(await built.rows(EDGES)).toEqual([
    {s: 'Anti-foo antibodies', r: 'assigned_to', t: 'Foo Pharmaceuticals, Inc.'},
    {s: 'Anti-foo antibodies', r: 'assigned_to', t: 'The Regents of the University of Foo'},
  ]);
  expect(
    await built.rows(`select kind, name from entities where kind in ('company', 'institution') order by kind`),
  ).toEqual([
    {kind: 'company', name: 'Foo Pharmaceuticals, Inc.'},
    {kind: 'institution', name: 'The Regents of the University of Foo'},
  ]);
  const [patent] = await built.rows(`select attributes, aliases from entities where kind = 'patent'`);
  expect(json(patent)).toMatchObject({
    publication_number: 'US11000001',
    published_at: '2022-01-04',
    cpc: ['A61K', 'C07K'],
    cited_by: 3,
  });
  expect(built.report.left_out).toEqual({'patentsview: no class of the life sciences': 1});
});
