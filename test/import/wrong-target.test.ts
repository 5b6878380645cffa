/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

it('what the list calls no target of a drug is none, in edges, mechanisms and labels, whatever sources state', async () => {
  const genes = recipe(
    folder,
    {
      entities: `select 'hgnc:HGNC:' || i as key, 'target' as kind, name, {ensembl_id: 'ENSG' || name} as attributes
        from (select unnest(['F8', 'F9', 'PPARA', 'PPARG']) as name, unnest(range(1, 5)) as i)`,
    },
    '-- name: genes\n',
  );
  const mechanism = (text: string, ...keys: number[]) =>
    `{mechanism: '${text}', action: 'agonist', target_keys: [${keys.map((key) => `'hgnc:HGNC:${key}'`).join(', ')}]}`;
  const drugs = recipe(folder, {
    entities: `select 'p:' || name as key, 'product' as kind, name, [m] as mechanisms, 0.95 as moa_confidence from (values
      ('valoctocogene roxaparvovec', ${mechanism('Coagulation factor IX exogenous protein', 2)}),
      ('etranacogene dezaparvovec', ${mechanism('Coagulation factor IX exogenous protein', 2)}),
      ('elafibranor', ${mechanism('PPAR agonist', 3, 4)})) v(name, m)`,
    edges: `select 'p:' || name as source_key, 'targets' as relation, 'hgnc:HGNC:' || unnest(keys) as target_key from (values
      ('valoctocogene roxaparvovec', [1, 2]), ('etranacogene dezaparvovec', [2]), ('elafibranor', [3, 4])) v(name, keys)`,
  });
  const built = await build(folder, [genes, drugs]);
  expect(
    await built.rows(
      `select p.name as drug, list(t.name order by t.name) as hits from edges e join entities p on p.id = e.source join entities t on t.id = e.target
       where relation = 'targets' group by p.name order by 1`,
    ),
  ).toEqual([
    {drug: 'elafibranor', hits: ['PPARA']},
    {drug: 'etranacogene dezaparvovec', hits: ['F9']},
    {drug: 'valoctocogene roxaparvovec', hits: ['F8']},
  ]);
  const rows = await built.rows(
    `select name, mechanism, coalesce(attributes ->> 'mechanisms', '[]') as m from entities where kind = 'product' order by name`,
  );
  expect(
    rows.map(({name, m}) => [name, (JSON.parse(m as string) as {targets: string[]}[]).map(({targets}) => targets)]),
  ).toEqual([
    ['elafibranor', [['PPARA']]],
    ['etranacogene dezaparvovec', [['F9']]],
    ['valoctocogene roxaparvovec', []],
  ]);
  expect(rows[2]?.mechanism ?? '').not.toContain('IX');
});

it('the gene that a kinase is fused to, and a cyclin, are no targets beside the kinase, and are without one', async () => {
  const genes = recipe(
    folder,
    {
      entities: `select 'hgnc:HGNC:' || i as key, 'target' as kind, name, {ensembl_id: 'ENSG' || name} as attributes
        from (select unnest(['ALK', 'EML4', 'CD74', 'CDK4', 'CCND1', 'CCNE1']) as name, unnest(range(1, 7)) as i)`,
    },
    '-- name: genes\n',
  );
  const drugs = recipe(folder, {
    entities: `select 'p:' || name as key, 'product' as kind, name, mechanism from (values ('footinib', 'CD74-ALK inhibitor'), ('milatumab', null), ('bociclib', null), ('fozociclib', null)) v(name, mechanism)`,
    edges: `select 'p:' || name as source_key, 'targets' as relation, 'hgnc:HGNC:' || unnest(keys) as target_key, 0.9 as confidence from (values
      ('footinib', [1, 2]), ('milatumab', [3]), ('bociclib', [4, 5]), ('fozociclib', [6])) v(name, keys)`,
  });
  const built = await build(folder, [genes, drugs]);
  expect(
    await built.rows(
      `select p.name as drug, list(t.name order by t.name) as hits from edges e join entities p on p.id = e.source join entities t on t.id = e.target
       where relation = 'targets' and e.confidence > 0.7 group by p.name order by 1`,
    ),
  ).toEqual([
    {drug: 'bociclib', hits: ['CDK4']},
    {drug: 'footinib', hits: ['ALK']},
    {drug: 'fozociclib', hits: ['CCNE1']},
    {drug: 'milatumab', hits: ['CD74']},
  ]);
});
