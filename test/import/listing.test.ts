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
