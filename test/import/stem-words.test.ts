/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

it('INN stems are endings of names, not of other words, and codes have none', async () => {
  const programs = [
    'FOO401 (Phase Ia)',
    'Fooneuramic acid extended-release',
    'VIR-99218',
    'VEC-99162',
    'FOOVNEOS oral inhibitor (AAV)',
    'Sacituzumab govitecan-hziy (ASCENT-03)',
    'fooase',
    'AAV8-foo',
  ];
  const built = await build(folder, [
    recipe(folder, {
      entities: programs
        .map((name, at) => `select 'g:${at}' as key, 'program' as kind, '${name}' as name`)
        .join(' union all '),
    }),
  ]);
  const rows = await built.rows(`select name, modality from entities where state = 'live' order by natural_key`);
  expect(rows).toEqual([
    // The phase is no part of the name.
    {name: 'FOO401', modality: null},
    {name: programs[1], modality: null},
    {name: programs[2], modality: null},
    {name: programs[3], modality: null},
    {name: programs[4], modality: null},
    {name: programs[5], modality: 'antibody-drug conjugate'},
    {name: programs[6], modality: 'recombinant protein'},
    {name: programs[7], modality: 'gene therapy'},
  ]);
});
