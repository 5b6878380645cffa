/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('the symbol of a gene is no alias of another', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select key, 'target' as kind, name, aliases, {hgnc_id: id} as attributes from (values
        ('hgnc:1', 'FOO1', ['foo one', 'BAR2'], 'HGNC:1'), ('hgnc:2', 'BAR2', ['BARB'], 'HGNC:2')) v(key, name, aliases, id)`,
    }),
  ]);
  expect(await built.rows(`select name, aliases from entities where kind = 'target' order by 1`)).toEqual([
    {name: 'BAR2', aliases: ['BARB']},
    {name: 'FOO1', aliases: ['foo one']},
  ]);
});

it('a code in capitals and small letters in the title of a trial without interventions is its drug', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select key, kind, name, a as aliases, 'small molecule' as modality, 0.9 as moa_confidence from (values
        ('x:1', 'product', 'foofamidis', ['FX-1006A']), ('t:1', 'trial', 'Efficacy of Fx-1006A in Amyloidosis', null)) v(key, kind, name, a)`,
    }),
  ]);
  expect(
    await built.rows(
      `select p.name from edges e join entities p on p.id = e.source where relation = 'tested_in' and p.kind = 'product'`,
    ),
  ).toEqual([{name: 'foofamidis'}]);
});

it('what a source says of another drug is no mechanism, and a member that a drug spares is no target', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 'hgnc:' || n as key, 'target' as kind, name, {hgnc_id: 'HGNC:' || n, alias_symbols: []::varchar[]} as attributes
        from (values (1, 'S1PR1'), (2, 'S1PR2'), (3, 'SLC6A2'), (4, 'SLC6A4')) v(n, name)
        union all by name select 'x:1' as key, 'product' as kind, 'siponimod' as name
        union all by name select 'x:3' as key, 'product' as kind, 'plerixafor' as name,
          {mechanisms: [{mechanism: 'C-X-C chemokine receptor type 4 partial agonist', action: 'partial agonist', source: 'ChEMBL', confidence: 0.95}]} as attributes
        union all by name select 'x:2' as key, 'product' as kind, 'viloxazine' as name, 'SLC6A4' as target, 'SLC6A4' as target_symbol, 'SNRI' as mechanism, 0.9 as moa_confidence`,
      edges: values(
        `('x:1', 'targets', 'hgnc:1'), ('x:1', 'targets', 'hgnc:2'), ('x:2', 'targets', 'hgnc:4')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  expect(
    await built.rows(
      `select p.name as p, t.name as t from edges e join entities p on p.id = e.source join entities t on t.id = e.target where relation = 'targets' and p.name = 'siponimod'`,
    ),
  ).toEqual([{p: 'siponimod', t: 'S1PR1'}]);
  const [drug] = await built.rows(`select target_symbol, mechanism from entities where name = 'viloxazine'`);
  expect(drug).not.toMatchObject({mechanism: 'SNRI'});
  expect(drug?.target_symbol).toBe('SLC6A2');
  const [other] = await built.rows(`select attributes ->> 'mechanisms' as m from entities where name = 'plerixafor'`);
  expect(JSON.parse(String(other?.m))).toMatchObject([
    {mechanism: 'C-X-C chemokine receptor type 4 antagonist', action: 'antagonist'},
  ]);
});
