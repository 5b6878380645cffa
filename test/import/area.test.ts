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

it('a disease is of the area that its words say, whatever parts of them say', async () => {
  const areas = {
    'mycosis fungoides': 'oncology',
    'gallbladder disease': 'gastroenterology',
    'Peyronie disease': 'nephrology and urology',
    'uterine leiomyoma': "women's health",
    'prostatic adenoma': 'nephrology and urology',
    menopause: "women's health",
    'Skin ulcer': 'dermatology',
    'hepatitis A': 'infectious disease',
    'fibrodysplasia ossificans progressiva': 'rare disease',
    alopecia: 'dermatology',
    'alopecia areata': 'immunology',
    'Leber hereditary optic neuropathy': 'ophthalmology',
    'neurotrophic keratopathy': 'ophthalmology',
    'corneal neovascularization': 'ophthalmology',
    'organophosphate poisoning': null,
    'typhoid fever': 'infectious disease',
    opisthorchiasis: 'infectious disease',
    blastomycosis: 'infectious disease',
    'congenital factor X deficiency': 'hematology',
    dysmenorrhea: "women's health",
    'bladder cancer': 'oncology',
    'overactive bladder': 'nephrology and urology',
  };
  const rows = Object.keys(areas).map((label, n) => `('p:${n}', 'foo${n}stat', '${label}')`);
  const built = await build(folder, [
    recipe(folder, {
      entities: `select key, 'product' as kind, name, disease_label, 0.9 as moa_confidence from (values ${rows.join(', ')}) v(key, name, disease_label)`,
    }),
  ]);
  const told = await built.rows(
    `select disease_label as d, therapeutic_area as area from entities where kind = 'product'`,
  );
  expect(Object.fromEntries(told.map(({d, area}) => [d, area]))).toEqual(areas);
});
