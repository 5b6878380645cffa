/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

const terms = recipe(
  folder,
  {
    diseases: `select id, label, synonyms from (values ('MONDO:1', 'multiple sclerosis', null), ('MONDO:2', 'secondary progressive multiple sclerosis', null), ('MONDO:3', 'myeloid sarcoma', null), 
       ('MONDO:6', 'sleep disorder', null), ('MONDO:7', 'refractory', null), ('MONDO:8', 'epilepsy', null), ('MONDO:9', 'cystic fibrosis', null), ('MONDO:10', 'bronchiectasis', null),
      ('MONDO:11', 'infection', null), ('MONDO:12', 'breast cancer', null), ('MONDO:13', 'cancer', null), ('MONDO:14', 'ovarian cancer', null), ('HP:1', 'Low back pain', null), ('HP:2', 'Fatigue', null), ('MONDO:15', 'acromegaly', null), ('MONDO:16', 'lymphoma', null), ('MONDO:17', 'lung cancer', null), ('MONDO:18', 'nicotine dependence', null), ('HP:3', 'Smoking cessation', null)) v(id, label, synonyms)`,
  },
  '-- name: terms\n',
);
const trials = (titles: string[]) =>
  titles.map(
    (title, n) =>
      `select 'nct:NCT0000000${n}' as key, 'trial' as kind, '${title.replaceAll("'", "''")}' as name, null::json as attributes`,
  );

it('an abbreviation means what works write out before it, if they all mean one disease', async () => {
  const works = [
    ...[
      'Foomab in Multiple Sclerosis (MS)',
      'Barmab in Patients With Multiple Sclerosis (MS)',
      'Multiple Sclerosis (MS) Cohort',
    ],
    ...[
      'Foomab in Ovarian Cancer (OC)',
      'Foomab or Oral Care (OC)',
      'Barmab in Oral Carcinoma (OC)',
      'Bazmab in Ovarian Cancer (OC)',
    ],
  ];
  const built = await build(folder, [
    terms,
    recipe(folder, {
      entities: [
        ...trials(works),
        ...['Relapsing Forms of MS', 'Active OC'].map(
          (said, n) =>
            `select 'x:${n}' as key, 'trial' as kind, 'T${n}' as name, {conditions: ['${said}']}::json as attributes`,
        ),
        `select 'g:1' as key, 'program' as kind, 'FOO-101' as name, {conditions: ['Secondary progressive MS (US, EU)']}::json as attributes`,
      ].join(' union all by name '),
    }),
    recipe(
      folder,
      {
        entities: `select 'g:1' as key, 'program' as kind, 'FOO-101' as name, 'MONDO:3' as disease_id, 'Secondary progressive MS (US, EU)' as disease_label, 0.85 as moa_confidence`,
      },
      '-- name: programs\n',
    ),
  ]);
  expect(
    await built.rows(
      `select name, disease_label as d, attributes ->> 'indications' as i from entities where name in ('T0', 'T1', 'FOO-101') order by 1`,
    ),
  ).toEqual([
    {name: 'FOO-101', d: 'secondary progressive multiple sclerosis', i: expect.not.stringContaining('sarcoma')},
    {name: 'T0', d: 'multiple sclerosis', i: expect.anything()},
    {name: 'T1', d: null, i: null},
  ]);
});

it('a trial without conditions is about the disease in its title', async () => {
  const of = {
    'Foomab in Early Breast Cancer': 'breast cancer',
    'Nurses for Cancer Patients With Infection': 'cancer',
    'Exercise and Sleep in School': null,
    'Foomab in Sleep Disorders': 'sleep disorder',
    'Foomab in Refractory Epilepsy': 'epilepsy',
    'A Bronchiectasis Vaccine': 'bronchiectasis',
    'Foomab in Non-Cystic Fibrosis Bronchiectasis': 'bronchiectasis',
    'Fatigue of Nurses': null,
    'Massage of Low Back Pain (Epilepsy Excluded)': 'Low back pain',
    'Ovarian Cancer Markers in Healthy Volunteers': null,
  };
  const built = await build(folder, [
    terms,
    recipe(folder, {entities: trials(Object.keys(of)).join(' union all by name ')}),
  ]);
  const rows = await built.rows(
    `select name, disease_label as d, moa_confidence as c from entities where kind = 'trial'`,
  );
  expect(Object.fromEntries(rows.map(({name, d}) => [name, d]))).toEqual(of);
  // That the title says it of a vaccine too, is less sure.
  expect(rows.every(({name, d, c}) => d === null || c === (String(name).includes('Vaccine') ? 0.7 : 0.75))).toBe(true);
});

