import type {Grouped} from './schema/grouping.ts';

/** A field whose values are counted, all or by trusted labels only. */
export interface TallyField {
  field: Grouped;
  isGated: boolean;
}

/** Values that occur, the most frequent first, then alphabetically. */
export interface Tally {
  values: {value: string; count: number}[];
  /** How many there are, listed or not. */
  all: number;
}
