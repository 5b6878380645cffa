import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {empty, join, type Sql, sql} from '../../sql/sql.ts';
import {kindNumber} from '../../store/generation.ts';
import {nameKey} from '../../store/words.ts';
import {type Brief, briefs} from './brief.ts';
import {ofKind} from './filters.ts';
import {identified} from './identifier.ts';
import {mistakesAllowed, nearWords} from './near.ts';

/** Rows looked at beyond the wanted ones, since a name may carry the typed start in several words. */
const SPARE = 4;

/** The words that mistyped text is tried as. */
const MOST_NEAR = 24;

/** Type-ahead: what `autocomplete` answers, best first. */
export async function suggest(context: Context, text: string, kind: Kind | undefined, limit: number): Promise<Brief[]> {
  const key = nameKey(text);
  const words = key
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, 16);
  const [named, matches] = await Promise.all([
    identified(context, text, {kind, groups: [], minConfidence: 0, isDefaultGate: true}),
    words.length === 0 ? [] : startingWith(context, key, words, kind, limit),
  ]);
  const found = new Set([...named, ...matches]);
  if (found.size < limit && words.length > 0) {
    for (const rid of await mistyped(context, words, kind, limit)) found.add(rid);
    // Every word is known, and no name has them all: one of them may be another word's misspelling that somebody bears.
    if (found.size === 0 && words.length > 1)
      for (const rid of await mistyped(context, words, kind, limit, 'any')) found.add(rid);
  }
  const rids = [...found].slice(0, limit);
  const byRid = await briefs(context.generation, rids, context);
  return rids.flatMap((rid) => byRid.get(rid) ?? []);
}

/** Exact names, then every name with a word that starts as typed, most prominent first. */
async function startingWith(
  context: Context,
  key: string,
  words: readonly string[],
  kind: Kind | undefined,
  limit: number,
): Promise<number[]> {
  const start = key.slice(0, 80);
  const isOne = words.length === 1;
  // What goes on as a whole phrase does is asked for together with the exact names; after one word it would be too much.
  const whole = isOne ? sql`key = ${start}` : sql`key >= ${start} and key < ${past(start)}`;
  const [named, others] = await Promise.all([
    ordered(
      context,
      sql`select rid from full_name where ${whole} and ${ofKind(kind)} order by key = ${start} desc, pos, rid limit ${limit}`,
    ),
    isOne ? oneWord(context, words[0] ?? '', kind, limit) : severalWords(context, words, kind, limit),
  ]);
  return [...new Set([...named, ...others])].slice(0, limit);
}

async function ordered(context: Context, query: Sql): Promise<number[]> {
  return ((await context.generation.columns(query, context))[0] ?? []) as number[];
}

/** The first string after every string that starts so. */
function past(start: string): string {
  return `${start}\u{10ffff}`;
}

/** Numbers of words, first and last, and how many names have one of them. */
interface Range {
  first: number;
  last: number;
  bearers: number;
}

/** The words that start as typed; words are numbered in alphabetical order. */
function range(context: Context, start: string): Promise<Range | undefined> {
  return numbered(context, `w>${start}`, sql`word >= ${start} and word < ${past(start)}`);
}

/** The word as it is typed. */
function exactly(context: Context, word: string): Promise<Range | undefined> {
  return numbered(context, `w=${word}`, sql`word = ${word.slice(0, 40)}`);
}

function numbered({generation, ...options}: Context, key: string, where: Sql): Promise<Range | undefined> {
  return generation.cache.remember(key, 64, async () => {
    const [row] = await generation.rows(
      sql`select min(wid) as first, max(wid) as last, sum(bearers)::integer as bearers from word where ${where}`,
      options,
    );
    return typeof row?.first === 'number' ? (row as unknown as Range) : undefined;
  });
}

async function oneWord(context: Context, word: string, kind: Kind | undefined, limit: number): Promise<number[]> {
  const ready = await readyFor(context, word, kind);
  if (ready !== undefined) return ready;
  const wids = await range(context, word);
  if (wids === undefined) return [];
  return best(context, sql`${among(wids)} and ${ofKind(kind)}`, limit);
}

