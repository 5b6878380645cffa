/** @module-tag long */
import {describe, expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();
const products = (rows: string, columns = 'key, name') =>
  recipe(folder, {entities: `select *, 'product' as kind from (values ${rows}) v(${columns})`});
const live = `select name, natural_key as key from entities where state = 'live' and kind = 'product' order by key`;

describe('a product', () => {
  it('of several substances is one however its parts are listed, their salts and grades aside', async () => {
    const built = await build(folder, [
      products(
        `('x:1', 'footinib, barvir, and bazumab'), ('x:2', 'bazumab; footinib hydrochloride; barvir'), ('x:3', 'quxazole, microsize'), ('x:4', 'quxazole'), ('x:5', 'footinib and barvir'), ('x:6', 'bazumab and hyaluronidase-zzyx'), ('x:7', 'hyaluronidase; bazumab')`,
      ),
    ]);
    expect((await built.rows(live)).map(({key}) => key)).toEqual(['x:1', 'x:3', 'x:5', 'x:6']);
  });

  it('of two numbers, one of them its maker’s, is one', async () => {
    const built = await build(folder, [
      products(`('chembl:CHEMBL1', 'bazonidase alfa'), ('chembl:CHEMBL2', 'bazonidase alfa-vjbk')`),
    ]);
    expect((await built.rows(live)).map(({key}) => key)).toEqual(['chembl:CHEMBL1']);
  });

  it('has the code that stands before its name in the title of a trial', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'x:1' as key, 'product' as kind, 'quxaconazole' as name
          union all by name select 'nct:NCT00000001' as key, 'trial' as kind, 'Inhaled QC945 (Quxaconazole) in Lung Transplants' as name
          union all by name select 'nct:NCT00000002' as key, 'trial' as kind, 'QC946 (Double Blind) in Lung Transplants' as name`,
      }),
    ]);
    expect(await built.rows(`select aliases from entities where kind = 'product'`)).toEqual([{aliases: ['QC945']}]);
  });

  it('is not called as a part of another is', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'x:1' as key, 'product' as kind, 'quxaparib' as name, ['QXLYNK-010 COMPONENT QUXAPARIB', 'QUXAPARIB COMPONENT OF QXLYNK', 'Quxparza', 'component analog'] as aliases,
          [{name: 'QXLYNK-010 COMPONENT QUXAPARIB', type: 'synonym', source: 'UNII'}, {name: 'Quxparza', type: 'brand', source: 'FDA'}] as names`,
      }),
    ]);
    expect(
      await built.rows(
        `select aliases, list_transform(from_json(attributes -> 'names', '[{"name": "VARCHAR"}]'), lambda n: n.name) as names from entities`,
      ),
    ).toEqual([{aliases: ['Quxparza', 'component analog'], names: ['Quxparza']}]);
  });

  it('has no name that the project’s list says is another’s', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'x:1' as key, 'product' as kind, 'abituzumab' as name, ['ALD-403', 'DI17E6'] as aliases, [{name: 'ALD-403', type: 'code', source: 'hand'}, {name: 'DI17E6', type: 'code', source: 'hand'}] as names
          union all by name select 'x:3' as key, 'product' as kind, 'buserelin' as name, ['Tiloryth'] as aliases
          union all by name select 'x:2' as key, 'product' as kind, 'foomycin' as name, ['Tiloryth'] as aliases`,
      }),
    ]);
    expect(
      await built.rows(
        `select name, aliases, list_transform(from_json(attributes -> 'names', '[{"name": "VARCHAR"}]'), lambda n: n.name) as names from entities order by name`,
      ),
    ).toEqual([
      {name: 'abituzumab', aliases: ['DI17E6'], names: ['DI17E6']},
      {name: 'buserelin', aliases: [], names: null},
      {name: 'foomycin', aliases: ['Tiloryth'], names: null},
    ]);
  });

  it('of two substances is found by both in either order', async () => {
    const built = await build(folder, [
      products(`('name:product:bartrospium+footinib', 'bartrospium chloride; footinib tartrate')`),
    ]);
    expect(await built.rows('select aliases from entities')).toEqual([
      {
        aliases: [
          'bartrospium and footinib',
          'bartrospium/footinib',
          'footinib and bartrospium',
          'footinib/bartrospium',
        ],
      },
    ]);
  });

  it('of two drugs is found without their salts and esters', async () => {
    const built = await build(folder, [
      products(`('x:1', 'foosartan'), ('x:2', 'barmeterol'), ('x:3', 'bazasone propionate'), ('x:6', 'Foosartan, barmeterol'),
        ('name:product:barmeterol+bazasone propionate', 'barmeterol xinafoate; bazasone propionate')`),
    ]);
    const rows = await built.rows(
      `select name, list_filter(aliases, lambda a: contains(a, ' and ')) as said from entities where len(aliases) > 0 order by name`,
    );
    expect(rows).toEqual([
      {name: 'Foosartan, barmeterol', said: ['barmeterol and foosartan', 'foosartan and barmeterol']},
      {
        name: 'barmeterol xinafoate; bazasone propionate',
        said: [
          ...['barmeterol and bazasone', 'barmeterol and bazasone propionate', 'bazasone and barmeterol'],
          'bazasone propionate and barmeterol',
        ],
      },
    ]);
  });

  it('named by a code is one with it however the code is written, and gives way to a name', async () => {
    const built = await build(folder, [
      products(
        `('x:1', 'FOO-4382', null), ('x:2', 'FOO4382', null), ('x:3', 'FOO-43', null), ('chembl:CHEMBL1', 'BAR-0077', null), ('y:1', 'inabarsib', ['chembl:CHEMBL1'])`,
        'key, name, same_as',
      ),
    ]);
    expect(await built.rows(live)).toEqual([
      {name: 'inabarsib', key: 'chembl:CHEMBL1'},
      {name: 'FOO-4382', key: 'x:1'},
      {name: 'FOO-43', key: 'x:3'},
    ]);
  });

  it('called by a code or brand of the project’s list is that drug, and the drug is found by all of them', async () => {
    const built = await build(folder, [
      products(
        `('chembl:CHEMBL4585668', 'belzutifan'), ('name:product:welireg', 'Welireg'), ('name:product:mk 6482', 'MK-6482')`,
      ),
    ]);
    expect(await built.rows(live)).toEqual([{name: 'belzutifan', key: 'chembl:CHEMBL4585668'}]);
    const [row] = await built.rows(`select aliases from entities where state = 'live'`);
    expect(row?.aliases).toEqual(['MK-6482', 'PT2977', 'Welireg']);
  });

  it('that no file calls as the project’s list does has all the names of the list, unless two have them', async () => {
    const built = await build(folder, [products(`('x:1', 'glumetinib'), ('x:2', 'ASTX727'), ('x:3', 'Inqovi')`)]);
    expect(await built.rows('select name, aliases from entities order by name')).toEqual([
      {name: 'ASTX727', aliases: null},
      {name: 'Inqovi', aliases: null},
      {name: 'glumetinib', aliases: ['SCC244', 'gumarontinib']},
    ]);
  });

  it('renamed after the project’s list has what the lists say, also whose approval an approved one has and from when', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select *, 'product' as kind from (values ('x:1', 'GZD-824 dimesylate', ['olverembatinib'], {generic: 'gzd-824 dimesylate', max_phase: 2, approved_by: null}),
          ('x:2', 'vonoprazan', null, {generic: 'vonoprazan', max_phase: 4, approved_by: ['FDA'], first_approval_year: 2022})) v(key, name, aliases, attributes)`,
      }),
    ]);
    expect(
      await built.rows(
        `select name, attributes ->> 'max_phase' as phase, attributes ->> 'approved_by' as by, attributes ->> 'first_approval_year' as year from entities order by name`,
      ),
    ).toEqual([
      {name: 'olverembatinib', phase: '4', by: '["NMPA"]', year: '2021'},
      {name: 'vonoprazan', phase: '4', by: '["FDA","PMDA"]', year: '2014'},
    ]);
  });

  it('has a brand only where an approval under that brand is of it', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select key, 'product' as kind, name, ['Fooconj'] as aliases, null as attributes from (values ('x:1', 'bazumab'), ('x:2', 'bazumab vedotin')) v(key, name)
          union all by name select 'nda:1' as key, 'approval' as kind, 'Fooconj' as name, {brand: 'FOOCONJ', agency: 'FDA'} as attributes`,
        edges: `select 'nda:1' as source_key, 'approval_of' as relation, 'x:2' as target_key`,
      }),
    ]);
    expect(await built.rows(`select name, aliases from entities where kind = 'product' order by name`)).toEqual([
      {name: 'bazumab', aliases: null},
      {name: 'bazumab vedotin', aliases: ['Fooconj']},
    ]);
  });

  it('has a brand that an application of it has, before mixtures, esters and what a designation or another source says', async () => {
    const product = (key: string, name: string, brand: string) =>
      `('${key}', 'product', '${name}', ['${brand}'], null)`;
    const approval = (key: string, brand: string, type: string | null) =>
      `('${key}', 'approval', '${key}', null, {brand: '${brand}', agency: 'FDA', application_type: ${type === null ? 'null' : `'${type}'`}})`;
    const edges = (...of: [string, string][]) =>
      of
        .map(([s, t]) => `select '${s}' as source_key, 'approval_of' as relation, '${t}' as target_key`)
        .join(' union all ');
    const built = await build(folder, [
      recipe(
        folder,
        {
          entities: `select * from (values ${[
            product('x:1', 'foofenib', 'Foolar'),
            product('x:2', 'foofenib and bartinib', 'Foolar'),
            product('x:3', 'bazocaine', 'Bazylo'),
            product('x:4', 'bazocaine; epinephrine', 'Bazylo'),
            product('chembl:CHEMBL5', 'quxoperidol', 'Quxdol'),
            product('chembl:CHEMBL6', 'quxoperidol decanoate', 'Quxdol'),
            product('chembl:CHEMBL7', 'iron foorose', 'Foofer'),
            product('chembl:CHEMBL8', 'ferric foohydroxide', 'Foofer'),
            product('chembl:CHEMBL9', 'fooridine', 'Foorid'),
            product('chembl:CHEMBL10', 'fooridine tributyrate', 'Foorid'),
            approval('nda:200001', 'Foolar', 'NDA'),
            approval('orphan:1', 'Foolar', null),
            approval('nda:200002', 'Bazylo', 'NDA'),
            approval('nda:200003', 'Bazylo', 'NDA'),
            approval('nda:200004', 'Quxdol', 'NDA'),
            approval('nda:200005', 'Quxdol', 'NDA'),
            approval('nda:200006', 'Foofer', 'NDA'),
            approval('nda:200007', 'Foodex', 'NDA'),
            approval('nda:200008', 'Foorid', 'NDA'),
          ].join(', ')}) v(key, kind, name, aliases, attributes)`,
          edges: edges(
            ['nda:200001', 'x:1'],
            ['orphan:1', 'x:2'],
            ['nda:200002', 'x:3'],
            ['nda:200003', 'x:4'],
            ['nda:200004', 'chembl:CHEMBL5'],
            ['nda:200005', 'chembl:CHEMBL6'],
            ['nda:200006', 'chembl:CHEMBL8'],
            ['nda:200007', 'chembl:CHEMBL8'],
            ['nda:200008', 'chembl:CHEMBL10'],
          ),
        },
        '-- priority: 60',
      ),
      recipe(
        folder,
        {
          entities: `select 'nda:200006' as key, 'approval' as kind, 'again' as name`,
          edges: edges(['nda:200006', 'chembl:CHEMBL7'], ['nda:200008', 'chembl:CHEMBL9']),
        },
        '-- priority: 50',
      ),
    ]);
    expect(
      await built.rows(`select name from entities where kind = 'product' and len(aliases) > 0 order by natural_key`),
    ).toEqual([
      {name: 'fooridine tributyrate'},
      {name: 'quxoperidol'},
      {name: 'iron foorose'},
      {name: 'foofenib'},
      {name: 'bazocaine'},
    ]);
  });

  it('has the brand that an agency approves as it alone, not the kind of such products', async () => {
    const brands = ['Fooglob', 'Bazglob', 'Quxglob', 'Zyxglob'];
    const built = await build(folder, [
      recipe(folder, {
        entities: `select * from (values ('x:1', 'product', 'immune fooglobulin 10%, liquid', ['Fooglob'], null), ('x:2', 'product', 'human fooglobulin', [${brands.map((one) => `'${one}'`).join()}], null),
          ('bla:1', 'approval', 'one', null, {brand: 'Fooglob', agency: 'FDA'}), ${brands.map((one, n) => `('ema:${n}', 'approval', '${one}', null, {brand: '${one}', agency: 'EMA'})`).join()}) v(key, kind, name, aliases, attributes)`,
        edges: `select 'bla:1' as source_key, 'approval_of' as relation, 'x:1' as target_key ${brands.map((_, n) => `union all select 'ema:${n}', 'approval_of', 'x:2'`).join(' ')}`,
      }),
    ]);
    expect(await built.rows(`select name, aliases from entities where kind = 'product' order by natural_key`)).toEqual([
      {name: 'immune fooglobulin 10%, liquid', aliases: ['Fooglob']},
      {name: 'human fooglobulin', aliases: ['Bazglob', 'Quxglob', 'Zyxglob']},
    ]);
  });

  it('is not called like a protein, unless it is approved and either a protein or of a name that no drug’s target has', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select *, case key when 'x:4' then 'recombinant protein' end as modality, 0.9 as moa_confidence from (values
            ('x:1', 'product', 'bazoxelumab', ['OX90L', 'BAZ-1'], null), ('x:2', 'product', 'foogiline', ['RAZ', 'MTZ'], {approved_by: ['FDA']}),
            ('x:3', 'product', 'Bazopoietin', ['BZP'], null), ('x:4', 'product', 'bazostim', ['RAZ'], {approved_by: ['FDA']}),
            ('x:5', 'product', 'razofootinib', null, null),
            ('hgnc:HGNC:1', 'target', 'BZP', ['Bazopoietin'], null), ('hgnc:HGNC:2', 'target', 'TNFSF90', ['OX90L'], null),
            ('hgnc:HGNC:3', 'target', 'KRAZ', ['RAZ'], null), ('hgnc:HGNC:4', 'target', 'MTZ', null, null)) v(key, kind, name, aliases, attributes)`,
        edges: `select 'x:5' as source_key, 'targets' as relation, 'hgnc:HGNC:3' as target_key`,
      }),
    ]);
    expect(
      await built.rows(`select natural_key as key, aliases from entities where kind = 'product' order by key`),
    ).toEqual([
      {key: 'x:1', aliases: ['BAZ-1']},
      {key: 'x:2', aliases: ['MTZ']},
      {key: 'x:3', aliases: null},
      {key: 'x:4', aliases: ['RAZ']},
      {key: 'x:5', aliases: null},
    ]);
  });

  it('has the code of a trial’s intervention that the registry also calls so', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'x:1' as key, 'product' as kind, 'bazutinib' as name
          union all by name select 'x:2' as key, 'product' as kind, 'bazumab' as name
          union all by name select 'nct:NCT00000001' as key, 'trial' as kind, 'Both' as name, {interventions: ['bazutinib', 'bazumab'], also_called: [{intervention: 'bazutinib', names: ['QUX-7902', 'pills']}]} as attributes`,
      }),
    ]);
    expect(await built.rows(`select name, aliases from entities where kind = 'product' order by name`)).toEqual([
      {name: 'bazumab', aliases: null},
      {name: 'bazutinib', aliases: ['QUX-7902']},
    ]);
  });

  it('known to two registries by each other’s names is one, whatever its salts are called, and a number without a record tells nobody apart', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select * from (values
          ('drugbank:DB1', 'foofenamine', null, [{name: 'foopropazine', type: 'synonym'}], null),
          ('chembl:CHEMBL1', 'foopropazine', null, [{name: 'foofenamine', type: 'synonym'}], null),
          ('chembl:CHEMBL2', 'foopropazine hydrochloride', null, [{name: 'foofenamine', type: 'synonym'}], 'chembl:CHEMBL1'),
          ('name:product:barmidis', 'barmidis', ['drugbank:DB9'], null, null), ('drugbank:DB2', 'barmidis', null, null, null)
        ) v(key, name, same_as, names, moiety), (select 'product' as kind)`,
      }),
    ]);
    expect((await built.rows(live)).map(({key}) => key)).toEqual(['chembl:CHEMBL1', 'drugbank:DB2']);
  });

  it('is for what it is approved for, where another source knows of a trial of the same only', async () => {
    const said = (phase: string) =>
      recipe(folder, {
        entities: `select 'x:1' as key, 'product' as kind, 'bazutinib' as name, [{label: 'asthma', phase: '${phase}', confidence: 0.9}] as indications`,
        diseases: `select 'MONDO:0004979' as id, 'asthma' as label`,
      });
    const built = await build(folder, [said('approved'), said('phase 3')]);
    expect(await built.rows('select disease_id, disease_label from entities')).toEqual([
      {disease_id: 'MONDO:0004979', disease_label: 'asthma'},
    ]);
  });
});

