/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('a program that a list ties to another drug than its name says is of the named one; a code says less than the list', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select key, kind, name, a as aliases, 'therapeutic' as product_family from (values
        ('x:1', 'product', 'foobart', ['Foogale']), ('x:2', 'product', 'narsomab', null), ('x:3', 'product', 'allanfoo', ['FOO-101']),
        ('g:1', 'program', 'Foogale', null), ('g:2', 'program', 'FOO-101', null), ('g:3', 'program', 'foobart + narsomab', null)) v(key, kind, name, a)`,
      edges: values(
        `('g:1', 'program_of', 'x:2'), ('g:2', 'program_of', 'x:2'), ('g:3', 'program_of', 'x:2')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  expect(
    await built.rows(
      `select g.natural_key as program, p.name from edges e join entities g on g.id = e.source join entities p on p.id = e.target where relation = 'program_of' order by 1`,
    ),
  ).toEqual([
    {program: 'g:1', name: 'foobart'},
    {program: 'g:2', name: 'narsomab'},
    // Of what is given together it is the first.
    {program: 'g:3', name: 'foobart'},
  ]);
});