it('two terms of the ontology with one name are one disease, that which sources state', async () => {
  const twins = recipe(
    folder,
    {
      diseases: `select * from (values ('MONDO:1', 'hyperactive foo disorder', ['DOID:1', 'DOID:2']), ('MONDO:2', 'hyperactive-foo disorder', ['EFO:2']), ('MONDO:3', 'foo disorder', ['DOID:3'])) v(id, label, xrefs)`,
    },
    '-- name: twins\n',
  );
  const built = await build(folder, [
    twins,
    recipe(folder, {
      entities: ['EFO:2', 'EFO:2', 'EFO:2', 'MONDO:1', 'DOID:1', 'MONDO:3']
        .map(
          (id, n) =>
            `select 'g:${n}' as key, 'program' as kind, 'FOO-10${n}' as name, '${id}' as disease_id, 0.9 as moa_confidence`,
        )
        .join(' union all by name '),
    }),
  ]);
  expect((await built.rows(`select disease_id as d from entities order by name`)).map(({d}) => d)).toEqual([
    'MONDO:2',
    'MONDO:2',
    'MONDO:2',
    'MONDO:2',
    'MONDO:2',
    'MONDO:3',
  ]);
});

it('a use in a sentence is for the disease that it names, not for what a word is part of or what it excludes', async () => {
  const of = {
    'For the oral treatment of acromegaly': 'acromegaly',
    'anaplastic lymphoma kinase-positive lung cancer': 'lung cancer',
    'post-epilepsy fatigue of adults': null,
    'fatigue induced by radiation therapy for lung cancer': null,
    'Breast Cancer Complications': null,
    'Management of patients with cancer': null,
    'bronchiectasis in patients with cystic fibrosis': 'cystic fibrosis',
  };
  const built = await build(folder, [
    terms,
    recipe(folder, {
      entities: Object.keys(of)
        .map(
          (label, n) =>
            `select 'p:${n}' as key, 'product' as kind, 'foo${n}nib' as name, [{id: null::varchar, label: '${label}', phase: 'approved'}] as indications`,
        )
        .concat(
          `select 'p:9' as key, 'product' as kind, 'barnib' as name, [{id: 'HP:3', label: 'Smoking cessation', phase: 'approved'}] as indications`,
        )
        .join(' union all by name '),
    }),
  ]);
  const rows = await built.rows(
    `select disease_label as d, disease_id as id from entities where kind = 'product' order by natural_key`,
  );
  expect(rows.slice(0, -1).map(({d}) => d)).toEqual(Object.values(of));
  // The list's name of a term makes another ontology's term that term.
  expect(rows.at(-1)?.id).toBe('MONDO:18');
});

it('a neoplasm of an organ is the cancer of it, and a carcinoma is one', async () => {
  const tree = recipe(
    folder,
    {
      diseases: `select id, label, [xref] as xrefs, parents from (values
        ('MONDO:1', 'cancer', 'X:1', null), ('MONDO:2', 'neoplasm', 'X:2', null), ('MONDO:3', 'breast cancer', 'X:3', ['MONDO:1']),
        ('MONDO:4', 'breast neoplasm', 'MESH:4', ['MONDO:2']), ('MONDO:5', 'gastric cancer', 'X:5', ['MONDO:1']),
        ('MONDO:6', 'gastric carcinoma', 'X:6', null), ('MONDO:7', 'lipoma', 'X:7', ['MONDO:2']), ('MONDO:8', 'lung cancer', 'X:8', ['MONDO:1']),
        ('MONDO:9', 'interstitial lung disease', 'X:9', null), ('MONDO:10', 'pulmonary fibrosis', 'X:10', ['MONDO:8', 'MONDO:9'])) v(id, label, xref, parents)`,
    },
    '-- name: tree\n',
  );
  const stated = (n: number, id: string | null, label: string) =>
    `select 'g:${n}' as key, 'approval' as kind, 'A${n}' as name, ${id === null ? 'null' : `'${id}'`} as disease_id, '${label}' as disease_label, 0.9 as moa_confidence`;
  const built = await build(folder, [
    tree,
    recipe(folder, {
      entities: [
        stated(1, 'MONDO:4', 'breast neoplasm'),
        stated(2, null, 'Breast Neoplasms'),
        stated(3, 'MESH:4', 'Breast Neoplasms'),
        stated(4, 'MONDO:2', 'neoplasm'),
        stated(5, null, 'Neoplasms'),
        stated(6, null, 'lipoma'),
      ].join(' union all by name '),
    }),
  ]);
  expect(await built.rows(`select name, disease_label as d from entities order by 1`)).toEqual([
    {name: 'A1', d: 'breast cancer'},
    {name: 'A2', d: 'breast cancer'},
    {name: 'A3', d: 'breast cancer'},
    {name: 'A4', d: 'cancer'},
    {name: 'A5', d: 'cancer'},
    {name: 'A6', d: 'lipoma'},
  ]);
  const parents = await built.rows(
    `select label, parents from read_parquet('${built.out}/diseases/*.parquet') where label in ('gastric carcinoma', 'lipoma', 'breast cancer', 'pulmonary fibrosis') order by 1`,
  );
  expect(parents).toEqual([
    {label: 'breast cancer', parents: ['MONDO:1', 'MONDO:2']},
    {label: 'gastric carcinoma', parents: ['MONDO:5']},
    {label: 'lipoma', parents: ['MONDO:2']},
    // A source has it below lung cancer too.
    {label: 'pulmonary fibrosis', parents: ['MONDO:9']},
  ]);
});
