import type {Generation, QueryOptions} from '../../generation.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindNumber} from '../../schema/rid.ts';
import {boundList, edits, firstLetters, kindOf, lastLetters, letters, unnest, without} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {bare, LEGAL_TAIL, TRADE_TAIL} from '../../text/legal-form.ts';
import {nameKey} from '../../text/words.ts';
import {UUID} from './identifier-keys.ts';

/** An entity with a similar name, and the edit distance. */
interface Near {
  rid: number;
  d: number;
}

/**
 * Entities whose names share the start or end of a text and are within its allowed edit distance, nearest first, then
 * by prominence. By default that is two for a text of eight letters, not counting words that many companies have in their names (Candid and
 * Candel Therapeutics are two), and one for a shorter one, whose first letter must be right: fewer than one misspelling in twelve is in the
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
  const own = letters(without('key', TRADE_TAIL));
  const rows = await generation.rows(
    sql`with asked as (
          select key, ${letters('key')} as n, coalesce(${mistakes ?? null}::integer, case when ${own} >= 8 then 2 else 1 end) as most,
            ${mistakes === undefined ? sql`${own} < 8` : sql`false`} as begins, ${without('key', '[^0-9]')} as digits
          from (select distinct ${unnest(boundList(keys, 'text'))} as key)
        ),
        name as (
          select case when ${kindOf('rid')} = ${kindNumber('company')} then ${without('key', LEGAL_TAIL)} else key end as key, order_key, rid
          from full_name where ${letters('key')} > 3 ${among}
        ),
        pair as (
          select a.key as asked, a.most as most, a.digits as digits, n.key as key, n.order_key as order_key, n.rid as rid from asked a join name n on ${firstLetters('n.key', 2)} = ${firstLetters('a.key', 2)}
          where abs(${letters('n.key')} - a.n) <= a.most and ${letters('n.key')} > 3
          union
          select a.key, a.most, a.digits, n.key, n.order_key, n.rid from asked a join name n on ${lastLetters('n.key', 3)} = ${lastLetters('a.key', 3)}
          where abs(${letters('n.key')} - a.n) <= a.most and ${letters('n.key')} > 3 and (not a.begins or ${firstLetters('n.key', 1)} = ${firstLetters('a.key', 1)})
        )
        select asked, rid, ${edits('key', 'asked')} as d from pair
        where ${edits('key', 'asked')} <= most and ${without('key', '[^0-9]')} = digits
        order by asked, d, order_key, rid`,
    {asked: is.text, rid: is.integer, d: is.integer},
    options,
  );
  const found = new Map<string, Near[]>();
  for (const {asked, ...near} of rows) found.set(asked, [...(found.get(asked) ?? []), near]);
  return found;
}

/** Entities with the names nearest to a text that names none: mistyped ones, then names that continue it. */
export async function nearest(
  generation: Generation,
  text: string,
  kinds: readonly Kind[] | undefined,
  most: number,
  options: QueryOptions,
): Promise<number[]> {
  const key = bare(nameKey(text)).slice(0, 80);
  if (key === '' || UUID.test(text.trim())) return [];
  const near =
    (await nearNames(generation, [key], kinds, options, Math.max(2, Math.floor(key.length / 4)))).get(key) ?? [];
  const among = kinds === undefined ? sql`true` : sql`${kindOf('rid')} in ${kinds.map(kindNumber)}`;
  const [going] = await generation.columns(
    sql`select rid from full_name where key >= ${key} and key < ${`${key}\u{10ffff}`} and ${among} group by rid order by min(order_key), rid limit ${most}`,
    [is.integer],
    options,
  );
  return [...new Set([...near.map(({rid}) => rid), ...going])].slice(0, most);
}
