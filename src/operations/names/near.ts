import type {Context} from '../../context.ts';
import type {WordRange} from '../../name-match.ts';
import {edits, firstLetters} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {join, sql} from '../../sql/sql.ts';
import {deletionsOf, START_MARK, STARTING} from '../../text/deletions.ts';

/** Allowed edit distance: one, two in words of eight letters and more, none in words of up to three or with digits. */
export function mistakesAllowed(word: string): 0 | 1 | 2 {
  const {length} = [...word];
  if (length <= 3 || /\p{N}/u.test(word)) return 0;
  return length >= 8 ? 2 : 1;
}

export interface NearOptions {
  /** Maximum number of words. */
  most: number;
  /** `prefix`: the start of the word is compared, for type-ahead; or else the whole word. */
  compare?: 'prefix' | 'whole';
  /** Maximum edit distance; default: what the word's length allows. */
  within?: 1 | 2;
}

/** Words of names, their numbers, and their edit distances. */
export interface Near {
  words: string[];
  wids: number[];
  distances: number[];
  /** Where their names are; undefined where a statement found them. */
  ranges?: WordRange[];
}

/** Words of names similar to a typed one: nearest first, then by the number of names with them. */
export async function nearWords(
  context: Context,
  typed: string,
  {most, compare = 'whole', within = 2}: NearOptions,
): Promise<Near> {
  const allowed = Math.min(mistakesAllowed(typed), within) as 0 | 1 | 2;
  const length = [...typed].length;
  if (allowed === 0 || length > LONGEST) return {words: [], wids: [], distances: []};
  const isWhole = compare === 'whole';
  const read = await context.generation.lookups.similarWords(typed, {allowed, isWhole, most}, context);
  if (read !== undefined)
    return {
      words: read.map(({word}) => word),
      wids: read.map(({range}) => range.first),
      distances: read.map((one) => one.distance),
      ranges: read.map(({range}) => range),
    };
  const distance = isWhole
    ? edits('word', sql`${typed}`)
    : sql`least(${join(
        Array.from(
          {length: 2 * allowed + 1},
          (_, index) => sql`${edits(firstLetters('word', sql`${length - allowed + index}`), sql`${typed}`)}`,
        ),
        ', ',
      )})`;
  const {hashes, isStart} = deletionsOf(typed, {allowed, isWhole});
  const first = isStart ? sql`concat(${firstLetters('word', STARTING)}, ${START_MARK})` : sql`prefix`;
  const candidates = sql`${first} in (select prefix from symspell_delete where h in ${hashes})`;
  // The limit is an optimisation fence: without it the distance would be computed for every word before candidates are
  // selected. A condition on the length in addition to the prefix would not help: it would be evaluated first, for
  // every word.
  const [words, wids, distances] = await context.generation.columns(
    sql`select word, wid, d from (
          select word, wid, df, ${distance} as d
          from (select word, wid, df from word where ${candidates} limit ${FENCE})
        )
        where d <= ${allowed} order by d, df desc, word limit ${most}`,
    [is.text, is.integer, is.integer],
    context,
  );
  return {words, wids, distances};
}

/** Words of names are indexed up to this length. */
const LONGEST = 40 + 2;

/** Whether one word becomes the other by one insertion, deletion, substitution or transposition. */
export function isWithinOne(a: string, b: string): boolean {
  const [short, long] = [[...a], [...b]].sort((x, y) => x.length - y.length) as [string[], string[]];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  const rest = (letters: string[], from: number) => letters.slice(from).join('');
  if (short.length < long.length) return rest(short, at) === rest(long, at + 1);
  return (
    rest(short, at + 1) === rest(long, at + 1) ||
    (short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2))
  );
}

/** More words than any graph has. */
const FENCE = 100_000_000;
