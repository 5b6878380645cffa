/** @module-tag long */

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {build, EDGES, file, recipe, workspace} from './helpers.ts';

const folder = workspace();
const companies = recipe(folder, {
  entities: `select key, name, 'company' as kind, country: {country: c} from (values
    ('cik:1', 'Foo Inc', 'US'), ('x:1', 'FOO CORP', null), ('x:2', 'Foo Limited', null), ('x:3', 'Bar GmbH', 'DE'), ('x:4', 'Bar Holding', null)) v(key, name, c)`.replace(
    'country: {country: c}',
    '{country: c} as attributes',
  ),
  edges: `select * from (values ('x:3', 'subsidiary_of', 'cik:1'), ('x:4', 'subsidiary_of', 'cik:1')) v(source_key, relation, target_key)`,
});
const corrections = (name: string, ...lines: string[]) =>
  file(folder, name, ['type,key,value,field,source,who,when', ...lines]);
const live = `select name, natural_key as key from entities where state = 'live' order by key`;

describe('corrections', () => {
  it('keep apart what rules joined and join what they kept apart, with who said so', async () => {
    const built = await build(folder, [companies], {
      corrections: corrections(
        'identity.csv',
        'different,cik:1,x:2,,register of companies,Ann,2025-03-01',
        'same,x:3,cik:1,,letter,Bob,2025-04-01',
      ),
    });
    expect(await built.rows(live)).toEqual([
      {name: 'Foo Inc', key: 'cik:0000000001'},
      {name: 'Foo Limited', key: 'x:2'},
    ]);
    expect(
      await built.rows(
        `select natural_key as key, identity_confidence as c from entities where state = 'merged' order by key`,
      ),
    ).toEqual([
      {key: 'x:1', c: 0.9},
      {key: 'x:3', c: 1},
      {key: 'x:4', c: 0.9},
    ]);
    expect(
      await built.rows(`select field, source, confidence from provenance where source like 'correction%' order by all`),
    ).toEqual([
      {field: 'identity', source: 'correction by Ann: register of companies', confidence: 1},
      {field: 'identity', source: 'correction by Bob: letter', confidence: 1},
    ]);
    expect(built.report.corrections).toEqual([]);
  });

  it('keep apart even two that share an identifier', async () => {
    const shared = recipe(folder, {
      entities: `select key, name, same_as, 'product' as kind from (values ('x:1', 'Foonib', ['cas:1']), ('x:2', 'Foonib', ['cas:1']), ('x:3', 'foonib', null)) v(key, name, same_as)`,
    });
    const built = await build(folder, [shared], {corrections: corrections('shared.csv', 'different,x:1,x:2,,,,')});
    expect((await built.rows(live)).length).toBe(2);
  });

  it('name, state fields and take edges away, by key or id', async () => {
    const before = await build(folder, [companies]);
    const [bar] = await before.rows(`select id from entities where natural_key = 'x:3'`);
    const built = await build(folder, [companies], {
      corrections: corrections(
        'fields.csv',
        `name,${bar?.id},Bar Pharma GmbH,,website,Ann,2025-03-01`,
        'field,x:3,AT,attributes.country,website,Ann,2025-03-01',
        'field,cik:1,FOO,ticker,exchange,Ann,',
        'not-an-edge,x:3,cik:1,subsidiary_of,letter,Bob,',
      ),
    });
    expect(
      await built.rows(
        `select name, aliases, slug, attributes ->> 'country' as country, ticker from entities where state = 'live' and natural_key in ('x:3', 'cik:0000000001') order by name`,
      ),
    ).toEqual([
      {
        name: 'Bar Pharma GmbH',
        aliases: ['Bar GmbH', 'Bar Holding'],
        slug: 'bar-pharma-gmbh',
        country: 'AT',
        ticker: null,
      },
      {name: 'Foo Inc', aliases: ['FOO CORP', 'Foo Limited'], slug: 'foo-inc', country: 'United States', ticker: 'FOO'},
    ]);
    expect(await built.rows(EDGES)).toEqual([]);
    expect(
      await built.rows(`select field, confidence from provenance where source like 'correction by %' order by field`),
    ).toEqual(['attributes.country', 'edges.subsidiary_of', 'name', 'ticker'].map((field) => ({field, confidence: 1})));
  });

  it('are reported when they no longer apply, and are refused with their line when they cannot be read', async () => {
    const built = await build(folder, [companies], {
      corrections: corrections(
        'idle.csv',
        'name,x:99,Nobody,,,,',
        'name,cik:1,Foo Inc,,,,',
        'not-an-edge,cik:1,x:3,subsidiary_of,,,',
        'same,x:1,x:98,,,,',
      ),
    });
    expect(built.report.corrections.map(({line, why}) => `${line} ${why}`)).toEqual([
      '2 nothing in this build bears the key',
      '3 the sources no longer say otherwise',
      '4 the sources no longer say otherwise',
      '5 nothing in this build bears the value',
    ]);
    for (const [line, problem] of [
      ['alike,x:1,x:2,,,,', 'line 2: type is "alike"'],
      ['same,x1,x:2,,,,', 'line 2: key is "x1"'],
      ['field,x:1,1,no_such,,,', 'line 2: "no_such" is not a field'],
      ['name,x:1,,,,,', 'line 2: no name'],
      ['same,x:1,x:2,,,,yesterday', 'line 2: when is "yesterday"'],
    ] as const) {
      await expect(build(folder, [companies], {corrections: corrections('bad.csv', line)})).rejects.toThrow(problem);
    }
    writeFileSync(join(folder, 'other.csv'), 'a,b\n1,2\n');
    await expect(build(folder, [companies], {corrections: join(folder, 'other.csv')})).rejects.toThrow(
      'has no column type',
    );
    await expect(build(folder, [companies], {corrections: join(folder, 'none.csv')})).rejects.toThrow(
      'no such corrections file',
    );
  });
});
