/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

it('a patent of a target alone has the area of nearly all drugs of the target', async () => {
  const drugs = (target: string, area: string, from: number, to: number) =>
    `select 'x:${target}' || n as key, 'product' as kind, '${target.toLowerCase()} drug ' || n as name, '${target}' as target, '${area}' as therapeutic_area, 0.9 as moa_confidence from range(${from}, ${to}) t(n)`;
  const patent = (n: number, target: string, more = '') =>
    `select 'patent:US${n}' as key, 'patent' as kind, 'Compounds ${n}' as name, '${target}' as target, 0.8 as moa_confidence ${more}`;
  const built = await build(folder, [
    recipe(folder, {
      entities: [
        drugs('FOO1', 'oncology', 0, 6),
        drugs('BAR1', 'oncology', 0, 5),
        drugs('BAR1', 'immunology', 5, 7),
        drugs('BAZ1', 'oncology', 0, 3),
        patent(1, 'FOO1'),
        patent(2, 'BAR1'),
        patent(3, 'BAZ1'),
        patent(4, 'FOO1', `, 'asthma' as disease_label`),
      ].join(' union all by name '),
    }),
  ]);
  const rows = await built.rows(
    `select name, therapeutic_area as area from entities where kind = 'patent' order by name`,
  );
  expect(rows.map(({area}) => area)).toEqual(['oncology', null, null, 'respiratory']);
});
