/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, entities, folded, recipe, workspace} from './helpers.ts';

const folder = workspace();
const LIVE = `select name, natural_key as key from entities where state = 'live' order by name, key`;

describe('abbreviated names', () => {
  it('are those of the one institution they abbreviate, whatever the order of the words', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'institution',
          `('ror:a', 'The University of Hong Kong'), ('x:1', 'UNIV HONG KONG'), ('ror:b', 'University of Washington'), ('ror:c', 'Washington University'), ('x:2', 'UNIV WASHINGTON'), ('x:3', 'UNIV NOWHERE')`,
        ),
      }),
    ]);
    expect(await built.rows(folded)).toEqual([{k: 'x:1', into: 'ror:a', c: 0.85}]);
    expect(built.report.ambiguous.first).toContainEqual({
      kind: 'institution',
      name: 'UNIV WASHINGTON',
      keys: ['ror:b', 'ror:c', 'x:2'],
    });
  });

  it('of a company keep their order, and a subsidiary stays apart', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'company',
          `('cik:1', 'Vertex Pharmaceuticals Incorporated'), ('x:1', 'VERTEX PHARMS'), ('x:2', 'Vertex Pharmaceuticals Europe Ltd'), ('x:3', 'Vertex Pharmaceutical')`,
        ),
      }),
    ]);
    expect(await built.rows(folded)).toEqual([
      {k: 'x:1', into: 'cik:0000000001', c: 0.85},
      {k: 'x:3', into: 'cik:0000000001', c: 0.9},
    ]);
  });
});

