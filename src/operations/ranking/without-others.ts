import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {allOf, type Filters, resolveFilters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import type {Placed} from '../reading/layers.ts';
import type {Search} from './searched.ts';

/** No trial began before. */
const FIRST_DAY = '1000-01-01';

/**
 * Some results without those of the kind asked for that do not meet some of its conditions. Trials of which no day is known, as of many, may be of the
 * period that a text names: they come after those that are.
 */
export async function withoutOthers(
  context: Context,
  best: readonly Placed[],
  {filters, wanted}: Search,
  isBound: (one: Filters['groups'][number]) => boolean,
): Promise<readonly Placed[]> {
  const {kind} = wanted;
  const bounds = wanted.groups.filter(isBound);
  if (bounds.length === 0) return best;
  const those = best.map(({rid}) => rid).filter((rid) => kindOfRid(rid) === kind);
  const passing = new Set(await rowsPassing(context, those, {...filters, groups: [...filters.groups, ...bounds]}));
  const kept = (isKept: (rid: number) => boolean) =>
    best.filter(({rid}) => kindOfRid(rid) !== kind || passing.has(rid) || isKept(rid));
  if (kind !== 'trial') return kept(() => false);
  const dated = await withDay(context, those);
  const left = kept((rid) => !dated.has(rid));
  const inOrder = left
    .filter(({rid}) => kindOfRid(rid) === kind)
    .sort(
      (a, b) =>
        Number(passing.has(b.rid)) - Number(passing.has(a.rid)) ||
        (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER) ||
        b.sum - a.sum,
    );
  const places = new Map(inOrder.map(({rid}, place) => [rid, place]));
  return left.map((one) => {
    const place = places.get(one.rid);
    return place === undefined ? one : {...one, place};
  });
}

/** Those of some trials of which a day is known. */
async function withDay(context: Context, rids: readonly number[]): Promise<ReadonlySet<number>> {
  const {groups} = await resolveFilters(context.generation, {date_from: FIRST_DAY}, context);
  return new Set(await rowsPassing(context, rids, {...allOf('trial'), groups}));
}
