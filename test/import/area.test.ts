/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

it('an approval and a patent take the therapeutic area of their product, a generic’s application and a patent of two areas do not', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 'p:' || n as key, 'product' as kind, 'foo' || n || 'stat' as name, area as therapeutic_area, 0.9 as moa_confidence from (values (1, 'oncology'), (2, 'oncology'), (3, 'metabolic'), (4, null)) v(n, area)
        union all by name select 'nda:' || n as key, 'approval' as kind, 'Foo ' || n as name, {application_type: sort} as attributes, area as therapeutic_area, 0.9 as moa_confidence from (values (1, 'NDA', null), (2, 'ANDA', null), (3, 'NDA', 'neurology'), (4, 'NDA', null)) v(n, sort, area)
        union all by name select 'patent:US' || n as key, 'patent' as kind, title as name from (values (1, 'Methods of treating diabetes'), (2, 'Kits'), (3, 'Vials'), (4, 'Boxes')) v(n, title)`,
      edges: `select 'nda:' || n as source_key, 'approval_of' as relation, 'p:' || p as target_key from (values (1, 1), (2, 1), (3, 1), (4, 4)) v(n, p)
        union all select 'patent:US' || n, 'covers', 'p:' || p from (values (1, 1), (2, 1), (2, 2), (3, 1), (3, 3), (4, 1), (4, 4)) v(n, p)`,
    }),
  ]);
  expect(
    await built.rows(
      `select natural_key as k, therapeutic_area as area, p.source as told, p.confidence as c from entities e left join provenance p on p.entity_id = e.id and p.field = 'moa.therapeutic_area'
       where kind in ('approval', 'patent') order by 1`,
    ),
  ).toEqual([
    {k: 'nda:1', area: 'oncology', told: 'biograph: its product', c: 0.9},
    {k: 'nda:2', area: null, told: null, c: null},
    {k: 'nda:3', area: 'neurology', told: expect.any(String), c: 0.9},
    {k: 'nda:4', area: null, told: null, c: null},
    {k: 'patent:US1', area: 'oncology', told: 'biograph: the product it covers', c: 0.75},
    {k: 'patent:US2', area: 'oncology', told: 'biograph: the product it covers', c: 0.75},
    {k: 'patent:US3', area: null, told: null, c: null},
    {k: 'patent:US4', area: null, told: null, c: null},
  ]);
});