describe('institutions of the project’s list', () => {
  it('are one under their legal and their short names, unless a registry has another number for it or it is in another country', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select *, 'institution' as kind, case when key in ('x:3', 'ror:002pd6e78', 'ror:00f54p054') then {country: 'United States'} when key = 'x:4' then {country: 'Philippines'} end as attributes from (values ('ror:03vek6s52', 'Harvard University', null), ('x:1', 'President and Fellows of Harvard College', null), ('x:2', 'Harvard', null), ('ror:other', 'Harvard College', null),
            ('ror:002pd6e78', 'Massachusetts General Hospital', null), ('x:3', 'The General Hospital Corporation', null), ('x:4', 'Leland Stanford Junior University', null), ('ror:00f54p054', 'Stanford University', null), ('ror:013meh722', 'University of Cambridge', null), ('ror:041kmwe10', 'Imperial College London', ['ICL']), ('x:5', 'London School of Hygiene and Tropical Medicine', null)) v(key, name, aliases)
          union all select 'c:1', 'Cambridge Pharma Inc', null, 'company', null union all select 'c:2', 'Imperial Ltd', null, 'company', null`,
      }),
    ]);
    expect(await built.rows(folded)).toEqual([
      {k: 'x:1', into: 'ror:03vek6s52', c: 0.97},
      {k: 'x:2', into: 'ror:03vek6s52', c: 0.97},
      {k: 'x:3', into: 'ror:002pd6e78', c: 0.97},
    ]);
    const called = `select name from entities where state = 'live' and list_contains(aliases, $1) order by 1`;
    expect(await built.rows(called.replace('$1', "'Cambridge'"))).toEqual([{name: 'University of Cambridge'}]);
    // One without a number of the registry is called by the first name in the list.
    expect(await built.rows(called.replace('$1', "'LSHTM'"))).toEqual([
      {name: 'London School of Hygiene and Tropical Medicine'},
    ]);
    // A company has this name.
    expect(await built.rows(called.replace('$1', "'Imperial'"))).toEqual([]);
  });
});

describe('names of institutions', () => {
  it('count without a site’s number, a department or what the site takes part in', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'institution',
          `('ror:a', 'Foo Cancer Center'), ('x:1', 'Foo Cancer Center-Site Number:8400001'), ('x:2', 'The Foo Cancer Center /ID# 270059'), ('x:3', 'Foo Cancer Center - Dept. of Lymphoma'), ('x:4', '~Foo Cancer Center - PPDS'), ('x:5', 'Foo Cancer Center Madrid'), ('x:6', 'Foo Cancer Center ACTG CRS'), ('x:7', 'Foo Cancer Center FCC (4)'), ('x:8', 'Foo Cancer Center Suite 200')`,
        ),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'x:1 > ror:a',
      'x:2 > ror:a',
      'x:3 > ror:a',
      'x:4 > ror:a',
      'x:6 > ror:a',
      'x:7 > ror:a',
      'x:8 > ror:a',
    ]);
  });

  it('that end with a country are of that country, and those that every city has wait for a city', async () => {
    const of = (country: string, city: string) => `{country: '${country}', city: '${city}'}::json`;
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'institution',
          `('ror:a', 'National Foo Institute', ${of('United States', 'Bethesda')}), ('x:1', 'National Foo Institute, Egypt', null), ('x:2', 'National Foo Institute, USA', null),
           ('ror:b', 'Mercy Hospital', ${of('United States', 'Miami')}), ('x:3', 'Mercy Hospital', null), ('x:4', 'Mercy Hospitals', ${of('United States', 'Miami')}),
           ('x:5', 'Lake View Hospital', null), ('x:6', 'Lakeview Hospital', null)`,
          'key, name, attributes',
        ),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual(['x:2 > ror:a', 'x:4 > ror:b']);
    expect(built.report.ambiguous.first.map(({keys}) => keys)).toContainEqual(['ror:b', 'x:3', 'x:4']);
  });

  it('that several bear are the one’s in the same country, a hospital’s that every city has in the same city', async () => {
    const of = (country: string, city: string) => `{country: '${country}', city: '${city}'}::json`;
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'institution',
          `('ror:a', 'Northfoo University', ${of('United States', 'Evanston')}), ('ror:b', 'Northfoo University', ${of('Philippines', 'Laoag')}), ('x:1', 'Northfoo University', ${of('United States', 'Chicago')}),
           ('ror:c', 'St Foo Hospital', ${of('United States', 'Boston')}), ('ror:d', 'St Foo Hospital', ${of('Canada', 'Toronto')}), ('x:2', 'St Foo Hospital', ${of('United States', 'Denver')}),
           ('x:4', 'Foobar Academy', ${of('Bulgaria', 'Belgrade')}), ('ror:g', 'Foobar Academy', ${of('Bulgaria', 'Sofia')}), ('ror:h', 'Foobar Academy', ${of('Serbia', 'Nis')}),
           ('ror:e', 'Barfoo Institute', ${of('Spain', 'Madrid')}), ('ror:f', 'Barfoo Institute', ${of('Peru', 'Lima')}), ('x:3', 'Barfoo Institute', null)`,
          'key, name, attributes',
        ),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual(['x:1 > ror:a']);
  });

  it('are one however an apostrophe and a blank are written, and by another’s name for it in the same city', async () => {
    const of = (country: string, city: string) => `{country: '${country}', city: '${city}'}::json`;
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'institution',
          `('x:1', 'Foo St Mary''s Hospital', null, ${of('Fooland', 'Foo')}), ('x:2', 'Foo St.Mary''s Hospital', null, ${of('Fooland', 'Foo')}),
           ('x:3', 'Quxby Children''s Institute', null, null), ('x:4', 'Quxby Children¿s Institute', null, null),
           ('ror:a', 'Barton University Hospital', ['Barton Universitets Hospital'], ${of('Barland', 'Barton')}), ('x:5', 'Barton Universitetshospital', null, ${of('Barland', 'Barton')}),
           ('ror:b', 'Foo Children''s Hospital', ['Children''s Hospital Foo'], ${of('Fooland', 'Foo')}), ('x:6', 'Children''s Hospital Foo', null, ${of('Fooland', 'Foo')}),
           ('ror:c', 'Baz Children''s Hospital', ['Children''s Hospital Baz'], ${of('Fooland', 'Baz')}), ('x:7', 'Children''s Hospital Baz', null, ${of('Fooland', 'Foo')})`,
          'key, name, aliases, attributes',
        ),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'x:2 > x:1',
      'x:4 > x:3',
      'x:5 > ror:a',
      'x:6 > ror:b',
    ]);
  });

  it('in two countries are two, however a country is spelled; a government’s department has no country in its name', async () => {
    const of = (country: string) => `{country: '${country}'}::json`;
    const built = await build(folder, [
      recipe(folder, {
        entities: `${entities(
          'institution',
          `('x:1', 'Foo Centre', ${of('Türkiye')}), ('x:2', 'Foo Centre', ${of('Turkey (Türkiye)')}), ('x:3', 'Foo Centre', ${of('The Netherlands')}), ('x:4', 'Foo Centre', ${of('Netherlands')})`,
          'key, name, attributes',
        )} union all by name ${entities('funder', `('fundref:5', 'Department of Foo'), ('name:funder:department of foo', 'Department of Foo'), ('fundref:6', 'Foo Trust'), ('name:funder:foo trust', 'Foo Trust')`)}`,
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'name:funder:foo trust > fundref:6',
      'x:2 > x:1',
      'x:4 > x:3',
    ]);
  });
});

describe('an institution', () => {
  it('of a registry takes those that bear one of its aliases, not another country’s nor a saint’s', async () => {
    const institution = recipe(folder, {
      entities: `select *, 'institution' as kind from (values
        ('ror:a', 'The University of Footown M. D. Barson Center', ['Barson Foo Center', 'St. John''s Hospital', 'National Veterinary Foo Institute'], {country: 'Spain'}),
        ('x:1', 'University of Footown MD Barson Center', null, null), ('x:2', 'Barson Foo Center', null, {country: 'Spain'}),
        ('x:3', 'National Veterinary Foo Institute', null, {country: 'Chile'}), ('x:4', 'St. John''s Hospital', null, null)) v(key, name, aliases, attributes)`,
    });
    const built = await build(folder, [institution]);
    expect((await built.rows(LIVE)).map(({key}) => key)).toEqual(['x:3', 'x:4', 'ror:a']);
  });

  it('is one however the letters of a word are ordered, in one place', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select *, 'institution' as kind from (values
          ('x:1', 'Foo Jefferson University Hospital', {country: 'United States', city: 'Footown'}), ('x:2', 'Foo Jefferson University Hopsital', {country: 'United States', city: 'Footown'}),
          ('x:3', 'Royal Barson Medical Centre', {country: 'Canada', city: null}), ('x:4', 'Royal Barson Medical Center', {country: 'Canada', city: 'Bartown'}),
          ('x:5', 'City Clinical Foo Hospital 15', {country: 'Russia', city: 'Bartown'}), ('x:6', 'City Clinical Foo Hospital 51', {country: 'Russia', city: 'Bartown'}),
          ('x:7', 'Endoscopy Centre', {country: 'Canada', city: null}), ('x:8', 'Endoscopy Center', {country: 'Canada', city: 'Bartown'}),
          ('x:9', 'Foo Memorial University Centre', {country: 'Canada', city: 'Bartown'}), ('y:1', 'Foo Memorial University Center', {country: 'United States', city: 'Bartown'})) v(key, name, attributes)`,
      }),
    ]);
    expect(built.report.merges).toEqual({'normalised name': 1, spelling: 1});
  });

  it('is one however its words are ordered and joined, in one place', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select *, 'institution' as kind from (values
          ('x:1', 'Umeford University Hospital', {country: 'Sweden', city: 'Umeford'}), ('x:2', 'University Hospital, Umeford', null), ('x:3', 'University Hospital of Umeford', {country: 'Sweden', city: null}),
          ('x:4', 'University of Barson', {country: 'United States', city: 'Oldtown'}), ('x:5', 'Barson University', {country: 'United States', city: null}),
          ('x:6', 'St Foo Children Hospital', {country: 'Canada', city: 'Bartown'}), ('x:7', 'Children Hospital of St Foo', {country: 'Canada', city: null}),
          ('x:8', 'Footown Hospital/Footown Barson Cancer Hospital', {country: 'Canada', city: 'Footown'}), ('x:9', 'Barson Cancer Footown Hospital', {country: 'Canada', city: 'Footown'}),
          ('y:1', 'Barson Eye Clinic Footown', {country: 'Chile', city: 'Footown'}), ('y:2', 'Footown Barson Eye Clinic', {country: 'Peru', city: 'Footown'})) v(key, name, attributes)`,
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into, c}) => `${k} > ${into} ${c}`)).toEqual([
      'x:2 > x:1 0.85',
      'x:3 > x:1 0.85',
    ]);
  });

  it('is called as it is most often, not as it is misspelled', async () => {
    const trials = Array.from({length: 4}, (_, n) => `('t:${n}', 'conducted_at', '${n === 0 ? 'x:1' : 'x:2'}')`);
    const built = await build(folder, [
      recipe(folder, {
        entities: `select key, kind, name, case when kind = 'institution' then {country: 'Japan', city: 'Footown'} end as attributes from (values
          ('x:1', 'institution', 'Footoramonon Hospital'), ('x:2', 'institution', 'Footoranomon Hospital'), ('t:0', 'trial', 'A'), ('t:1', 'trial', 'B'), ('t:2', 'trial', 'C'), ('t:3', 'trial', 'D')) v(key, kind, name)`,
        edges: `select * from (values ${trials.join(', ')}) v(source_key, relation, target_key)`,
      }),
    ]);
    expect(await built.rows(`select name from entities where kind = 'institution' and state = 'live'`)).toEqual([
      {name: 'Footoranomon Hospital'},
    ]);
  });
});

it('a city is of the country that an institution is in', async () => {
  const rows = (name: string, city: string | null, country: string) =>
    recipe(
      folder,
      {
        entities: `select 'name:institution:case hospital' as key, 'institution' as kind, 'Case Hospital' as name, {city: ${city === null ? 'null' : `'${city}'`}, country: '${country}'} as attributes`,
      },
      `-- name: ${name}\n`,
    );
  const seat = async (recipes: string[]) => {
    const built = await build(folder, recipes);
    return built.rows(`select attributes ->> 'city' as city, attributes ->> 'country' as country from entities`);
  };
  expect(await seat([rows('one', null, 'United States'), rows('two', 'Toronto', 'Canada')])).toEqual([
    {city: null, country: 'United States'},
  ]);
  expect(await seat([rows('three', null, 'USA'), rows('four', 'Chicago', 'United States')])).toEqual([
    {city: 'Chicago', country: 'United States'},
  ]);
});
