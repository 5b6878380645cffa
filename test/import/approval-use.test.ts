/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('an approval is for the one disease of its drug, and what is expected by the end of a year is dated to its last quarter', async () => {
  const use = (n: number, label: string) =>
    `{id: 'MONDO:000000${n}', label: '${label}', phase: 'approved', source: 'hand', confidence: 0.9, record: null::varchar}`;
  const {rows} = await build(folder, [
    recipe(folder, {
      diseases: values(
        `('MONDO:0000001', 'gout', []::varchar[], []::varchar[]), ('MONDO:0000002', 'asthma', [], [])`,
        'id, label, synonyms, parents',
      ),
    }),
    recipe(folder, {
      entities: `select key, 'product' as kind, name, 'therapeutic' as product_family, {max_phase: 4, approved_by: ['FDA']} as attributes, uses as indications from (values
          ('x:1', 'foomab', [${use(1, 'gout')}]), ('x:2', 'barmab', [${use(1, 'gout')}, ${use(2, 'asthma')}])) v(key, name, uses)
        union all by name
        select key, 'approval' as kind, name, {agency: 'FDA', application_type: type, approved_at: day} as attributes from (values
          ('a:1', 'foomab, BLA 1', 'BLA', '2020-01-01'), ('a:2', 'foomab, ANDA 2', 'ANDA', '2020-01-01'), ('a:3', 'barmab, BLA 3', 'BLA', '2020-01-01'),
          ('a:4', 'foomab, NDA 4', 'NDA', '1990-01-01'), ('a:5', 'FDA orphan approval of foomab', null, '2020-01-01'), ('a:6', 'barmab, BLA 6', 'BLA', '2022-01-01')) v(key, name, type, day)
        union all by name
        select key, 'catalyst' as kind, name, {type: 'data_readout', date: day, date_precision: 'year', text: text, status: 'expected'} as attributes from (values
          ('c:1', 'readout, ONE', '2030-01-01', 'data expected by year-end 2030'), ('c:2', 'readout, TWO', '2030-01-01', 'data expected in 2030'),
          ('c:3', 'readout, THREE', '2030-01-01', 'results by the end of 2030')) v(key, name, day, text)`,
      edges: values(
        `('a:1', 'approval_of', 'x:1'), ('a:2', 'approval_of', 'x:1'), ('a:3', 'approval_of', 'x:2'), ('a:4', 'approval_of', 'x:1'), ('a:5', 'approval_of', 'x:1'), ('a:6', 'approval_of', 'x:2')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  expect(
    await rows(`select natural_key as key, disease_label from entities where kind = 'approval' order by 1`),
  ).toEqual([
    {key: 'a:1', disease_label: 'gout'},
    {key: 'a:2', disease_label: null},
    // The first for barmab, which is first of all for gout.
    {key: 'a:3', disease_label: 'gout'},
    {key: 'a:4', disease_label: null},
    {key: 'a:5', disease_label: null},
    {key: 'a:6', disease_label: null},
  ]);
  expect(
    await rows(
      `select natural_key as key, attributes ->> 'date' as day, attributes ->> 'date_precision' as precision from entities where kind = 'catalyst' order by 1`,
    ),
  ).toEqual([
    {key: 'c:1', day: '2030-10-01', precision: 'quarter'},
    {key: 'c:2', day: '2030-01-01', precision: 'year'},
    {key: 'c:3', day: '2030-10-01', precision: 'quarter'},
  ]);
});

it('the first application for a new drug is for what the drug is first of all for', async () => {
  const {rows} = await build(folder, [
    recipe(folder, {
      diseases: values(
        `('MONDO:0000001', 'gout', []::varchar[], []::varchar[]), ('MONDO:0000002', 'asthma', [], [])`,
        'id, label, synonyms, parents',
      ),
    }),
    recipe(folder, {
      entities: `select key, 'product' as kind, name, 'therapeutic' as product_family, 'MONDO:0000001' as disease_id, 'gout' as disease_label, 0.9 as moa_confidence,
          {max_phase: 4, approved_by: ['FDA'], first_approval_year: year} as attributes,
          [{id: 'MONDO:0000002', label: 'asthma', phase: 'approved', source: 'hand', confidence: 0.9, record: null::varchar},
           {id: 'MONDO:0000001', label: 'gout', phase: 'approved', source: 'hand', confidence: 0.9, record: null::varchar}] as indications
        from (values ('x:1', 'foomab', 2018), ('x:2', 'barmab', 1990), ('x:3', 'bazmab', 2015), ('x:4', 'bazmab; quxmab', 2015)) v(key, name, year)
        union all by name
        select key, 'approval' as kind, name, {agency: 'FDA', application_type: type, approved_at: day, generic: generic} as attributes from (values
          ('a:1', 'foomab, BLA 1', 'BLA', '2020-01-01', 'foomab'), ('a:2', 'foomab, BLA 2', 'BLA', '2022-01-01', 'foomab'),
          ('a:3', 'barmab, NDA 3', 'NDA', '2020-01-01', 'barmab'), ('a:4', 'bazmab, NDA 4', 'NDA', '2016-01-01', 'bazmab'),
          ('a:5', 'bazmab; quxmab, NDA 5', 'NDA', '2015-01-01', 'bazmab; quxmab')) v(key, name, type, day, generic)`,
      edges: values(
        `('a:1', 'approval_of', 'x:1'), ('a:2', 'approval_of', 'x:1'), ('a:3', 'approval_of', 'x:2'), ('a:4', 'approval_of', 'x:3'), ('a:5', 'approval_of', 'x:4')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  expect(
    await rows(`select natural_key as key, disease_label from entities where kind = 'approval' order by 1`),
  ).toEqual([
    {key: 'a:1', disease_label: 'gout'},
    {key: 'a:2', disease_label: null},
    {key: 'a:3', disease_label: null},
    {key: 'a:4', disease_label: null},
    {key: 'a:5', disease_label: 'gout'},
  ]);
});

it('an approval is for a finding if its drug is first of all for that, and never for an examination', async () => {
  const use = (id: string, label: string, source: string) =>
    `[{id: '${id}', label: '${label}', phase: 'approved', source: '${source}', confidence: 0.9, record: null::varchar}]`;
  const {rows} = await build(folder, [
    recipe(folder, {
      entities: `select key, 'product' as kind, name, 'therapeutic' as product_family, {max_phase: 4, approved_by: ['FDA']} as attributes, uses as indications from (values
          ('x:1', 'foomab', ${use('HP:0003124', 'Hypercholesterolemia', 'hand')}), ('x:2', 'barmab', ${use('HP:0006536', 'Airway obstruction', 'ChEMBL')}),
          ('x:3', 'bazmab', ${use('EFO:0009501', 'echocardiography', 'hand')})) v(key, name, uses)
        union all by name
        select key, 'approval' as kind, name, {agency: 'FDA', application_type: 'BLA', approved_at: '2020-01-01'} as attributes from (values
          ('a:1', 'foomab, BLA 1'), ('a:2', 'barmab, BLA 2'), ('a:3', 'bazmab, BLA 3')) v(key, name)`,
      edges: values(
        `('a:1', 'approval_of', 'x:1'), ('a:2', 'approval_of', 'x:2'), ('a:3', 'approval_of', 'x:3')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  expect(
    await rows(
      `select natural_key as key, kind, disease_label from entities where kind in ('approval', 'product') order by 1`,
    ),
  ).toEqual([
    {key: 'a:1', kind: 'approval', disease_label: 'Hypercholesterolemia'},
    {key: 'a:2', kind: 'approval', disease_label: null},
    {key: 'a:3', kind: 'approval', disease_label: null},
    {key: 'x:1', kind: 'product', disease_label: 'Hypercholesterolemia'},
    {key: 'x:2', kind: 'product', disease_label: null},
    {key: 'x:3', kind: 'product', disease_label: 'echocardiography'},
  ]);
});
