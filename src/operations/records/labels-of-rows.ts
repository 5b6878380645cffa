import type {Context} from '../../context.ts';
import type {LabelOfRow} from '../../generation.ts';
import {GROUPED, type Grouped} from '../../schema/grouping.ts';
import {numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';

/** The labels of some entities by which entities are counted; those without any may be left out. */
export async function labelsOfRows(context: Context, rids: readonly number[]): Promise<Map<number, LabelOfRow[]>> {
  const found = await context.generation.lookups.labels(rids, context);
  return found ?? byStatement(context, rids);
}

async function byStatement(
  {generation, ...options}: Context,
  rids: readonly number[],
): Promise<Map<number, LabelOfRow[]>> {
  const rows = await generation.rows(
    sql`with own as (select label_id, rid, trusted from label where rid in ${numbers(rids)})
        select o.rid as rid, f.field as field, f.value as value, o.label_id as label_id, o.trusted as sure, f.trusted as trusted
        from own o join facet f on f.label_id = o.label_id where f.kind_no = 0 and f.field in ${GROUPED}`,
    {rid: is.integer, field: is.text, value: is.text, label_id: is.integer, sure: is.boolean, trusted: is.integer},
    options,
  );
  const found = new Map<number, LabelOfRow[]>();
  for (const {rid, field, sure, ...label} of rows) {
    const own = found.get(rid) ?? [];
    own.push({...label, field: field as Grouped, isTrusted: sure});
    found.set(rid, own);
  }
  return found;
}
