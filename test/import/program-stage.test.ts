/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('a program is approved for the one disease that its drug is approved for; an agency that has revoked its approval approves no longer', async () => {
  const use = (n: number, label: string, phase: string) =>
    `{id: 'MONDO:000000${n}', label: '${label}', phase: '${phase}', source: 'hand', confidence: 0.9, record: null::varchar}`;
  const {rows} = await build(folder, [
    recipe(folder, {
      diseases: values(
        `('MONDO:0000001', 'gout', []::varchar[], []::varchar[]), ('MONDO:0000002', 'asthma', [], [])`,
        'id, label, synonyms, parents',
      ),
    }),
    recipe(folder, {
      entities: `select key, 'product' as kind, name, 'therapeutic' as product_family, attributes, uses as indications from (values
          ('x:1', 'foomab', {max_phase: 4, approved_by: ['FDA', 'EMA']}, [${use(1, 'gout', 'approved')}]),
          ('x:2', 'barmab', {max_phase: 4, approved_by: ['FDA']}, [${use(1, 'gout', 'approved')}, ${use(2, 'asthma', 'approved')}]),
          ('x:3', 'bazmab', {max_phase: 2, approved_by: null}, [${use(1, 'gout', 'phase 2')}])) v(key, name, attributes, uses)
        union all by name
        select key, 'program' as kind, name, d as disease_id, l as disease_label, 0.9 as moa_confidence, {stage: stage, phase: stage} as attributes from (values
          ('g:1', 'foomab', 'MONDO:0000001', 'gout', 'phase 1'), ('g:2', 'foomab inhaled', 'MONDO:0000002', 'asthma', 'phase 2'),
          ('g:3', 'barmab', 'MONDO:0000001', 'gout', 'phase 3'), ('g:4', 'bazmab', 'MONDO:0000001', 'gout', 'phase 2')) v(key, name, d, l, stage)
        union all by name
        select key, 'approval' as kind, name, {agency: agency, marketing_status: standing} as attributes from (values
          ('a:1', 'foomab, BLA 1', 'FDA', 'prescription'), ('a:2', 'foomab, EMA 1', 'EMA', 'revoked')) v(key, name, agency, standing)`,
      edges: values(
        `('g:1', 'program_of', 'x:1'), ('g:2', 'program_of', 'x:1'), ('g:3', 'program_of', 'x:2'), ('g:4', 'program_of', 'x:3'), ('a:1', 'approval_of', 'x:1'), ('a:2', 'approval_of', 'x:1')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  expect(
    await rows(
      `select name, attributes ->> 'stage' as stage from entities where kind = 'program' order by natural_key`,
    ),
  ).toEqual([
    {name: 'foomab', stage: 'approved'},
    {name: 'foomab inhaled', stage: 'phase 2'},
    {name: 'barmab', stage: 'phase 3'},
    {name: 'bazmab', stage: 'phase 2'},
  ]);
  expect(
    await rows(
      `select name, attributes ->> 'approved_by' as agencies from entities where kind = 'product' order by natural_key`,
    ),
  ).toEqual([
    {name: 'foomab', agencies: '["FDA"]'},
    {name: 'barmab', agencies: '["FDA"]'},
    {name: 'bazmab', agencies: null},
  ]);
});
