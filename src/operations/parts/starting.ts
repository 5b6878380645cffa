import type {Context} from '../../context.ts';
import type {NameMatch} from '../../name-match.ts';
import {KINDS, type Kind, partOf, WORK_BITS} from '../../schema/kinds.ts';
import {kindNumber, kindOfRid} from '../../schema/rid.ts';
import {
  GATHERED,
  kindOf,
  matchedPlace,
  matchedRid,
  matchKey,
  numbers,
  ONCE,
  shiftRight,
  smallest,
  unnest,
} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {join, type Sql, sql, whole} from '../../sql/sql.ts';
import {nameKey} from '../../text/words.ts';
import {ofKind} from './filters.ts';
import {among, exactly, past, type Range, range} from './word-ranges.ts';

/** A match of a typed prefix other than a whole name, and its position (macro `match_key`, without the row). */
interface Match {
  rid: number;
  place: number;
  /** The whole text is one of its names. */
  isCalled: boolean;
}

/** Lengths to which names and their words are cut where they are looked up (ddl/naming.sql). */
const CUT = {name: 80, word: 40};

/** Additional rows to read, since a name may have several words with the prefix. */
const SPARE = 4;

/** Prefixes that thousands of names share are precomputed up to this length. */
const READY_UP_TO = 5;

const numbersOf = (those: (kind: Kind) => boolean): Sql =>
  sql`(${join(
    KINDS.filter(those).map((kind) => whole(kindNumber(kind))),
    ', ',
  )})`;

/** 1 for works and events, or else 0. */
export const IS_WORK: Sql = sql`(${shiftRight(whole(WORK_BITS), kindOf('rid'))} % 2)`;
const LEADS = numbersOf((kind) => partOf(kind) === 'leads');
/** Approvals, trials and programs. */
export const FOLLOWS: Sql = sql`(${kindOf('rid')} in ${numbersOf((kind) => partOf(kind) === 'follows')})`;

/**
 * Entities with a name or alias that has every typed word, the last one as a prefix, best first: whole names; names
 * that start with it; aliases; later words. Within each, kinds searched by name come before works; then by prominence.
 * Approvals, trials and programs that match otherwise than by their whole name come after all products and companies.
 */
export async function startingWith(
  context: Context,
  key: string,
  words: readonly string[],
  kind: Kind | undefined,
  limit: number,
): Promise<number[]> {
  const [only = ''] = words;
  if (words.length === 1) {
    const ready = await readyFor(context, only, kind);
    if (ready !== undefined) return ready.slice(0, limit);
  }
  const start = key.slice(0, CUT.name);
  const {named, others} =
    words.length === 1
      ? ((await oneWordRead(context, start, only, kind, limit)) ?? (await oneWord(context, start, only, kind, limit)))
      : ((await severalWordsRead(context, key, words, kind, limit)) ??
        (await severalWords(context, start, words, kind, limit)));
  return inOrder(named, others, limit);
}

/** Matches of the whole text, and of its words. */
interface Matches {
  named: readonly Match[];
  others: readonly Match[];
}

function inOrder(named: readonly Match[], others: readonly Match[], limit: number): number[] {
  const called = named.filter(({isCalled}) => isCalled).sort((a, b) => a.place - b.place || a.rid - b.rid);
  const below = [...named.filter(({isCalled}) => !isCalled), ...others];
  return arranged([...new Set(called.map(({rid}) => rid))], below).slice(0, limit);
}

/** Whole names, then the others; kinds that follow come after all that lead. */
function arranged(called: readonly number[], below: readonly Match[]): number[] {
  const found = new Set(called);
  const matches = new Map<number, number>();
  for (const {rid, place} of below)
    if (!found.has(rid)) matches.set(rid, Math.min(place, matches.get(rid) ?? Number.POSITIVE_INFINITY));
  const part = (rid: number) => partOf(kindOfRid(rid));
  const order = (a: [number, number], b: [number, number]) => a[1] - b[1] || a[0] - b[0];
  const all = [...matches].sort(order);
  const follows = all.filter(([rid]) => part(rid) === 'follows');
  const others = all.filter(([rid]) => part(rid) !== 'follows');
  const last = others.findLastIndex(([rid]) => part(rid) === 'leads');
  const lead = others.slice(0, last + 1);
  const rest = [...others.slice(last + 1), ...follows].sort(order);
  return [...called, ...lead.map(([rid]) => rid), ...rest.map(([rid]) => rid)];
}

/** The suggestions of a short prefix that very many names share, made when the generation was built. */
async function readyFor(context: Context, word: string, kind: Kind | undefined): Promise<number[] | undefined> {
  return [...word].length > READY_UP_TO ? undefined : context.generation.lookups.best(word, kind, context);
}

/** The number of the part for whole names. */
const CALLED = 3;

/** The best of some rows of (rid, order_key, rung), as many of each part as can be shown; rung 1 is for whole names. */
async function best(context: Context, rows: Sql, kind: Kind | undefined, limit: number): Promise<Match[]> {
  const part = sql`case when rung = 1 then ${whole(CALLED)} when ${kindOf('rid')} in ${LEADS} then 1 when ${FOLLOWS} then 2 else 0 end`;
  const [rids, places, parts] = await context.generation.columns(
    sql`select ${matchedRid('key')}, ${matchedPlace('key')}, part
        from (
          select ${part} as part, ${unnest(smallest(matchKey(sql`greatest(rung, 2)`, IS_WORK, 'order_key', 'rid'), limit * SPARE))} as key
          from (${rows}) where ${ofKind(kind)} group by part
        )${GATHERED}`,
    [is.integer, is.integer, is.integer],
    context,
  );
  return rids.map((rid, index) => ({rid, place: places[index] ?? 0, isCalled: parts[index] === CALLED}));
}

