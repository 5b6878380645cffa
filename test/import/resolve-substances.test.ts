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
