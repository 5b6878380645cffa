/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('a school or hospital that is called after a university of the registry is part of it', async () => {
  const {rows} = await build(folder, [
    recipe(folder, {
      entities: `select key, 'institution' as kind, name, aliases, {country: country, ror: ror, types: types} as attributes from (${values(
        [
          `('r:1', 'Quintex University in St. Foo', ['Quintex University'], 'United States', '01', ['education'])`,
          `('r:2', 'University of Bar', null, 'Canada', '02', ['education'])`,
          `('r:3', 'University of Bar', null, 'Kenya', '03', ['education'])`,
          `('r:4', 'Sole University', null, 'Japan', '04', ['education'])`,
          `('r:5', 'Sole University Hospital Trust', null, 'Japan', '05', ['healthcare'])`,
          `('x:1', 'Quintex University School of Medicine', null, null, null, null)`,
          `('x:2', 'Quintex University Road Clinic', null, null, null, null)`,
          `('x:3', 'University of Bar Faculty of Medicine', null, 'Kenya', null, null)`,
          `('x:4', 'University of Bar Medical School', null, null, null, null)`,
          `('x:5', 'Sole University Cancer Center', null, 'Japan', null, null)`,
          `('x:6', 'Sole University Ann B Donor School of Medicine', null, 'Japan', null, null)`,
          `('x:7', 'Sole University Cancer Center', null, 'Peru', null, null)`,
          `('x:8', 'Sole University Hospital of the King', null, 'Japan', null, null)`,
          `('r:6', 'Twin University Uppsala', ['Twin University'], 'Sweden', '06', ['education'])`,
          `('r:7', 'Twin University Lund', null, 'Sweden', '07', ['education'])`,
          `('x:9', 'Twin University School of Medicine', null, null, null, null)`,
        ].join(', '),
        'key, name, aliases, country, ror, types',
      )})`,
    }),
  ]);
  expect(
    await rows(
      `select s.natural_key as school, t.natural_key as university, e.confidence from edges e join entities s on s.id = e.source join entities t on t.id = e.target where relation = 'part_of' order by 1`,
    ),
  ).toEqual([
    {school: 'x:1', university: 'r:1', confidence: 0.85},
    {school: 'x:3', university: 'r:3', confidence: 0.85},
    {school: 'x:5', university: 'r:4', confidence: 0.85},
    {school: 'x:6', university: 'r:4', confidence: 0.85},
  ]);
});
