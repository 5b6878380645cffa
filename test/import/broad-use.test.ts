/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('a word as broad as an organ’s is no approved use of a drug that has a narrower one below it', async () => {
  const tree = recipe(folder, {
    diseases: values(
      `('MONDO:0000001', 'cancer', []::varchar[], []::varchar[]), ('MONDO:0000002', 'melanoma', [], ['MONDO:0000001']), ('MONDO:0000003', 'uveal melanoma', [], ['MONDO:0000002']),
       ('MONDO:0000004', 'cardiovascular disease', [], []), ('MONDO:0000005', 'epilepsy', [], []), ('MONDO:0000006', 'focal epilepsy', [], ['MONDO:0000005']),
       ('MONDO:0000007', 'bacterial infectious disease', [], []), ('MONDO:0000008', 'tularemia', [], ['MONDO:0000007'])`,
      'id, label, synonyms, parents',
    ),
  });
  const drug = (n: number, source: string, uses: [string, string][]) =>
    `select 'p:${n}' as key, 'product' as kind, 'foo${n}mab' as name, '${source}' as source, [${uses.map(([label, phase]) => `{id: null::varchar, label: '${label}', phase: '${phase}'}`)}] as indications`;
  const rows = [
    drug(1, 'ChEMBL', [
      ['cancer', 'approved'],
      ['uveal melanoma', 'approved'],
      ['cardiovascular disease', 'approved'],
    ]),
    // What is only tried is no reason to drop what is approved, and what is only tried may be broad.
    drug(2, 'ChEMBL', [
      ['cancer', 'approved'],
      ['melanoma', 'phase 3'],
    ]),
    drug(3, 'ChEMBL', [
      ['cancer', 'phase 2'],
      ['melanoma', 'approved'],
    ]),
    // A disease may have a kind of its own among the uses.
    drug(4, 'ChEMBL', [
      ['epilepsy', 'approved'],
      ['focal epilepsy', 'approved'],
    ]),
    drug(6, 'ChEMBL', [
      ['bacterial infectious disease', 'approved'],
      ['tularemia', 'approved'],
    ]),
    drug(5, 'a label', [
      ['cancer', 'approved'],
      ['melanoma', 'approved'],
    ]),
  ];
  const built = await build(folder, [tree, recipe(folder, {entities: rows.join(' union all ')})]);
  expect(
    await built.rows(
      `select name, list_sort(list_transform(from_json(attributes -> 'indications', '[{"label": "VARCHAR"}]'), lambda i: i.label)) as uses from entities where kind = 'product' order by name`,
    ),
  ).toEqual([
    {name: 'foo1mab', uses: ['cardiovascular disease', 'uveal melanoma']},
    {name: 'foo2mab', uses: ['cancer', 'melanoma']},
    {name: 'foo3mab', uses: ['cancer', 'melanoma']},
    {name: 'foo4mab', uses: ['epilepsy', 'focal epilepsy']},
    {name: 'foo5mab', uses: ['cancer', 'melanoma']},
    {name: 'foo6mab', uses: ['bacterial infectious disease', 'tularemia']},
  ]);
});
