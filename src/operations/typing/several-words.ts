import type {Context} from '../../context.ts';
import type {NameMatch, WordRange} from '../../name-match.ts';
import {type Kind, partOf, WORK_BITS} from '../../schema/kinds.ts';
import {kindNumber, kindOfRid} from '../../schema/rid.ts';
import {numbers, ONCE} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {type Sql, sql} from '../../sql/sql.ts';
import {nameKey, wordsOf} from '../../text/words.ts';
import {among, exactly, past, type Range, range} from '../names/word-ranges.ts';
import {MOST_BY_NAMES, whoseAliases, whoseName, whoseNames} from '../records/names-of.ts';
import {best, bestOf, CUT, type Match, type Matches} from './name-matches.ts';

/** Entities whose names are read one by one, and whose words a statement compares; beyond, all by statement. */
const MOST = {read: 500, asked: 5000};

/** Entities whose names are read at a time. */
const TOGETHER = 32;

/** The rung of a word that starts no name. */
const OTHER_WORD = 4;

/**
 * Names with every word, the last one as a prefix, and those that are the phrase or continue it: by look-ups, or by statements where they are
 * faster.
 *
 * @param start The text as names are looked up, of no more letters (`CUT`).
 */
export async function severalWords(
  context: Context,
  start: string,
  words: readonly string[],
  kind: Kind | undefined,
  limit: number,
): Promise<Matches> {
  const having = await withWordsRead(context, words, kind);
  const others = having && (await startedRead(context, having, limit));
  if (having === undefined || others === undefined) {
    const matching = async () => {
      const rows = await withEveryWord(context, words);
      return rows === undefined ? [] : best(context, rows, kind, limit);
    };
    const [named, found] = await Promise.all([phrase(context, start, kind, limit), matching()]);
    return {named, others: found};
  }
  // A name that continues the phrase has all its words, and starts with the first.
  const first = having.matches.filter(({rung}) => rung < OTHER_WORD);
  return {
    named: (await phraseRead(context, start, first, {kind, limit})) ?? (await phrase(context, start, kind, limit)),
    others: bestOf(others, kind, limit, OTHER_WORD),
  };
}

/** Entities whose names have all words, and one that starts as the last one does if there is one to look for. */
interface Candidates {
  /** In order by prominence, with the rung of the first word. */
  matches: readonly NameMatch[];
  last?: {start: string; range: WordRange};
}

/** Undefined where a statement is faster. */
async function withWordsRead(
  context: Context,
  words: readonly string[],
  kind: Kind | undefined,
): Promise<Candidates | undefined> {
  if (words.some((word) => word.length > CUT.word)) return undefined;
  const start = words.at(-1) ?? '';
  const having = await context.generation.lookups.namesHaving(words.slice(0, -1), start, context);
  if (having === undefined) return undefined;
  const {matches: all, among: last} = having;
  const matches = kind === undefined ? all : all.filter(({rid}) => kindOfRid(rid) === kind);
  return last === undefined ? {matches} : {matches, last: {start, range: last}};
}

/** The first of each part that have a word that starts as the last one does, or all of them; undefined where a statement is faster. */
async function startedRead(
  context: Context,
  {matches, last}: Candidates,
  limit: number,
): Promise<readonly NameMatch[] | undefined> {
  if (last === undefined) return matches;
  const isStarted = (names: readonly string[]) =>
    names.some((name) => wordsOf(name).some((word) => word.startsWith(last.start)));
  const found: NameMatch[] = [];
  let read = 0;
  for (const part of partsOf(matches)) {
    let missing = 2 * limit;
    for (let at = 0; at < part.length && missing > 0; at += TOGETHER) {
      const next = part.slice(at, at + TOGETHER);
      read += next.length;
      if (read > MOST.read) return matches.length > MOST.asked ? undefined : withOneOf(context, last.range, matches);
      const started = await whoseNames(context, next, isStarted);
      missing -= started.length;
      found.push(...started);
    }
  }
  return found;
}

/**
 * Entities that are called so, and the best of some, in order by prominence, whose names or else aliases continue the phrase, as many of each part as
 * can be shown; undefined where a statement is faster.
 */
