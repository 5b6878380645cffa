/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('what a drug is for by a rule, its programs and the list of uses stands among its indications, and how far it has come by a list', async () => {
  const tree = recipe(folder, {
    diseases: values(
      `('MONDO:0000001', 'gout', []::varchar[], []::varchar[]), ('MONDO:0000002', 'asthma', [], []), ('MONDO:0000003', 'pulmonary arterial hypertension', [], []), ('MONDO:0000004', 'motion sickness', [], []), ('MONDO:0000005', 'gastroparesis', [], [])`,
      'id, label, synonyms, parents',
    ),
  });
  const drugs = recipe(folder, {
    entities: `select key, kind, name, 'therapeutic' as product_family, d as disease_id, l as disease_label, case when d is not null then 0.9 end as moa_confidence from (values
      ('x:1', 'product', 'foomab', null, null), ('x:2', 'product', 'barmab', 'MONDO:0000001', 'gout'), ('x:3', 'product', 'seralutinib', null, null), ('x:4', 'product', 'bazmab', null, null), ('x:5', 'product', 'inaxaplin', null, null),
      ('g:1', 'program', 'foomab', 'MONDO:0000001', 'gout'), ('g:2', 'program', 'barmab inhaled', 'MONDO:0000002', 'asthma'), ('g:3', 'program', 'barmab', 'MONDO:0000001', 'gout')) v(key, kind, name, d, l)
      union all by name select 'x:6' as key, 'product' as kind, 'tradipitant' as name, 'therapeutic' as product_family, [
        {id: 'MONDO:0000005', label: 'gastroparesis', phase: 'phase 3', source: 'hand', confidence: 0.8, record: null::varchar},
        {id: 'MONDO:0000004', label: 'motion sickness', phase: 'phase 2', source: 'hand', confidence: 0.8, record: null}] as indications`,
    edges: values(
      `('g:1', 'program_of', 'x:1'), ('g:2', 'program_of', 'x:2'), ('g:3', 'program_of', 'x:2')`,
      'source_key, relation, target_key',
    ),
  });
  const built = await build(folder, [tree, drugs]);
  expect(
    await built.rows(
      `select name, (attributes ->> 'max_phase')::integer as phase from entities where kind = 'product' and (attributes ->> 'max_phase') is not null order by name`,
    ),
  ).toEqual([
    {name: 'inaxaplin', phase: 3},
    {name: 'seralutinib', phase: 3},
    {name: 'tradipitant', phase: 4},
  ]);
  expect(
    await built.rows(
      `select name, list_transform(from_json(attributes -> 'indications', '[{"label": "VARCHAR", "phase": "VARCHAR", "source": "VARCHAR", "confidence": "DOUBLE"}]'), lambda i: concat_ws(', ', i.label, i.phase, i.source, i.confidence)) as uses
       from entities where kind = 'product' order by natural_key`,
    ),
  ).toEqual([
    {name: 'foomab', uses: ['gout, biograph: its program, 0.8']},
    {name: 'barmab', uses: [expect.stringMatching(/^gout, hand\d+, 0.9$/), 'asthma, biograph: its program, 0.8']},
    {name: 'seralutinib', uses: ['pulmonary arterial hypertension, phase 3, biograph: its list of uses, 0.75']},
    {name: 'bazmab', uses: null},
    {name: 'inaxaplin', uses: null},
    // It is approved, and the list says for what; no agency has said so of what else it is tried for.
    {
      name: 'tradipitant',
      uses: ['gastroparesis, phase 3, hand, 0.8', 'motion sickness, approved, biograph: its list of uses, 0.75'],
    },
  ]);
});

it('what a source says a drug is for, and is not, is left out; salt is for nothing that it was compared with', async () => {
  const drug = (n: number, name: string, uses: [string, string][]) =>
    `select 'p:${n}' as key, 'product' as kind, '${name}' as name, [${uses.map(([label, phase]) => `{id: null::varchar, label: '${label}', phase: '${phase}'}`)}] as indications`;
  const built = await build(folder, [
    recipe(
      folder,
      {
        diseases: `select * from (values ('MONDO:1', 'Niemann-Pick disease type B'), ('MONDO:2', 'melanoma'), ('MONDO:3', 'thrombophlebitis'), ('MONDO:4', 'multiple sclerosis')) v(id, label)`,
      },
      '-- name: terms\n',
    ),
    recipe(folder, {
      entities: [
        drug(1, 'toripalimab', [
          ['Niemann-Pick disease type B', 'approved'],
          ['melanoma', 'approved'],
        ]),
        drug(2, 'foomab', [
          ['thrombophlebitis', 'approved'],
          ['melanoma', 'phase 2'],
        ]),
        drug(3, 'sodium chloride', [['melanoma', 'phase 3']]),
        drug(4, 'remibrutinib', [['melanoma', 'phase 1']]),
      ].join(' union all by name '),
    }),
  ]);
  const rows = await built.rows(
    `select name, list_sort(list_transform(from_json(attributes -> 'indications', '[{"label": "VARCHAR", "phase": "VARCHAR"}]'), lambda i: concat_ws(', ', i.label, i.phase))) as uses from entities where kind = 'product' order by natural_key`,
  );
  expect(rows.map(({uses}) => uses)).toEqual([
    ['melanoma, approved'],
    ['melanoma, phase 2'],
    null,
    ['melanoma, phase 1', 'multiple sclerosis, phase 3'],
  ]);
});
