/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('a substance of an approved combination has come as far as it, and is not approved by itself', async () => {
  const built = await build(folder, [
    recipe(
      folder,
      {
        entities: `select key, 'approval' as kind, key as name, {agency: 'FDA', approved_at: '2023-05-01', application_type: 'NDA'} as attributes from (values ('a:1'), ('a:2')) v(key)`,
        edges: values(`('a:1', 'x:1'), ('a:2', 'x:3')`, 'source_key, target_key').replace(
          '*',
          `*, 'approval_of' as relation`,
        ),
      },
      '-- name: approvals\n',
    ),
    recipe(
      folder,
      {
        entities: `select *, 'product' as kind, 'therapeutic' as product_family, case when name like '%/%' then 0.8 end as moa_confidence from (values
          ('x:1', 'bazicaftor / foocaftor', 'gout', null), ('x:2', 'foocaftor', null, {max_phase: 1}), ('x:3', 'bazicaftor', null, {max_phase: 4}), ('x:4', 'quxicaftor', null, {max_phase: 2})) v(key, name, disease_label, attributes)`,
      },
      '-- name: products\n',
    ),
  ]);
  expect(
    await built.rows(
      `select name, attributes ->> 'approved_by' as by, (attributes ->> 'max_phase')::integer as phase, attributes ->> 'approved_in' as approved_in, disease_label from entities where kind = 'product' order by natural_key`,
    ),
  ).toEqual([
    {name: 'bazicaftor / foocaftor', by: '["FDA"]', phase: 4, approved_in: null, disease_label: 'gout'},
    {name: 'foocaftor', by: null, phase: 4, approved_in: '["bazicaftor / foocaftor"]', disease_label: 'gout'},
    {name: 'bazicaftor', by: '["FDA"]', phase: 4, approved_in: null, disease_label: null},
    {name: 'quxicaftor', by: null, phase: 2, approved_in: null, disease_label: null},
  ]);
});

it('a combination is for what its substances are for, if that is one disease', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select key, 'product' as kind, name, 'therapeutic' as product_family, d as disease_id, l as disease_label, case when d is not null then 0.9 end as moa_confidence from (values
        ('x:1', 'foosartan', 'MONDO:0000001', 'gout'), ('x:2', 'barothiazide', 'MONDO:0000001', 'gout'), ('x:3', 'bazomab', 'MONDO:0000002', 'asthma'),
        ('x:4', 'barothiazide; foosartan', null, null), ('x:5', 'bazomab; foosartan', null, null), ('x:6', 'foosartan; quxipril', null, null), ('x:7', 'bazomab and hyaluronidase', null, null),
        ('x:8', 'barothiazide; foosartan cilexetil', null, null)) v(key, name, d, l)`,
    }),
  ]);
  expect(
    await built.rows(
      `select name, disease_label as d, p.source from entities e left join provenance p on p.entity_id = e.id and p.field = 'moa.disease_label' where natural_key >= 'x:4' order by natural_key`,
    ),
  ).toEqual([
    {name: 'barothiazide; foosartan', d: 'gout', source: 'biograph: its substance'},
    {name: 'bazomab; foosartan', d: null, source: null},
    // One of two says nothing of the other.
    {name: 'foosartan; quxipril', d: null, source: null},
    {name: 'bazomab and hyaluronidase', d: 'asthma', source: 'biograph: its substance'},
    {name: 'barothiazide; foosartan cilexetil', d: 'gout', source: 'biograph: its substance'},
  ]);
});
