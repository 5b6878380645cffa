/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, folded, recipe, workspace} from './helpers.ts';

const folder = workspace();

/** Rows of products: key, name, and what they are also called, with the type of that name. */
function products(rows: [key: string, name: string, also?: string, type?: string][]): string {
  return rows
    .map(
      ([key, name, also, type = 'synonym']) =>
        `select '${key}' as key, 'product' as kind, '${name}' as name${also === undefined ? '' : `, ['${also}'] as aliases, [{name: '${also}', type: '${type}'}] as names`}`,
    )
    .join(' union all by name ');
}

describe('substances', () => {
  it('are one with the only ester in which they were approved', async () => {
    const rows = `${products([
      ['drugbank:DB1', 'foometasone'],
      ['drugbank:DB2', 'foometasone furoate'],
      ['chembl:CHEMBL2', 'foometasone furoate'],
      ['drugbank:DB3', 'barmetasone'],
      ['drugbank:DB4', 'barmetasone furoate'],
      ['drugbank:DB5', 'barmetasone propionate'],
      ['drugbank:DB6', 'bazmetasone'],
      ['drugbank:DB7', 'bazmetasone furoate'],
    ])} union all by name select 'nda:' || i as key, 'approval' as kind, 'NDA ' || i as name from range(5) r(i)`;
    const of = ['DB2', 'DB4', 'DB5', 'DB6', 'DB7'];
    const edges = of
      .map((id, i) => `select 'nda:${i}' as source_key, 'approval_of' as relation, 'drugbank:${id}' as target_key`)
      .join(' union all ');
    const built = await build(folder, [recipe(folder, {entities: rows, edges})]);
    // Two esters of barmetasone were approved; bazmetasone was approved without one, too.
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'drugbank:DB1 > chembl:CHEMBL2',
      'drugbank:DB2 > chembl:CHEMBL2',
    ]);
  });

  it('that ChEMBL keeps under a code are the only drug that lists the code', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: products([
          ['drugbank:DB1', 'foofibrate', 'K-877'],
          ['chembl:CHEMBL1', 'foofibrate'],
          ['chembl:CHEMBL2', 'K-877'],
          // Two drugs list the code, or a registry has it as its own.
          ['drugbank:DB2', 'barfibrate', 'AB-123'],
          ['drugbank:DB3', 'bazfibrate', 'AB 123'],
          ['chembl:CHEMBL3', 'AB-123'],
          ['drugbank:DB4', 'quxfibrate', 'GD-0623'],
          ['drugbank:DB5', 'GD-0623'],
          ['chembl:CHEMBL5', 'GD-0623'],
          // What is no code may be another substance.
          ['drugbank:DB6', 'depatumab', 'denintumab'],
          ['chembl:CHEMBL6', 'denintumab mafodotin'],
        ]),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'chembl:CHEMBL2 > chembl:CHEMBL1',
      'drugbank:DB1 > chembl:CHEMBL1',
      'drugbank:DB5 > chembl:CHEMBL5',
    ]);
    expect(built.report.merges).toMatchObject({'code of a substance': 1});
  });

  it('are an approved tracer without its isotope, if they are nothing else', async () => {
    const approval = (n: number, brand: string) =>
      `select 'nda:20000${n}' as key, 'approval' as kind, '${brand}' as name, {brand: '${brand}', agency: 'FDA'}::json as attributes`;
    const rows = [
      products([
        ['drugbank:DB1', 'Fooclovine F-18'],
        ['chembl:CHEMBL1', 'fooclovine'],
        // A drug of its own, of another brand.
        ['drugbank:DB2', 'barumab zirconium Zr-89'],
        ['chembl:CHEMBL2', 'barumab'],
        // Two isotopes, and one that nobody approved.
        ['drugbank:DB3', 'Gallium Ga-68 bazotate'],
        ['drugbank:DB4', 'Lutetium Lu 177 bazotate'],
        ['drugbank:DB5', 'bazotate'],
        ['drugbank:DB6', 'Quxlovine F-18'],
        ['chembl:CHEMBL6', 'quxlovine'],
        // Another agency’s name, of the same brand.
        ['drugbank:DB7', 'Technetium Tc 99m foomanocept'],
        ['chembl:CHEMBL7', 'foomanocept'],
        ['drugbank:DB8', 'foomanocept'],
        // A salt of it is a drug.
        ['drugbank:DB9', 'Indium In-111 fooxyquinoline'],
        ['drugbank:DB10', 'fooxyquinoline'],
        ['drugbank:DB11', 'fooxyquinoline sulfate'],
        // Other substances are made of it.
        ['drugbank:DB13', 'Indium In-111 quxoquinoline'],
        ['drugbank:DB14', 'quxoquinoline'],
        ['drugbank:DB15', 'chloro quxoquinoline'],
        // A kit makes the tracer.
        ['name:product:technetium tc 99m bartrofosmin kit', 'technetium Tc-99m bartrofosmin kit'],
        ['chembl:CHEMBL12', 'bartrofosmin'],
      ]),
      approval(1, 'Fooscan'),
      approval(2, 'Barscan'),
      approval(3, 'Barvec'),
      approval(4, 'Bazspot'),
      approval(5, 'Fooseek'),
      approval(6, 'FOOSEEK'),
      approval(7, 'Fooxine'),
      approval(8, 'Fooxysept'),
      approval(9, 'Barview'),
      `select 'nda:2000010' as key, 'approval' as kind, 'Quxscan' as name, {brand: 'Quxscan', agency: 'FDA'}::json as attributes`,
    ].join(' union all by name ');
    const built = await build(folder, [
      recipe(folder, {
        entities: rows,
        edges: `select 'nda:20000' || n as source_key, 'approval_of' as relation, t as target_key from (values
          (1, 'drugbank:DB1'), (2, 'drugbank:DB2'), (3, 'chembl:CHEMBL2'), (4, 'drugbank:DB3'), (5, 'drugbank:DB7'), (6, 'chembl:CHEMBL7'), (7, 'drugbank:DB9'), (8, 'drugbank:DB11'), (10, 'drugbank:DB13'), (9, 'name:product:technetium tc 99m bartrofosmin kit')) v(n, t)`,
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`).filter((m) => !m.startsWith('nda'))).toEqual(
      [
        'drugbank:DB1 > chembl:CHEMBL1',
        'drugbank:DB11 > drugbank:DB10',
        'drugbank:DB7 > chembl:CHEMBL7',
        'drugbank:DB8 > chembl:CHEMBL7',
        'name:product:technetium tc 99m bartrofosmin kit > chembl:CHEMBL12',
      ],
    );
  });

  it('in a combination are the same under another name, but not in a complex', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: products([
          ['drugbank:DB1', 'fooglycopyrronium', 'fooglycopyrrolate'],
          ['drugbank:DB2', 'barmoterol'],
          ['name:product:1', 'barmoterol fumarate; fooglycopyrrolate'],
          ['name:product:2', 'fooglycopyrronium bromide; barmoterol'],
          ['name:product:3', 'fooglycopyrronium; barmoterol; bazonide'],
          ['drugbank:DB3', 'quxamine', 'quxamine resin complex'],
          ['name:product:4', 'quxamine resin complex; barmoterol'],
          ['name:product:5', 'quxamine; barmoterol'],
        ]),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'name:product:2 > name:product:1',
    ]);
    expect(built.report.merges).toMatchObject({'parts of a combination': 1});
  });

  it('in a vaccine are told by the brackets of its proper name', async () => {
    const vaccine = (key: string, name: string, proper: string) =>
      `select '${key}' as key, 'product' as kind, '${name}' as name, {proper_name: '${proper}'}::json as attributes`;
    const built = await build(folder, [
      recipe(folder, {
        entities: [
          products([
            ['drugbank:DB1', 'Foossen COVID-19 Vaccine', 'FO26.COV2.S [RECOMBINANT]'],
            ['drugbank:DB2', 'Bar influenza vaccine', 'H5N8'],
          ]),
          vaccine('name:product:foovden', 'Foovden', 'COVID-19 vaccine (FO26.COV2-S [recombinant])'),
          vaccine('name:product:baz', 'Bazflu', 'Influenza vaccine (surface antigen)'),
        ].join(' union all by name '),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'name:product:foovden > drugbank:DB1',
    ]);
  });

  it('are one in two registries when one calls them by the systematic name that is the other’s name', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: products([
          ['drugbank:DB1', 'foooleic acid', '2-hydroxyfooleic acid', 'chemical'],
          ['chembl:CHEMBL1', '2-hydroxyfooleic acid'],
          // Two of one registry have the name: it tells nothing.
          ['drugbank:DB2', 'bar', '3-hydroxybaroleic acid', 'chemical'],
          ['drugbank:DB3', 'baz', '3-hydroxybaroleic acid', 'chemical'],
          ['chembl:CHEMBL2', '3-hydroxybaroleic acid'],
        ]),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual(['drugbank:DB1 > chembl:CHEMBL1']);
  });

  it('that several others name as a synonym are listed, as are those that name several', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: products([
          ['x:1', 'foomarin'],
          ['drugbank:DB1', 'foobinin', 'foomarin'],
          ['drugbank:DB2', 'foobinin A', 'foomarin'],
        ]),
      }),
    ]);
    expect(await built.rows(folded)).toEqual([]);
    expect(built.report.ambiguous.first).toContainEqual({
      kind: 'product',
      name: 'foomarin',
      keys: ['drugbank:DB1', 'drugbank:DB2', 'x:1'],
    });
  });

  it('are called what several sources call them', async () => {
    const called = (name: string, same: string) =>
      `select '${same}' as key, 'product' as kind, '${name}' as name, ['unii:1'] as same_as`;
    const built = await build(folder, [
      recipe(folder, {entities: called('erfooamide', 'chembl:CHEMBL1')}, '-- priority: 90'),
      recipe(folder, {entities: called('lafooamide', 'drugbank:DB1')}, '-- priority: 50'),
      recipe(folder, {entities: called('lafooamide', 'x:1')}, '-- priority: 40'),
    ]);
    expect(await built.rows(`select name from entities where state = 'live'`)).toEqual([{name: 'lafooamide'}]);
  });
});

it('a name of the list of drugs is compared with its brackets and its salt', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select key, 'product' as kind, name, 'therapeutic' as product_family from (values
        ('chembl:CHEMBL1', 'Ferric hexacyanoferrate(II)'), ('name:product:iron iii hexacyanoferrate', 'iron(III)-hexacyanoferrate'),
        ('chembl:CHEMBL2', 'Piflufolastat F-18'), ('name:product:piflufolastat', 'piflufolastat (18F)')) v(key, name)`,
    }),
  ]);
  expect(
    (
      await built.rows(
        `select e.name as name, s.name as into from entities e join entities s on s.id = e.merged_into order by 1`,
      )
    ).map(({name, into}) => [name, into]),
  ).toEqual([
    ['iron(III)-hexacyanoferrate', 'Ferric hexacyanoferrate(II)'],
    ['piflufolastat (18F)', 'Piflufolastat F-18'],
  ]);
});
