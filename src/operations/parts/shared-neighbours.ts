import type {Context} from '../../context.ts';
import {nameOf} from './header.ts';
import {standingsOf} from './standing.ts';

/** Number of common neighbours named for each result. */
const NAMED = 3;

/** The neighbours that each of some entities has in common with one: the most prominent few, ties by row id. */
export async function sharedNeighbours(
  context: Context,
  rid: number,
  results: readonly number[],
): Promise<Map<number, {field: string; value: string}[]>> {
  const {lookups, relations} = context.generation;
  const steps = relations.flatMap((_, index) => [2 * (index + 1), 2 * (index + 1) + 1]);
  const own = new Set((await lookups.ends([rid], steps, context)).map(({other}) => other));
  const common = new Map<number, Set<number>>(results.map((result) => [result, new Set()]));
  for (const {own: result, other} of await lookups.ends(results, steps, context))
    if (own.has(other) && other !== result && other !== rid) common.get(result)?.add(other);
  const standing = await standingsOf(context, [...new Set([...common.values()].flatMap((others) => [...others]))]);
  const inOrder = (a: number, b: number) => standing(b).prominence - standing(a).prominence || a - b;
  const best = new Map([...common].map(([result, others]) => [result, [...others].sort(inOrder).slice(0, NAMED)]));
  const names = await lookups.headers([...best.values()].flat(), context);
  const value = (other: number) => {
    const header = names.get(other);
    return header === undefined ? '' : nameOf(header);
  };
  return new Map(
    [...best].map(([result, others]) => [result, others.map((other) => ({field: 'neighbour', value: value(other)}))]),
  );
}
