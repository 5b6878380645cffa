/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, entities, folded, recipe, workspace} from './helpers.ts';

const folder = workspace();
const LIVE = `select name, natural_key as key from entities where state = 'live' order by name, key`;

describe('products', () => {
  it('known by a name only are the substance that lists it; hydrates and salts of two numbers are one, two DrugBank ids never', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select key, name, moiety, names, 'product' as kind, 'therapeutic' as product_family from (values
          ('drugbank:DB1', 'acetafoo', null, [{name: 'parafoo', type: 'synonym'}]), ('x:1', 'PARAFOO', null, null),
          ('chembl:CHEMBL1', 'barsin', null, null), ('chembl:CHEMBL2', 'BARSIN', null, null), ('chembl:CHEMBL3', 'barsin sulfate', 'chembl:CHEMBL1', null),
          ('drugbank:DB2', 'bazine', null, null), ('drugbank:DB3', 'bazine', null, null)) v(key, name, moiety, names)`,
      }),
    ]);
    expect((await built.rows(LIVE)).map(({key}) => key)).toEqual([
      'drugbank:DB1',
      'chembl:CHEMBL1',
      'drugbank:DB2',
      'drugbank:DB3',
    ]);
  });

  it('keep the substance’s name and identifier, not those of a salt that more is known of', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'chembl:CHEMBL1' as key, 'product' as kind, 'foonib' as name
          union all by name select 'chembl:CHEMBL0' as key, 'product' as kind, 'foonib mesylate' as name, 'chembl:CHEMBL1' as moiety, ['Foovec', 'FOO 571', 'FOO-571'] as aliases, 'kinase inhibitor' as mechanism`,
      }),
    ]);
    expect(await built.rows(`select name, natural_key as k from entities where state = 'live'`)).toEqual([
      {name: 'foonib', k: 'chembl:CHEMBL1'},
    ]);
  });

  it('of one substance are one, whatever the salt; combinations in any order; minerals by their salt', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'product',
          `('chembl:CHEMBL1', 'Foostatin'), ('x:1', 'FOOSTATIN CALCIUM'), ('x:2', 'foostatin'), ('x:3', 'barpril; foostatin calcium'), ('x:4', 'Foostatin and Barpril hydrochloride'), ('x:5', 'zinc sulfate'), ('x:6', 'zinc chloride'), ('x:7', 'sodium chloride')`,
        ),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'x:1 > chembl:CHEMBL1',
      'x:2 > chembl:CHEMBL1',
      'x:4 > x:3',
    ]);
  });

  it('are also called by the first word of two, where no other product has it or begins with it', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'product',
          `('x:1', 'Foortumab vedotin', null), ('x:2', 'bartumab', null), ('x:3', 'bartumab deruxtecan', null), ('x:4', 'bazituzumab govitecan', null), ('x:5', 'bazituzumab tirumotecan', null),
           ('x:6', 'foosemnogene barparvovec', ['foosemnogene']), ('x:7', 'FOORTUMAB VEDOTIN AND QUXOLIZUMAB', null), ('x:8', 'interleukin eleven', null),
           ('x:9', 'quxtumab pegol', null), ('x:10', 'another thing', ['Quxtumab-DM1'])`,
          'key, name, aliases',
        ),
      }),
    ]);
    expect(
      await built.rows(`select name, aliases from entities where state = 'live' and len(aliases) > 0 order by name`),
    ).toEqual([
      {name: 'Foortumab vedotin', aliases: ['Foortumab']},
      {name: 'another thing', aliases: ['Quxtumab-DM1']},
      {name: 'foosemnogene barparvovec', aliases: ['foosemnogene']},
    ]);
  });

  it('of one name with two DrugBank ids stay apart and are listed; a hydrate’s or salt’s own ChEMBL id does not part them', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'product',
          `('drugbank:DB00001', 'Foonib'), ('drugbank:DB00002', 'Foonib'), ('x:1', 'foonib'), ('chembl:CHEMBL3', 'Barnib'), ('chembl:CHEMBL4', 'Barnib mesylate')`,
        ),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'chembl:CHEMBL4 > chembl:CHEMBL3',
    ]);
    expect(built.report.ambiguous.first).toContainEqual({
      kind: 'product',
      name: 'Foonib',
      keys: ['drugbank:DB00001', 'drugbank:DB00002', 'x:1'],
    });
  });

  it('of one moiety are one though a registry numbers its acid, its salt and its prodrug; the substance’s own number stays', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select key, 'product' as kind, name, case when same is not null then [same] end as same_as from (values
          ('chembl:CHEMBL1', 'foondronic acid', null), ('chembl:CHEMBL2', 'foondronate sodium', null), ('x:2', 'foondronate sodium', 'chembl:CHEMBL1'),
          ('chembl:CHEMBL3', 'barsartan medoxomil', null), ('chembl:CHEMBL4', 'barsartan', null), ('x:1', 'barsartan medoxomil', 'chembl:CHEMBL4')) v(key, name, same)`,
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'chembl:CHEMBL2 > chembl:CHEMBL1',
      'chembl:CHEMBL3 > chembl:CHEMBL4',
      'x:1 > chembl:CHEMBL4',
      'x:2 > chembl:CHEMBL1',
    ]);
  });

  it('that the list of drugs lists as two are two, whatever number a source gives both', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'drugbank:DB1' as key, 'product' as kind, 'iron sucrose' as name
          union all by name select 'name:product:x' as key, 'product' as kind, 'sucroferric oxyhydroxide' as name, ['drugbank:DB1'] as same_as`,
      }),
    ]);
    expect(await built.rows(folded)).toEqual([]);
    expect(built.report.distrusted.count).toBe(1);
  });

  it('known by a name only are the one of the same approvals whose name says no more, or is one letter off', async () => {
    const product = (key: string, name: string) => `('${key}', 'product', '${name}')`;
    const built = await build(folder, [
      recipe(folder, {
        entities: `select key, kind, name from (values ${[
          product('chembl:CHEMBL1', 'foonib'),
          product('x:1', 'intravenous foonib'),
          product('x:2', 'foonib; barvir'),
          product('x:3', 'liposomal foonib'),
          product('chembl:CHEMBL2', 'quuxethamine'),
          product('x:4', 'quuxetamine'),
        ].join(', ')}) v(key, kind, name)
          union all select 'nda:' || n, 'approval', 'A' || n from (values (200001), (200002), (200003)) v(n)`,
        edges: `select s as source_key, 'approval_of' as relation, t as target_key from (values
          ('nda:200001', 'chembl:CHEMBL1'), ('nda:200001', 'x:1'), ('nda:200001', 'x:2'), ('nda:200001', 'x:3'),
          ('nda:200002', 'x:3'), ('nda:200003', 'chembl:CHEMBL2'), ('nda:200003', 'x:4')) v(s, t)`,
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'x:1 > chembl:CHEMBL1',
      'x:4 > chembl:CHEMBL2',
    ]);
  });

  it('of one brand are one, whatever two agencies or a list of designations call them', async () => {
    const approval = (key: string, brand: string, agency: string, type: string | null = 'NDA') =>
      `('${key}', 'approval', '${key}', {brand: '${brand}', agency: '${agency}', application_type: ${type === null ? 'null' : `'${type}'`}}::json)`;
    const product = (key: string, name: string) => `('${key}', 'product', '${name}', null)`;
    const rows = (...of: string[]) => `select * from (values ${of.join(', ')}) v(key, kind, name, attributes)`;
    const edges = (...of: [string, string][]) =>
      of
        .map(([s, t]) => `select '${s}' as source_key, 'approval_of' as relation, '${t}' as target_key`)
        .join(' union all ');
    const built = await build(folder, [
      recipe(folder, {
        entities: rows(
          product('chembl:CHEMBL1', 'sipufoocel-t'),
          product('chembl:CHEMBL2', 'foonib'),
          product('chembl:CHEMBL3', 'barnib'),
          product('x:2', 'foopalonib; netunib'),
          product('x:3', 'Influenza A (H5) Monovalent, Adjuvanted'),
          approval('nda:5', 'Arefoorix', 'FDA'),
          approval('nda:1', 'Prevange', 'FDA'),
          approval('nda:2', 'Foovec', 'FDA'),
          approval('nda:3', 'Akyno', 'FDA'),
          approval('nda:4', 'Akyno', 'FDA'),
        ),
        edges: edges(
          ['nda:1', 'chembl:CHEMBL1'],
          ['nda:2', 'chembl:CHEMBL2'],
          ['nda:3', 'x:2'],
          ['nda:4', 'chembl:CHEMBL3'],
          ['nda:5', 'x:3'],
        ),
      }),
      recipe(folder, {
        entities: rows(
          product('y:1', 'autologous cells activated with a protein'),
          product('y:2', 'netunib'),
          product('y:3', 'Arefoorix'),
          approval('ema:3', 'Arefoorix', 'EMA', 'original'),
          approval('ema:1', 'Prevange', 'EMA', 'original'),
          approval('ema:2', 'AKYNO', 'EMA', 'original'),
        ),
        edges: edges(['ema:1', 'y:1'], ['ema:2', 'y:2'], ['ema:3', 'y:3']),
      }),
      recipe(
        folder,
        {
          entities: rows(
            product('z:1', 'kinase replacement, purified'),
            product('z:2', 'foonib and barnib'),
            approval('orphan:1', 'Foovec', 'FDA', null),
            approval('orphan:2', 'Foovec', 'FDA', null),
          ),
          edges: edges(['orphan:1', 'z:1'], ['orphan:2', 'z:2']),
        },
        '-- name: fda_orphan',
      ),
    ]);
    // Akyno is two products; Foovec is one drug, and not two. A vaccine against one strain is none against another.
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'y:1 > chembl:CHEMBL1',
      'z:1 > chembl:CHEMBL2',
    ]);
    expect(built.report.merges).toMatchObject({brand: 2});
  });
});

