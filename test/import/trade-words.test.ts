/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

it('companies are one whatever mistakes their names have in pharmaceuticals and laboratories', async () => {
  const names = [
    'Footragenyx Pharmaceutical Inc.',
    'Footragenyx Pharamceutical Inc.',
    'Bargate Pharmaeuticals, Inc.',
    'Bargate Pharmaceuticals, Inc.',
    'Bazmed Labortories, Inc.',
    'Bazmed Laboratories, Inc.',
    'Bazmed Pharmacies, Inc.',
  ];
  const built = await build(folder, [
    recipe(folder, {
      entities: names
        .map((name) => `select 'name:company:' || org_key('${name}') as key, 'company' as kind, '${name}' as name`)
        .join(' union all '),
    }),
  ]);
  expect(
    (await built.rows(`select name from entities where kind = 'company' and state = 'live'`))
      .map(({name}) => String(name).split(/ Pha| Lab/)[0])
      .sort(),
  ).toEqual(['Bargate', 'Bazmed', 'Bazmed', 'Footragenyx']);
});
