/** @module-tag long */
import {describe, expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();
const entities = (rows: string, columns: string) => `select * from (values ${rows}) v(${columns})`;

const genes = recipe(
  folder,
  {
    entities: entities(
      `('hgnc:HGNC:8760', 'PDCD1', ['PD-1', 'CD279', 'shared'], 'ENSG00000188389'), ('hgnc:HGNC:3430', 'ERBB2', ['HER2', 'shared'], 'ENSG00000141736')`,
      'key, name, aliases, ensembl',
    ).replace('*', `key, 'target' as kind, name, aliases, {ensembl_id: ensembl} as attributes`),
  },
  '-- name: genes\n',
);
const diseases = recipe(
  folder,
  {
    diseases: entities(
      `('MONDO:0005148', 'type 2 diabetes mellitus'), ('MONDO:0007254', 'breast cancer'), ('MONDO:0004992', 'cancer'), ('MONDO:1', 'twofold'), ('MONDO:2', 'twofold')`,
      'id, label',
    ),
  },
  '-- name: diseases\n',
);

const moa = `select natural_key as k, target, target_symbol as symbol, target_id, moa_confidence as c from entities where kind = 'product' order by 1`;

describe('target', () => {
  it('gets its symbol and Ensembl id from whichever of them, or the alias, is stated', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `select * from (values
          ('a:1', null, 'ENSG00000188389', null), ('a:2', 'pd-1', null, null), ('a:3', null, null, 'ERBB2'), ('a:4', 'shared', null, null), ('a:5', 'Her2', null, null))
          v(key, target, target_id, target_symbol)`.replace(
          '*',
          `*, 'product' as kind, key as name, 0.9 as moa_confidence`,
        ),
      }),
    ]);
    expect(await built.rows(moa)).toEqual([
      {k: 'a:1', target: 'PDCD1', symbol: 'PDCD1', target_id: 'ENSG00000188389', c: 0.9},
      {k: 'a:2', target: 'pd-1', symbol: 'PDCD1', target_id: 'ENSG00000188389', c: 0.9},
      {k: 'a:3', target: 'ERBB2', symbol: 'ERBB2', target_id: 'ENSG00000141736', c: 0.9},
      {k: 'a:4', target: 'shared', symbol: null, target_id: null, c: 0.9},
      {k: 'a:5', target: 'Her2', symbol: 'ERBB2', target_id: 'ENSG00000141736', c: 0.9},
    ]);
    const added = await built.rows(
      `select e.natural_key as k, p.field, p.source, p.confidence as c from provenance p join entities e on e.id = p.entity_id where p.source = 'HGNC' and e.natural_key in ('a:1', 'a:2') order by all`,
    );
    expect(added).toEqual([
      {k: 'a:1', field: 'moa.target', source: 'HGNC', c: 0.9},
      {k: 'a:1', field: 'moa.target_symbol', source: 'HGNC', c: 0.9},
      {k: 'a:2', field: 'moa.target_id', source: 'HGNC', c: 0.9},
      {k: 'a:2', field: 'moa.target_symbol', source: 'HGNC', c: 0.9},
    ]);
  });
});

describe('disease and area', () => {
  const trials = (rows: string) =>
    recipe(folder, {
      entities: entities(rows, 'key, conditions').replace(
        '*',
        `key, 'trial' as kind, key as name, {conditions: conditions} as attributes`,
      ),
    });

  it('takes a condition that is a term’s own name for that disease, and trusts it', async () => {
    const built = await build(folder, [
      diseases,
      trials(
        `('nct:1', ['Diabetes Mellitus, Type 2', 'Other']), ('nct:2', ['Cancer', 'Breast Cancers']), ('nct:3', ['twofold']), ('nct:4', ['Rare eye thing'])`,
      ),
    ]);
    expect(
      await built.rows(
        'select natural_key as k, disease_id as d, therapeutic_area as area, moa_confidence as c from entities order by 1',
      ),
    ).toEqual([
      {k: 'nct:1', d: 'MONDO:0005148', area: 'metabolic', c: 0.8},
      {k: 'nct:2', d: 'MONDO:0007254', area: 'oncology', c: 0.8},
      {k: 'nct:3', d: null, area: null, c: null},
      {k: 'nct:4', d: null, area: 'ophthalmology', c: 0.5},
    ]);
    expect(built.report.enriched).toMatchObject({disease: 2, area: 2, 'guessed area': 1});
  });

  it('gives a stated disease its label and area, as sure as the source is', async () => {
    const built = await build(folder, [
      diseases,
      recipe(folder, {
        entities: `select 'a:1' as key, 'program' as kind, 'X' as name, 'MONDO:0007254' as disease_id, 0.95 as moa_confidence
          union all by name select 'a:2' as key, 'program' as kind, 'Y' as name, 'Breast cancer' as disease_label, 0.4 as moa_confidence`,
      }),
    ]);
    expect(
      await built.rows(
        'select natural_key as k, disease_id as d, disease_label as l, therapeutic_area as area, moa_confidence as c from entities order by 1',
      ),
    ).toEqual([
      {k: 'a:1', d: 'MONDO:0007254', l: 'breast cancer', area: 'oncology', c: 0.9},
      {k: 'a:2', d: 'MONDO:0007254', l: 'breast cancer', area: 'oncology', c: 0.4},
    ]);
  });
});

