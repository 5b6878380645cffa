import type {Context} from '../../context.ts';
import type {Header} from '../../generation.ts';
import type {Kind} from '../../schema/kinds.ts';
import {join, numbers, type Sql, sql} from '../../sql/sql.ts';
import {nameKey} from '../../store/words.ts';
import {ofKind} from './filters.ts';
import {identified} from './identifier.ts';
import {isWithinOne, mistakesAllowed, nearWords} from './near.ts';

/** Rows looked at beyond the wanted ones, since a name may carry the typed start in several words. */
const SPARE = 4;

/** The words that mistyped text is tried as. */
const MOST_NEAR = 24;

/** Type-ahead: what `autocomplete` answers, best first. */
export async function suggest(
  context: Context,
  text: string,
  kind: Kind | undefined,
  limit: number,
): Promise<Header[]> {
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
    const more = await context.guess(async (work) => {
      const unknown = await mistyped(work, words, kind, limit);
      // Every word is known, and no name has them all: one of them may be another word's misspelling that somebody bears.
      return found.size + unknown.length > 0 || words.length === 1
        ? unknown
        : mistyped(work, words, kind, limit, 'any');
    });
    for (const rid of more) found.add(rid);
  }
  const rids = [...found].slice(0, limit);
  const byRid = await context.generation.lookups.headers(rids, context);
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
function range({generation, ...options}: Context, start: string): Promise<Range | undefined> {
  return generation.cache.remember(`w>${start}`, 64, async () => {
    const [row] = await generation.rows(
      sql`select min(wid) as first, max(wid) as last, sum(bearers)::integer as bearers from word where word >= ${start} and word < ${past(start)}`,
      options,
    );
    return typeof row?.first === 'number' ? (row as unknown as Range) : undefined;
  });
}

/** The words that are known as they are typed; what one question has asked serves the next. */
async function exactly({generation, ...options}: Context, words: readonly string[]): Promise<Map<string, Range>> {
  const found = new Map<string, Range>();
  const missing: string[] = [];
  for (const word of words) {
    const kept = generation.cache.get<{value: Range | undefined}>(`w=${word}`);
    if (kept === undefined) missing.push(word);
    else if (kept.value !== undefined) found.set(word, kept.value);
  }
  if (missing.length === 0) return found;
  const rows = await generation.rows(sql`select word, wid, bearers from word where word in ${missing}`, options);
  for (const {word, wid, bearers} of rows)
    found.set(String(word), {first: Number(wid), last: Number(wid), bearers: Number(bearers)});
  for (const word of missing) generation.cache.set(`w=${word}`, {value: found.get(word)}, 64);
  return found;
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
  return [...word].length > 4 ? undefined : context.generation.lookups.best(word, kind, context);
}

/** Names that carry every word, the last one as a start. */
async function severalWords(
  context: Context,
  words: readonly string[],
  kind: Kind | undefined,
  limit: number,
): Promise<number[]> {
  const whole = [...new Set(words.slice(0, -1))];
  const [last, known] = await Promise.all([range(context, words.at(-1) ?? ''), exactly(context, whole)]);
  if (last === undefined || known.size < whole.length) return [];
  const [rarest, ...others] = [...known.values()].sort((a, b) => a.bearers - b.bearers);
  if (rarest === undefined) return [];
  // Start from the fewest bearers; the other words are only looked for among those.
  const wids = others.map(({first}) => first);
  const all = sql`rid in (select rid from name_word where wid in ${wids} and rid in (select rid from bearer) group by rid having count(*) = ${wids.length})`;
  return ordered(
    context,
    sql`with bearer as materialized (select distinct rid, pos from name_word where ${among(rarest)} and ${ofKind(kind)})
        select rid from bearer where ${wids.length === 0 ? sql`true` : all}
          and rid in (select rid from name_word where ${among(last)} and rid in (select rid from bearer))
        order by pos, rid limit ${limit}`,
  );
}

function among({first, last}: Range): Sql {
  return first === last ? sql`wid = ${first}` : sql`wid between ${first} and ${last}`;
}