async function phraseRead(
  context: Context,
  start: string,
  some: readonly NameMatch[],
  {kind, limit}: {kind: Kind | undefined; limit: number},
): Promise<Match[] | undefined> {
  const called = await context.generation.lookups.called(start, context);
  if (called === undefined) return undefined;
  const goesOn = (name: string) => nameKey(name).startsWith(start);
  const found = [...called];
  const unnamed: NameMatch[] = [];
  let read = 0;
  for (const part of partsOf(some)) {
    let missing = limit + called.length;
    const rest: NameMatch[] = [];
    for (let at = 0; at < part.length && missing > 0; at += TOGETHER) {
      if (read > MOST.read) return undefined;
      const next = part.slice(at, at + TOGETHER);
      read += next.length;
      const named = new Set(await whoseName(context, next, goesOn));
      for (const match of named) found.push({...match, rung: 2});
      rest.push(...next.filter((match) => !named.has(match)));
      missing -= named.size;
    }
    // An alias counts where there are not enough names.
    if (missing > 0) unnamed.push(...rest);
  }
  const aliased =
    unnamed.length > MOST_BY_NAMES
      ? await byAlias(context, start, unnamed)
      : await whoseAliases(context, unnamed, (aliases) => aliases.some(goesOn));
  found.push(...aliased.map((match) => ({...match, rung: 3})));
  return bestOf(found, kind, limit);
}

/** Some entities, in order, by the parts of type-ahead, in each of them works last. */
function partsOf(some: readonly NameMatch[]): NameMatch[][] {
  const parts = new Map<string, {works: NameMatch[]; others: NameMatch[]}>();
  for (const match of some) {
    const kind = kindOfRid(match.rid);
    const part = partOf(kind);
    const lists = parts.get(part) ?? {works: [], others: []};
    parts.set(part, lists);
    lists[(WORK_BITS >> kindNumber(kind)) % 2 === 1 ? 'works' : 'others'].push(match);
  }
  return [...parts.values()].map(({works, others}) => [...others, ...works]);
}

/** Names that are the phrase or continue it. */
function phrase(context: Context, start: string, kind: Kind | undefined, limit: number): Promise<Match[]> {
  const rung = sql`case when key = ${start} then 1 when is_name then 2 else 3 end`;
  const rows = sql`select rid, order_key, ${rung} as rung from full_name where key >= ${start} and key < ${past(start)}`;
  return best(context, rows, kind, limit);
}

async function withEveryWord(context: Context, words: readonly string[]): Promise<Sql | undefined> {
  const earlier = [...new Set(words.slice(0, -1))];
  const [last, known] = await Promise.all([range(context, words.at(-1) ?? ''), exactly(context, earlier)]);
  if (last === undefined || known.size < earlier.length) return undefined;
  const [rarest, ...others] = [...known.values()].sort((a, b) => a.df - b.df);
  if (rarest === undefined) return undefined;
  // Starts from the word with the fewest names; the other words are only checked in those.
  const wids = others.map(({first}) => first);
  const all = sql`rid in (select rid from name_word where wid in ${wids} and rid in (select rid from candidate) group by rid having count(*) = ${wids.length})`;
  return sql`with candidate ${ONCE} (select distinct rid, order_key from name_word where ${among(rarest)})
        select rid, order_key, 4 as rung from candidate where ${wids.length === 0 ? sql`true` : all}
          and rid in (select rid from name_word where ${among(last)} and rid in (select rid from candidate))`;
}

/** Those of some entities that have one of the words in a name. */
async function withOneOf(context: Context, words: Range, some: readonly NameMatch[]): Promise<NameMatch[]> {
  if (some.length === 0) return [];
  const [rids] = await context.generation.columns(
    sql`select distinct rid from name_word where ${among(words)} and rid in ${numbers(some.map(({rid}) => rid))}`,
    [is.integer],
    context,
  );
  const found = new Set(rids);
  return some.filter(({rid}) => found.has(rid));
}

/** Those of some entities that have an alias with this start. */
async function byAlias(context: Context, start: string, some: readonly NameMatch[]): Promise<NameMatch[]> {
  if (some.length === 0) return [];
  const [rids] = await context.generation.columns(
    sql`select distinct rid from full_name
        where key >= ${start} and key < ${past(start)} and rid in ${numbers(some.map(({rid}) => rid))}`,
    [is.integer],
    context,
  );
  const found = new Set(rids);
  return some.filter(({rid}) => found.has(rid));
}
