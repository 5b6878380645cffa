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

/** The stored value of an impact of 1. */
export const IMPACT_UNIT = 65_535;

/** k1 of BM25F: the weight from which on a word counts more than half of the most that it can. */
const K1 = 1.2;

/**
 * What a word of a text adds to a sum: its weight over all fields, saturated (as the view `posting` of ddl/posting.sql).
 * @param share What is left of it for a kind, and for an entity that few know.
 */
export function impactOf(weight: number, share = 1): number {
  return Math.round(((IMPACT_UNIT * weight) / (K1 + weight)) * share);
}

/** The share of an entity of a kind whose well-known ones come first, by its boost (as `known_share` of ddl/macros.sql). */
export function knownShare(boost: number): number {
  return 0.75 + 0.0625 * (boost - 1);
}
