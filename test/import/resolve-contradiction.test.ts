/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, entities, folded, recipe, workspace} from './helpers.ts';

const folder = workspace();

describe('a rule that contradicts', () => {
  it('loses only what it ties together wrongly, not what a surer rule found there', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'institution',
          `('ror:a', 'Alpha Research Institute'), ('x:1', 'Alpha Research Institute'), ('ror:b', 'Alpha Institute of Research'), ('x:2', 'ALPHA RES INST')`,
        ),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual(['x:1 > ror:a']);
  });
});
