import type {Context} from '../../context.ts';
import {GATHERED, SEMI_JOIN} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {nameOf} from '../records/header.ts';
import {standingsOf} from '../records/standing.ts';

/** Number of common neighbours named for each result. */
const NAMED = 3;

/** Of more neighbours than this together, a statement finds the common ones. */
const MOST_READ = 50_000;

/** The neighbours that each of some entities has in common with one: the most prominent few, ties by row id. */
export async function sharedNeighbours(
  context: Context,
  rid: number,
  results: readonly number[],
): Promise<Map<number, {field: string; value: string}[]>> {
  const {lookups} = context.generation;
  const counted = await lookups.neighbours([rid, ...results], context);
  const many = [...counted.values()].reduce((sum, {count}) => sum + count, 0);
  const best = await (many > MOST_READ ? byStatement : byEnds)(context, rid, results);
  const names = await lookups.headers([...best.values()].flat(), context);
  const value = (other: number) => {
    const header = names.get(other);
    return header === undefined ? '' : nameOf(header);
  };
  return new Map(
    [...best].map(([result, others]) => [result, others.map((other) => ({field: 'neighbour', value: value(other)}))]),
  );
}

export async function byEnds(
  context: Context,
  rid: number,
  results: readonly number[],
): Promise<Map<number, number[]>> {
  const {lookups, relations} = context.generation;
  const steps = relations.flatMap((_, index) => [2 * (index + 1), 2 * (index + 1) + 1]);
  const own = new Set((await lookups.ends([rid], steps, context)).map(({other}) => other));
  const common = new Map<number, Set<number>>(results.map((result) => [result, new Set()]));
  for (const {own: result, other} of await lookups.ends(results, steps, context))
    if (own.has(other) && other !== result && other !== rid) common.get(result)?.add(other);
  const standing = await standingsOf(context, [...new Set([...common.values()].flatMap((others) => [...others]))]);
  const inOrder = (a: number, b: number) => standing(b).prominence - standing(a).prominence || a - b;
  return new Map([...common].map(([result, others]) => [result, [...others].sort(inOrder).slice(0, NAMED)]));
}

export async function byStatement(
  context: Context,
  rid: number,
  results: readonly number[],
): Promise<Map<number, number[]>> {
  const [owners, others] = await context.generation.columns(
    sql`with own as (select dst as other from edge_out where src = ${rid} union select src from edge_in where dst = ${rid}),
        theirs as (
          select src as result, dst as other from edge_out where src in ${results}
          union select dst, src from edge_in where dst in ${results}
        ),
        common as (select result, other from theirs ${SEMI_JOIN} own using (other) where other <> result and other <> ${rid}),
        ranked as (
          select c.*, row_number() over (partition by result order by coalesce(s.prominence, 0) desc, other) as place
          from common c left join (select * from signal where rid in (select other from common)) s on s.rid = c.other
        )
        select result, other from ranked where place <= ${NAMED} order by result, place${GATHERED}`,
    [is.integer, is.integer],
    context,
  );
  const common = new Map<number, number[]>();
  owners.forEach((result, index) => {
    common.set(result, [...(common.get(result) ?? []), others[index] ?? 0]);
  });
  return common;
}
