import type {Context} from '../../context.ts';
import {ORGANIZATIONS} from '../../schema/kinds.ts';
import type {Slice} from '../../state/webhook-table.ts';
import {nameAll} from '../names/naming.ts';
import {type FilterParams, isEmpty, resolveFilters} from './filters.ts';
import {passing} from './ids.ts';

/** The ids that are live entities in the slice, by the same filters and gate as `entities`. */
export async function membersOf(context: Context, filter: Slice, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
  const filters = await resolveFilters(context.generation, given as FilterParams, context);
  if (isEmpty(filters)) return new Set();
  const live = await context.generation.lookups.byId(ids, context);
  const rows = [...live.values()].map((rid, at) => ({rid, at}));
  const members = new Set((await passing(context, filters, rows)).map(({rid}) => rid));
  return new Set([...live].flatMap(([id, rid]) => (members.has(rid) ? [id] : [])));
}

/**
 * A filter with a permanent meaning: organizations are stored by id, so that a later entity with the same name does not
 * make one ambiguous.
 */
export async function settled(context: Context, filter: Slice): Promise<Slice> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
  await resolveFilters(context.generation, given as FilterParams, context);
  if (given.organization === undefined || given.organization === null) return filter;
  const names = [given.organization].flat();
  const named = await nameAll(context.generation, names, {kinds: ORGANIZATIONS}, context);
  const known = await context.generation.lookups.headers(
    named.flatMap(({rid}) => rid ?? []),
    context,
  );
  const ids = names.map((name, index) => known.get(named[index]?.rid ?? -1)?.id ?? name);
  return {...filter, organization: ids.length === 1 ? (ids[0] ?? null) : ids};
}
