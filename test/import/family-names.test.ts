/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

it('what the list calls a family is no name of another gene', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select key, 'target' as kind, name, aliases from (values
        ('hgnc:HGNC:1437', 'CALCA', ['CGRP']), ('hgnc:HGNC:1438', 'CALCB', []::varchar[]), ('hgnc:HGNC:10489', 'S100A12', ['CGRP', 'ENRAGE'])) v(key, name, aliases)`,
    }),
  ]);
  const rows = await built.rows(
    `select name, list_contains(aliases, 'CGRP') as is_cgrp from entities where kind = 'target' order by name`,
  );
  expect(rows.map(({name, is_cgrp}) => [name, is_cgrp])).toEqual([
    ['CALCA', true],
    ['CALCB', true],
    ['S100A12', false],
  ]);
});
