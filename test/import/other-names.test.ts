/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

it('a drug carries what people call its target and its disease, not what also means others', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 'hgnc:HGNC:1' as key, 'target' as kind, 'TNFSF90' as name, ['TL9A', 'TL9A/TL9B', 'TL9A and TL9B', 'TL family', 'T790M', '-'] as aliases, null as target, null as disease_label, null as moa_confidence
        union all by name select 'x:1' as key, 'product' as kind, 'bazumab' as name, 'TNFSF90' as target, 'non-small cell lung carcinoma' as disease_label, 0.9 as moa_confidence
        union all by name select 'x:2' as key, 'product' as kind, 'quxumab' as name, 'TNFSF90' as target, 'non-small cell lung carcinoma' as disease_label, 0.5 as moa_confidence`,
      diseases: `select 'MONDO:1' as id, 'non-small cell lung carcinoma' as label`,
    }),
  ]);
  const rows = await built.rows(
    `select name, attributes->'target_names' as targets, attributes->'disease_names' as diseases from entities where kind = 'product' order by name`,
  );
  expect(rows[0]).toMatchObject({name: 'bazumab', targets: '["TL9A"]', diseases: expect.stringContaining('"nsclc"')});
  expect(rows[1]).toEqual({name: 'quxumab', targets: null, diseases: null});
});

it('a bispecific antibody carries the names of both its targets', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 'hgnc:HGNC:1' as key, 'target' as kind, 'TNFSF90' as name, ['TL9A'] as aliases
        union all by name select 'hgnc:HGNC:2' as key, 'target' as kind, 'IL99' as name, ['QUXOKINE'] as aliases
        union all by name select 'x:1' as key, 'product' as kind, 'quxbamig' as name, 'TNFSF90' as target, 'bispecific antibody' as modality, 0.9 as moa_confidence`,
      edges: `select 'x:1' as source_key, 'targets' as relation, 'hgnc:HGNC:2' as target_key, 0.9 as confidence`,
    }),
  ]);
  expect(await built.rows(`select attributes->'target_names' as names from entities where name = 'quxbamig'`)).toEqual([
    {names: expect.stringMatching(/QUXOKINE.*TL9A/)},
  ]);
});

it('a drug carries the diseases it is approved for, and one under study all of a few', async () => {
  const uses = (...told: [string, string][]) =>
    `[${told.map(([label, phase]) => `{label: '${label}', phase: '${phase}', confidence: 0.9}`).join(', ')}]`;
  const many = ['asthma', 'gout', 'psoriasis', 'anemia', 'cholera'].map((label): [string, string] => [
    label,
    'phase 2',
  ]);
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 'x:1' as key, 'product' as kind, 'bazumab' as name, ${uses(['asthma', 'approved'], ['gout', 'phase 2'])} as indications
        union all by name select 'x:2' as key, 'product' as kind, 'quxumab' as name, ${uses(['asthma', 'phase 1'], ['gout', 'phase 2'])} as indications
        union all by name select 'x:3' as key, 'product' as kind, 'foomab' as name, ${uses(...many)} as indications`,
    }),
  ]);
  const rows = await built.rows(
    `select name, attributes->>'disease_names' as names from entities where kind = 'product' order by name`,
  );
  const names = rows.map((row) => (JSON.parse((row.names as string | null) ?? '[]') as string[]).join(' '));
  expect(names[0]).toMatch(/asthma/);
  expect(names[0]).not.toMatch(/gout/);
  expect(names[1]).not.toMatch(/cholera.*gout/);
  expect(names[2]).toMatch(/asthma.*gout|gout.*asthma/);
});
