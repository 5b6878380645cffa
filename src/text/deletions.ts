import {nearHash} from './words.ts';

/** First letters of a word that are indexed (ddl/symspell_delete.sql), and those of the start of a word. */
export const INDEXED = 7;
export const STARTING = 4;

/** Stands after the letters of a start. */
export const START_MARK = '*';

/** Where the words that may be similar to a typed one stand in the index. */
export interface Deletions {
  /** Of the forms that it has without up to `allowed` of its first letters: a similar word has one of them too (Garbe, SymSpell, 2012). */
  hashes: number[];
  /** Whether they are those of starts, four letters with a mark: fewer than seven typed letters begin longer words. */
  isStart: boolean;
}

/** @param isWhole The typed word is compared with whole words, not with starts of words. */
export function deletionsOf(typed: string, {allowed, isWhole}: {allowed: number; isWhole: boolean}): Deletions {
  const letters = [...typed];
  const isStart = !isWhole && letters.length < INDEXED;
  let forms = new Set([letters.slice(0, isStart ? STARTING : INDEXED).join('')]);
  let last = forms;
  for (let step = 0; step < allowed; step++) {
    last = new Set([...last].flatMap(dropOne));
    forms = new Set([...forms, ...last]);
  }
  return {hashes: [...forms].map((form) => nearHash(isStart ? form + START_MARK : form)), isStart};
}

function dropOne(word: string): string[] {
  const letters = [...word];
  return letters.map((_, index) => [...letters.slice(0, index), ...letters.slice(index + 1)].join(''));
}
