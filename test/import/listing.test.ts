/** @module-tag long */
import {expect, it} from 'vitest';
import {build, companiesIn, workspace} from './helpers.ts';

const folder = workspace();
const companies = companiesIn(folder);

it('the ticker of a company that the list puts in a group, or calls delisted, is a former one, unless the list says that it has its own', async () => {
  const built = await build(folder, [
    companies(
      `('x:1', 'Pfizer Inc.', 'PFE'), ('x:2', 'Metsera, Inc.', 'MTSR'), ('x:3', 'Roivant Sciences Ltd.', 'ROIV'), ('x:4', 'Immunovant, Inc.', 'IMVT'), ('x:5', 'bluebird bio, Inc.', 'BLUE'), ('x:6', 'Foo Therapeutics', 'FOOO'), ('x:7', 'Astellas Pharma Inc.', null)`,
      'key, name, ticker',
    ),
  ]);
  expect(
    await built.rows(
      `select name, ticker as t, attributes ->> 'former_ticker' as f, attributes ->> 'exchange' as e from entities order by natural_key`,
    ),
  ).toEqual([
    {name: 'Pfizer Inc.', t: 'PFE', f: null, e: null},
    {name: 'Metsera, Inc.', t: null, f: 'MTSR', e: null},
    {name: 'Roivant Sciences Ltd.', t: 'ROIV', f: null, e: null},
    {name: 'Immunovant, Inc.', t: 'IMVT', f: null, e: null},
    {name: 'bluebird bio, Inc.', t: null, f: 'BLUE', e: null},
    {name: 'Foo Therapeutics', t: 'FOOO', f: null, e: null},
    {name: 'Astellas Pharma Inc.', t: null, f: null, e: 'Tokyo Stock Exchange'},
  ]);
});

it('a company on an exchange elsewhere has no former ticker of a list, and the ticker of that exchange, not that of its receipts', async () => {
  const built = await build(folder, [
    companies(
      `('y:1', 'Sandoz Group AG', null, {former_ticker: 'SDZ', exchange: null}), ('y:2', 'Innovent Biologics Inc', 'IVBXF', {former_ticker: null, exchange: 'OTC'}), ('y:3', 'Genmab A/S', 'GMAB', {former_ticker: null, exchange: 'Nasdaq'}), ('y:4', 'Foo Therapeutics', null, {former_ticker: 'FOOO', exchange: null}), ('y:5', 'Celyad', 'CYADY', {former_ticker: null, exchange: 'OTC'})`,
      'key, name, ticker, attributes',
    ),
  ]);
  expect(
    await built.rows(
      `select name, ticker as t, attributes ->> 'former_ticker' as f, attributes ->> 'exchange' as e from entities order by natural_key`,
    ),
  ).toEqual([
    {name: 'Sandoz Group AG', t: null, f: null, e: 'SIX Swiss Exchange'},
    {name: 'Innovent Biologics Inc', t: '1801', f: null, e: 'Hong Kong Stock Exchange'},
    {name: 'Genmab A/S', t: 'GMAB', f: null, e: 'Nasdaq'},
    {name: 'Foo Therapeutics', t: null, f: 'FOOO', e: null},
    // Its ticker is that of its receipts, and the list has none for the exchange at home.
    {name: 'Celyad', t: 'CYADY', f: null, e: 'OTC'},
  ]);
});
