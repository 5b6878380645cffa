/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();
const values = (rows: string, columns: string) => `select * from (values ${rows}) v(${columns})`;
const entities = (kind: string, rows: string, columns = 'key, name') =>
  values(rows, columns).replace('*', `*, '${kind}' as kind`);
const folded = `select e.natural_key as k, s.natural_key as into, e.identity_confidence as c from entities e join entities s on s.id = e.merged_into order by 1`;

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

describe('names of institutions', () => {
  it('count without a site’s number, a department or what the site takes part in', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'institution',
          `('ror:a', 'Foo Cancer Center'), ('x:1', 'Foo Cancer Center-Site Number:8400001'), ('x:2', 'The Foo Cancer Center /ID# 270059'), ('x:3', 'Foo Cancer Center - Dept. of Lymphoma'), ('x:4', '~Foo Cancer Center - PPDS'), ('x:5', 'Foo Cancer Center Madrid')`,
        ),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'x:1 > ror:a',
      'x:2 > ror:a',
      'x:3 > ror:a',
      'x:4 > ror:a',
    ]);
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

describe('products', () => {
  it('keep the substance’s name and identifier, not those of a salt that more is known of', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'chembl:CHEMBL1' as key, 'product' as kind, 'foonib' as name
          union all by name select 'chembl:CHEMBL0' as key, 'product' as kind, 'foonib mesylate' as name, 'chembl:CHEMBL1' as moiety, ['Foovec', 'FOO 571', 'FOO-571'] as aliases, 'kinase inhibitor' as mechanism`,
      }),
    ]);
    expect(await built.rows(`select name, natural_key as k from entities where state = 'live'`)).toEqual([
      {name: 'foonib', k: 'chembl:CHEMBL1'},
    ]);
  });

  it('of one substance are one, whatever the salt; combinations in any order; minerals by their salt', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'product',
          `('chembl:CHEMBL1', 'Foostatin'), ('x:1', 'FOOSTATIN CALCIUM'), ('x:2', 'foostatin'), ('x:3', 'barpril; foostatin calcium'), ('x:4', 'Foostatin and Barpril hydrochloride'), ('x:5', 'zinc sulfate'), ('x:6', 'zinc chloride'), ('x:7', 'sodium chloride')`,
        ),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'x:1 > chembl:CHEMBL1',
      'x:2 > chembl:CHEMBL1',
      'x:4 > x:3',
    ]);
  });

  it('of one name with two DrugBank ids stay apart and are listed; a hydrate’s or salt’s own ChEMBL id does not part them', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'product',
          `('drugbank:DB00001', 'Foonib'), ('drugbank:DB00002', 'Foonib'), ('x:1', 'foonib'), ('chembl:CHEMBL3', 'Barnib'), ('chembl:CHEMBL4', 'Barnib mesylate')`,
        ),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'chembl:CHEMBL4 > chembl:CHEMBL3',
    ]);
    expect(built.report.ambiguous.first).toContainEqual({
      kind: 'product',
      name: 'Foonib',
      keys: ['drugbank:DB00001', 'drugbank:DB00002', 'x:1'],
    });
  });
});

describe('patents, approvals and programs', () => {
  it('folds publications of one number', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'patent',
          `('patent:US7000001B2', 'A therapy'), ('patent:US7000001', 'US7000001'), ('patent:US7000002B2', 'Another')`,
        ),
      }),
    ]);
    expect(await built.rows(`select name, aliases from entities where state = 'live' order by 1`)).toEqual([
      {name: 'A therapy', aliases: null},
      {name: 'Another', aliases: null},
    ]);
  });

  it('folds an unnumbered approval into the one application of its brand and year', async () => {
    const approval = (key: string, brand: string, year: number, more = '') =>
      `select '${key}' as key, 'approval' as kind, '${brand}' as name, {brand: '${brand}', agency: 'FDA', approved_at: '${year}-05-01'${more}} as attributes`;
    const built = await build(folder, [
      recipe(folder, {entities: approval('approval:fda:fooza:2015', 'Fooza', 2015)}),
      recipe(folder, {entities: approval('nda:020001', 'Fooza', 2015, `, application_type: 'NDA'`)}),
      recipe(folder, {entities: approval('nda:020002', 'Fooza', 2016, `, application_type: 'NDA'`)}),
      recipe(folder, {entities: approval('nda:070001', 'Fooza', 2015, `, application_type: 'ANDA'`)}),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'approval:fda:fooza:2015 > nda:020001',
    ]);
  });

  it('folds programs of one company for one drug, though the sources knew the company by other keys', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'cik:1' as key, 'company' as kind, 'Acme Inc' as name union all select 'program:1:acm-1', 'program', 'ACM-1'`,
        edges: `select 'cik:1' as source_key, 'develops' as relation, 'program:1:acm-1' as target_key`,
      }),
      recipe(folder, {
        entities: `select 'name:company:acme' as key, 'company' as kind, 'ACME' as name union all select 'program:acme:acm 1', 'program', 'ACM 1' union all select 'program:acme:acm 2', 'program', 'ACM 2'`,
        edges: `select 'name:company:acme' as source_key, 'develops' as relation, 'program:acme:acm 1' as target_key`,
      }),
    ]);
    expect(built.report.merges).toMatchObject({'company and drug': 1});
    expect(built.report.entities).toEqual({company: 1, program: 2});
  });
});

