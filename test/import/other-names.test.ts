/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

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

it('a drug carries the diseases it is approved for, 24 of many, and one under study the first of them', async () => {
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
        union all by name select 'x:3' as key, 'product' as kind, 'foomab' as name, ${uses(...many)} as indications
        union all by name select 'x:4' as key, 'product' as kind, 'zolumab' as name, ${uses(...Array.from({length: 30}, (_, n): [string, string] => [`uncommon ailment ${n + 10}`, 'approved']))} as indications`,
    }),
  ]);
  const rows = await built.rows(
    `select name, attributes->>'disease_names' as names from entities where kind = 'product' order by name`,
  );
  const names = rows.map((row) => (JSON.parse((row.names as string | null) ?? '[]') as string[]).join(' '));
  expect(names[0]).toMatch(/asthma/);
  expect(names[0]).not.toMatch(/gout/);
  expect(names[1]).toMatch(/anemia.*asthma.*gout.*psoriasis/);
  expect(names[1]).not.toMatch(/cholera/);
  expect(names[3]?.match(/uncommon ailment \d+/g)).toHaveLength(24);
  expect(names[2]).toMatch(/asthma.*gout|gout.*asthma/);
});

it('a drug and a trial carry what people call all diseases of a kind, as the tree has them', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 'x:1' as key, 'product' as kind, 'bazumab' as name, 'ileitis of Baz' as disease_label, 'MONDO:3' as disease_id, 0.9 as moa_confidence
        union all by name select 'x:2' as key, 'product' as kind, 'quxumab' as name, 'gout' as disease_label, 'MONDO:4' as disease_id, 0.9 as moa_confidence
        union all by name select 'x:3' as key, 'trial' as kind, 'Foo in Baz' as name, 'ileitis of Baz' as disease_label, 'MONDO:3' as disease_id, 0.9 as moa_confidence`,
      diseases: values(
        `('MONDO:1', 'inflammatory bowel disease', []::varchar[]), ('MONDO:2', 'ileitis', ['MONDO:1']), ('MONDO:3', 'ileitis of Baz', ['MONDO:2']), ('MONDO:4', 'gout', [])`,
        'id, label, parents',
      ),
    }),
  ]);
  const rows = await built.rows(
    `select name, coalesce(list_contains(from_json(attributes->'disease_names', '["VARCHAR"]'), 'IBD'), false) as is_so from entities where kind in ('product', 'trial') order by name`,
  );
  expect(rows).toEqual([
    {name: 'Foo in Baz', is_so: true},
    {name: 'bazumab', is_so: true},
    {name: 'quxumab', is_so: false},
  ]);
});

it('a catalyst carries the target and the disease of what it is about', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 'hgnc:HGNC:1' as key, 'target' as kind, 'TNFSF90' as name, ['TL9A'] as aliases, null as target, null as disease_label, null as moa_confidence
        union all by name select 'x:1' as key, 'product' as kind, 'bazumab' as name, 'TNFSF90' as target, 'non-small cell lung carcinoma' as disease_label, 0.9 as moa_confidence
        union all by name select 'c:1' as key, 'catalyst' as kind, 'PDUFA date, Acme' as name
        union all by name select 'c:2' as key, 'catalyst' as kind, 'PDUFA date, Other' as name`,
      edges: `select 'c:1' as source_key, 'concerns' as relation, 'x:1' as target_key`,
      diseases: `select 'MONDO:1' as id, 'non-small cell lung carcinoma' as label`,
    }),
  ]);
  const rows = await built.rows(
    `select name, attributes->>'target_names' as targets, attributes->>'disease_names' as diseases from entities where kind = 'catalyst' order by name`,
  );
  expect(rows).toEqual([
    {
      name: 'PDUFA date, Acme',
      targets: '["TL9A","TNFSF90"]',
      diseases: expect.stringMatching(/non-small cell lung carcinoma.*nsclc/),
    },
    {name: 'PDUFA date, Other', targets: null, diseases: null},
  ]);
});

it('a trial carries its sponsors and the names of the drugs it tests, unless these are many, and a drug its developers and their group', async () => {
  const drugs = Array.from(
    {length: 7},
    (_, n) =>
      `union all by name select 'x:${n}' as key, 'product' as kind, 'drug${n}mab' as name, ['Brand${n}', 'FO-10${n}'] as aliases`,
  );
  const tested = (trial: string, count: number) =>
    Array.from(
      {length: count},
      (_, n) =>
        `union all by name select 'x:${n}' as source_key, 'tested_in' as relation, '${trial}' as target_key, 0.85 as confidence`,
    );
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 't:1' as key, 'trial' as kind, 'A study' as name
        union all by name select 't:2' as key, 'trial' as kind, 'A platform' as name
        union all by name select 'c:1' as key, 'company' as kind, 'Quxco' as name, ['QXC', 'Oldname Ltd', 'Oldname Limited (Ireland)', 'Quxco Inc'] as aliases
        union all by name select 'c:2' as key, 'company' as kind, 'Barhold' as name ${drugs.join(' ')}`,
      edges: `select 'c:1' as source_key, 'sponsors' as relation, 't:1' as target_key
        union all by name select 'c:1' as source_key, 'develops' as relation, 'x:3' as target_key, 0.85 as confidence
        union all by name select 'c:1' as source_key, 'subsidiary_of' as relation, 'c:2' as target_key, 0.9 as confidence ${tested('t:1', 1).join(' ')} ${tested('t:2', 7).join(' ')}`,
    }),
  ]);
  expect(
    await built.rows(
      `select name, attributes->>'drug_names' as drugs, attributes->>'sponsor_names' as sponsors from entities where kind = 'trial' order by name`,
    ),
  ).toEqual([
    {name: 'A platform', drugs: null, sponsors: null},
    {name: 'A study', drugs: '["Brand0","FO-100","drug0mab"]', sponsors: '["Barhold","Quxco","Oldname Ltd","QXC"]'},
  ]);
  expect(
    await built.rows(`select name, attributes->>'developer_names' as names from entities where name = 'drug3mab'`),
  ).toEqual([{name: 'drug3mab', names: '["Barhold","Quxco"]'}]);
});

it('of a drug that many make by now, those who had it first and who have a brand of it, by their approvals', async () => {
  const makers = Array.from({length: 9}, (_, n) => n);
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 'x:1' as key, 'product' as kind, 'oldmab' as name, null as attributes union all by name select 'x:2' as key, 'product' as kind, 'serum, human' as name
        ${makers.map((n) => `union all by name select 'm:${n}' as key, 'company' as kind, 'Maker ${'ABCDEFGHI'[n]}' as name union all by name select 'bla:${n}' as key, 'approval' as kind, '${n === 8 ? 'Brandix (oldmab), NDA 100008' : `approval ${n}`}' as name, {approved_at: '20${String(10 + (n < 4 ? 3 - n : n))}-01-01', agency: 'FDA'} as attributes`).join(' ')}`,
      edges: makers
        .flatMap((n) => [
          `select 'm:${n}' as source_key, 'holds' as relation, 'bla:${n}' as target_key`,
          ...[1, 2].flatMap((x) => [
            `select 'bla:${n}', 'approval_of', 'x:${x}'`,
            `select 'm:${n}', 'develops', 'x:${x}'`,
          ]),
        ])
        .join(' union all '),
    }),
  ]);
  expect(
    await built.rows(
      `select name, attributes->>'developer_names' as names from entities where kind = 'product' order by name`,
    ),
  ).toEqual([
    {name: 'oldmab', names: '["Maker D","Maker C","Maker B","Maker A","Maker I"]'},
    {name: 'serum, human', names: null},
  ]);
});
