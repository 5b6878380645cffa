/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('the country of a company is that of the list, or what its name or its legal form says', async () => {
  const names = [
    'Pfizer Inc.',
    'Fooco A/S',
    'Fooco Ireland Limited',
    'Jiangsu Fooco Medicine Co., Ltd.',
    'Barto S.p.A.',
    'Barco LLC',
    'Barco Romania S.R.L.',
    'Bazco Inc.',
    'Bacco GmbH',
    'India Bazco plc',
    'Fooco Österreich Ltd',
    'Barco Nederland Ltd',
    'Foolin (Suzhou) Medicine Co., Ltd.',
    'Foohol Inc',
    'Nippon Foocan Ltd',
    'Swissfoo Swiss Ltd',
    'Foozol Kft.',
  ];
  const built = await build(folder, [
    recipe(folder, {
      entities: values(
        names.map((name) => `('name:company:' || org_key('${name}'), 'company', '${name}')`).join(', '),
        'key, kind, name',
      ),
    }),
    recipe(folder, {
      entities: `select * exclude (exchange, country), 'company' as kind, {exchange: exchange, country: country} as attributes from (values
        ('cik:0000000001', 'Quxco Inc', '0000000001', 'QUX', 'Nasdaq', null), ('cik:0000000002', 'Quuxco Inc', '0000000002', 'QUUXF', 'OTC', null),
        ('cik:0000000003', 'Stated Inc', '0000000003', 'STA', 'Nasdaq', 'Canada'),
        ('cik:0000000004', 'Foogan & Co.', '0000000004', 'FGN', 'NYSE', null), ('cik:0000000005', 'Foogan Ltd', '0000000005', 'FGNL', 'NYSE', null)) v(key, name, cik, ticker, exchange, country)`,
    }),
    recipe(folder, {
      entities: `select 'name:company:listco' as key, 'company' as kind, 'Listco Therapeutics' as name, {subsidiaries_listed: 4} as attributes, '0000000006' as cik union all by name select 'x:h' as key, 'company' as kind, 'Holderco Inc' as name
        union all by name select 'fda:NDA1' as key, 'approval' as kind, 'NDA1' as name`,
      edges: `select 'x:h' as source_key, 'holds' as relation, 'fda:NDA1' as target_key`,
    }),
  ]);
  const rows = await built.rows(
    `select name, attributes ->> 'country' as country from entities where kind = 'company' order by name`,
  );
  expect(Object.fromEntries(rows.map(({name, country}) => [name, country]))).toEqual({
    'Bacco GmbH': null,
    'Barto S.p.A.': 'Italy',
    'Barco LLC': 'United States',
    'Barco Romania S.R.L.': 'Romania',
    'Bazco Inc.': 'United States',
    'Barco Nederland Ltd': 'Netherlands',
    'Fooco A/S': 'Denmark',
    'Foozol Kft.': 'Hungary',
    'Fooco Österreich Ltd': 'Austria',
    'Foogan & Co.': 'United States',
    'Foogan Ltd': null,
    'Foohol Inc': 'United States',
    'Foolin (Suzhou) Medicine Co., Ltd.': 'China',
    'Holderco Inc': 'United States',
    'Listco Therapeutics': 'United States',
    'Nippon Foocan Ltd': 'Japan',
    'Swissfoo Swiss Ltd': 'Switzerland',
    'Fooco Ireland Limited': 'Ireland',
    'India Bazco plc': null,
    'Jiangsu Fooco Medicine Co., Ltd.': 'China',
    'Pfizer Inc.': 'United States',
    'Quuxco Inc': null,
    'Quxco Inc': 'United States',
    'Stated Inc': 'Canada',
  });
  expect(
    await built.rows(
      `select source, count(*)::int as n from provenance where field = 'attributes.country' group by source order by source`,
    ),
  ).toEqual([
    {source: 'biograph: its legal form', n: 10},
    {source: 'biograph: its list of head offices', n: 1},
    {source: 'biograph: its name', n: 8},
  ]);
  // An American form tells the least of a company that does not report to the SEC, and more of one that holds the FDA's approvals.
  expect(
    await built.rows(
      `select e.name, p.confidence as c from provenance p join entities e on e.id = p.entity_id where p.field = 'attributes.country' and e.name in ('Bazco Inc.', 'Holderco Inc', 'Listco Therapeutics') order by 1`,
    ),
  ).toEqual([
    {name: 'Bazco Inc.', c: 0.75},
    {name: 'Holderco Inc', c: 0.85},
    {name: 'Listco Therapeutics', c: 0.9},
  ]);
});

it('a company that is called as a head office is, or was once, is where its own name or legal form says', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: values(
        `('x:1', 'company', 'Clinigen, Inc.', []::varchar[]), ('x:2', 'company', 'Fooco Ltd', []), ('x:3', 'company', 'Barpharm Spain', ['Rottapharm']), ('x:4', 'company', 'Mitsubishi Fooco Europe Ltd', []), ('x:5', 'company', 'Mitsubishi Fooco Ltd', []), ('x:6', 'company', 'Fooco International SRL', []), ('x:7', 'company', 'Fooco Farma SRL', [])`,
        'key, kind, name, aliases',
      ),
      edges: `select 'x:1' as source_key, 'subsidiary_of' as relation, 'x:2' as target_key`,
    }),
  ]);
  expect(
    await built.rows(
      `select name, attributes ->> 'country' as country from entities where kind = 'company' and state = 'live' order by natural_key`,
    ),
  ).toEqual([
    {name: 'Clinigen, Inc.', country: 'United States'},
    {name: 'Fooco Ltd', country: null},
    {name: 'Barpharm Spain', country: 'Spain'},
    {name: 'Mitsubishi Fooco Europe Ltd', country: null},
    {name: 'Mitsubishi Fooco Ltd', country: 'Japan'},
    {name: 'Fooco International SRL', country: null},
    {name: 'Fooco Farma SRL', country: 'Italy'},
  ]);
});
