/** @module-tag long */
import {describe, expect, it} from 'vitest';
import {build, entities, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

const products = (rows: string, columns: string) =>
  recipe(folder, {entities: entities('product', rows, columns)}, '-- name: products\n');

describe('what approvals say of a product', () => {
  const approvals = recipe(
    folder,
    {
      entities: `select key, 'approval' as kind, key as name, {agency: agency, approved_at: approved_at, application_type: type, marketing_status: status, approved_before_1982: old} as attributes from (values
        ('a:1', 'FDA', '2023-05-01', 'BLA', 'prescription', null), ('a:2', 'EMA', '2022-05-01', 'original', 'withdrawn', null), ('a:3', 'FDA', '2001-01-01', 'ANDA', 'prescription', null),
        ('a:4', 'FDA', null, 'NDA', 'tentative approval', null), ('a:5', 'FDA', '1999-01-01', 'NDA', 'prescription', null), ('a:6', 'FDA', null, 'NDA', 'prescription', true)) v(key, agency, approved_at, type, status, old)`,
      edges: values(
        `('a:1', 'x:1'), ('a:2', 'x:1'), ('a:3', 'x:1'), ('a:4', 'x:2'), ('a:5', 'x:3'), ('a:6', 'x:3')`,
        'source_key, target_key',
      ).replace('*', `*, 'approval_of' as relation`),
    },
    '-- name: approvals\n',
  );

  it('its agencies, its phase, and the year of the first that is no copy and no promise', async () => {
    const built = await build(folder, [
      approvals,
      products(
        `('x:1', 'glofoomab', {max_phase: 1, first_approval_year: 2024, approved_by: null}), ('x:2', 'barcotinib', {max_phase: 3, first_approval_year: null, approved_by: null}), ('x:3', 'bazicillin', {max_phase: null, first_approval_year: null, approved_by: ['EMA']})`,
        'key, name, attributes',
      ),
    ]);
    expect(
      await built.rows(
        `select name, attributes ->> 'approved_by' as by, (attributes ->> 'max_phase')::integer as phase, (attributes ->> 'first_approval_year')::integer as year from entities where kind = 'product' order by 1`,
      ),
    ).toEqual([
      {name: 'barcotinib', by: null, phase: 3, year: null},
      // Approved before dates were kept: the year is not known.
      {name: 'bazicillin', by: '["EMA","FDA"]', phase: 4, year: null},
      // Europe was first, and its approval has ended since.
      {name: 'glofoomab', by: '["FDA"]', phase: 4, year: 2022},
    ]);
  });
});

it('a drug has the brand under which it was first approved, in the United States if it was there, without a strength', async () => {
  const row = (key: string, agency: string, day: string | null, brand: string, more = '') =>
    `('${key}', {agency: '${agency}', approved_at: ${day === null ? 'null' : `'${day}'`}, brand: '${brand}'${more}})`;
  const built = await build(folder, [
    products(
      `('x:1', 'foosartan', {brand: 'Aafoo'}), ('x:2', 'barsartan', {brand: 'Barbrand'}), ('x:3', 'quxsartan', {brand: null})`,
      'key, name, attributes',
    ),
    recipe(
      folder,
      {
        entities: `select key, 'approval' as kind, key as name, attributes from (${[
          row('a:1', 'FDA', '2003-01-01', 'Aafoo'),
          row('a:2', 'FDA', '1992-01-01', 'Zafoo 100/50'),
          row('a:3', 'EMA', '1990-01-01', 'Mafoo'),
          row('a:4', 'FDA', '1991-01-01', 'Foosartan Krka', ", application_type: 'NDA'"),
          row('a:5', 'FDA', '1989-01-01', 'Copyfoo', ", application_type: 'ANDA'"),
          row('a:6', 'EMA', '2001-01-01', 'Quxemy'),
        ]
          .map((one) => `select * from (values ${one}) v(key, attributes)`)
          .join(' union all by name ')})`,
        edges: values(
          `('a:1', 'x:1'), ('a:2', 'x:1'), ('a:3', 'x:1'), ('a:4', 'x:1'), ('a:5', 'x:1'), ('a:6', 'x:3')`,
          'source_key, target_key',
        ).replace('*', `*, 'approval_of' as relation`),
      },
      '-- name: brands\n',
    ),
  ]);
  expect(
    await built.rows(
      `select name, attributes ->> 'brand' as brand from entities where kind = 'product' and state = 'live' order by 1`,
    ),
  ).toEqual([
    {name: 'barsartan', brand: 'Barbrand'},
    {name: 'foosartan', brand: 'Zafoo'},
    {name: 'quxsartan', brand: 'Quxemy'},
  ]);
});

describe('a product that is not approved', () => {
  it('stands where its programs and trials do, and is for what they are', async () => {
    const others = recipe(
      folder,
      {
        entities: `select key, kind, name, 'MONDO:' || d as disease_id, d as disease_label, 0.9 as moa_confidence, {stage: phase, phase: phase}::json as attributes from (values
          ('g:1', 'program', 'one', 'phase 1', 'Pain'), ('g:2', 'program', 'two', 'filed', 'Asthma'), ('t:1', 'trial', 'T one', 'phase 2/3', 'Gout'), ('t:2', 'trial', 'T two', 'phase 4', 'Gout'), ('t:3', 'trial', 'T three', 'phase 1', 'Pain'),
          ('g:3', 'program', 'three', 'phase 3', 'Pain'), ('t:4', 'trial', 'T four', 'not applicable', 'Pain')) v(key, kind, name, phase, d)`,
        edges: values(
          `('g:1', 'program_of', 'x:1'), ('g:2', 'program_of', 'x:1'), ('x:1', 'tested_in', 't:3'), ('x:2', 'tested_in', 't:1'), ('x:2', 'tested_in', 't:2'), ('x:2', 'tested_in', 't:3'),
            ('x:3', 'tested_in', 't:1'), ('x:3', 'tested_in', 't:3'), ('g:3', 'program_of', 'x:4'), ('x:5', 'tested_in', 't:3'), ('x:5', 'tested_in', 't:4')`,
          'source_key, relation, target_key',
        ),
      },
      '-- name: others\n',
    );
    const built = await build(folder, [
      others,
      products(
        `('x:1', 'onemab', {max_phase: 1, approved_by: null}), ('x:2', 'twomab', {max_phase: null, approved_by: null}), ('x:3', 'threemab', {max_phase: 2, approved_by: null}), ('x:4', 'fourmab', {max_phase: 4, approved_by: ['FDA']}), ('x:5', 'fivemab', {max_phase: null, approved_by: null})`,
        'key, name, attributes',
      ),
    ]);
    expect(
      await built.rows(
        `select name, (attributes ->> 'max_phase')::integer as phase, disease_label as d from entities where kind = 'product' order by natural_key`,
      ),
    ).toEqual([
      {name: 'onemab', phase: 3, d: 'Asthma'},
      {name: 'twomab', phase: 3, d: 'Gout'},
      // Two trials of two diseases tell none; an approved product is for what it is approved for.
      {name: 'threemab', phase: 2, d: null},
      {name: 'fourmab', phase: 4, d: null},
      // Expanded access has no phase.
      {name: 'fivemab', phase: 1, d: 'Pain'},
    ]);
  });
});

describe('the disease of a product with many uses', () => {
  const terms = recipe(
    folder,
    {
      diseases: values(
        `('HP:1', 'Pain'), ('MONDO:1', 'opiate dependence'), ('MONDO:2', 'plasma cell myeloma'), ('MONDO:3', 'asthma'), ('MONDO:4', 'cancer'), ('MONDO:5', 'gout')`,
        'id, label',
      ),
    },
    '-- name: terms\n',
  );

  it('is told by the first of its sources by name, where several are as sure of it', async () => {
    const told = (name: string) =>
      recipe(
        folder,
        {
          entities: `select 'x:1' as key, 'product' as kind, 'foomab' as name, [{id: 'MONDO:0005105', label: 'melanoma', phase: 'approved', confidence: 0.9}] as indications`,
        },
        `-- name: ${name}\n`,
      );
    for (const names of [
      ['alpha', 'beta'],
      ['beta', 'alpha'],
    ]) {
      const built = await build(folder, names.map(told));
      expect(
        await built.rows(`select attributes ->> '$.indications[0].source' as s from entities where kind = 'product'`),
      ).toEqual([{s: 'alpha'}]);
    }
  });

  it('is what its class is for, or else the one of most trials; none for a class of many', async () => {
    const trials = recipe(
      folder,
      {
        entities: `select key, 'trial' as kind, key as name, {conditions: [condition]} as attributes from (values ('t:1', 'Gout'), ('t:2', 'Gout'), ('t:3', 'Asthma')) v(key, condition)`,
        edges: values(`('t:1'), ('t:2'), ('t:3')`, 'target_key')
          .replace('*', `*, 'x:3' as source_key, 'tested_in' as relation`)
          .concat(` union all by name select 'x:4' as source_key, 'tested_in' as relation, 't:3' as target_key`),
      },
      '-- name: trials\n',
    );
    const uses = (ids: string) => `[{id: d, label: d, phase: 'approved', confidence: 0.9} for d in ${ids}]`;
    const built = await build(folder, [
      terms,
      trials,
      products(
        `('x:1', 'morphoone', {atc: ['N02AA01']}, ${uses(`['MONDO:1', 'HP:1']`)}), ('x:2', 'dexafoone', {atc: ['D07AB19', 'H02AB02']}, ${uses(`['MONDO:2', 'MONDO:3']`)}), ('x:3', 'barcotinib', {atc: ['L01XX01']}, ${uses(`['MONDO:3', 'MONDO:4', 'MONDO:5']`)}), ('x:4', 'sourcotinib', {atc: ['L01XX01']}, ${uses(`['MONDO:3', 'MONDO:5']`)})`,
        'key, name, attributes, indications',
      ),
      recipe(
        folder,
        {
          entities: entities(
            'product',
            `('x:4', 'sourcotinib', ${uses(`['MONDO:5', 'MONDO:2']`)})`,
            'key, name, indications',
          ),
        },
        '-- name: others\n',
      ),
    ]);
    expect(await built.rows(`select name, disease_label as d from entities where kind = 'product' order by 1`)).toEqual(
      [
        {name: 'barcotinib', d: 'gout'},
        {name: 'dexafoone', d: null},
        {name: 'morphoone', d: 'Pain'},
        // One trial says less than two sources.
        {name: 'sourcotinib', d: 'gout'},
      ],
    );
  });

  it('of a program is that of its words, if its id was looked up by an abbreviation', async () => {
    const program = (id: string, label: string) =>
      recipe(folder, {
        entities: `select 'g:1' as key, 'program' as kind, 'RG-1' as name, '${id}' as disease_id, '${label}' as disease_label, 0.85 as moa_confidence`,
      });
    const idOf = async (id: string, label: string) =>
      (
        await (
          await build(folder, [terms, program(id, label)])
        ).rows(`select disease_id as d, attributes ->> 'indications' as i from entities`)
      )[0];
    expect(await idOf('MONDO:3', 'gout (GO)')).toMatchObject({d: 'MONDO:5', i: expect.not.stringContaining('MONDO:3')});
    expect(await idOf('MONDO:3', 'a rare wheeze')).toMatchObject({d: 'MONDO:3'});
  });
});

describe('a brand', () => {
  it('is found by its first word, if that is one product’s only', async () => {
    const brands = recipe(
      folder,
      {
        entities: `select key, 'approval' as kind, brand as name, {agency: 'FDA', brand: brand} as attributes from (values ('a:1', 'FOOVAIR DISKUS'), ('a:2', 'FOOVAIR HFA'), ('a:3', 'BARCOR XR'), ('a:4', 'BARCOR PLUS'), ('a:5', 'Bazo Ellipta')) v(key, brand)`,
        edges: values(
          `('a:1', 'x:1'), ('a:2', 'x:1'), ('a:3', 'x:1'), ('a:4', 'x:2'), ('a:5', 'x:1')`,
          'source_key, target_key',
        ).replace('*', `*, 'approval_of' as relation`),
      },
      '-- name: brands\n',
    );
    const built = await build(folder, [brands, products(`('x:1', 'onemab'), ('x:2', 'twomab')`, 'key, name')]);
    expect(await built.rows(`select name, aliases as a from entities where kind = 'product' order by 1`)).toEqual([
      {name: 'onemab', a: ['Bazo', 'Foovair']},
      {name: 'twomab', a: null},
    ]);
  });
});

it('the area of a disease is told by its label, or by the nearest terms above it that name one', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 'x:' || n as key, 'product' as kind, 'FOO-' || n as name, d as disease_id, 0.9 as moa_confidence from (values (1, 'MONDO:1'), (2, 'MONDO:2'), (3, 'MONDO:3'), (4, 'MONDO:4')) v(n, d)`,
      diseases: `select * from (values ('MONDO:1', 'fooitis', ['MONDO:5']), ('MONDO:5', 'barosis', ['MONDO:6', 'MONDO:7']), ('MONDO:6', 'heart disease', null), ('MONDO:7', 'bazopathy', ['MONDO:8']), ('MONDO:8', 'kidney disease', null),
        ('MONDO:2', 'quxitis', ['MONDO:6', 'MONDO:8']), ('MONDO:3', 'foo asthma', ['MONDO:8']), ('MONDO:4', 'barpathy', null)) v(id, label, parents)`,
    }),
  ]);
  expect(await built.rows(`select name, therapeutic_area as area from entities order by name`)).toEqual([
    {name: 'FOO-1', area: 'cardiovascular'},
    {name: 'FOO-2', area: null},
    {name: 'FOO-3', area: 'respiratory'},
    {name: 'FOO-4', area: null},
  ]);
});

it('a drug is filed that the project’s list or a program of it says is, unless it is approved', async () => {
  const built = await build(folder, [
    products(
      `('x:1', 'apitegromab', {max_phase: 2}), ('x:2', 'foofootinib', {max_phase: 2}), ('x:3', 'barbarazumab', {max_phase: 4}), ('x:4', 'quxstat', {max_phase: 3})`,
      'key, name, attributes',
    ),
    recipe(folder, {
      entities: `select 'program:' || n as key, 'program' as kind, name, {stage: stage} as attributes from (values (1, 'foofootinib', 'filed'), (2, 'barbarazumab', 'filed'), (3, 'quxstat + foofootinib', 'filed'), (4, 'quxstat', 'phase 3')) v(n, name, stage)`,
      edges: `select 'program:' || p as source_key, 'program_of' as relation, 'x:' || x as target_key from (values (1, 2), (2, 3), (3, 4), (4, 4)) v(p, x)`,
    }),
  ]);
  expect(
    await built.rows(
      `select name, attributes ->> 'phase' as phase, attributes ->> 'max_phase' as furthest from entities where kind = 'product' and state = 'live' order by name`,
    ),
  ).toEqual([
    {name: 'apitegromab', phase: 'filed', furthest: '3'},
    {name: 'barbarazumab', phase: null, furthest: '4'},
    {name: 'foofootinib', phase: 'filed', furthest: '3'},
    {name: 'quxstat', phase: null, furthest: '3'},
  ]);
});

it('a drug that the project’s list says is approved elsewhere is approved, and still for its furthest use', async () => {
  const built = await build(folder, [
    products(
      `('x:1', 'Anlotinib', {max_phase: 3, approved_by: null, indications: [{id: 'MONDO:0000001', label: 'gout', phase: 'phase 3', confidence: 0.8}]}), ('x:2', 'foofootinib', {max_phase: 3, approved_by: null, indications: null})`,
      'key, name, attributes',
    ),
  ]);
  expect(
    await built.rows(
      `select name, attributes ->> 'approved_by' as by, (attributes ->> 'max_phase')::integer as phase, p.confidence from entities e
       left join provenance p on p.entity_id = e.id and p.field = 'attributes.approved_by' order by natural_key`,
    ),
  ).toEqual([
    {name: 'Anlotinib', by: '["NMPA"]', phase: 4, confidence: expect.closeTo(0.75, 5)},
    {name: 'foofootinib', by: null, phase: 3, confidence: null},
  ]);
});