it('a disease stated by another registry’s id gets the MONDO id that is its exact counterpart', async () => {
  const terms = recipe(folder, {
    diseases: `select 'MONDO:0007254' as id, 'breast cancer' as label, ['EFO:0000305', 'EFO:9'] as xrefs union all select 'MONDO:1', 'other', ['EFO:9']`,
  });
  const built = await build(folder, [
    terms,
    recipe(folder, {
      entities: `select 'a:' || d as key, 'program' as kind, d as name, d as disease_id, 0.9 as moa_confidence from unnest(['EFO_0000305', 'EFO:9']) t(d)`,
    }),
  ]);
  expect(await built.rows('select name, disease_id, disease_label from entities order by 1')).toEqual([
    {name: 'EFO:9', disease_id: 'EFO:9', disease_label: null},
    {name: 'EFO_0000305', disease_id: 'MONDO:0007254', disease_label: 'breast cancer'},
  ]);
});

describe('modality', () => {
  it('follows from an approved substance’s nonproprietary name', async () => {
    const names = [
      'Trastuzumab deruxtecan',
      'Pembrolizumab',
      'Inclisiran',
      'Nusinersen',
      'Imatinib',
      'Semaglutide',
      'Onasemnogene abeparvovec',
      'Axicabtagene ciloleucel',
      'Ferric maltol',
    ];
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'a:' || i as key, 'product' as kind, 'Brand' || i as name, {generic: g} as attributes from (select unnest([${names.map((name) => `'${name}'`)}]) as g, generate_subscripts([${names.map((name) => `'${name}'`)}], 1) as i)`,
      }),
    ]);
    const rows = await built.rows(
      `select attributes ->> 'generic' as g, modality as m, secondary_modalities as s, moa_confidence as c from entities`,
    );
    expect(Object.fromEntries(rows.map((row) => [row.g, row.m]))).toEqual({
      'Trastuzumab deruxtecan': 'antibody-drug conjugate',
      Pembrolizumab: 'monoclonal antibody',
      Inclisiran: 'siRNA',
      Nusinersen: 'antisense oligonucleotide',
      Imatinib: 'small molecule',
      Semaglutide: 'peptide',
      'Onasemnogene abeparvovec': 'gene therapy',
      'Axicabtagene ciloleucel': 'CAR-T cell therapy',
      'Ferric maltol': null,
    });
    expect(rows.find((row) => row.g === 'Trastuzumab deruxtecan')).toMatchObject({s: ['small molecule'], c: 0.9});
  });

  it('read from a trial’s text is a guess: below trust, and never written beside what is stated', async () => {
    const built = await build(folder, [
      diseases,
      recipe(folder, {
        entities: `select 'nct:1' as key, 'trial' as kind, 'A' as name, {interventions: ['CAR-T cells']} as attributes
          union all by name select 'nct:2' as key, 'trial' as kind, 'B' as name, {interventions: ['CAR-T cells'], conditions: ['Breast cancer']}::json as attributes`,
        more: '',
      }),
    ]);
    expect(
      await built.rows(
        'select natural_key as k, modality as m, disease_id as d, moa_confidence as c from entities order by 1',
      ),
    ).toEqual([
      {k: 'nct:1', m: 'CAR-T cell therapy', d: null, c: 0.5},
      {k: 'nct:2', m: null, d: 'MONDO:0007254', c: 0.8},
    ]);
  });

  it('of a trial is its product’s where that product is all it tests, and only an edge where it may be the comparator', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'a:p' as key, 'product' as kind, 'Keytruda' as name, ['pembrolizumab'] as aliases, 'PDCD1' as target, 0.95 as moa_confidence, {generic: 'pembrolizumab'}::json as attributes
          union all by name select 'nct:1' as key, 'trial' as kind, 'A' as name, {interventions: ['Pembrolizumab 200 mg', 'Placebo']}::json as attributes
          union all by name select 'nct:2' as key, 'trial' as kind, 'B' as name, {interventions: ['Pembrolizumab', 'ABC-123']}::json as attributes`,
      }),
    ]);
    expect(
      await built.rows(
        `select natural_key as k, target, modality as m, moa_confidence as c from entities where kind = 'trial' order by 1`,
      ),
    ).toEqual([
      {k: 'nct:1', target: 'PDCD1', m: 'monoclonal antibody', c: 0.8},
      {k: 'nct:2', target: null, m: 'monoclonal antibody', c: 0.5},
    ]);
    expect(built.report.edges).toEqual({tested_in: 2});
  });
});

it('a substance has one identifier across companies', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: entities(
        `('a:1', 'CHEMBL25', 'aspirin'), ('a:2', 'chembl25', 'ASA'), ('a:3', null, 'Aspirin'), ('a:4', null, 'aspirin')`,
        'key, chembl, generic',
      ).replace('*', `key, 'product' as kind, key as name, {chembl_id: chembl, generic: generic} as attributes`),
    }),
  ]);
  const uids = (await built.rows('select product_uid from entities order by natural_key')).map(
    (row) => row.product_uid,
  );
  expect(uids[0]).toBe(uids[1]);
  expect(uids[2]).toBe(uids[3]);
  expect(uids[0]).not.toBe(uids[2]);
});
