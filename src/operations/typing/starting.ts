import type {Context} from '../../context.ts';
import {type Kind, partOf} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {sql} from '../../sql/sql.ts';
import {among, range} from '../names/word-ranges.ts';
import {best, bestOf, CUT, type Match, type Matches} from './name-matches.ts';
import {severalWords} from './several-words.ts';

/** Prefixes that thousands of names share are precomputed up to this length. */
const READY_UP_TO = 5;

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
  const start = [...key].slice(0, CUT.name).join('');
  const {named, others} =
    words.length === 1
      ? ((await oneWordRead(context, start, only, kind, limit)) ?? (await oneWord(context, start, only, kind, limit)))
      : await severalWords(context, start, words, kind, limit);
  return inOrder(named, others, limit);
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
