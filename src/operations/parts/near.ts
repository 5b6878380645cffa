import type {Context} from '../../context.ts';
import {join, sql} from '../../sql/sql.ts';
import {nearHash} from '../../store/words.ts';

/** Mistakes forgiven: one, two in words of eight letters and more, none in words with digits. */
export function mistakesAllowed(word: string): 0 | 1 | 2 {
  if (/\p{N}/u.test(word)) return 0;
  return [...word].length >= 8 ? 2 : 1;
}

/**
 * Words of names that are like a typed one, nearest first, then by how many names carry them.
 * `prefix`: the start of the word is compared, as a reader types it; else the whole word.
 */
export async function nearWords(
  context: Context,
  typed: string,
  most: number,
  compare: 'prefix' | 'whole' = 'whole',
): Promise<string[]> {
  const allowed = mistakesAllowed(typed);
  const length = [...typed].length;
  if (allowed === 0 || length < 2) return [];
  const distance =
    compare === 'whole'
      ? sql`damerau_levenshtein(word, ${typed})`
      : sql`least(${join(
          Array.from(
            {length: 2 * allowed + 1},
            (_, index) => sql`damerau_levenshtein(left(word, ${length - allowed + index}), ${typed})`,
          ),
          ', ',
        )})`;
  const candidates =
    length < 4
      ? sql`length(word) >= ${length - allowed} and ${compare === 'whole' ? sql`length(word) <= ${length + allowed}` : sql`true`}`
      : sql`prefix in (select prefix from near where h in ${hashes(typed, allowed)})`;
  // The limit is a fence: without it the distance is measured for every word before the candidates are picked.
  const [words = []] = (await context.generation.columns(
    sql`select word from (
          select word, bearers, ${distance} as d from (select word, bearers from word where ${candidates} limit ${FENCE})
        )
        where d <= ${allowed} order by d, bearers desc, word limit ${most}`,
    context,
  )) as [string[]];
  return words;
}

/** More words than any graph of ours has. */
const FENCE = 100_000_000;

/** The typed word's own deletion forms, hashed where the index was. */
function hashes(typed: string, allowed: number): number[] {
  let forms = new Set([[...typed].slice(0, 5).join('')]);
  let last = forms;
  for (let step = 0; step < allowed; step++) {
    last = new Set([...last].flatMap(dropOne));
    forms = new Set([...forms, ...last]);
  }
  return [...forms].map(nearHash);
}

function dropOne(word: string): string[] {
  const letters = [...word];
  return letters.map((_, index) => [...letters.slice(0, index), ...letters.slice(index + 1)].join(''));
}
