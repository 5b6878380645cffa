/** @module-tag long */

import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {ask, build, recipe, workspace} from './helpers.ts';

const folder = workspace();

const genes = recipe(
  folder,
  {
    entities: `select key, 'target' as kind, name, aliases, {ensembl_id: 'ENSG' || name} as attributes from (values
      ('hgnc:HGNC:1', 'ALK', ['CD246']), ('hgnc:HGNC:2', 'RET', ['PTC']), ('hgnc:HGNC:3', 'ERBB2', ['HER2']), ('hgnc:HGNC:4', 'CDK4', ['PSK-J3']), ('hgnc:HGNC:5', 'CDK6', ['PLSTIRE']),
      ('hgnc:HGNC:6', 'DPP4', ['CD26']), ('hgnc:HGNC:7', 'TNF', ['DIF']), ('hgnc:HGNC:8', 'F10', ['FX1']), ('hgnc:HGNC:9', 'NECTIN4', ['PVRL4']), ('hgnc:HGNC:10', 'CD19', ['B4']),
      ('hgnc:HGNC:11', 'PDCD1', ['CD279']), ('hgnc:HGNC:12', 'FLT1', ['VEGFR1']), ('hgnc:HGNC:13', 'KDR', ['VEGFR2']), ('hgnc:HGNC:14', 'FLT4', ['VEGFR3']), ('hgnc:HGNC:15', 'CTLA4', ['CD152'])) v(key, name, aliases)`,
  },
  '-- name: genes\n',
);
const tree = recipe(
  folder,
  {
    diseases: `select * from (values
      ('MONDO:1', 'non-small cell lung carcinoma', ['EFO:1'], ['MONDO:3']), ('MONDO:2', 'small cell lung carcinoma', null, null), ('MONDO:3', 'lung carcinoma', null, null),
      ('MONDO:4', 'COVID-19', null, null), ('MONDO:5', 'melanoma', ['EFO:5'], null), ('MONDO:6', 'plasma cell myeloma', null, null)) v(id, label, xrefs, parents)`,
  },
  '-- name: tree\n',
);
const product = (rows: string, columns: string) =>
  `select *, 'product' as kind, 'p:' || name as key from (values ${rows}) v(${columns})`;

describe('what a drug hits', () => {
  it('is what its mechanism text says first, else what a source of mechanisms says, never the first of a list', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `${product(
          `('alectinib', 'ALK and RET inhibitor'), ('enfortumab vedotin', 'Nectin-4-directed antibody and microtubule inhibitor conjugate'), ('foocel', 'CD19-directed genetically modified autologous T cell immunotherapy'), ('pazofoo', 'VEGFR inhibitor'), ('listed', null)`,
          'name, mechanism',
        ).replace('*', '*, 0.9 as moa_confidence')}`,
        edges: `select 'p:listed' as source_key, 'targets' as relation, unnest(['hgnc:HGNC:1', 'hgnc:HGNC:2']) as target_key union all select 'p:alectinib', 'targets', 'hgnc:HGNC:2'`,
      }),
    ]);
    expect(
      await built.rows(
        `select name, target, target_symbol as s, moa_confidence as c from entities where kind = 'product' order by 1`,
      ),
    ).toEqual([
      {name: 'alectinib', target: 'ALK', s: 'ALK', c: 0.9},
      {name: 'enfortumab vedotin', target: 'NECTIN4', s: 'NECTIN4', c: 0.9},
      {name: 'foocel', target: 'CD19', s: 'CD19', c: 0.9},
      {name: 'listed', target: null, s: null, c: null},
      {name: 'pazofoo', target: 'VEGFR', s: null, c: 0.9},
    ]);
    // Of a family all members are additional, and of two stated the second.
    expect(
      await built.rows(
        `select p.name, list(t.name order by t.name) as t from edges e join entities p on p.id = e.source join entities t on t.id = e.target where e.relation = 'targets' and p.name in ('pazofoo', 'alectinib') group by 1 order by 1`,
      ),
    ).toEqual([
      {name: 'alectinib', t: ['ALK', 'RET']},
      {name: 'pazofoo', t: ['FLT1', 'FLT4', 'KDR']},
    ]);
  });

  it('is never a conjugate’s payload, and follows from a name’s stem where nothing states it', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `select 'p:1' as key, 'product' as kind, 'footuzumab emtansine' as name, [{mechanism: 'Tubulin inhibitor', target: 'Tubulin', role: 'primary'}, {mechanism: 'Receptor protein-tyrosine kinase erbB-2 antagonist', target: null, role: 'primary'}] as mechanisms
          union all by name select 'p:2' as key, 'product' as kind, 'foogliptin' as name`,
      }),
    ]);
    expect(
      await built.rows(
        `select name, target, modality, secondary_modalities as s from entities where kind = 'product' order by 1`,
      ),
    ).toEqual([
      {name: 'foogliptin', target: 'DPP4', modality: 'small molecule', s: null},
      {name: 'footuzumab emtansine', target: 'ERBB2', modality: 'antibody-drug conjugate', s: ['small molecule']},
    ]);
  });

  it('of a drug against fungi is the germ’s, not the human gene of the name', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: product(`('fooconazole', 'ALK inhibitor'), ('fooinib', 'ALK inhibitor')`, 'name, mechanism'),
      }),
    ]);
    expect(
      await built.rows(
        `select p.name, p.target_symbol as s, count(e.target)::integer as edges from entities p left join edges e on e.source = p.id and e.relation = 'targets' where p.kind = 'product' group by all order by 1`,
      ),
    ).toEqual([
      {name: 'fooconazole', s: null, edges: 0},
      {name: 'fooinib', s: 'ALK', edges: 1},
    ]);
  });

  it('is unknown where only a conjugate’s payload is stated', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `select 'p:1' as key, 'product' as kind, 'foozumab emtansine' as name, [{mechanism: 'Tubulin inhibitor', target: 'Tubulin', role: 'primary'}] as mechanisms
          union all by name select 'p:2' as key, 'product' as kind, 'foozumab tirumotecan' as name`,
      }),
    ]);
    expect(await built.rows(`select target, modality from entities where kind = 'product'`)).toEqual([
      {target: null, modality: 'antibody-drug conjugate'},
      {target: null, modality: 'antibody-drug conjugate'},
    ]);
  });

  it('has the names of the trade, whatever hyphens, Greek letters and blanks', async () => {
    const built = await build(folder, [genes]);
    const names = Object.fromEntries(
      (await built.rows(`select name, aliases from entities where kind = 'target'`)).map(({name, aliases}) => [
        name,
        aliases as string[],
      ]),
    );
    expect(names.DPP4).toContain('DPP-4');
    expect(names.TNF).toContain('TNFα');
    expect(names.F10).toContain('factor Xa');
    expect(names.CDK4).toContain('CDK4/6');
    expect(names.CDK6).toContain('CDK4/6');
  });
});

