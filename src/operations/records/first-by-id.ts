import type {Context} from '../../context.ts';
import {kindOf} from '../../sql/fragments.ts';
import {type Sql, sql} from '../../sql/sql.ts';

/**
 * The first of some rows of several kinds, as a statement: in the given order and up to `most` of each kind, since rows are numbered by id
 * within a kind, not across kinds. `firstById` puts those of all kinds in order.
 * @param rows A query with a column `rid`.
 * @param order Terms of an `order by`.
 */
export function firstOfEachKind(rows: Sql, order: Sql, most: number): Sql {
  return sql`select * from (
      select *, row_number() over (partition by ${kindOf('rid')} order by ${order}, rid) as place from (${rows}) found
    ) placed where place <= ${most}`;
}

/** Rows in an order that ends in the id. */
export async function firstById<T extends {rid: number}>(
  context: Context,
  rows: readonly T[],
  compare: (a: T, b: T) => number,
  most: number,
): Promise<T[]> {
  const headers = await context.generation.lookups.headers(
    rows.map(({rid}) => rid),
    context,
  );
  const idOf = ({rid}: T) => headers.get(rid)?.id ?? '';
  return [...rows].sort((a, b) => compare(a, b) || (idOf(a) < idOf(b) ? -1 : 1)).slice(0, most);
}
