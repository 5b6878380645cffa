import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {join, type Sql, sql} from '../../sql/sql.ts';
import {kindNumber} from '../../store/generation.ts';
import {nameKey} from '../../store/words.ts';
import {ofKind} from './filters.ts';
import {identified} from './identifier.ts';
import {mistakesAllowed, nearWords} from './near.ts';
import {type Brief, briefs} from './brief.ts';

/** Rows looked at beyond the wanted ones, since a name may carry the typed start in several words. */
const SPARE = 4;

/** The words that mistyped text is tried as. */
const MOST_NEAR = 24;

/** Type-ahead: what `autocomplete` answers, best first. */
export async function suggest(context: Context, text: string, kind: Kind | undefined, limit: number): Promise<Brief[]> {
  const key = nameKey(text);
  const words = key.split(' ').filter((word) => word !== '').slice(0, 16);
  const [named, matches] = await Promise.all([
    identified(context, text, {kind, groups: [], minConfidence: 0, isDefaultGate: true}),
    words.length === 0 ? [] : startingWith(context, key, words, kind, limit),
  ]);
  const found = new Set([...named, ...matches]);
  if (found.size < limit && words.length > 0) {
    for (const rid of await mistyped(context, words, kind, limit)) found.add(rid);
  }
  const rids = [...found].slice(0, limit);
  const byRid = await briefs(context.generation, rids, context);
  return rids.flatMap((rid) => byRid.get(rid) ?? []);
}

/** Exact names, then every name with a word that starts as typed, most prominent first. */
async function startingWith(context: Context, key: string, words: readonly string[], kind: Kind | undefined, limit: number): Promise<number[]> {
  const scope = ofKind(kind);
  const whole = sql`select rid, 0 as tier, pos from full_name where key = ${key.slice(0, 80)} and ${scope}`;
  const ready = words.length === 1 ? await readyFor(context, words[0] ?? '', kind) : undefined;
  const [exact, others] = await Promise.all([
    ordered(context, sql`${whole} order by pos limit ${limit}`),
    ready ?? ordered(context, wordsQuery(key, words, scope, limit)),
  ]);
  return [...new Set([...exact, ...others])].slice(0, limit);
}

async function ordered(context: Context, query: Sql): Promise<number[]> {
  return ((await context.generation.columns(query, context))[0] ?? []) as number[];
}

/** The suggestions of a short start that very many names share, made when the generation was built. */
async function readyFor(context: Context, word: string, kind: Kind | undefined): Promise<number[] | undefined> {
  if ([...word].length > 4) return undefined;
  const key = `${kind === undefined ? 0 : kindNumber(kind)}:${word}`;
  const [row] = await context.generation.rows(sql`select rids from ready where key = ${key}`, context);
  return row?.rids as number[] | undefined;
}

/** The first string after every string that starts so. */
function past(start: string): string {
  return `${start}\u{10ffff}`;
}

function wordsQuery(key: string, words: readonly string[], scope: Sql, limit: number): Sql {
  const last = words.at(-1) ?? '';
  const starts = sql`word >= ${last} and word < ${past(last)}`;
  if (words.length === 1) {
    return sql`select rid, min(pos) as pos from (
      select rid, pos from name_word where ${starts} and ${scope} order by pos limit ${limit * SPARE}
    ) group by rid order by pos, rid limit ${limit}`;
  }
  const exact = words.slice(0, -1).map((word) => sql`rid in (select rid from name_word where word = ${word.slice(0, 40)})`);
  const all = sql`select distinct rid, pos from name_word where ${starts} and ${scope} and ${join(exact, ' and ')}`;
  const phrase = sql`rid in (select rid from full_name where key >= ${key.slice(0, 80)} and key < ${past(key.slice(0, 80))})`;
  return sql`select rid from (${all}) order by (${phrase}) desc, pos, rid limit ${limit}`;
}

/** Names with a word that is nearly the typed one. Of several words, those that are known must be there. */
async function mistyped(context: Context, words: readonly string[], kind: Kind | undefined, limit: number): Promise<number[]> {
  const last = words.length - 1;
  const spelled = await Promise.all(
    words.map(async (word, index) => {
      const near = mistakesAllowed(word) === 0 ? [] : await nearWords(context, word, MOST_NEAR, index === last ? 'prefix' : 'whole');
      return near.includes(word) && index !== last ? [word] : near;
    }),
  );
  const known = words.map((word, index) => {
    const near = spelled[index] ?? [];
    const start = index === last ? sql`(word >= ${word} and word < ${past(word)})` : sql`word = ${word}`;
    return near.length === 0 ? start : sql`(${start} or word in ${near})`;
  });
  const [first, ...others] = known;
  if (first === undefined) return [];
  const rest = others.map((condition) => sql`rid in (select rid from name_word where ${condition})`);
  const where = rest.length === 0 ? ofKind(kind) : sql`${ofKind(kind)} and ${join(rest, ' and ')}`;
  return ordered(
    context,
    sql`select rid, min(pos) as pos from name_word where ${first} and ${where} group by rid order by pos, rid limit ${limit}`,
  );
}
