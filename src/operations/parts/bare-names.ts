import type {Generation, QueryOptions} from '../../generation.ts';
import {letters} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {join, sql} from '../../sql/sql.ts';

/** Rows with one of these names or aliases, ignoring the legal form (`pfizer` for Pfizer Inc); each once, unordered. */
export async function rowsByBareName(
  generation: Generation,
  keys: readonly string[],
  options: QueryOptions,
): Promise<number[]> {
  const known = await generation.lookups.byBareName(keys, options);
  if (known !== undefined) return [...new Set(known.map(({rid}) => rid))];
  // A blank sorts before every other character of a key, and `!` immediately after it.
  const each = keys.map(
    (key) =>
      sql`select rid from full_name where key >= ${key} and key < ${`${key}!`} and ${letters('key')} - ending = ${key.length}`,
  );
  const [rids] = await generation.columns(join(each, ' union all '), [is.integer], options);
  return [...new Set(rids)];
}
