/** An entity with a word: its place by prominence, and the match class of the word (ddl/naming.sql). */
export interface NameMatch {
  rid: number;
  orderKey: number;
  rung: number;
}

/** An entity with a name, that name without its legal form, and the entity's place by prominence. */
export interface Bearer {
  bare: string;
  rid: number;
  orderKey: number;
}

/**
 * Words that start alike, or one word: their numbers, first and last, how many names have one of them, and how many
 * have one of those before, which is where the file of names by word continues with theirs.
 */
export interface WordRange {
  first: number;
  last: number;
  df: number;
  before: number;
}

/** Entities whose names have some words, by prominence. */
export interface Having {
  /** With the rung of the first word. */
  matches: readonly NameMatch[];
  /** Where too many names have a word that starts as typed to read them: the words of which each match must have one too. */
  among?: WordRange;
}

/** What makes a word similar. */
export interface Similarity {
  /** The greatest edit distance. */
  allowed: 1 | 2;
  /** The whole word is compared, not its start. */
  isWhole: boolean;
  /** Maximum number of words. */
  most: number;
}

/** A word of names that is similar to a typed one, and the edit distance. */
export interface SimilarWord {
  word: string;
  distance: number;
  range: WordRange;
}

/** Names to find by words that may be meant. */
export interface Meant {
  /** A name has one of these words; how far each is from what was typed. */
  oneOf: readonly {range: WordRange; far: number}[];
  /** And one of each of these lists. */
  also: readonly (readonly WordRange[])[];
  /** The number of the kind they are of; 0 for all. */
  kind: number;
  /** Maximum number of entities. */
  most: number;
}

/** An entity with such a name, and the least of these distances. */
export interface Likely {
  rid: number;
  far: number;
}
