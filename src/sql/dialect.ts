import type {Sql} from './sql.ts';

/** Text of an engine's own, with pieces between. */
export type Written = readonly (string | Sql)[];

/**
 * What engines write differently. Statements name these by the functions of fragments.ts, and which words stand there is decided when a
 * statement is compiled, so that each statement is written once. An argument is a piece of SQL: a column, an expression or a bound value.
 */
export interface Dialect {
  /** What a table expression begins with that is worked out once, however often it is named. */
  once: Written;
  /** Joins that keep rows of the left side that have a partner, or none. */
  semiJoin: Written;
  antiJoin: Written;
  /** Rows for which a condition holds. */
  countIf(condition: Sql): Written;
  /** Different values among the rows for which it holds. */
  countDistinctIf(value: Sql, condition: Sql): Written;
  /** The sum over the rows for which it holds; null for none. */
  sumIf(value: Sql, condition: Sql): Written;
  /** The greatest of them; null for none. */
  maxIf(value: Sql, condition: Sql): Written;
  /** Some value of a group. */
  anyOf(value: Sql): Written;
  /** The values of a group as a list, in an order or each once. */
  listOf(value: Sql, order: Sql): Written;
  distinctListOf(value: Sql): Written;
  /** A row for each entry of a list. */
  unnest(list: Sql): Written;
  /** A row for each place of several lists of one length, each a column. */
  unnestTogether(lists: readonly {list: Sql; name: string}[]): Written;
  /** A bound JSON list as a list of a type. */
  boundList(json: Sql, type: ListType): Written;
  /** Whole numbers moved to the right by bits. */
  shiftRight(number: Sql, bits: Sql): Written;
  /** A bound text as an id, a day, a point in time. */
  uuid(text: Sql): Written;
  day(text: Sql): Written;
  instant(text: Sql): Written;
  /** A point in time as ISO 8601 in UTC, to the millisecond, and the month of a day as 2025-06. */
  isoTime(instant: Sql): Written;
  monthOf(day: Sql): Written;
  /** Letters, not bytes: how many, the first and the last of them. */
  letters(text: Sql): Written;
  firstLetters(text: Sql, count: Sql): Written;
  lastLetters(text: Sql, count: Sql): Written;
  /** Edits between two texts, a swap of neighbours being one. */
  edits(a: Sql, b: Sql): Written;
}

export type ListType = 'integer' | 'double' | 'text' | 'uuid';
