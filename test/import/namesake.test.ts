/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('an institution that is little beside its namesake in another country has its country behind its name', async () => {
  const places: [string, string, string, number][] = [
    ['ror:000000001', 'National Foo Institute', 'United States', 12],
    ['ror:000000002', 'National Foo Institute', 'Lithuania', 0],
    ['ror:000000003', 'Bar Institute', 'Canada', 12],
    ['ror:000000004', 'Bar Institute', 'France', 8],
    ['ror:000000005', 'Ministry of Foo', 'Canada', 12],
    ['ror:000000006', 'Ministry of Foo', 'France', 0],
  ];
  const trials = Array.from({length: 12}, (_, n) => `('nct:NCT0000000${n}', 'trial', 'Trial ${n}', null)`);
  const built = await build(folder, [
    recipe(folder, {
      entities: `select key, kind, name, {country: country} as attributes from (values ${[...places.map(([key, name, country]) => `('${key}', 'institution', '${name}', '${country}')`), ...trials].join(', ')}) v(key, kind, name, country)`,
      edges: values(
        places
          .flatMap(([key, , , count]) =>
            Array.from({length: count}, (_, n) => `('${key}', 'sponsors', 'nct:NCT0000000${n}')`),
          )
          .join(', '),
        'source_key, relation, target_key',
      ),
    }),
  ]);
  expect(
    await built.rows(`select name, aliases from entities where kind = 'institution' order by natural_key`),
  ).toEqual([
    {name: 'National Foo Institute', aliases: null},
    {name: 'National Foo Institute (Lithuania)', aliases: ['National Foo Institute']},
    {name: 'Bar Institute', aliases: null},
    {name: 'Bar Institute', aliases: null},
    {name: 'Ministry of Foo', aliases: null},
    {name: 'Ministry of Foo', aliases: null},
  ]);
});
