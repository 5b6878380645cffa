import {type Dialect, type ListType, listed} from './dialect.ts';
import {NARROW} from './row-numbers.ts';

const TYPES: Record<ListType, string> = {
  integer: 'integer',
  long: 'bigint',
  double: 'double',
  text: 'varchar',
  uuid: 'uuid',
};

/** DuckDB's dialect. */
export const duckdb: Dialect = {
  rows: NARROW,
  place: (n) => `$${n}`,
  once: ['as materialized'],
  semiJoin: ['semi join'],
  gathered: [],
  coLocated: [],
  countIf: (condition) => ['count(*) filter (', condition, ')'],
  countDistinctIf: (value, condition) => ['count(distinct ', value, ') filter (', condition, ')'],
  sumIf: (value, condition) => ['sum(', value, ') filter (', condition, ')'],
  maxIf: (value, condition) => ['max(', value, ') filter (', condition, ')'],
  anyOf: (value) => ['any_value(', value, ')'],
  listOf: (value, order) => ['list(', value, ' order by ', ...listed(order), ')'],
  distinctListOf: (value) => ['list(distinct ', value, ')'],
  firstOf: (value, order) => ['first(', value, ' order by ', ...listed(order), ')'],
  upTo: (list, count) => [list, '[1:', count, ']'],
  unnest: (list) => ['unnest(', list, ')'],
  unnestTogether: (lists) =>
    lists.flatMap(({list, name}, index) => [index === 0 ? 'unnest(' : ', unnest(', list, `) as ${name}`]),
  // Numbers are bound as lists, without JSON.
  boundList: (json, type) => [json, `::${type === 'text' || type === 'uuid' ? 'json::' : ''}${TYPES[type]}[]`],
  shiftRight: (number, bits) => ['(', number, ' >> ', bits, ')'],
  uuid: (text) => [text, '::uuid'],
  day: (text) => [text, '::date'],
  instant: (text) => [text, '::timestamp'],
  monthOf: (day) => ['strftime(', day, ", '%Y-%m')"],
  letters: (text) => ['length(', text, ')'],
  firstLetters: (text, count) => ['left(', text, ', ', count, ')'],
  lastLetters: (text, count) => ['right(', text, ', ', count, ')'],
  edits: (a, b) => ['damerau_levenshtein(', a, ', ', b, ')'],
  norm: (table, column) => [`norm(${table}${column})`],
  startsWith: (text, start) => ['prefix(', text, ', ', start, ')'],
  endsWith: (text, end) => ['suffix(', text, ', ', end, ')'],
  contains: (text, part) => ['contains(', text, ', ', part, ')'],
  without: (text, pattern) => ['regexp_replace(', text, ', ', pattern, ", '', 'g')"],
  json: (members) => [
    'to_json({',
    ...members.flatMap(({name, value, isInstant}, index) => [
      `${index === 0 ? '' : ', '}${name}: ${isInstant ? 'iso(' : ''}`,
      value,
      isInstant ? ')' : '',
    ]),
    '})::varchar',
  ],
  table: (rows) => [
    'select * from (values ',
    ...rows.flatMap((row, index) => [index === 0 ? '(' : ', (', ...listed(row), ')']),
    ')',
  ],
  smallest: (value, count) => ['min(', value, ', ', count, ')'],
  matchKey: (rung, work, place, rid) => ['match_key(', ...listed([rung, work, place, rid]), ')'],
  matchedRid: (key) => ['matched_rid(', key, ')'],
  matchedPlace: (key) => ['matched_place(', key, ')'],
  innerProduct: (a, b) => ['array_inner_product(', a, ', ', b, ')'],
};
