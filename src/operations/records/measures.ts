import type {Context} from '../../context.ts';
import {numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {type Sql, sql} from '../../sql/sql.ts';

/** A number of each of some rows, of a query of both; rows without one are left out. */
async function byRow(context: Context, query: Sql): Promise<Map<number, number>> {
  const [rids, found] = await context.generation.columns(query, [is.integer, is.number], context);
  return new Map(rids.map((rid, index) => [rid, found[index] ?? 0]));
}

/** The stages of some entities. */
export async function stagesOf(context: Context, rids: readonly number[]): Promise<Map<number, number>> {
  if (rids.length === 0) return new Map();
  const known = await context.generation.lookups.measures(rids, context);
  return known ?? byRow(context, sql`select rid, stage from stage where rid in ${numbers(rids)}`);
}

/** How many papers and patents people have; those without any may be left out. */
export async function worksOf(context: Context, people: readonly number[]): Promise<Map<number, number>> {
  if (people.length === 0) return new Map();
  const known = await context.generation.lookups.measures(people, context);
  return (
    known ?? byRow(context, sql`select person, papers + patents from person_rank where person in ${numbers(people)}`)
  );
}

/** How much works count by their age (ddl/dated.sql); one without a date does not. */
export async function scoresOf(context: Context, works: readonly number[]): Promise<Map<number, number>> {
  const {asOf} = context.generation;
  const days = await context.generation.lookups.days(works, context);
  const age = (day: string) => Math.max(0, Math.floor(asOf / DAY) - Date.parse(day) / DAY);
  return new Map([...days].map(([rid, day]) => [rid, 2 ** -(age(day) / HALF_LIFE)]));
}

/** Milliseconds. */
const DAY = 86_400_000;

/** Three years, in days. */
const HALF_LIFE = 365.25 * 3;
