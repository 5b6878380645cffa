import type {Context} from '../../context.ts';
import type {Likely, Meant, WordRange} from '../../name-match.ts';
import {KINDS_BY_NAME, type Kind, partOf} from '../../schema/kinds.ts';
import {kindNumber, kindOfRid} from '../../schema/rid.ts';
import {columns, GATHERED, ONCE} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {join, type Sql, sql} from '../../sql/sql.ts';
import {edits} from '../../text/edits.ts';
import {nameKey, wordsOf} from '../../text/words.ts';
import {ofKind} from '../filters/filters.ts';
import {LONGEST_KEY} from '../names/by-name.ts';
import {isWithinOne, mistakesAllowed, type Near, nearWords} from '../names/near.ts';
import {among, exactly, type Range, range} from '../names/word-ranges.ts';
import {whoseNames} from '../records/names-of.ts';
import {FOLLOWS, IS_WORK} from './name-matches.ts';

/** Number of corrections tried for a mistyped text. */
const MOST_NEAR = 24;

/**
 * Names with a word similar to a typed one. Of several words, those that occur in names stay as typed (`unknown`),
 * unless no name has them all (`any`). Similar words are looked up for the last word and one more, the rarest; the
 * others are compared with the words of the names found so far, as far as that is affordable.
 */
export async function mistyped(
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
  // No word has this prefix, and its length allows no corrections.
  if (started === undefined && mistakesAllowed(last) === 0) return [];
  const isDoubted = (word: string) => !known.has(word) || (doubted === 'any' && mistakesAllowed(word) > 0);
  const doubts = earlier
    .filter(isDoubted)
    .sort((a, b) => (known.get(a)?.df ?? 0) - (known.get(b)?.df ?? 0) || b.length - a.length);
  if (doubts.some((word) => !known.has(word) && mistakesAllowed(word) === 0)) return [];
  if (doubted === 'unknown' && started !== undefined && doubts.length === 0) return [];
  const [probe, ...rest] = doubts;
  const [nearLast, nearProbe] = await Promise.all([
    started !== undefined && doubted === 'unknown' ? NONE : near(context, last, 'prefix'),
    probe === undefined ? NONE : near(context, probe, 'whole'),
  ]);
  const slots: Slots = {
    last: {known: started, near: nearLast},
    also: [
      ...(probe === undefined ? [] : [{known: known.get(probe), near: nearProbe}]),
      ...earlier.flatMap((word) => (isDoubted(word) ? [] : {known: known.get(word), near: NONE})),
    ],
  };
  if ([slots.last, ...slots.also].some((slot) => slot.known === undefined && slot.near.wids.length === 0)) return [];
  const most = rest.length === 0 ? MOST_ORDERED : MOST_COMPARED;
  const [found, called] = await Promise.all([
    likely(context, slots, kind, most),
    words.length > 1 ? [] : calledSo(context, nearLast, kind),
  ]);
  const kept = rest.length === 0 ? found : await withAllWords(context, rest, found);
  return (await ordered(context, words.join(' '), [...called, ...kept])).slice(0, limit);
}

/** The words that a typed one may stand for: the one that it is or begins, and similar ones. */
interface Slot {
  known: Range | undefined;
  near: Near;
}

/** Those of the last word, and of each of the others that a name is to have. */
interface Slots {
  last: Slot;
  also: readonly Slot[];
}

const NONE: Near = {words: [], wids: [], distances: []};

/** Number of names whose words are compared with the typed ones by letters. */
const MOST_COMPARED = 200;

/** Number of names sorted by the distance of the whole name. */
const MOST_ORDERED = 64;

/**
 * A candidate: the distance between the typed last word and the start of one of its words, and of one of its whole
 * names if known.
 */
interface Candidate extends Likely {
  key?: string;
}

/**
 * Entities with a word that the last one may stand for, and one for each of the others: approvals, trials and programs last, nearest first, then
 * kinds searched by name, then by prominence.
 */
async function likely(
  context: Context,
  slots: Slots,
  kind: Kind | undefined,
  most: number,
): Promise<readonly Candidate[]> {
  const meant = readable(slots, kind, most);
  const read = meant && (await context.generation.lookups.namesMeant(meant, context));
  if (read !== undefined) return read;
  const {wids, distances} = slots.last.near;
  const near = columns({wid: {type: 'integer', list: wids}, far: {type: 'integer', list: distances}});
  // Few names have the corrected words: start from them.
  const conditions = slots.also.map((slot) => sql` and rid in (select rid from name_word where ${eitherOf(slot)})`);
  const [rids, fars] = await context.generation.columns(
    sql`with near ${ONCE} (${near})
        select rid, min(coalesce(far, 0)) as far from name_word left join near using (wid)
        where ${eitherOf(slots.last)} and ${ofKind(kind)}${join(conditions, '')}
        group by rid, order_key order by ${FOLLOWS}, far, ${IS_WORK}, order_key, rid limit ${most}${GATHERED}`,
    [is.integer, is.integer],
    context,
  );
  return rids.map((rid, index) => ({rid, far: fars[index] ?? 0}));
}