describe('patents and programs', () => {
  it('folds publications of one number', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'patent',
          `('patent:US7000001B2', 'A therapy'), ('patent:US7000001', 'US7000001'), ('patent:US7000002B2', 'Another')`,
        ),
      }),
    ]);
    expect(await built.rows(`select name, aliases from entities where state = 'live' order by 1`)).toEqual([
      {name: 'A therapy', aliases: null},
      {name: 'Another', aliases: null},
    ]);
  });

  it('folds programs of one company for one drug, though the sources knew the company by other keys', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'cik:1' as key, 'company' as kind, 'Acme Inc' as name union all select 'program:1:acm-1', 'program', 'ACM-1'`,
        edges: `select 'cik:1' as source_key, 'develops' as relation, 'program:1:acm-1' as target_key`,
      }),
      recipe(folder, {
        entities: `select 'name:company:acme' as key, 'company' as kind, 'ACME' as name union all select 'program:acme:acm 1', 'program', 'ACM 1' union all select 'program:acme:acm 2', 'program', 'ACM 2'`,
        edges: `select 'name:company:acme' as source_key, 'develops' as relation, 'program:acme:acm 1' as target_key`,
      }),
    ]);
    expect(built.report.merges).toMatchObject({'company and drug': 1});
    expect(built.report.entities).toEqual({company: 1, program: 2});
  });
});
