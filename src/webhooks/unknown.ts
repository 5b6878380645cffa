import type {Context} from '../context.ts';
import {type FilterParams, resolveFilters} from '../operations/filters/filters.ts';
import type {Slice} from '../state/webhook-table.ts';

/** Filters of which no entity has a value now, each with up to three values like those that were given. */
export type Unknown = Record<string, string[]>;

/** A list of none says that nothing is like it either: a subscription shows no total that would tell. */
export async function unknownIn(context: Context, filter: Slice): Promise<Unknown> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
  const {groups, didYouMean} = await resolveFilters(context.generation, given as FilterParams, context);
  const empty = groups.filter(({labelIds}) => labelIds.length === 0).map(({name}) => [name, []]);
  return {...Object.fromEntries(empty), ...didYouMean} as Unknown;
}
