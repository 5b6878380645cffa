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

it('a product whose sources name its target alone does what the drugs with its INN stem do, or what its modality says', async () => {
  const drugs = (rows: string) =>
    recipe(folder, {
      entities: `select key, 'product' as kind, name, target, modality, mechanism, 0.85 as moa_confidence from (values ${rows}) v(key, name, target, modality, mechanism)`,
    });
  const said = async (rows: string, name: string) => {
    const built = await build(folder, [genes, drugs(rows)]);
    return built.rows(
      `select e.mechanism, p.source, p.confidence from entities e left join provenance p on p.entity_id = e.id and p.field = 'moa.mechanism' where e.name = '${name}'`,
    );
  };
  const told = `('x:1', 'foolisib', 'MAP2K1', 'small molecule', 'MAP2K1 kinase inhibitor'), ('x:2', 'barlisib', 'MAP2K2', 'small molecule', 'MAP2K2 inhibitor'),
    ('x:4', 'gofoomab', 'DRD2', 'monoclonal antibody', 'D2 antagonist'), ('x:5', 'gobarmab', 'DRD2', 'monoclonal antibody', 'D2 inhibitor'), ('x:6', 'gobazmab', 'DRD2', 'monoclonal antibody', 'D2 inhibitor')`;
  const third = `, ('x:3', 'bazlisib', 'DRD2', 'small molecule', 'D2 inhibitor')`;
  expect(await said(`${told}${third}, ('x:9', 'quxlisib', 'PIK3CA', 'small molecule', null)`, 'quxlisib')).toEqual([
    {mechanism: 'PI3K inhibitor', source: 'WHO INN stem', confidence: expect.closeTo(0.85, 5)},
  ]);
  // Two are no rule.
  expect(await said(`${told}, ('x:9', 'quxlisib', 'EGFR', 'small molecule', null)`, 'quxlisib')).toEqual([
    {mechanism: null, source: null, confidence: null},
  ]);
  // One antibody is called an inhibitor here and an antagonist there.
  expect(await said(`${told}, ('x:9', 'quxomab', 'DRD2', 'monoclonal antibody', null)`, 'quxomab')).toMatchObject([
    {mechanism: 'DRD2 inhibitor', source: 'WHO INN stem'},
  ]);
  // Not all antibodies inhibit what they bind.
  expect(
    await said(
      `${told}, ('x:7', 'goquxmab', 'PIK3CA', 'monoclonal antibody', 'PI3K agonist'), ('x:9', 'quxomab', 'EGFR', 'monoclonal antibody', null)`,
      'quxomab',
    ),
  ).toMatchObject([{mechanism: 'EGFR-directed antibody', source: 'biograph: its modality'}]);
  expect(
    await said(`${told}, ('x:9', 'gofoomab vedotin', 'DRD2', 'antibody-drug conjugate', null)`, 'gofoomab vedotin'),
  ).toMatchObject([{mechanism: 'DRD2-directed antibody-drug conjugate'}]);
});
