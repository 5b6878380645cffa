/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

const genes = recipe(
  folder,
  {
    entities: `select 'hgnc:HGNC:' || i as key, 'target' as kind, name, {ensembl_id: 'ENSG' || name} as attributes
      from (select unnest(['MAP2K1', 'MAP2K2', 'DRD2', 'EGFR']) as name, unnest(range(1, 5)) as i)`,
  },
  '-- name: genes\n',
);

it('a product’s mechanism is what its sources state about its primary target, at most as sure as that', async () => {
  const built = await build(folder, [
    genes,
    recipe(folder, {
      entities: `select key, 'product' as kind, name, mechanism, 0.9 as moa_confidence, list_transform(said, lambda s: {mechanism: s[1], action: s[2], role: 'primary', target: s[3], target_keys: ['hgnc:HGNC:' || s[3]], confidence: 0.95}) as mechanisms from (values
        ('x:1', 'bazopiride', null, [['Dopamine D2 receptor antagonist', 'antagonist', '3'], ['Epidermal growth factor receptor inhibitor', 'inhibitor', '4']]),
        ('x:2', 'bazometinib', null, [['Dual specificity kinase kinase 1 inhibitor', 'inhibitor', '1'], ['Dual specificity kinase kinase 2 inhibitor', 'inhibitor', '2']]),
        ('x:3', 'footinib', 'EGFR blocker', [['Epidermal growth factor receptor inhibitor', 'inhibitor', '4']]),
        ('x:4', 'FOO-1', null, [['Dopamine D2 receptor other', 'other', '3']]),
        ('x:5', 'FOO-2', null, [['Dopamine D2 receptor unknown', 'unknown', '3'], ['Dopamine D2 receptor agonist', 'agonist', '3']])) v(key, name, mechanism, said)`,
    }),
  ]);
  expect(
    await built.rows(
      `select name, target, mechanism, p.source is not null as told, p.confidence <= t.confidence as no_surer from entities e
       left join provenance p on p.entity_id = e.id and p.field = 'moa.mechanism' left join provenance t on t.entity_id = e.id and t.field = 'moa.target'
       where kind = 'product' order by natural_key`,
    ),
  ).toEqual([
    {name: 'bazopiride', target: 'DRD2', mechanism: 'Dopamine D2 receptor antagonist', told: true, no_surer: true},
    {name: 'bazometinib', target: 'MEK', mechanism: 'MEK inhibitor', told: true, no_surer: true},
    {name: 'footinib', target: 'EGFR', mechanism: 'EGFR blocker', told: true, no_surer: true},
    {name: 'FOO-1', target: 'DRD2', mechanism: null, told: false, no_surer: null},
    {name: 'FOO-2', target: 'DRD2', mechanism: 'Dopamine D2 receptor agonist', told: true, no_surer: true},
  ]);
});

it('a product whose sources name its target alone does what nine of ten drugs of that target and modality do', async () => {
  const likes = (stated: number, other: number) =>
    recipe(folder, {
      entities: `select 'x:' || i as key, 'product' as kind, 'FOO-' || i as name, 'EGFR' as target, 'small molecule' as modality, 0.8 as moa_confidence,
        case when i <= ${stated} then 'EGFR inhibitor' when i <= ${stated + other} then 'EGFR degrader' end as mechanism from range(1, ${stated + other + 2}) r(i)`,
    });
  const last = async (stated: number, other: number) => {
    const built = await build(folder, [genes, likes(stated, other)]);
    return built.rows(
      `select mechanism, p.confidence from entities e left join provenance p on p.entity_id = e.id and p.field = 'moa.mechanism' where e.name = 'FOO-${stated + other + 1}'`,
    );
  };
  expect(await last(3, 0)).toEqual([{mechanism: 'EGFR inhibitor', confidence: expect.closeTo(0.75, 5)}]);
  expect(await last(2, 0)).toEqual([{mechanism: null, confidence: null}]);
  expect(await last(4, 1)).toEqual([{mechanism: null, confidence: null}]);
});
