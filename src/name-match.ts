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
  matches: NameMatch[];
  /** Where too many names have a word that starts as typed to read them: the words of which each match must have one too. */
  among?: WordRange;
}