/**
 * Names with a word that is nearly the typed one. Of several words those that names know as they are typed stay so (`unknown`), unless no
 * name has them all (`any`). Which words are near is looked up for the last one and one more, the rarest; the rest is compared
 * with the words of the names found so far, as far as that may be dear.
 */
async function mistyped(
  context: Context,
  words: readonly string[],
  kind: Kind | undefined,
  limit: number,
  doubted: 'unknown' | 'any' = 'unknown',
): Promise<number[]> {
  const last = words.at(-1) ?? '';
  const earlier = [...new Set(words.slice(0, -1))];
  const [started, known] = await Promise.all([
    earlier.length === 0 ? undefined : range(context, last),
    exactly(context, earlier),
  ]);
  // Nothing starts so, and it is taken as it stands.
  if (started === undefined && mistakesAllowed(last) === 0) return [];
  const isDoubted = (word: string) => !known.has(word) || (doubted === 'any' && mistakesAllowed(word) > 0);
  const doubts = earlier
    .filter(isDoubted)
    .sort((a, b) => (known.get(a)?.bearers ?? 0) - (known.get(b)?.bearers ?? 0) || b.length - a.length);
  if (doubts.some((word) => !known.has(word) && mistakesAllowed(word) === 0)) return [];
  if (doubted === 'unknown' && started !== undefined && doubts.length === 0) return [];
  const [probe, ...rest] = doubts;
  const [nearLast, nearProbe] = await Promise.all([
    started !== undefined && doubted === 'unknown' ? [] : near(context, last, 'prefix'),
    probe === undefined ? [] : near(context, probe, 'whole'),
  ]);
  const lastOne = eitherOf(started, nearLast);
  const probed = probe === undefined ? undefined : eitherOf(known.get(probe), nearProbe);
  if (lastOne === undefined || (probe !== undefined && probed === undefined)) return [];
  const sure = earlier.flatMap((word) => (isDoubted(word) ? [] : (known.get(word) ?? [])));
  // The words that were put right are few names' words: start from them.
  const [first = lastOne, ...others] = [...(probed === undefined ? [] : [probed]), lastOne, ...sure.map(among)];
  const conditions = others.map((where) => sql` and rid in (select rid from name_word where ${where})`);
  const where = sql`${first} and ${ofKind(kind)}${join(conditions, '')}`;
  if (rest.length === 0) return best(context, where, limit);
  return bearingAll(context, rest, await best(context, where, MOST_COMPARED));
}

/** Names whose words are compared with the typed ones letter by letter. */
const MOST_COMPARED = 200;

async function near(context: Context, word: string, compare: 'prefix' | 'whole'): Promise<number[]> {
  const within = compare === 'whole' ? {within: 1 as const} : {};
  return context.generation.cache.remember(
    `n${compare}:${word}`,
    (wids) => 8 * wids.length,
    async () => (await nearWords(context, word, {most: MOST_NEAR, compare, ...within})).wids,
  );
}

/** What a word may stand for in `name_word`; undefined when that is nothing. */
function eitherOf(known: Range | undefined, wids: readonly number[]): Sql | undefined {
  if (known === undefined) return wids.length === 0 ? undefined : sql`wid in ${wids}`;
  return wids.length === 0 ? among(known) : sql`(${among(known)} or wid in ${wids})`;
}

/** Those of some entities whose names have every word, or one that is a letter away. */
async function bearingAll(context: Context, words: readonly string[], rids: readonly number[]): Promise<number[]> {
  if (rids.length === 0) return [];
  const [bearers = [], borne = []] = (await context.generation.columns(
    sql`select rid, word from name_word join word using (wid) where rid in ${numbers(rids)}`,
    context,
  )) as [number[], string[]];
  const wordsOf = new Map<number, string[]>();
  bearers.forEach((rid, index) => {
    wordsOf.set(rid, [...(wordsOf.get(rid) ?? []), borne[index] ?? '']);
  });
  const has = (rid: number, word: string) => wordsOf.get(rid)?.some((other) => isLike(word, other)) === true;
  return rids.filter((rid) => words.every((word) => has(rid, word)));
}

function isLike(typed: string, word: string): boolean {
  return typed === word || (mistakesAllowed(typed) > 0 && isWithinOne(typed, word));
}
