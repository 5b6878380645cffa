import type {RowNumbers} from './row-numbers.ts';

/** A piece of SQL: a column, an expression or a bound value. */
export interface Piece {
  readonly strings: readonly string[];
}

/** Text of one engine, with pieces in between. */
export type Written = readonly (string | Piece)[];

/**
 * The differences between engines. Statements use them through the functions of fragments.ts, and they are resolved
 * when a statement is compiled, so that each statement is written once.
 */
export interface Dialect {
  /** The form of the generation's row ids. */
  rows: RowNumbers;
  /** The placeholder of the n-th bound value, from 1. */
  place(n: number, value: string | number | bigint | boolean | null): string;
  /** The start of a table expression that is evaluated once, however often it is referenced. */
  once: Written;
  /** A join that keeps rows of the left side that have a partner. */
  semiJoin: Written;
  /**
   * The end of a statement that looks for rows of a sharded table in another one: the inner part is gathered first,
   * then sent to every shard. Without it such a statement is refused.
   */
  gathered: Written;
  /** For two tables sharded by the same row, so that each shard has both sides of the join. */
  coLocated: Written;
  /** Number of rows that meet a condition. */
  countIf(condition: Piece): Written;
  /** Number of distinct values among the rows that meet a condition. */
  countDistinctIf(value: Piece, condition: Piece): Written;
  /** Sum over the rows that meet a condition; null if there are none. */
  sumIf(value: Piece, condition: Piece): Written;
  /** Maximum over the rows that meet a condition; null if there are none. */
  maxIf(value: Piece, condition: Piece): Written;
  /** Any value of a group. */
  anyOf(value: Piece): Written;
  /** The values of a group as a list: sorted by numbers or texts in ascending order, or each value once. */
  listOf(value: Piece, order: readonly Piece[]): Written;
  distinctListOf(value: Piece): Written;
  /** The first value of a group in such an order. */
  firstOf(value: Piece, order: readonly Piece[]): Written;
  /** The first entries of a list. */
  upTo(list: Piece, count: Piece): Written;
  /** A row for each entry of a list. */
  unnest(list: Piece): Written;
  /** A row for each index of several lists of the same length, each of which becomes a column. */
  unnestTogether(lists: readonly {list: Piece; name: string}[]): Written;
  /** A bound JSON list as a list of a type. */
  boundList(json: Piece, type: ListType): Written;
  /** Shifts whole numbers right. */
  shiftRight(number: Piece, bits: Piece): Written;
  /** A bound text as an id, a day, or a timestamp. */
  uuid(text: Piece): Written;
  day(text: Piece): Written;
  instant(text: Piece): Written;
  /** The month of a day as 2025-06. */
  monthOf(day: Piece): Written;
  /** In letters, not bytes: the length, the first and the last ones. */
  letters(text: Piece): Written;
  firstLetters(text: Piece, count: Piece): Written;
  lastLetters(text: Piece, count: Piece): Written;
  /** Edit distance between two texts, with a transposition as one edit. */
  edits(a: Piece, b: Piece): Written;
  /** A text column of `entity` in the form in which texts are compared (macro `norm`). */
  norm(table: string, column: string): Written;
  /** Whether a text starts with, or contains, another one. */
  startsWith(text: Piece, start: Piece): Written;
  endsWith(text: Piece, end: Piece): Written;
  contains(text: Piece, part: Piece): Written;
  /** A text with all matches of a pattern removed. */
  without(text: Piece, pattern: Piece): Written;
  /** An object as JSON text; timestamps have the format of all doors. */
  json(members: readonly {name: string; value: Piece; isInstant: boolean}[]): Written;
  /** Rows of values as a table with the columns `col0`, `col1`, …. */
  table(rows: readonly (readonly Piece[])[]): Written;
  /** The smallest values of a group, as a list. */
  smallest(value: Piece, count: Piece): Written;
  /**
   * The position of a name or word among those with the typed prefix (macro `match_key`), and the row and order key in
   * it.
   */
  matchKey(rung: Piece, work: Piece, place: Piece, rid: Piece, rows: RowNumbers): Written;
  matchedRid(key: Piece, rows: RowNumbers): Written;
  matchedPlace(key: Piece, rows: RowNumbers): Written;
  /** The sum of the products of two vectors. */
  innerProduct(a: Piece, b: Piece): Written;
}

export type ListType = 'integer' | 'long' | 'double' | 'text' | 'uuid';

/** A dialect for generations with such row ids. */
export function withRows(dialect: Dialect, rows: RowNumbers): Dialect {
  return {...dialect, rows};
}

/** Pieces separated by commas. */
export function listed(pieces: readonly Piece[]): Written {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [', ', piece]));
}
