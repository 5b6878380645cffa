/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('companies of the list have its city and state, unless they say where they are, and their business', async () => {
  const {rows} = await build(folder, [
    recipe(folder, {
      entities: `select key, 'company' as kind, name, {city: city, state: state, country: country} as attributes from (${values(
        [
          `('x:1', 'Moderna, Inc.', null, null, null)`,
          `('x:2', 'Biogen Inc.', 'Durham', 'NC', 'United States')`,
          `('x:3', 'Illumina, Inc.', null, 'MA', 'United States')`,
          `('x:4', 'Genmab A/S', null, null, 'Netherlands')`,
          `('x:5', 'Idorsia', null, null, 'Switzerland')`,
          `('x:6', 'Medpace Holdings, Inc.', null, null, null)`,
        ].join(', '),
        'key, name, city, state, country',
      )})`,
    }),
  ]);
  const found = await rows(
    `select name, attributes ->> 'city' as city, attributes ->> 'state' as state, attributes ->> 'country' as country, attributes ->> 'businesses' as business from entities order by name`,
  );
  const none = {city: null, state: null, business: null};
  expect(Object.fromEntries(found.map(({name, ...rest}) => [name, rest]))).toEqual({
    'Biogen Inc.': {...none, city: 'Durham', state: 'NC', country: 'United States'},
    'Genmab A/S': {...none, country: 'Netherlands'},
    Idorsia: {...none, city: 'Allschwil', country: 'Switzerland'},
    'Illumina, Inc.': {
      city: null,
      state: 'MA',
      country: 'United States',
      business:
        '["DNA sequencing, sequencers","life science tools and instruments, sequencing","molecular diagnostics, genomic testing"]',
    },
    'Medpace Holdings, Inc.': {
      city: 'Cincinnati',
      state: 'OH',
      country: 'United States',
      business: '["contract research organization (CRO)"]',
    },
    'Moderna, Inc.': {...none, city: 'Cambridge', state: 'MA', country: 'United States'},
  });
  expect(
    await rows(`select name, platform_type as p from entities where platform_type is not null order by name`),
  ).toEqual([
    // It sells tools and tests.
    {name: 'Illumina, Inc.', p: 'tools'},
    {name: 'Medpace Holdings, Inc.', p: 'CRO'},
  ]);
  const origins = await rows(
    `select distinct field, source, confidence from provenance where field = 'attributes.city' and source like 'biograph%'`,
  );
  expect(origins).toEqual([{field: 'attributes.city', source: 'biograph: its list of cities', confidence: 0.75}]);
});
