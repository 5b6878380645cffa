/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('a code that several companies use leads to no drug by itself, whatever a list makes of it', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select key, kind, name, a as aliases, i as attributes, 'therapeutic' as product_family from (values
        ('c:1', 'company', 'Fooco Inc', null, null),
        ('x:1', 'product', 'ompefoo', ['RGX-202'], null), ('x:2', 'product', 'galinfoo', ['GPS'], null), ('x:3', 'product', 'ownfoo', ['OWN-1234'], null),
        ('t:1', 'trial', 'A study in dystrophy', null, {interventions: ['RGX-202']}), ('t:2', 'trial', 'A study in something', null, {interventions: ['OWN-1234']}),
        ('g:1', 'program', 'RGX-202', null, null), ('g:2', 'program', 'FOO-08046033 (GPS)', null, null), ('g:3', 'program', 'OWN-1234', null, null)
      ) v(key, kind, name, a, i)`,
      edges: values(
        `('g:2', 'program_of', 'x:2'), ('c:1', 'develops', 'g:1'), ('c:1', 'develops', 'g:2'), ('c:1', 'sponsors', 't:1')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  const edges = await built.rows(
    `select s.name as s, relation as r, t.name as t from edges e join entities s on s.id = e.source join entities t on t.id = e.target
     where relation in ('program_of', 'tested_in') and 'product' in (s.kind, t.kind) order by all`,
  );
  expect(edges).toEqual([
    {s: 'OWN-1234', r: 'program_of', t: 'ownfoo'},
    {s: 'ownfoo', r: 'tested_in', t: 'A study in something'},
  ]);
});

it('what a company gives its drug with does not say what that drug is, and another company is no program', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select key, kind, name, 'therapeutic' as product_family from (values
        ('c:1', 'company', 'Fooco Inc'), ('c:2', 'company', 'Barco Biosciences, Inc.'),
        ('g:1', 'program', 'FOO-398 with nivolumab'), ('g:2', 'program', 'foovatinib + nivolumab'), ('g:3', 'program', 'Barco Biosciences'), ('g:4', 'program', 'Open-Label')
      ) v(key, kind, name)`,
      edges: values(
        `('c:1', 'develops', 'g:1'), ('c:1', 'develops', 'g:2'), ('c:1', 'develops', 'g:3'), ('c:1', 'develops', 'g:4')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  expect(await built.rows(`select name, modality from entities where kind = 'program' order by name`)).toEqual([
    {name: 'FOO-398 with nivolumab', modality: null},
    {name: 'foovatinib + nivolumab', modality: 'small molecule'},
  ]);
});
