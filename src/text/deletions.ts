import {nearHash} from './words.ts';

/** First letters of a word that are indexed (ddl/symspell_delete.sql), and those of the start of a word. */
export const INDEXED = 7;
export const STARTING = 4;

/** Stands after the letters of a start. */
export const START_MARK = '*';

/**
 * The hashes, as they are in the index, of the forms that a word has without up to some of its first letters: a similar word has one of them too
 * (Garbe, SymSpell, 2012).
 * @param mark After each form: `START_MARK` for starts of words.
 */
export function deletionHashes(word: string, most: number, mark = ''): number[] {
  let forms = new Set([[...word].slice(0, mark === '' ? INDEXED : STARTING).join('')]);
  let last = forms;
  for (let step = 0; step < most; step++) {
    last = new Set([...last].flatMap(dropOne));
    forms = new Set([...forms, ...last]);
  }
  return [...forms].map((form) => nearHash(form + mark));
}

/** Whether the start of a word, of which these are the first letters, is looked for by its first four. */
export function isShortStart(letters: number): boolean {
  return letters < INDEXED;
}

function dropOne(word: string): string[] {
  const letters = [...word];
  return letters.map((_, index) => [...letters.slice(0, index), ...letters.slice(index + 1)].join(''));
}