/** The same for rows in memory. */
function bestOf(rows: readonly NameMatch[], kind: Kind | undefined, limit: number): Match[] {
  const parts = new Map<string, Match[]>();
  for (const {rid, orderKey, rung} of rows) {
    const own = kindOfRid(rid);
    if (kind !== undefined && own !== kind) continue;
    const isCalled = rung === 1;
    const part = isCalled ? 'called' : partOf(own);
    const step = (Math.max(rung, 2) - 2) * 2 + ((WORK_BITS >> kindNumber(own)) % 2) - 3;
    const match = {rid, place: step * 2 ** 31 + orderKey, isCalled};
    const matches = parts.get(part);
    if (matches === undefined) parts.set(part, [match]);
    else matches.push(match);
  }
  const order = (a: Match, b: Match) => a.place - b.place || a.rid - b.rid;
  return [...parts.values()].flatMap((matches) => matches.sort(order).slice(0, limit * SPARE));
}

/** Undefined where a statement is faster. */
async function oneWordRead(
  context: Context,
  start: string,
  word: string,
  kind: Kind | undefined,
  limit: number,
): Promise<Matches | undefined> {
  const {lookups} = context.generation;
  const [called, others] = await Promise.all([lookups.called(start, context), lookups.namesStarting(word, context)]);
  if (called === undefined || others === undefined) return undefined;
  return {named: bestOf(called, kind, limit), others: bestOf(others, kind, limit)};
}

async function oneWord(
  context: Context,
  start: string,
  word: string,
  kind: Kind | undefined,
  limit: number,
): Promise<Matches> {
  const matching = async () => {
    const wids = await range(context, word);
    if (wids === undefined) return [];
    return best(context, sql`select rid, order_key, rung from name_word where ${among(wids)}`, kind, limit);
  };
  const [named, others] = await Promise.all([
    best(context, sql`select rid, order_key, 1 as rung from full_name where key = ${start}`, kind, limit),
    matching(),
  ]);
  return {named, others};
}

/** Names with every word, the last one as a prefix. */
async function severalWords(
  context: Context,
  start: string,
  words: readonly string[],
  kind: Kind | undefined,
  limit: number,
): Promise<Matches> {
  const matching = async () => {
    const rows = await withEveryWord(context, words);
    return rows === undefined ? [] : best(context, rows, kind, limit);
  };
  const [named, others] = await Promise.all([phrase(context, start, kind, limit), matching()]);
  return {named, others};
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

/** Number of names that are read one by one, and of entities whose words a statement compares; beyond, all by statement. */
const MOST_READ = 500;
const MOST_ASKED = 5000;

/**
 * Names with every word, the last one as a prefix, and those that are the phrase or continue it, by look-ups as far as
 * these are faster; undefined where they are not.
 */
async function severalWordsRead(
  context: Context,
  key: string,
  words: readonly string[],
  kind: Kind | undefined,
  limit: number,
): Promise<Matches | undefined> {
  if (key.length >= CUT.name || words.some((word) => word.length > CUT.word)) return undefined;
  const having = await context.generation.lookups.namesHaving(words.slice(0, -1), words.at(-1) ?? '', context);
  if (having === undefined) return undefined;
  const asked = having.matches.filter(({rid}) => kind === undefined || kindOfRid(rid) === kind);
  if (having.among !== undefined && asked.length > MOST_ASKED) return undefined;
  const all = having.among === undefined ? asked : await withOneOf(context, having.among, asked);
  // A name that continues the phrase has all its words, and starts with the first.
  const first = all.filter(({rung}) => rung < OTHER_WORD);
  const read = first.length > MOST_READ ? undefined : await phraseRead(context, key, first);
  return {
    named: read === undefined ? await phrase(context, key, kind, limit) : bestOf(read, kind, limit),
    others: bestOf(
      all.map((match) => ({...match, rung: OTHER_WORD})),
      kind,
      limit,
    ),
  };
}

/** Entities that are called so, and those of some whose names or aliases continue the phrase. */
async function phraseRead(context: Context, key: string, some: readonly NameMatch[]): Promise<NameMatch[] | undefined> {
  const {lookups} = context.generation;
  const rids = some.map(({rid}) => rid);
  const [called, headers] = await Promise.all([lookups.called(key, context), lookups.headers(rids, context)]);
  if (called === undefined) return undefined;
  const isNamed = ({rid}: NameMatch) => nameKey(JSON.parse(headers.get(rid)?.name ?? '""') as string).startsWith(key);
  const named = some.filter(isNamed).map((match) => ({...match, rung: 2}));
  const found = new Set(named.map(({rid}) => rid));
  const rest = some.filter(({rid}) => !found.has(rid));
  return [...called, ...named, ...(await byAlias(context, key, rest))];
}

/** The rung of a word that starts no name. */
const OTHER_WORD = 4;

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
  return some.filter(({rid}) => found.has(rid)).map((match) => ({...match, rung: 3}));
}
