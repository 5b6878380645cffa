import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {GATHERED, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {type Filters, matching, ofKind, selectionOf} from './filters.ts';

/** Those of some entities that pass the filters. */
export async function rowsPassing(
  context: Context,
  rids: readonly number[],
  filters: Filters,
): Promise<readonly number[]> {
  const {kind, groups} = filters;
  if (groups.length === 0) return rids.filter((rid) => kind === undefined || kindOfRid(rid) === kind);
  const selection = selectionOf(filters);
  const selected =
    selection &&
    (await context.generation.lookups.select({...selection, groups: [...selection.groups, {rows: rids}]}, context));
  if (selected !== undefined) return selected.rows();
  const [found] = await context.generation.columns(
    sql`select rid from (${matching(filters)}) where rid in ${numbers(rids)} and ${ofKind(kind)}${GATHERED}`,
    [is.integer],
    context,
  );
  return found;
}
