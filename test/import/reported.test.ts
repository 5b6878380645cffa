/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('a report of one trial has what the trial tries, a paper of another target has not', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select key, kind, name, t as target, m as modality, case when t is not null then 0.9 end as moa_confidence from (values
        ('t:1', 'trial', 'A trial', 'FOO1', 'monoclonal antibody'), ('t:2', 'trial', 'Another', 'BAR1', 'small molecule'), ('x:1', 'product', 'barinib', 'BAR1', 'small molecule'),
        ('p:1', 'paper', 'Results', null, null), ('p:2', 'paper', 'Two trials', null, null), ('p:3', 'paper', 'KRS1 and resistance', 'KRS1', null), ('p:4', 'paper', 'On barinib', null, null)) v(key, kind, name, t, m)`,
      edges: values(
        `('p:1', 'reports_on', 't:1'), ('p:2', 'reports_on', 't:1'), ('p:2', 'reports_on', 't:2'), ('p:3', 'studies', 'x:1'), ('p:4', 'studies', 'x:1')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  const rows = await built.rows(
    `select name, target, modality, moa_confidence as sure from entities where kind = 'paper' order by natural_key`,
  );
  expect(rows).toEqual([
    {name: 'Results', target: 'FOO1', modality: 'monoclonal antibody', sure: 0.75},
    {name: 'Two trials', target: null, modality: null, sure: null},
    {name: 'KRS1 and resistance', target: 'KRS1', modality: null, sure: 0.9},
    {name: 'On barinib', target: 'BAR1', modality: 'small molecule', sure: 0.75},
  ]);
});
