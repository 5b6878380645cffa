/** A term of the text index: its number, how many entities contain it, and whether it is indexed as it is, never stemmed. */
export interface TermEntry {
  tid: number;
  df: number;
  isProtected: boolean;
}

/** A term of a search, and what its impacts are multiplied by: a whole number. */
export interface WeightedTerm {
  tid: number;
  weight: number;
}

/** An entity and the sum of its terms' impacts times their weights. */
export interface Scored {
  rid: number;
  sum: number;
}
