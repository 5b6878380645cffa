import type {Generation, QueryOptions} from '../../generation.ts';
import {isOrganization} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {letters, texts} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {join, sql} from '../../sql/sql.ts';

/**
 * Rows with one of these names or aliases, ignoring the legal form of organizations (`pfizer` for Pfizer Inc, but not `mapt` for the gene MAPT-AS); each
 * once, the most prominent first.
 * @param whole What others than organizations may be called.
 */
export async function rowsByBareName(
  generation: Generation,
  keys: readonly string[],
  options: QueryOptions,
  whole: readonly string[] = keys,
): Promise<number[]> {
  const rids = await bearers(generation, keys, options);
  if (rids.every((rid) => isOrganization(kindOfRid(rid)))) return rids;
  const called = new Set(await rowsByName(generation, whole, options));
  return rids.filter((rid) => called.has(rid) || isOrganization(kindOfRid(rid)));
}

/** Rows with one of these names or aliases as they are. */
async function rowsByName(generation: Generation, keys: readonly string[], options: QueryOptions): Promise<number[]> {
  const known = await Promise.all(keys.map((key) => generation.lookups.called(key, options)));
  if (known.every((found) => found !== undefined)) return known.flat().map(({rid}) => rid);
  const [rids] = await generation.columns(
    sql`select rid from full_name where key in ${texts(keys)}`,
    [is.integer],
    options,
  );
  return rids;
}

/** The same for all kinds. */
async function bearers(generation: Generation, keys: readonly string[], options: QueryOptions): Promise<number[]> {
  const known =
    (await generation.lookups.byBareName(keys, options)) ?? (await bearersInTable(generation, keys, options));
  return [...new Set(known.toSorted((a, b) => a.orderKey - b.orderKey || a.rid - b.rid).map(({rid}) => rid))];
}

async function bearersInTable(
  generation: Generation,
  keys: readonly string[],
  options: QueryOptions,
): Promise<{rid: number; orderKey: number}[]> {
  // A blank sorts before every other character of a key, and `!` immediately after it.
  const each = keys.map(
    (key) =>
      sql`select rid, order_key as "orderKey" from full_name
          where key >= ${key} and key < ${`${key}!`} and ${letters('key')} - ending = ${key.length}`,
  );
  return generation.rows(join(each, ' union all '), {rid: is.integer, orderKey: is.integer}, options);
}
