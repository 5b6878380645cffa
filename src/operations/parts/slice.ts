import type {Context} from '../../context.ts';
import {GATHERED, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import type {Slice} from '../../state/webhook-table.ts';
import {type FilterParams, isEmpty, matching, resolveFilters} from './filters.ts';
import {nameAll} from './naming.ts';
import {ORGANIZATIONS} from './organization.ts';

/** Which of these ids are live entities of the slice, by the same filters and gate as `entities`. */
export async function membersOf(context: Context, filter: Slice, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
  const filters = await resolveFilters(context.generation, given as FilterParams, context);
  if (isEmpty(filters)) return new Set();
  const live = await context.generation.lookups.byId(ids, context);
  const [found] = await context.generation.columns(
    sql`select rid from entity where rid in ${numbers([...live.values()])} and rid in (${matching(filters)})${GATHERED}`,
    [is.integer],
    context,
  );
  const members = new Set(found);
  return new Set([...live].flatMap(([id, rid]) => (members.has(rid) ? [id] : [])));
}

/** A filter that means the same for ever: organizations are kept by their ids, so that no later namesake makes one ambiguous. */
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
