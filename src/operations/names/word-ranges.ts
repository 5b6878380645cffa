import type {Context} from '../../context.ts';
import type {QueryOptions} from '../../generation.ts';
import type {WordRange} from '../../name-match.ts';
import {is} from '../../sql/results.ts';
import {type Sql, sql} from '../../sql/sql.ts';

/** The first string after all strings with the prefix. */
export function past(start: string): string {
  return `${start}\u{10ffff}`;
}

/** Numbers of words, first and last, the number of names that have one of them, and where these are, unless a statement found them. */
export type Range = Omit<WordRange, 'before'> & {before?: number};

export function among({first, last}: Range): Sql {
  return first === last ? sql`wid = ${first}` : sql`wid between ${first} and ${last}`;
}

/** The words with the typed prefix; words are numbered in alphabetical order. */
export function range({generation, ...options}: Context, start: string): Promise<Range | undefined> {
  return generation.cache.remember(`w>${start}`, 64, async () => {
    const read = await generation.lookups.wordsStarting(start, options);
    if (read !== undefined) return read ?? undefined;
    const [row] = await generation.rows(
      sql`select min(wid) as first, max(wid) as last, sum(df)::integer as df from word where word >= ${start} and word < ${past(start)}`,
      {first: is.integer.orNull, last: is.integer.orNull, df: is.integer.orNull},
      options,
    );
    const {first = null, last = null, df = null} = row ?? {};
    return first === null || last === null || df === null ? undefined : {first, last, df};
  });
}

/** The words of names that go on from the typed letters, the most frequent first. */
export function goingOn({generation, ...options}: Context, start: string, most: number): Promise<string[]> {
  return generation.cache.remember(`w~${most} ${start}`, 256, async () => {
    const [words] = await generation.columns(
      sql`select word from word where word >= ${start} and word < ${past(start)} order by df desc, word limit ${most}`,
      [is.text],
      options,
    );
    return words;
  });
}

/** The words that exist as typed; results are shared between the steps of one request. */
export async function exactly(
  {generation, ...options}: Pick<Context, 'generation'> & QueryOptions,
  words: readonly string[],
): Promise<Map<string, Range>> {
  const found = new Map<string, Range>();
  const missing: string[] = [];
  for (const word of words) {
    const cached = generation.cache.get<{value: Range | undefined}>(`w=${word}`);
    const read = cached === undefined ? await generation.lookups.word(word, options) : cached.value;
    if (read === undefined && cached === undefined) missing.push(word);
    else if (read !== undefined && read !== null) found.set(word, read);
  }
  if (missing.length === 0) return found;
  const rows = await generation.rows(
    sql`select word, wid, df from word where word in ${missing}`,
    {word: is.text, wid: is.integer, df: is.integer},
    options,
  );
  for (const {word, wid, df} of rows) found.set(word, {first: wid, last: wid, df});
  for (const word of missing) generation.cache.set(`w=${word}`, {value: found.get(word)}, 64);
  return found;
}
