/** @module-tag long */

import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {ask, build, genesIn, recipe, workspace} from './helpers.ts';

const folder = workspace();

const genes = genesIn(folder);
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
