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
        ('cik:0000000003', 'Stated Inc', '0000000003', 'STA', 'Nasdaq', 'Canada')) v(key, name, cik, ticker, exchange, country)`,
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
    'Bazco Inc.': null,
    'Fooco A/S': 'Denmark',
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
    {source: 'biograph: its legal form', n: 4},
    {source: 'biograph: its name', n: 3},
    {source: 'headquarters list', n: 1},
  ]);
});
