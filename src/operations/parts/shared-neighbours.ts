import type {Context} from '../../context.ts';
import {GATHERED, SEMI_JOIN} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';

/** Number of common neighbours named for each result. */
const NAMED = 3;

/** Of more neighbours than this together, a statement finds the common ones. */
const MOST_READ = 5000;

/** The neighbours that each of some entities has in common with one: the most prominent few, ties by row id. */
export async function sharedNeighbours(
  context: Context,
  rid: number,
  results: readonly number[],
): Promise<Map<number, {field: string; value: string}[]>> {
  const {lookups} = context.generation;
  const counted = await lookups.neighbours([rid, ...results], context);
  const many = [...counted.values()].reduce((sum, {count}) => sum + count, 0);
  const common = await (many > MOST_READ ? byStatement : byEdges)(context, rid, results);
  const names = await lookups.headers([...common.values()].flat(), context);
  const named = (other: number) => ({
    field: 'neighbour',
    value: JSON.parse(names.get(other)?.name ?? '""') as string,
  });
  return new Map([...common].map(([result, others]) => [result, others.map(named)]));
}

async function byEdges(context: Context, rid: number, results: readonly number[]): Promise<Map<number, number[]>> {
  const {lookups} = context.generation;
  const edges = await lookups.edges([...new Set([rid, ...results])], context);
  const othersOf = (row: number) => new Set(edges.get(row)?.map(({other}) => other));
  const own = othersOf(rid);
  const common = new Map(
    results.map((result) => [
      result,
      [...othersOf(result)].filter((other) => own.has(other) && other !== result && other !== rid),
    ]),
  );
  const standings = await lookups.standings([...new Set([...common.values()].flat())], context);
  const prominence = new Map(
    [...standings].map(([other, {signals}]) => [
      other,
      (JSON.parse(signals) as {prominence: number} | null)?.prominence ?? -1,
    ]),
  );
  const inOrder = (a: number, b: number) => (prominence.get(b) ?? -1) - (prominence.get(a) ?? -1) || a - b;
  return new Map([...common].map(([result, others]) => [result, others.sort(inOrder).slice(0, NAMED)]));
}

async function byStatement(context: Context, rid: number, results: readonly number[]): Promise<Map<number, number[]>> {
  const [owners, others] = await context.generation.columns(
    sql`with own as (select dst as other from edge_out where src = ${rid} union select src from edge_in where dst = ${rid}),
        theirs as (
          select src as result, dst as other from edge_out where src in ${results}
          union select dst, src from edge_in where dst in ${results}
        ),
        common as (select result, other from theirs ${SEMI_JOIN} own using (other) where other <> result and other <> ${rid}),
        ranked as (
          select c.*, row_number() over (partition by result order by coalesce(s.prominence, -1) desc, other) as place
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
