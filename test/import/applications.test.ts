/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

it('an application that FDA lists without its products is of the drug that the list says, whose holder develops it', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 'x:1' as key, 'product' as kind, 'suzetrigine' as name, 'small molecule' as modality, 0.9 as moa_confidence,
          [{id: 'MONDO:1', label: 'gout', phase: 'phase 3', confidence: 0.9}] as indications
        union all by name select 'nda:219209' as key, 'approval' as kind, 'NDA 219209, FOOTEX' as name,
          {application_number: 'NDA219209', application_type: 'NDA', agency: 'FDA'} as attributes
        union all by name select 'nda:219210' as key, 'approval' as kind, 'NDA 219210, FOOTEX' as name,
          {application_number: 'NDA219210', application_type: 'NDA', agency: 'FDA'} as attributes
        union all by name select 'co:1' as key, 'company' as kind, 'Footex Inc' as name`,
      edges: `select 'co:1' as source_key, 'holds' as relation, 'nda:219209' as target_key`,
      diseases: `select 'MONDO:1' as id, 'gout' as label`,
    }),
  ]);
  expect(
    await built.rows(
      `select name, modality, attributes ->> 'brand' as brand from entities where kind = 'approval' order by natural_key`,
    ),
  ).toEqual([
    {name: 'Journavx (suzetrigine), NDA 219209', modality: 'small molecule', brand: 'Journavx'},
    {name: 'NDA 219210, FOOTEX', modality: null, brand: null},
  ]);
  const [product] = await built.rows(
    `select aliases, disease_label as disease, attributes ->> 'approved_by' as agencies, attributes ->> 'max_phase' as phase from entities where kind = 'product'`,
  );
  // It is still for the furthest of its uses, though no source says that one was approved.
  expect(product).toMatchObject({disease: 'gout', agencies: '["FDA"]', phase: '4'});
  expect(JSON.stringify(product?.aliases)).toContain('Journavx');
  expect(
    await built.rows(
      `select s.name as s, relation as r from edges join entities s on s.id = edges.source join entities t on t.id = edges.target where t.name = 'suzetrigine' order by r`,
    ),
  ).toEqual([
    {s: 'Journavx (suzetrigine), NDA 219209', r: 'approval_of'},
    {s: 'Footex Inc', r: 'develops'},
  ]);
});

it('a product is off the market where none of its approvals is in force', async () => {
  const approval = (n: number, drug: string, status: string | null) =>
    `select 'nda:${n}' as key, 'approval' as kind, 'NDA ${n}' as name, {agency: 'FDA', marketing_status: ${status === null ? 'null::varchar' : `'${status}'`}, approved_at: '${drug === 'newamab' ? '2024-05-01' : '2001-01-01'}'} as attributes, '${drug}' as drug`;
  const rows = [
    approval(1, 'gonamab', 'discontinued'),
    approval(2, 'gonamab', 'withdrawn'),
    approval(3, 'stayamab', 'discontinued'),
    approval(4, 'stayamab', 'prescription'),
    approval(5, 'maybemab', null),
    // Approved and not yet launched, and sold where another agency has approved it.
    approval(6, 'newamab', 'discontinued'),
    approval(7, 'daprodustat', 'discontinued'),
    // Sold in Japan and China, by the project's list.
    approval(8, 'cefmetazole', 'discontinued'),
  ].join(' union all ');
  const built = await build(folder, [
    recipe(folder, {
      entities: `select * exclude (drug) from (${rows})
        union all by name select 'p:' || drug as key, 'product' as kind, drug as name from (select distinct drug from (${rows}))`,
      edges: `select key as source_key, 'approval_of' as relation, 'p:' || drug as target_key from (${rows})`,
    }),
  ]);
  expect(
    await built.rows(
      `select name, attributes ->> 'marketing_status' as status from entities where kind = 'product' order by name`,
    ),
  ).toEqual([
    {name: 'cefmetazole', status: null},
    {name: 'daprodustat', status: null},
    {name: 'gonamab', status: 'off the market'},
    {name: 'maybemab', status: null},
    {name: 'newamab', status: null},
    {name: 'stayamab', status: null},
  ]);
});

it('a controlled substance is approved on the day that the list says, and was scheduled on that of FDA', async () => {
  const approval = (number: string, day: string) =>
    `select 'nda:${number}' as key, 'approval' as kind, 'Foozo, NDA ${number}' as name,
      {application_number: 'NDA${number}', application_type: 'NDA', agency: 'FDA', approved_at: '${day}'} as attributes`;
  const built = await build(folder, [
    recipe(folder, {
      entities: `${approval('212028', '2020-04-07')} union all ${approval('212029', '2020-04-07')}
        union all by name select 'x:1' as key, 'product' as kind, 'foozorexant' as name`,
      edges: `select 'nda:212028' as source_key, 'approval_of' as relation, 'x:1' as target_key`,
    }),
  ]);
  const [listed, other] = await built.rows(
    `select attributes ->> 'approved_at' as approved, attributes ->> 'scheduled_at' as scheduled from entities where kind = 'approval' order by natural_key`,
  );
  expect(listed).toEqual({approved: '2019-12-20', scheduled: '2020-04-07'});
  expect(other).toEqual({approved: '2020-04-07', scheduled: null});
  expect(
    await built.rows(
      `select attributes ->> 'first_approval_year' as year from entities where kind = 'product' union all select strftime(observed_at, '%Y-%m-%d') from edges where relation = 'approval_of'`,
    ),
  ).toEqual([{year: '2019'}, {year: '2019-12-20'}]);
});