describe('people', () => {
  const person = (key: string, name: string) => `('${key}', 'person', '${name}')`;
  const paper = (n: number) => `('pmid:${n}', 'paper', 'Paper ${n}')`;
  const authored = (...pairs: [string, number][]) =>
    pairs.map(([key, n]) => `('${key}', 'authored', 'pmid:${n}')`).join(', ');
  const made = (rows: string[], edges: string, more = '') =>
    recipe(folder, {
      entities: values(rows.join(', '), 'key, kind, name'),
      edges: `select * from (values ${edges}${more}) v(source_key, relation, target_key)`,
    });

  it('of one name are one with a shared affiliation or co-author, never by name alone', async () => {
    const built = await build(folder, [
      made(
        [
          person('p:1', 'Jane Doe'),
          person('p:2', 'Jane Doe'),
          person('p:3', 'Jane Doe'),
          person('p:4', 'Max Roe'),
          person('p:5', 'Max Roe'),
          person('p:6', 'Ann Smith'),
          person('p:7', 'Ann Smith'),
          person('p:8', 'J Doe'),
          person('p:9', 'KX Sampler'),
          person('p:10', 'KX Sampler'),
          paper(1),
          paper(2),
          paper(3),
          paper(4),
          `('ror:a', 'institution', 'Alpha University')`,
        ],
        authored(['p:1', 1], ['p:4', 1], ['p:2', 2], ['p:5', 2], ['p:3', 3], ['p:8', 4], ['p:9', 1], ['p:10', 2]),
        `, ('p:6', 'affiliated_with', 'ror:a'), ('p:7', 'affiliated_with', 'ror:a')`,
      ),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'p:2 > p:1',
      'p:5 > p:4',
      'p:7 > p:6',
    ]);
    expect(built.report.merges).toEqual({'name and co-author': 2, 'name and affiliation': 1});
  });

  it('with two ORCIDs stay apart whatever else agrees', async () => {
    const built = await build(folder, [
      made(
        [
          person('orcid:0000-0002-1825-0097', 'Jane Doe'),
          person('orcid:0000-0001-5109-3700', 'Jane Doe'),
          `('ror:a', 'institution', 'Alpha University')`,
        ],
        `('orcid:0000-0002-1825-0097', 'affiliated_with', 'ror:a'), ('orcid:0000-0001-5109-3700', 'affiliated_with', 'ror:a')`,
      ),
    ]);
    expect(built.report.merges).toEqual({});
    expect(built.report.ambiguous.count).toBe(1);
  });

  it('of one work told by two sources are one, initials and all; two of one name in one list are two', async () => {
    const built = await build(folder, [
      made(
        [person('a:1', 'Nadia Exampla'), person('a:2', 'Wei Wang'), person('a:3', 'Wei Wang'), paper(1)],
        authored(['a:1', 1], ['a:2', 1], ['a:3', 1]),
      ),
      made([person('b:1', 'N Exampla'), person('b:2', 'W Wang'), paper(1)], authored(['b:1', 1], ['b:2', 1])),
    ]);
    expect((await built.rows(folded)).map(({k, into, c}) => `${k} > ${into} ${c}`)).toEqual(['b:1 > a:1 0.95']);
  });

  it('who invented one family are one for each name, once in each publication', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select * from (values ('patent:US1000001A1', 'patent', 'T', ['family:x']), ('patent:EP1000002A1', 'patent', 'T', ['family:x']), ('p:1', 'person', 'DOE JANE', null), ('p:2', 'person', 'DOE JANE', null),
          ('p:3', 'person', 'LEE KIM', null), ('p:4', 'person', 'LEE KIM', null)) v(key, kind, name, same_as)`,
        edges: `select * from (values ('p:1', 'invented', 'patent:US1000001A1'), ('p:2', 'invented', 'patent:EP1000002A1'), ('p:3', 'invented', 'patent:US1000001A1'), ('p:4', 'invented', 'patent:US1000001A1')) v(source_key, relation, target_key)`,
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'p:2 > p:1',
      'patent:US1000001A1 > patent:EP1000002A1',
    ]);
  });
});

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

describe('approvals', () => {
  it('of one brand and year are one, and an orphan approval of that very day is part of it', async () => {
    const approval = (key: string, day: string) =>
      `('${key}', 'Foovec', {agency: 'FDA', brand: 'Foovec', approved_at: '${day}'}::json)`;
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'approval',
          [
            approval('nda:200001', '2021-05-28'),
            approval('approval:fda:foovec:2021', '2021-01-01'),
            approval('fda_orphan:1:2021-05-28', '2021-05-28'),
            approval('fda_orphan:2:2021-05-28', '2021-05-28'),
            approval('fda_orphan:1:2021-11-03', '2021-11-03'),
            approval('fda_orphan:1:2025-01-16', '2025-01-16'),
          ].join(', '),
          'key, name, attributes',
        ),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'approval:fda:foovec:2021 > nda:200001',
      'fda_orphan:1:2021-05-28 > nda:200001',
      'fda_orphan:2:2021-05-28 > nda:200001',
    ]);
    expect(built.report.ambiguous.count).toBe(0);
  });
});
