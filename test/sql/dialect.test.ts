import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {EMBEDDED, TABLES} from '../../src/clickhouse/tables.ts';
import type {Dialect} from '../../src/sql/dialect.ts';
import {duckdb} from '../../src/sql/duckdb.ts';
import {columns, countIf, edits, firstLetters, kindOf, numbers, ONCE, texts} from '../../src/sql/fragments.ts';
import {sql} from '../../src/sql/sql.ts';

/** Some words of another engine. */
const other: Dialect = {
  ...duckdb,
  once: ['as'],
  countIf: (condition) => ['countIf(', condition, ')'],
  shiftRight: (number, bits) => ['bitShiftRight(', number, ', ', bits, ')'],
  unnest: (list) => ['arrayJoin(', list, ')'],
  boundList: (json, type) => ['JSONExtract(', json, `, 'Array(${type})')`],
  // Bound values may come in another order, and twice.
  edits: (a, b) => ['distance(', b, ', ', a, ', ', b, ')'],
};

describe('a statement', () => {
  it('is written once and compiled for an engine', () => {
    const query = sql`with home ${ONCE} (select ${countIf(sql`${kindOf('a.dst')} = ${7}`)} from a where rid in ${numbers([1, 2])}) from home`;
    expect(query.compile(duckdb)).toEqual({
      text: 'with home as materialized (select count(*) filter ((a.dst >> 26) = $1) from a where rid in (select unnest($2::integer[]))) from home',
      values: [7, '[1,2]'],
    });
    expect(query.compile(other)).toEqual({
      text: "with home as (select countIf(bitShiftRight(a.dst, 26) = $1) from a where rid in (select arrayJoin(JSONExtract($2, 'Array(integer)')))) from home",
      values: [7, '[1,2]'],
    });
    expect(query.compile()).toEqual(query.compile(duckdb));
  });

  it('binds its values in the order of the words that an engine writes', () => {
    const query = sql`select ${edits(firstLetters('word', sql`${4}`), sql`${'acme'}`)} where x = ${1}`;
    expect(query.compile(duckdb)).toEqual({
      text: 'select damerau_levenshtein(left(word, $1), $2) where x = $3',
      values: [4, 'acme', 1],
    });
    expect(query.compile(other)).toEqual({
      text: 'select distance($1, left(word, $2), $3) where x = $4',
      values: ['acme', 4, 'acme', 1],
    });
  });

  it('takes lists as one value each, whatever they hold', () => {
    expect(texts(['a", "b', "c'"]).compile()).toEqual({
      text: '(select unnest($1::json::varchar[]))',
      values: [`["a\\", \\"b","c'"]`],
    });
    expect(columns({wid: {type: 'integer', list: [1]}, far: {type: 'double', list: [0.5]}}).compile()).toEqual({
      text: 'select unnest($1::integer[]) as wid, unnest($2::double[]) as far',
      values: ['[1]', '[0.5]'],
    });
  });

  it('names columns only', () => {
    expect(() => kindOf('rid; drop table entity').compile()).toThrow('Not an SQL identifier');
  });
});

describe('operations', () => {
  it('write nothing that the dialect has a fragment for', () => {
    const own =
      / >> 26|\bfilter \((?!\()|\bunnest\(\$\{`|as materialized|\b(?:semi|anti) join\b|strftime|\}::(?:uuid|timestamp|date)\b|damerau_levenshtein\(|any_value\(|\b(?:min|max|arg_min|arg_max)_by\(|sql`[^`]*(?<![{\w])(?:norm|prefix|contains|starts_with|regexp_replace|to_json|match_key|kind_of|list|first)\(|\bexclude \(|\(from [a-z]+[ )]|sql`from |\[1:/i;
    const written = readdirSync('src/operations', {recursive: true, encoding: 'utf8'})
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        readFileSync(join('src/operations', file), 'utf8')
          .split('\n')
          .filter((line) => own.test(line) && !/^\s*(\*|\/\/|\/\*)|rid >> 26 === kind/.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(written).toEqual([]);
  });

  it('ask tables alone that a published generation has', () => {
    const made = readdirSync('src/tables/ddl')
      .filter((file) => file.endsWith('.sql'))
      .flatMap((file) => [
        ...readFileSync(join('src/tables/ddl', file), 'utf8').matchAll(
          /^create (?:or replace )?(?:table|view) (\w+)/gm,
        ),
      ])
      .map(([, table]) => table as string);
    const published = Object.keys({...TABLES, ...EMBEDDED});
    const asked = ['src/operations', 'src/vectors']
      .flatMap((folder) => readdirSync(folder, {recursive: true, encoding: 'utf8'}).map((file) => join(folder, file)))
      .filter((file) => file.endsWith('.ts') && !MADE_HERE.includes(file))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\b(?:from|join) \(?([a-z_]+)\b/g)])
      .map(([, table]) => table as string);
    expect(asked.filter((table) => made.includes(table) && !published.includes(table))).toEqual([]);
    expect(published.filter((table) => asked.includes(table)).length).toBeGreaterThan(35);
  });
});

/** They make embeddings and filter candidates, which a published generation does without. */
const MADE_HERE = ['codes', 'candidates', 'embedding', 'projection', 'slices'].map((name) =>
  join('src', 'vectors', `${name}.ts`),
);
