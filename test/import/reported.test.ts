/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('a report of one trial has what the trial tries, a paper of another target has not', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 't:3' as key, 'trial' as kind, 'A later trial' as name, 'FOO1' as target, 'monoclonal antibody' as modality, 'neurology' as therapeutic_area, 0.9 as moa_confidence, {start_date: '2015-02-01'} as attributes
        union all by name select 'p:5' as key, 'paper' as kind, 'What was known' as name, {published_at: '2007-01-01'} as attributes
        union all by name select 'p:6' as key, 'paper' as kind, 'Undated' as name
        union all by name select 'p:7' as key, 'paper' as kind, 'What was found' as name, {published_at: '2017-01-01'} as attributes
        union all by name select key, kind, name, t as target, m as modality, case when t is not null then 0.9 end as moa_confidence, case when kind = 'paper' then {published_at: '2020-01-01'} when kind = 'trial' then {start_date: '2012-01-01'} end as attributes from (values
        ('t:1', 'trial', 'A trial', 'FOO1', 'monoclonal antibody'), ('t:2', 'trial', 'Another', 'BAR1', 'small molecule'), ('x:1', 'product', 'barinib', 'BAR1', 'small molecule'),
        ('p:1', 'paper', 'Results', null, null), ('p:2', 'paper', 'Two trials', null, null), ('p:3', 'paper', 'KRS1 and resistance', 'KRS1', null), ('p:4', 'paper', 'On barinib', null, null)) v(key, kind, name, t, m)`,
      edges: values(
        `('p:5', 'reports_on', 't:3'), ('p:6', 'reports_on', 't:3'), ('p:7', 'reports_on', 't:3'), ('p:1', 'reports_on', 't:1'), ('p:2', 'reports_on', 't:1'), ('p:2', 'reports_on', 't:2'), ('p:3', 'studies', 'x:1'), ('p:4', 'studies', 'x:1')`,
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
    {name: 'What was known', target: null, modality: null, sure: null},
    {name: 'Undated', target: null, modality: null, sure: null},
    {name: 'What was found', target: 'FOO1', modality: 'monoclonal antibody', sure: 0.75},
  ]);
  expect(
    await built.rows(
      `select name, therapeutic_area as area from entities where therapeutic_area is not null and kind = 'paper'`,
    ),
  ).toEqual([{name: 'What was found', area: 'neurology'}]);
  const tied = await built.rows(
    `select g.relation, p.name from edges g join entities p on p.id in (g.source, g.target) join entities t on t.id in (g.source, g.target) and t.natural_key = 't:3' where p.kind = 'paper' order by 2`,
  );
  expect(tied).toEqual([
    {relation: 'reports_on', name: 'Undated'},
    {relation: 'reports_on', name: 'What was found'},
    {relation: 'cites', name: 'What was known'},
  ]);
});
