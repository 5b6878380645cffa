/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('a drug has the routes and forms of its approvals, most frequent first, and what people call the form', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select key, kind, name, 'therapeutic' as product_family, a as attributes from (values
        ('x:1', 'product', 'fooglutide', null::json), ('x:2', 'product', 'bazaripine', null), ('x:3', 'product', 'quxmab', null),
        ('nda:1', 'approval', 'Foo', {route: 'subcutaneous', dosage_forms: ['solution']}::json), ('nda:2', 'approval', 'Foo again', {route: 'subcutaneous', dosage_forms: ['solution']}),
        ('nda:3', 'approval', 'Foo tablets', {route: 'oral', dosage_forms: ['tablet']}),
        ('nda:4', 'approval', 'Baz LAI', {route: 'intramuscular', dosage_forms: ['suspension, extended release']}),
        ('nda:5', 'approval', 'Baz', {route: 'oral, injection', dosage_forms: ['tablet', 'injectable']})) v(key, kind, name, a)`,
      edges: values(
        `('nda:1', 'approval_of', 'x:1'), ('nda:2', 'approval_of', 'x:1'), ('nda:3', 'approval_of', 'x:1'), ('nda:4', 'approval_of', 'x:2'), ('nda:5', 'approval_of', 'x:2')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  const rows = await built.rows(
    `select name, attributes->'routes' as routes, attributes->'dosage_forms' as forms, attributes->'form_names' as called
     from entities where kind = 'product' order by natural_key`,
  );
  const read = (text: unknown) => JSON.parse((text as string | null) ?? 'null');
  expect(rows.map(({name, routes, forms, called}) => [name, read(routes), read(forms), read(called)])).toEqual([
    ['fooglutide', ['subcutaneous', 'oral'], ['solution', 'tablet'], ['pill']],
    [
      'bazaripine',
      ['injection', 'intramuscular', 'oral'],
      ['injectable', 'suspension, extended release', 'tablet'],
      ['LAI', 'depot', 'long-acting injectable'],
    ],
    ['quxmab', null, null, null],
  ]);
});
