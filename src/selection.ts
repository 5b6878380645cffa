import type {Kind} from './schema/kinds.ts';
import type {Sort} from './schema/params.ts';
import type {Tally, TallyField} from './tally.ts';

/** A filter value and the number of entities with it: by trusted labels, and in total. */
export interface CarriedValue {
  label_id: number;
  trusted: number;
  tagged: number;
}

/** An assignee or inventor of a patent, and the head of its group: itself if it has none. */
export type Parties = {party: number; head: number}[];

/** Entities of some kinds (all kinds if empty) that satisfy every condition. */
export interface Selection {
  kinds: readonly Kind[];
  groups: readonly Condition[];
}

/**
 * A condition: has one of some values, by a trusted label or by any; has its own date in a range, inclusive; or is one
 * of some rows.
 */
export type Condition =
  | {values: readonly number[]; isGated: boolean}
  | {days: Days}
  | {rows: readonly number[]}
  | {tied: Tie};

/** `YYYY-MM-DD`, both included. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** Has an edge to one of some rows, of any relation but one. */
export interface Tie {
  to: readonly number[];
  /** The relation's number; 0 for none. */
  besides: number;
}

export interface Selected {
  /** How many of them have a place in an order. */
  size(sort: Sort): number;
  /** Rows in an order, after a number of it, at most so many. */
  page(sort: Sort, after: number, offset: number, rows: number): number[];
  /** The rows of all of them, in no order. */
  rows(): number[];
  /** The number of a row in an order over everything. */
  numberOf(rid: number, sort: Sort): number;
  /** The number of entities of each kind that occurs. */
  kinds(): {value: Kind; count: number}[];
  /**
   * The number of entities with each value of some fields, optionally by trusted labels only; at most so many values
   * per field.
   */
  tally(fields: readonly TallyField[], most: number): Tally[];
  /** What that has to do, in steps of about a nanosecond. */
  tallyEffort(fields: readonly TallyField[]): number;
}
