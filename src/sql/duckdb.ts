import type {Dialect, ListType} from './dialect.ts';

const TYPES: Record<ListType, string> = {integer: 'integer', double: 'double', text: 'varchar', uuid: 'uuid'};

/** DuckDB's words. */
export const duckdb: Dialect = {
  once: ['as materialized'],
  semiJoin: ['semi join'],
  countIf: (condition) => ['count(*) filter (', condition, ')'],
  countDistinctIf: (value, condition) => ['count(distinct ', value, ') filter (', condition, ')'],
  sumIf: (value, condition) => ['sum(', value, ') filter (', condition, ')'],
  maxIf: (value, condition) => ['max(', value, ') filter (', condition, ')'],
  anyOf: (value) => ['any_value(', value, ')'],
  listOf: (value, order) => ['list(', value, ' order by ', order, ')'],
  distinctListOf: (value) => ['list(distinct ', value, ')'],
  unnest: (list) => ['unnest(', list, ')'],
  unnestTogether: (lists) =>
    lists.flatMap(({list, name}, index) => [index === 0 ? 'unnest(' : ', unnest(', list, `) as ${name}`]),
  // Numbers are read without the way through JSON.
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
};