describe('a program', () => {
  it('is of the product named before or in its brackets, not of one of two', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'x:1' as key, 'product' as kind, 'barfinamide' as name union all select 'x:2', 'product', 'bazutinib'
          union all by name select 'program:FOLD:' || n as key, 'program' as kind, said as name from (values (1, 'XADAFOO (barfinamide)'), (2, 'Bazutinib (FOO-1007)'), (3, 'Bazutinib (FOO-1007) + barfinamide'), (4, 'FOO-3 (a JAK inhibitor)'), (5, 'bazutinib (barfinamide)'), (6, 'Barfinamide in combination with bazutinib'), (7, 'FOO-3 + bazutinib in combination with barfinamide')) v(n, said)`,
      }),
    ]);
    expect(
      await built.rows(
        `select g.natural_key as program, p.name from edges e join entities g on g.id = e.source join entities p on p.id = e.target where relation = 'program_of' order by 1`,
      ),
    ).toEqual([
      {program: 'program:FOLD:1', name: 'barfinamide'},
      {program: 'program:FOLD:2', name: 'bazutinib'},
      {program: 'program:FOLD:6', name: 'barfinamide'},
    ]);
  });

  it('of a code that two companies use is of the drug that its own trial names', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'x:1' as key, 'product' as kind, 'larafootide' as name, ['FT1001'] as aliases
          union all by name select 'x:2' as key, 'product' as kind, 'migabarstat' as name
          union all by name select 'program:FOLD:ft1001' as key, 'program' as kind, 'FT1001' as name
          union all by name select 'nct:NCT00000001' as key, 'trial' as kind, 'Safety of FT1001 (Migabarstat HCl) in Healthy Subjects' as name`,
        edges: `select 'program:FOLD:ft1001' as source_key, 'tested_in' as relation, 'nct:NCT00000001' as target_key`,
      }),
    ]);
    expect(
      await built.rows(`select p.name from edges e join entities p on p.id = e.target where relation = 'program_of'`),
    ).toEqual([{name: 'migabarstat'}]);
  });
});

it('a code that the list gives to one drug is no alias of another', async () => {
  const built = await build(folder, [
    products(`('x:1', 'eptinezumab', null), ('x:2', 'otherizumab', ['ALD403', 'OTH-1'])`, 'key, name, aliases'),
  ]);
  expect(
    await built.rows(`select name, aliases from entities where kind = 'product' and state = 'live' order by name`),
  ).toEqual([
    {name: 'eptinezumab', aliases: expect.arrayContaining(['ALD403'])},
    {name: 'otherizumab', aliases: ['OTH-1']},
  ]);
});