describe('diseases', () => {
  it('are found by abbreviation, brackets, qualifiers and other names, and all are kept', async () => {
    const built = await build(folder, [
      tree,
      recipe(folder, {
        entities: `select 'nct:' || n as key, 'trial' as kind, 'T' || n as name, {conditions: [c, 'Melanoma']}::json as attributes from (values
          (1, 'Carcinoma, Non-Small-Cell Lung'), (2, 'NSCLC'), (3, 'Metastatic Non-small Cell Lung Carcinoma (NSCLC)'), (4, 'SARS-CoV-2 Infection'), (5, 'Relapsed or Refractory Multiple Myeloma'), (6, 'Healthy')) v(n, c)`,
      }),
    ]);
    const rows = await built.rows(
      `select name, disease_id as d, list_transform(from_json(attributes -> 'indications', '[{"id": "VARCHAR"}]'), lambda i: i.id) as i from entities order by 1`,
    );
    expect(rows.map(({i}) => (i as string[])[0])).toEqual([
      'MONDO:1',
      'MONDO:1',
      'MONDO:1',
      'MONDO:4',
      'MONDO:6',
      'MONDO:5',
    ]);
    expect(rows.slice(0, 5).every(({i}) => (i as string[]).includes('MONDO:5'))).toBe(true);
  });

  it('have the ontology’s name; of several that a drug is approved for, the one it is tried in most comes first', async () => {
    const built = await build(folder, [
      tree,
      recipe(folder, {
        entities: `select 'p:1' as key, 'product' as kind, 'foonib' as name, [{id: d, label: 'Some ' || d, phase: 'approved', confidence: 0.9} for d in ['HP:1', 'MONDO:2', 'MONDO:6']] as indications
          union all by name select 'nct:' || n as key, 'trial' as kind, 'T' || n as name, {conditions: ['Multiple Myeloma']}::json as attributes from range(3) r(n)`,
        edges: `select 'p:1' as source_key, 'tested_in' as relation, 'nct:' || n as target_key from range(3) r(n)`,
      }),
    ]);
    const [drug] = await built.rows(
      `select disease_id as id, disease_label as label from entities where kind = 'product'`,
    );
    expect(drug).toMatchObject({id: 'MONDO:6'});
    expect(drug?.label).not.toMatch(/^Some/);
  });

  it('that the ontology lacks are those that sources state by id, under one id, and are found by their other names', async () => {
    const stated = (key: string, id: string, label: string) =>
      `select 'p:${key}' as key, 'product' as kind, '${key}' as name, [{id: '${id}', label: '${label}', phase: 'phase 3', confidence: 0.9}] as indications`;
    const built = await build(folder, [
      tree,
      recipe(folder, {
        entities: `${stated('foonib', 'MESH:D049970', 'Graves Ophthalmopathy')} union all by name ${stated('barnib', 'EFO_1001466', 'Graves ophthalmopathy')}
          union all by name ${stated('quxnib', 'EFO:4', 'body weight measurement')}
          union all by name select 'nct:1' as key, 'trial' as kind, 'T' as name, {conditions: ['Thyroid Eye Disease']}::json as attributes`,
      }),
    ]);
    expect(
      await built.rows(
        `select name, attributes ->> '$.indications[0].id' as i, disease_id as d from entities where name <> 'quxnib' order by 1`,
      ),
    ).toEqual([
      {name: 'T', i: 'EFO:1001466', d: 'EFO:1001466'},
      {name: 'barnib', i: 'EFO:1001466', d: 'EFO:1001466'},
      {name: 'foonib', i: 'EFO:1001466', d: 'EFO:1001466'},
    ]);
    const terms = await ask(
      built.out,
      `select id, label from '${built.out}/diseases/*.parquet' where id not like 'MONDO:%'`,
    );
    expect(terms).toContainEqual({id: 'EFO:1001466', label: expect.stringMatching(/^Graves ophthalmopathy$/i)});
    expect(terms.map(({id}) => id)).not.toContain('EFO:4');
  });

  it('stand in a tree: as the ontology says, else as the name says', async () => {
    const built = await build(folder, [
      tree,
      recipe(folder, {entities: `select 'nct:1' as key, 'trial' as kind, 'T' as name`}),
    ]);
    expect(existsSync(join(built.out, 'diseases'))).toBe(true);
    const rows = await ask(built.out, `select id, parents from '${built.out}/diseases/*.parquet' order by id`);
    expect(rows).toContainEqual({id: 'MONDO:1', parents: ['MONDO:3']});
    expect(rows).toContainEqual({id: 'MONDO:2', parents: ['MONDO:3']});
  });
});

