import type {Condition} from '../../selection.ts';
import {asDay} from '../../sql/fragments.ts';
import {and, type Sql, sql} from '../../sql/sql.ts';

/** The range of an entity's own date, both ends included. */
export interface Days {
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** The condition that the own date is in a range: on `rid`, for look-up files, and as a cache key. */
export function dated({
  date_from: from,
  date_to: to,
}: Days): {where: Sql; key: string; condition: Condition} | undefined {
  if (from === undefined && to === undefined) return undefined;
  const bounds = and([
    from === undefined ? undefined : sql`day >= ${asDay(from)}`,
    to === undefined ? undefined : sql`day <= ${asDay(to)}`,
  ]);
  return {
    where: sql`rid in (select rid from own_day where ${bounds})`,
    key: `${from ?? ''}..${to ?? ''}`,
    condition: {days: {from, to}},
  };
}
