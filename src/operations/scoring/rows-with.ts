import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {allOf, type Group} from '../filters/filters.ts';
import {among} from '../filters/ids.ts';
import {bestScored} from './best-scored.ts';
import {lookUp} from './dictionary.ts';

/** More than have any one of the terms for which it is used: there are so many hospitals, and no more drugs that an agency approved. */
const MOST = 100_000;

/** All of a kind that have one of some terms; undefined if there are none. */
export async function rowsWith(
  context: Context,
  surfaces: readonly string[],
  kind: Kind,
): Promise<readonly number[] | undefined> {
  const terms = [...(await lookUp(context, surfaces)).values()];
  if (terms.length === 0) return undefined;
  const found = await bestScored(context, terms, allOf(kind), MOST);
  return found.length === 0 ? undefined : found.map(({rid}) => rid).sort((a, b) => a - b);
}

/** The same as a condition. */
export function amongRows(rids: readonly number[], name: Group['name']): Group {
  return {...among(rids.map((rid) => ({rid}))), name};
}
