/** @module-tag long */

import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {GuardedSets} from '../../src/import/guard.ts';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();
const products = (rows: string, name: string) =>
  recipe(
    folder,
    {
      entities: `select key, name, same_as, 'product' as kind, 'therapeutic' as product_family from (values ${rows}) v(key, name, same_as)`,
    },
    `-- name: ${name}\n`,
  );
const live = `select name, natural_key as key from entities where state = 'live' order by key`;

describe('a shared identifier', () => {
  it('that one source gives to another substance is not believed, through whatever it would tie', async () => {
    const built = await build(folder, [
      products(
        `('drugbank:DB1', 'Fooflozin', ['name:product:fooflozin']), ('drugbank:DB2', 'Barflozin', ['name:product:barflozin'])`,
        'vocabulary',
      ),
      products(
        `('name:product:fooflozin', 'fooflozin', ['mesh:1']), ('name:product:barflozin', 'Barflozin', ['drugbank:DB1', 'mesh:2'])`,
        'slips',
      ),
    ]);
    expect(await built.rows(live)).toEqual([
      {name: 'Fooflozin', key: 'drugbank:DB1'},
      {name: 'Barflozin', key: 'drugbank:DB2'},
    ]);
    expect(built.report.distrusted).toEqual({
      count: 1,
      first: [
        {
          kind: 'product',
          identifier: 'drugbank:DB1',
          name: 'Barflozin',
          key: 'name:product:barflozin',
          held_by: ['drugbank:DB1'],
        },
      ],
    });
  });

  it('that is contested ties nothing but what is called by its name, in whatever order the rows come', async () => {
    const rows = [
      `('name:product:footine', 'footine', ['drugcentral:1', 'drugbank:DB9'])`,
      `('name:product:barmab', 'barmab', ['drugcentral:2', 'drugbank:DB9'])`,
      `('name:product:foo tine', 'foo tine', ['drugbank:DB9'])`,
    ];
    for (const order of [rows, [...rows].reverse()]) {
      const built = await build(folder, [products(order.join(', '), 'one')]);
      expect((await built.rows(live)).length).toBe(3);
    }
  });

  it('joins synonyms, a salt with its substance, and a suffixed biologic with its parent', async () => {
    const built = await build(folder, [
      products(
        `('name:product:acetylfoo', 'acetylfoo', ['drugbank:DB1']), ('name:product:foopirin', 'foopirin', ['drugbank:DB1']),
         ('chembl:CHEMBL1', 'Barnib', ['x:1']), ('chembl:CHEMBL2', 'Barnib mesylate', ['x:1']),
         ('x:3', 'bazlimumab', null), ('x:4', 'bazlimumab-abcd', null), ('x:5', 'ado-bazlimumab', null), ('x:6', 'ziv-otherone', null)`,
        'one',
      ),
    ]);
    expect((await built.rows(live)).map(({name}) => name)).toEqual([
      'Barnib',
      'acetylfoo',
      'bazlimumab',
      'ziv-otherone',
    ]);
    expect(built.report.distrusted.count).toBe(0);
  });

  it('that an ester bears does not part what two registries call the same', async () => {
    const built = await build(folder, [
      products(`('drugbank:DB7', 'Fooycin', null), ('chembl:CHEMBL7', 'fooycin', null)`, 'registries'),
      products(
        `('name:product:fooycin ethylsuccinate', 'fooycin ethylsuccinate', ['drugbank:DB7', 'chembl:CHEMBL8'])`,
        'esters',
      ),
    ]);
    expect((await built.rows(live)).map(({name}) => name)).toEqual(['fooycin', 'fooycin ethylsuccinate']);
    expect(built.report.distrusted.first.map(({identifier}) => identifier)).toEqual(['drugbank:DB7']);
  });

  it('is not needed where two registries call one thing the same, in a code or as another name', async () => {
    const built = await build(folder, [
      recipe(
        folder,
        {
          entities: `select *, 'product' as kind from (values ('drugbank:DB21', 'FOO-1981', null), ('chembl:CHEMBL21', 'FOO1981', null), ('drugbank:DB22', 'Foo-38', null),
            ('chembl:CHEMBL22', '7-ethyl-foothecin', [{name: 'Foo-38', type: 'synonym'}]), ('drugbank:DB23', 'Twice', null), ('chembl:CHEMBL23', 'A', [{name: 'Twice', type: 'synonym'}]), ('chembl:CHEMBL24', 'B', [{name: 'Twice', type: 'synonym'}])) v(key, name, names)`,
        },
        '-- name: registries\n',
      ),
    ]);
    expect((await built.rows(live)).length).toBe(5);
    expect(built.report.merges).toEqual({'same name in two registries': 2});
  });

  it('that a registry gives a salt is the substance’s', async () => {
    const built = await build(folder, [
      products(
        `('drugbank:DB7', 'Foonib', ['unii:AAA']), ('drugbank:DB8', 'Foonib maleate', ['unii:BBB']), ('drugbank:DB9', 'Adenosine', null), ('drugbank:DB10', 'Adenosine phosphate', null)`,
        'registry',
      ),
    ]);
    expect((await built.rows(live)).map(({name}) => name)).toEqual(['Adenosine phosphate', 'Foonib', 'Adenosine']);
  });

  it('that is a ticker given anew does not make two filers one company', async () => {
    const company = (rows: string, name: string, facts: string) =>
      recipe(
        folder,
        {entities: `select *, 'company' as kind from (values ${rows}) v(key, name, same_as)`},
        `-- name: ${name}\n${facts}`,
      );
    const built = await build(folder, [
      company(`('cik:1', 'Old Holder', ['ticker:FOO'])`, 'list', '-- priority: 40\n'),
      company(`('cik:2', 'New Holder', ['ticker:FOO'])`, 'registry', '-- priority: 80\n'),
      company(`('ticker:FOO', 'FOO', null)`, 'holdings', ''),
    ]);
    expect(await built.rows(`select name, state from entities order by name`)).toEqual([
      {name: 'FOO', state: 'merged'},
      {name: 'New Holder', state: 'live'},
      {name: 'Old Holder', state: 'live'},
    ]);
  });
});

it('sets never hold two values of one scheme, whatever is joined in whatever order', () => {
  const key = fc.integer({min: 0, max: 30});
  fc.assert(
    fc.property(
      fc.array(fc.tuple(key, fc.integer({min: 0, max: 3}))),
      fc.array(fc.tuple(key, key)),
      (carried, joins) => {
        const sets = new GuardedSets();
        const first = new Map<number, number>();
        for (const [k, value] of carried) if (!first.has(k)) first.set(k, value);
        for (const [k, value] of first) sets.carry(`k${k}`, 's', `v${value}`);
        for (const [a, b] of joins) {
          const one = sets.join(`k${a}`, `k${b}`);
          expect(one).toBe(sets.find(`k${a}`) === sets.find(`k${b}`));
        }
        const values = new Map<string, Set<number>>();
        for (const [k, value] of first) {
          const root = sets.find(`k${k}`);
          values.set(root, (values.get(root) ?? new Set()).add(value));
        }
        for (const held of values.values()) expect(held.size).toBe(1);
      },
    ),
  );
});
