import type {Generation, QueryOptions} from '../../generation.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindNumber} from '../../schema/rid.ts';
import {
  boundList,
  edits,
  endsWith,
  firstLetters,
  kindOf,
  lastLetters,
  letters,
  ONCE,
  startsWith,
  texts,
  unnest,
  without,
} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {join, type Sql, sql} from '../../sql/sql.ts';
import {bare} from '../../text/legal-form.ts';
import {TRADE_TAIL} from '../../text/trade-words.ts';
import {nameKey} from '../../text/words.ts';
import {LONGEST_KEY} from './by-name.ts';
import {UUID} from './identifier-keys.ts';

/** An entity with a similar name, the edit distance, and that name. */
interface Near {
  rid: number;
  d: number;
  key: string;
}

/**
 * Entities whose names share the start or end of a text and are within its allowed edit distance, nearest first, then
 * by prominence. By default that is two where both have eight letters, not counting words that many companies have in their names (Candid and
 * Candel Therapeutics are two), and one where one is shorter, whose first letter must be right: fewer than one misspelling in twelve is in the
 * first letter (Pollock and Zamora, 1984), but a short word that differs there is mostly another (Jade and Cade).
 *
 * @param mistakes The allowed distance instead.
 */
export async function nearNames(
  generation: Generation,
  keys: readonly string[],
  kinds: readonly Kind[] | undefined,
  options: QueryOptions,
  mistakes?: number,
): Promise<Map<string, Near[]>> {
  if (keys.length === 0) return new Map();
  const among = kinds === undefined ? sql`` : sql`and ${kindOf('rid')} in ${kinds.map(kindNumber)}`;
  const lengths = keys.map((key) => [...key].length);
  const heads = unique(keys.map((key) => [...key].slice(0, 2).join('')));
  const tails = unique(keys.map((key) => [...key].slice(-3).join('')));
  const far = mistakes ?? 2;
  const isLong = sql`least(a.own, n.own) >= 8`;
  const most = mistakes === undefined ? sql`case when ${isLong} then 2 else 1 end` : sql`${mistakes}`;
  const begins =
    mistakes === undefined ? sql`(${isLong} or ${firstLetters('n.key', 1)} = ${firstLetters('a.key', 1)})` : sql`true`;
  const fits = sql`abs(${letters('n.key')} - a.n) <= ${most}`;
  const isCompany = sql`${kindOf('rid')} = ${kindNumber('company')}`;
  const rows = await generation.rows(
    // Every name is looked at, but only what may fit is joined and measured.
    sql`with asked as (
          select key, ${letters('key')} as n, ${letters(without('key', TRADE_TAIL))} as own from (select distinct ${unnest(boundList(keys, 'text'))} as key)
        ),
        called as (
          select ${firstLetters('key', sql`${letters('key')} - ending`)} as key, order_key, rid
          from (select key, case when ${isCompany} then ending else 0 end as ending, order_key, rid from full_name where ${mayFit(heads, tails)} ${among})
          where ${letters('key')} - ending between ${Math.max(4, Math.min(...lengths) - far)} and ${Math.max(...lengths) + far}
        ),
        few ${ONCE} (
          select key, order_key, rid from called
          where ${firstLetters('key', 2)} in ${texts(heads)}
            or ${lastLetters('key', 3)} in ${texts(tails)}
        ),
        name as (
          select key, ${letters(sql`case when ${isCompany} then ${without('key', TRADE_TAIL)} else key end`)} as own, order_key, rid from few
        ),
        pair as (
          select a.key as asked, ${most} as most, n.key as key, n.order_key as order_key, n.rid as rid, ${distance(fits)} as d
          from asked a join name n on ${firstLetters('n.key', 2)} = ${firstLetters('a.key', 2)}
          union
          select a.key, ${most}, n.key, n.order_key, n.rid, ${distance(sql`${fits} and ${begins}`)}
          from asked a join name n on ${lastLetters('n.key', 3)} = ${lastLetters('a.key', 3)}
        )
        select asked, rid, d, key from pair where d <= most order by asked, d, order_key, rid`,
    {asked: is.text, rid: is.integer, d: is.integer, key: is.text},
    options,
  );
  const found = new Map<string, Near[]>();
  // Numbers are not mistyped. As a condition of the statement it is a join's, and computed for every name of the graph.
  for (const {asked, ...near} of rows)
    if (digitsOf(near.key) === digitsOf(asked)) found.set(asked, [...(found.get(asked) ?? []), near]);
  return found;
}

/** The distance of a pair of names that fits. As a condition beside others it would be computed first, of seven times as many. */
const distance = (fits: Sql): Sql => sql`case when ${fits} then ${edits('n.key', 'a.key')} end`;

/** Starts and ends up to which each is a condition of its own; of more, the first and last letters of every name are looked up among them. */
const MOST_WRITTEN = 16;

/** A cheap condition that every name with one of these starts or ends meets. Names with a legal form all do: they are compared without it, later. */
function mayFit(heads: readonly string[], tails: readonly string[]): Sql {
  if (heads.length + tails.length > MOST_WRITTEN) return sql`true`;
  const either = [
    ...heads.map((head) => startsWith('key', sql`${head}`)),
    ...tails.map((tail) => endsWith('key', sql`${tail}`)),
  ];
  return sql`(${join([...either, sql`ending > 0`], ' or ')})`;
}

const unique = (list: readonly string[]): string[] => [...new Set(list)];

const digitsOf = (key: string): string => key.replace(/[^0-9]/g, '');

/** Entities with the names nearest to a text that names none: mistyped ones, then names that continue it. */
export async function nearest(
  generation: Generation,
  text: string,
  kinds: readonly Kind[] | undefined,
  most: number,
  options: QueryOptions,
): Promise<number[]> {
  const key = bare(nameKey(text)).slice(0, LONGEST_KEY);
  if (key === '' || UUID.test(text.trim())) return [];
  const near =
    (await nearNames(generation, [key], kinds, options, Math.max(1, Math.floor(key.length / 4)))).get(key) ?? [];
  const among = kinds === undefined ? sql`true` : sql`${kindOf('rid')} in ${kinds.map(kindNumber)}`;
  const [going] = await generation.columns(
    sql`select rid from full_name where key >= ${key} and key < ${`${key}\u{10ffff}`} and ${among} group by rid order by min(order_key), rid limit ${most}`,
    [is.integer],
    options,
  );
  return [...new Set([...near.map(({rid}) => rid), ...going])].slice(0, most);
}
