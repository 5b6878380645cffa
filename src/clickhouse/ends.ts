import type {End, QueryOptions} from '../generation.ts';
import {is, rowsOf} from '../sql/results.ts';
import type {Ask} from './lookup-columns.ts';

const END = {own: is.integer, step: is.integer, other: is.integer};

/** The other ends of edges of rows (of a type of column) by steps. */
export async function endsOf(
  ask: Ask,
  type: string,
  rids: readonly number[],
  steps: readonly number[],
  options?: QueryOptions,
): Promise<End[]> {
  const answer = await ask(
    `select own, step, other from (
       select src as own, rel * 2 as step, dst as other from edge_out where src in {p1:Array(${type})}
       union all
       select dst, rel * 2 + 1, src from edge_in where dst in {p1:Array(${type})}
     ) where step in {p2:Array(Int64)}`,
    [rids, steps],
    options,
  );
  return rowsOf(answer, END);
}
