/** @module-tag long */
import {expect, it} from 'vitest';
import {build, companiesIn, workspace} from './helpers.ts';

const folder = workspace();
const companies = companiesIn(folder);

it('the ticker of a company that the list puts in a group, or calls delisted, is a former one, unless the list says that it has its own', async () => {
  const built = await build(folder, [
    companies(
      `('x:1', 'Pfizer Inc.', 'PFE'), ('x:2', 'Metsera, Inc.', 'MTSR'), ('x:3', 'Roivant Sciences Ltd.', 'ROIV'), ('x:4', 'Immunovant, Inc.', 'IMVT'), ('x:5', 'bluebird bio, Inc.', 'BLUE'), ('x:6', 'Foo Therapeutics', 'FOOO')`,
      'key, name, ticker',
    ),
  ]);
  expect(
    await built.rows(
      `select name, ticker as t, attributes ->> 'former_ticker' as f from entities order by natural_key`,
    ),
  ).toEqual([
    {name: 'Pfizer Inc.', t: 'PFE', f: null},
    {name: 'Metsera, Inc.', t: null, f: 'MTSR'},
    {name: 'Roivant Sciences Ltd.', t: 'ROIV', f: null},
    {name: 'Immunovant, Inc.', t: 'IMVT', f: null},
    {name: 'bluebird bio, Inc.', t: null, f: 'BLUE'},
    {name: 'Foo Therapeutics', t: 'FOOO', f: null},
  ]);
});