/** The same as places of names in files; undefined where these are not known. */
function readable({last, also}: Slots, kind: Kind | undefined, most: number): Meant | undefined {
  const [ranges, ...others] = [last, ...also].map(rangesOf);
  if (ranges === undefined || others.includes(undefined)) return undefined;
  const begun = last.known === undefined ? 0 : 1;
  const oneOf = ranges.map((range, index) => ({
    range,
    far: index < begun ? 0 : (last.near.distances[index - begun] ?? 0),
  }));
  return {oneOf, also: others as WordRange[][], kind: kind === undefined ? 0 : kindNumber(kind), most};
}

function rangesOf({known, near}: Slot): WordRange[] | undefined {
  const {ranges = near.wids.length === 0 ? [] : undefined} = near;
  if (ranges === undefined) return undefined;
  if (known === undefined) return ranges;
  return known.before === undefined ? undefined : [{...known, before: known.before}, ...ranges];
}

/** Number of likely words that are looked up as whole names; each costs about as much as an exact name. */
const MOST_WHOLE = 6;

/** Entities whose whole name or alias is one of the nearest corrections of a single word. */
async function calledSo(context: Context, near: Near, kind: Kind | undefined): Promise<Candidate[]> {
  const {distances} = near;
  const words = near.words.slice(0, MOST_WHOLE);
  if (words.length === 0) return [];
  const {rids, keys} = await rowsCalled(context, words, kind);
  return rids.map((rid, index) => {
    const key = keys[index] ?? '';
    return {rid, key, far: distances[words.indexOf(key)] ?? 0};
  });
}

/** Entities with one of some keys as a whole name, the most prominent first. */
async function rowsCalled(
  {generation, ...options}: Context,
  words: readonly string[],
  kind: Kind | undefined,
): Promise<{rids: number[]; keys: string[]}> {
  const read = await Promise.all(words.map((word) => generation.lookups.called(word, options)));
  const known = read.flatMap((found, at) =>
    (found ?? []).map(({rid, orderKey}) => ({rid, orderKey, key: words[at] ?? ''})),
  );
  if (!read.includes(undefined)) {
    const some = known
      .filter(({rid}) => kind === undefined || kindOfRid(rid) === kind)
      .sort((a, b) => a.orderKey - b.orderKey || a.rid - b.rid)
      .slice(0, MOST_COMPARED);
    return {rids: some.map(({rid}) => rid), keys: some.map(({key}) => key)};
  }
  const [rids, keys] = await generation.columns(
    sql`select rid, key from full_name where key in ${words} and ${ofKind(kind)} order by order_key, rid limit ${MOST_COMPARED}`,
    [is.integer, is.text],
    options,
  );
  return {rids, keys};
}

/** Approvals, trials and programs last; nearest by the last word, then by the whole name, then by kind; ties keep their order. */
async function ordered(context: Context, typed: string, found: readonly Candidate[]): Promise<number[]> {
  if (found.length < 2) return found.map(({rid}) => rid);
  const known = await context.generation.lookups.headers(
    found.map(({rid}) => rid),
    context,
  );
  const keys = found.map(
    ({rid, key}) => key ?? nameKey(JSON.parse(known.get(rid)?.name ?? '""') as string).slice(0, LONGEST_KEY),
  );
  const order = found.map(({rid, far}, index) => ({rid, far, away: edits(keys[index] ?? '', typed)}));
  const place = (rid: number) => KINDS_BY_NAME.indexOf(kindOfRid(rid));
  const follows = (rid: number) => Number(partOf(kindOfRid(rid)) === 'follows');
  order.sort(
    (a, b) => follows(a.rid) - follows(b.rid) || a.far - b.far || a.away - b.away || place(a.rid) - place(b.rid),
  );
  return [...new Set(order.map(({rid}) => rid))];
}

async function near(context: Context, word: string, compare: 'prefix' | 'whole'): Promise<Near> {
  const within = compare === 'whole' ? {within: 1 as const} : {};
  return context.generation.cache.remember(
    `n${compare}:${word}`,
    ({words}) => 96 * words.length,
    () => nearWords(context, word, {most: MOST_NEAR, compare, ...within}),
  );
}

/** The numbers in `name_word` that a word may stand for. */
function eitherOf({known, near: {wids}}: Slot): Sql {
  if (known === undefined) return sql`wid in ${wids}`;
  return wids.length === 0 ? among(known) : sql`(${among(known)} or wid in ${wids})`;
}

/** Those of some entities whose names have every word, or one at distance one. */
function withAllWords(context: Context, words: readonly string[], found: readonly Candidate[]): Promise<Candidate[]> {
  return whoseNames(context, found, (names) => {
    const all = names.flatMap(wordsOf);
    return words.every((word) => all.some((other) => isLike(word, other)));
  });
}

function isLike(typed: string, word: string): boolean {
  return typed === word || (mistakesAllowed(typed) > 0 && isWithinOne(typed, word));
}
