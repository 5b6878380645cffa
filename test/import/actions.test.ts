/** @module-tag long */
import {expect, it} from 'vitest';
import {build, genesIn, recipe, workspace} from './helpers.ts';

const folder = workspace();

it('what a drug does to its target is read from the list, its arms, and the parts of a combination', async () => {
  const drugs = recipe(folder, {
    entities: `select key, 'product' as kind, name, target, target as target_symbol, modality, mechanism, 0.9 as moa_confidence, {generic: name} as attributes from (values
      ('x:1', 'haloperidol', 'DRD2', 'small molecule', null), ('x:2', 'FOO-12', 'RET', 'small molecule', null), ('x:3', 'FOO-13', 'RET', 'peptide', null),
      ('x:4', 'bazafusp', 'PDCD1', 'vaccine', null), ('x:5', 'bargliptin', 'DPP4', 'small molecule', 'DPP4 inhibitor'), ('x:6', 'foofenac', 'TNF', 'small molecule', 'TNF blocker'),
      ('x:7', 'foofenac; bargliptin', 'DPP4', 'small molecule', null), ('x:8', 'bargliptin; nobodymab', 'TNF', 'small molecule', null)) v(key, name, target, modality, mechanism)`,
  });
  const built = await build(folder, [genesIn(folder), drugs]);
  const found = await built.rows(
    `select e.name, mechanism as m, p.source as s from entities e left join provenance p on p.entity_id = e.id and p.field = 'moa.mechanism' where kind = 'product' order by natural_key`,
  );
  const usage = 'biograph: usage of the trade, not checked against a source';
  expect(found.map(({name, m}) => `${name}: ${m}`)).toEqual([
    'haloperidol: DRD2 antagonist',
    'FOO-12: RET inhibitor',
    'FOO-13: null',
    'bazafusp: PDCD1 vaccine',
    'bargliptin: DPP4 inhibitor',
    'foofenac: TNF blocker',
    'foofenac; bargliptin: TNF blocker; DPP4 inhibitor',
    'bargliptin; nobodymab: DPP4 inhibitor',
  ]);
  expect(found.map(({s}) => s)).toEqual([
    usage,
    usage,
    null,
    'biograph: its modality',
    expect.any(String),
    expect.any(String),
    'biograph: its parts',
    'biograph: its parts',
  ]);
});

it('a drug that the list calls discontinued is so unless an agency has approved it', async () => {
  const drugs = recipe(folder, {
    entities: `select key, 'product' as kind, name, {generic: name, max_phase: phase} as attributes from (values ('x:1', 'semagacestat', 3), ('x:2', 'verubecestat', 4), ('x:3', 'foocestat', 3), ('x:4', 'onapristone', 4)) v(key, name, phase)`,
  });
  const built = await build(folder, [drugs]);
  expect(
    await built.rows(
      `select e.name, attributes ->> 'max_phase' as m, attributes ->> 'development_status' as d, p.confidence as c from entities e left join provenance p on p.entity_id = e.id and p.field = 'attributes.development_status' order by natural_key`,
    ),
  ).toEqual([
    {name: 'semagacestat', m: '3', d: 'discontinued', c: 0.75},
    {name: 'verubecestat', m: '4', d: null, c: null},
    {name: 'foocestat', m: '3', d: null, c: null},
    // A source has it at phase 4 without an approval, and the list of phases knows better.
    {name: 'onapristone', m: '3', d: 'discontinued', c: 0.75},
  ]);
});

it('the primary use of a drug is at the phase that the drug has reached where no use is said to be', async () => {
  const tree = recipe(folder, {
    diseases: `select * from (values ('MONDO:0000001', 'gout', []::varchar[], []::varchar[]), ('MONDO:0000002', 'asthma', [], [])) v(id, label, synonyms, parents)`,
  });
  const uses = (own: string, other: string) =>
    `[{id: 'MONDO:0000001', label: 'gout', phase: ${own}, source: 'hand', confidence: 0.8, record: null::varchar}, {id: 'MONDO:0000002', label: 'asthma', phase: ${other}, source: 'hand', confidence: 0.8, record: null}]`;
  const drug = (n: number, own: string, other: string) =>
    `select 'x:${n}' as key, 'product' as kind, 'foomab${n}' as name, 'MONDO:0000001' as disease_id, 'gout' as disease_label, 0.9 as moa_confidence, {max_phase: 3} as attributes, ${uses(own, other)} as indications`;
  const built = await build(folder, [
    tree,
    recipe(folder, {
      entities: [
        drug(1, "'phase 2'", "'phase 1'"),
        drug(2, 'null::varchar', "'phase 1'"),
        drug(3, "'phase 2'", "'phase 3'"),
        drug(4, "'phase 1'", "'phase 1'"),
      ].join(' union all by name '),
    }),
  ]);
  expect(
    (
      await built.rows(
        `select name, list_transform(from_json(attributes -> 'indications', '[{"label": "VARCHAR", "phase": "VARCHAR", "source": "VARCHAR"}]'), lambda i: concat_ws(', ', i.label, i.phase, case when i.source like 'biograph%' then i.source end)) as uses from entities where kind = 'product' order by natural_key`,
      )
    ).map(({uses}) => uses),
  ).toEqual([
    ['gout, phase 3, biograph: the phase of the drug', 'asthma, phase 1'],
    ['gout, phase 3', 'asthma, phase 1'],
    ['gout, phase 2', 'asthma, phase 3'],
    ['gout, phase 1', 'asthma, phase 1'],
  ]);
});
