/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

/** Programs of products that are given by their ChEMBL ids alone, and what other sources have. */
const portfolio = (assets: string, known = `('x:0', 'quxide', null)`) => [
  recipe(folder, {
    entities: `select 'program:acme:' || name as key, 'program' as kind, name from (values ${assets}) v(name, chembl)
      union all by name select 'chembl:' || chembl as key, 'product' as kind, chembl as name from (values ${assets}) v(name, chembl) group by chembl`,
    edges: `select 'program:acme:' || name as source_key, 'program_of' as relation, 'chembl:' || chembl as target_key from (values ${assets}) v(name, chembl)`,
  }),
  recipe(folder, {entities: `select *, 'product' as kind from (values ${known}) v(key, name, aliases)`}),
];
const PRODUCTS = `select natural_key as key, name from entities where state = 'live' and kind = 'product' order by 1`;
const PROGRAMS = `select s.name, t.natural_key as key from edges e join entities s on s.id = e.source join entities t on t.id = e.target where relation = 'program_of' order by 1`;

it('a product given by its number alone is the one that its programs are named after', async () => {
  const built = await build(
    folder,
    portfolio(
      `('Foolutide', 'CHEMBL11'), ('Foolutide in MASH', 'CHEMBL11'), ('ACM-4711', 'CHEMBL12'), ('barotamab-dlle (ABC- 151)', 'CHEMBL13'), ('Actinium (225Ac) Quxofamab', 'CHEMBL14')`,
      `('drugbank:DB11', 'foolutide', null), ('drugbank:DB12', 'bazirasib', ['ACM-4711']), ('name:product:barotamab', 'barotamab', null), ('drugbank:DB14', 'actinium', null)`,
    ),
  );
  expect(await built.rows(PRODUCTS)).toMatchObject([
    {name: 'foolutide'},
    {name: 'bazirasib'},
    {name: 'barotamab'},
    {name: 'Actinium (225Ac) Quxofamab'},
    {name: 'actinium'},
  ]);
  expect(
    await built.rows(`select aliases from entities where kind = 'product' and state = 'live' and name = 'barotamab'`),
  ).toEqual([{aliases: ['ABC-151']}]);
  expect((await built.rows(PROGRAMS)).length).toBe(5);
});

it('a program of a salt that has a number of its own belongs to the drug of its name', async () => {
  const built = await build(
    folder,
    portfolio(`('BAZVOQ', 'CHEMBL21')`, `('chembl:CHEMBL20', 'bazacitinib', ['Bazvoq'])`),
  );
  expect(await built.rows(PRODUCTS)).toEqual([{key: 'chembl:CHEMBL20', name: 'bazacitinib'}]);
  expect(await built.rows(PROGRAMS)).toEqual([{name: 'BAZVOQ', key: 'chembl:CHEMBL20'}]);
});

it('a number of two drugs, a combination and a brand with words behind it give no name, but for a brand with its mark', async () => {
  const built = await build(
    folder,
    portfolio(
      `('FOOVAX', 'CHEMBL31'), ('BARVAX', 'CHEMBL31'), ('foorafenib + bazumab', 'CHEMBL32'), ('QUXORA® factor (bleeding)', 'CHEMBL33'), ('MYK-224', 'CHEMBL34'), ('ZOLAVIR factor', 'CHEMBL35')`,
    ),
  );
  expect(await built.rows(PRODUCTS)).toMatchObject([
    {name: 'CHEMBL31'},
    {name: 'CHEMBL32'},
    {name: 'quxora'},
    {name: 'MYK-224'},
    {name: 'CHEMBL35'},
    {name: 'quxide'},
  ]);
});
