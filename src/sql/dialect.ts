/** A piece of SQL: a column, an expression or a bound value. */
export interface Piece {
  readonly strings: readonly string[];
}

/** Text of an engine's own, with pieces between. */
export type Written = readonly (string | Piece)[];

/**
 * What engines write differently. Statements name these by the functions of fragments.ts, and which words stand there is decided when a
 * statement is compiled, so that each statement is written once.
 */
export interface Dialect {
  /** What a table expression begins with that is worked out once, however often it is named. */
  once: Written;
  /** A join that keeps rows of the left side that have a partner. */
  semiJoin: Written;
  /** Rows for which a condition holds. */
  countIf(condition: Piece): Written;
  /** Different values among the rows for which it holds. */
  countDistinctIf(value: Piece, condition: Piece): Written;
  /** The sum over the rows for which it holds; null for none. */
  sumIf(value: Piece, condition: Piece): Written;
  /** The greatest of them; null for none. */
  maxIf(value: Piece, condition: Piece): Written;
  /** Some value of a group. */
  anyOf(value: Piece): Written;
  /** The values of a group as a list, in an order or each once. */
  listOf(value: Piece, order: Piece): Written;
  distinctListOf(value: Piece): Written;
  /** A row for each entry of a list. */
  unnest(list: Piece): Written;
  /** A row for each place of several lists of one length, each a column. */
  unnestTogether(lists: readonly {list: Piece; name: string}[]): Written;
  /** A bound JSON list as a list of a type. */
  boundList(json: Piece, type: ListType): Written;
  /** Whole numbers moved to the right by bits. */
  shiftRight(number: Piece, bits: Piece): Written;
  /** A bound text as an id, a day, a point in time. */
  uuid(text: Piece): Written;
  day(text: Piece): Written;
  instant(text: Piece): Written;
  /** The month of a day as 2025-06. */
  monthOf(day: Piece): Written;
  /** Letters, not bytes: how many, the first and the last of them. */
  letters(text: Piece): Written;
  firstLetters(text: Piece, count: Piece): Written;
  lastLetters(text: Piece, count: Piece): Written;
  /** Edits between two texts, a swap of neighbours being one. */
  edits(a: Piece, b: Piece): Written;
}

export type ListType = 'integer' | 'double' | 'text' | 'uuid';