describe('works', () => {
  const drugs = `select 'p:1' as key, 'product' as kind, 'pembrolizumab' as name, 'PDCD1' as target, 0.9 as moa_confidence
    union all by name select 'p:2' as key, 'product' as kind, 'ipilimumab' as name, 'CTLA4' as target, 0.9 as moa_confidence
    union all by name select 'p:3' as key, 'product' as kind, 'placebofoo' as name`;
  it('take what they test, never what they compare with or give beside it', async () => {
    const trial = (n: number, title: string, interventions: string) =>
      `union all by name select 'nct:${n}' as key, 'trial' as kind, '${title}' as name, {interventions: ${interventions}}::json as attributes`;
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `${drugs}
          ${trial(1, 'Pembrolizumab Versus Ipilimumab in Melanoma', `['Pembrolizumab 200 mg', 'Ipilimumab']`)}
          ${trial(2, 'XYZ-1 in Combination With Pembrolizumab', `['Pembrolizumab', 'XYZ-123']`)}
          ${trial(3, 'Pembrolizumab and Ipilimumab', `['Pembrolizumab', 'Ipilimumab (MDX-010)']`)}
          ${trial(4, 'A Study in Melanoma', `['Ipilimumab', 'Placebo']`)}
          ${trial(5, 'Efficacy of BMS-734016 in Acute Pain', `['PEM', 'HB/Pembrolizumab', 'BMS', 'Placebo']`)}
          ${trial(6, 'Pembrolizumab in Patients Previously Treated With BMS-734016', `['PEM', 'Other Agent']`)}`,
      }),
    ]);
    expect(
      await built.rows(
        `select name, target, moa_confidence as c, (select list(t.name order by t.name) from edges x join entities t on t.id = x.target where x.source = e.id and x.relation = 'targets') as more from entities e where kind = 'trial' order by natural_key`,
      ),
    ).toEqual([
      {name: 'Pembrolizumab Versus Ipilimumab in Melanoma', target: 'PDCD1', c: 0.8, more: null},
      // What the words of an intervention say of the modality is a guess, below trust.
      {name: 'XYZ-1 in Combination With Pembrolizumab', target: null, c: 0.5, more: null},
      {name: 'Pembrolizumab and Ipilimumab', target: null, c: 0.5, more: ['CTLA4', 'PDCD1']},
      {name: 'A Study in Melanoma', target: 'CTLA4', c: 0.8, more: null},
      // The code in the title is the drug tested, below trust; the one that the interventions spell out is compared with it.
      {name: 'Efficacy of BMS-734016 in Acute Pain', target: 'CTLA4', c: 0.5, more: null},
      {name: 'Pembrolizumab in Patients Previously Treated With BMS-734016', target: null, c: null, more: null},
    ]);
    expect(
      await built.rows(
        `select p.name, e.origin from edges e join entities p on p.id = e.source join entities t on t.id = e.target where relation = 'tested_in' and t.natural_key in ('nct:5', 'nct:6') order by all`,
      ),
    ).toEqual([
      {name: 'ipilimumab', origin: 'biograph: code in the title'},
      {name: 'pembrolizumab', origin: 'biograph: name of an intervention'},
    ]);
    // The code that a trial states beside the name, and what the project's list of drugs calls it, leads to the product from then on.
    expect(await built.rows(`select aliases from entities where name = 'ipilimumab'`)).toEqual([
      {aliases: ['BMS-734016', 'MDX-010', 'Yervoy']},
    ]);
  });

  it('of several products with one target take the labels of the one whose mechanism is told', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `select * from (values ('p:1', 'product', 'pembrolizumab', 'PDCD1', 'monoclonal antibody', null, 0.9, null), ('p:2', 'product', 'nivolumab', 'PDCD1', 'monoclonal antibody', 'PD-1 inhibitor', 0.9, null),
          ('p:3', 'product', 'zedfoocel', null, 'cell therapy', null, 0.9, null),
          ('nct:1', 'trial', 'Pembrolizumab and Nivolumab in Melanoma', null, null, null, null, {interventions: ['Pembrolizumab', 'Nivolumab']}), ('nct:2', 'trial', 'A Study in Pain', null, null, null, null, {interventions: ['Zedfoocel']}))
          v(key, kind, name, target, modality, mechanism, moa_confidence, attributes)`,
      }),
    ]);
    expect(
      await built.rows(
        `select target, modality, mechanism, moa_confidence as c from entities where kind = 'trial' order by natural_key`,
      ),
    ).toEqual([
      {target: 'PDCD1', modality: 'monoclonal antibody', mechanism: 'PD-1 inhibitor', c: 0.8},
      // The only product tells its modality also where its target is not known.
      {target: null, modality: 'cell therapy', mechanism: null, c: 0.8},
    ]);
  });

  it('patents take it from what they cover, or from their own title', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `${drugs} union all by name select 'patent:US1' as key, 'patent' as kind, 'Compositions' as name
          union all by name select 'patent:US2' as key, 'patent' as kind, 'Anti-PD-1 antibodies and uses thereof' as name
          union all by name select 'patent:US3' as key, 'patent' as kind, 'Use of TLR agonist and anti-PD-1 agent' as name
          union all by name select 'patent:US4' as key, 'patent' as kind, 'Kits' as name, 'EGFR' as target, 0.55 as moa_confidence
          union all by name select 'patent:US5' as key, 'patent' as kind, 'Vials' as name, 'EGFR' as target, 0.9 as moa_confidence`,
        edges: `select 'patent:US' || n as source_key, 'covers' as relation, 'p:2' as target_key from unnest([1, 4, 5]) t(n)`,
      }),
    ]);
    expect(
      await built.rows(
        `select natural_key as k, target, modality, moa_confidence as c from entities where kind = 'patent' order by 1`,
      ),
    ).toMatchObject([
      {k: 'patent:US1', target: 'CTLA4', modality: 'monoclonal antibody', c: 0.75},
      {k: 'patent:US2', target: 'PDCD1', modality: 'monoclonal antibody', c: 0.7},
      {k: 'patent:US3', target: null},
      // A guess gives way to it, what is stated does not.
      {k: 'patent:US4', target: 'CTLA4', modality: 'monoclonal antibody', c: 0.75},
      {k: 'patent:US5', target: 'EGFR', modality: 'monoclonal antibody', c: 0.75},
    ]);
  });

  it('what is no drug is no program', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `${drugs} union all by name select 'program:acme:' || n as key, 'program' as kind, n as name from unnest(['Tumor Biopsy', 'Observational', 'Pembrolizumab', 'XYZ-123']) t(n)`,
      }),
    ]);
    expect(await built.rows(`select name, target from entities where kind = 'program' order by 1`)).toEqual([
      {name: 'Pembrolizumab', target: 'PDCD1'},
      {name: 'XYZ-123', target: null},
    ]);
  });
});