/** The most prominent names under a condition on `name_word`, each once. */
async function best(context: Context, where: Sql, limit: number): Promise<number[]> {
  const found = new Set(
    await ordered(context, sql`select rid from name_word where ${where} order by pos, rid limit ${limit * SPARE}`),
  );
  return [...found].slice(0, limit);
}

/** The suggestions of a short start that very many names share, made when the generation was built. */
async function readyFor(context: Context, word: string, kind: Kind | undefined): Promise<number[] | undefined> {
  if ([...word].length > 4) return undefined;
  const key = `${kind === undefined ? 0 : kindNumber(kind)}:${word}`;
  const [row] = await context.generation.rows(sql`select rids from ready where key = ${key}`, context);
  return row?.rids as number[] | undefined;
}

/** Names that carry every word, the last one as a start. */
async function severalWords(
  context: Context,
  words: readonly string[],
  kind: Kind | undefined,
  limit: number,
): Promise<number[]> {
  const whole = [...new Set(words.slice(0, -1))];
  const [last, ...known] = await Promise.all([
    range(context, words.at(-1) ?? ''),
    ...whole.map((word) => exactly(context, word)),
  ]);
  const ranges = known.filter((found) => found !== undefined).sort((a, b) => a.bearers - b.bearers);
  const [rarest, ...others] = ranges;
  // Start from the fewest bearers; the other words only look them up.
  if (rarest === undefined || last === undefined || ranges.length < known.length) return [];
  const conditions = [...others, last].map((wids) => sql`rid in (select rid from name_word where ${among(wids)})`);
  return ordered(
    context,
    sql`select distinct rid, pos from name_word where ${among(rarest)} and ${ofKind(kind)} and ${join(conditions, ' and ')} order by pos, rid limit ${limit}`,
  );
}

function among({first, last}: Range): Sql {
  return first === last ? sql`wid = ${first}` : sql`wid between ${first} and ${last}`;
}

/**
 * Names with a word that is nearly the typed one. Of several words, the ones that names know as they are typed stay so,
 * and the others are tried as what they are near to.
 */
async function mistyped(
  context: Context,
  words: readonly string[],
  kind: Kind | undefined,
  limit: number,
  doubted: 'unknown' | 'any' = 'unknown',
): Promise<number[]> {
  const last = words.length - 1;
  const conditions = await Promise.all(
    words.map((word, index) => nearCondition(context, word, index === last, words.length === 1, doubted)),
  );
  const present = conditions.filter((condition) => condition !== undefined);
  if (present.length < words.length) return [];
  // The corrected words are few names' words: start from them.
  const [first, ...others] = present.toSorted((a, b) => Number(b.isCorrected) - Number(a.isCorrected));
  if (first === undefined || !first.isCorrected) return [];
  const rest = others.map(({where}) => sql`rid in (select rid from name_word where ${where})`);
  return best(
    context,
    sql`${first.where} and ${ofKind(kind)}${rest.length === 0 ? empty : sql` and ${join(rest, ' and ')}`}`,
    limit,
  );
}

/** What a typed word may stand for in `name_word`; undefined when it is near to nothing. */
async function nearCondition(
  context: Context,
  word: string,
  isLast: boolean,
  isOnly: boolean,
  doubted: 'unknown' | 'any',
): Promise<{where: Sql; isCorrected: boolean} | undefined> {
  const known = isOnly ? undefined : await (isLast ? range(context, word) : exactly(context, word));
  if (known !== undefined && (doubted === 'unknown' || mistakesAllowed(word) === 0))
    return {where: among(known), isCorrected: false};
  if (mistakesAllowed(word) === 0) return undefined;
  const near = await nearWords(context, word, MOST_NEAR, isLast ? 'prefix' : 'whole');
  const wids = near.length === 0 ? [] : await ordered(context, sql`select wid from word where word in ${near}`);
  if (known !== undefined)
    return {
      where: wids.length === 0 ? among(known) : sql`(${among(known)} or wid in ${wids})`,
      isCorrected: wids.length > 0,
    };
  return wids.length === 0 ? undefined : {where: sql`wid in ${wids}`, isCorrected: true};
}
