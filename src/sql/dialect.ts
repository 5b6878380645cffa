/** A piece of SQL: a column, an expression or a bound value. */
export interface Piece {
  readonly strings: readonly string[];
}

/** Text of an engine's own, with pieces between. */
export type Written = readonly (string | Piece)[];

/**
 * The differences between engines. Statements use them through the functions of fragments.ts, and they are resolved
 * when a statement is compiled, so that each statement is written once.
 */
export interface Dialect {
  /** Where the n-th bound value stands, from 1. */
  place(n: number, value: string | number | bigint | boolean | null): string;
  /** What a table expression begins with that is worked out once, however often it is named. */
  once: Written;
  /** A join that keeps rows of the left side that have a partner. */
  semiJoin: Written;
  /**
   * What a statement ends with in which one table that may be shared out among shards is looked for in another: its inner part is gathered
   * first, then sent to every shard. A statement that does not say so is refused where that would be needed.
   */
  gathered: Written;
  /** For two tables sharded by the same row, so that each shard has both sides of the join. */
  coLocated: Written;
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
  /** The values of a group as a list: in the order of some numbers or texts, the least first, or each once. */
  listOf(value: Piece, order: readonly Piece[]): Written;
  distinctListOf(value: Piece): Written;
  /** The value of a group that comes first in such an order. */
  firstOf(value: Piece, order: readonly Piece[]): Written;
  /** The first so many entries of a list. */
  upTo(list: Piece, count: Piece): Written;
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
  /** A column of texts of `entity` as texts are compared (macro `norm`). */
  norm(table: string, column: string): Written;
  /** Does a text start with, or have in it, another? */
  startsWith(text: Piece, start: Piece): Written;
  contains(text: Piece, part: Piece): Written;
  /** A text with what a pattern matches put out of it, everywhere. */
  without(text: Piece, pattern: Piece): Written;
  /** An object as JSON text; points in time are written as doors write them. */
  json(members: readonly {name: string; value: Piece; isInstant: boolean}[]): Written;
  /** Rows of values as a table with the columns `col0`, `col1`, …. */
  table(rows: readonly (readonly Piece[])[]): Written;
  /** So many of the least values of a group, as a list. */
  smallest(value: Piece, count: Piece): Written;
  /** Where a name or word stands among those that start as typed (macro `match_key`), and the row and the place in it. */
  matchKey(rung: Piece, work: Piece, place: Piece, rid: Piece): Written;
  matchedRid(key: Piece): Written;
  matchedPlace(key: Piece): Written;
  /** The sum of the products of two vectors. */
  innerProduct(a: Piece, b: Piece): Written;
}

export type ListType = 'integer' | 'double' | 'text' | 'uuid';

/** Pieces with commas between. */
export function listed(pieces: readonly Piece[]): Written {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [', ', piece]));
}
