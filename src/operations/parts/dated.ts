import type {Context} from '../../context.ts';
import {asDay, numbers} from '../../sql/fragments.ts';
import {and, type Sql, sql} from '../../sql/sql.ts';
import {dayOf} from './ref.ts';

/** A longer list of row ids is handed over as one value. */
const MOST_WRITTEN_OUT = 400;

/** Days between which an entity's own date must lie, both included. */
export interface Days {
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** The condition on `rid` that the own date lies between two days, and what tells it from others. */
export function dated({date_from: from, date_to: to}: Days): {where: Sql; key: string} | undefined {
  if (from === undefined && to === undefined) return undefined;
  const bounds = and([
    from === undefined ? undefined : sql`day >= ${asDay(from)}`,
    to === undefined ? undefined : sql`day <= ${asDay(to)}`,
  ]);
  return {where: sql`rid in (select rid from own_day where ${bounds})`, key: `${from ?? ''}..${to ?? ''}`};
}

/** The own dates of entities by row id, `YYYY-MM-DD`; who has none is not in it. */
export async function daysOf({generation, ...options}: Context, rids: readonly number[]): Promise<Map<number, string>> {
  const asked = [...new Set(rids)];
  if (asked.length === 0) return new Map();
  const within = asked.length > MOST_WRITTEN_OUT ? numbers(asked) : sql`${asked}`;
  const [found = [], days = []] = (await generation.columns(
    sql`select rid, day::varchar from own_day where rid in ${within}`,
    options,
  )) as [number[], string[]];
  return new Map(found.map((rid, index) => [rid, dayOf(days[index]) as string]));
}
