import type {Context} from '../../context.ts';
import {numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';

/** Values by their numbers. */
export async function valueNames(context: Context, labelIds: readonly number[]): Promise<Map<number, string>> {
  if (labelIds.length === 0) return new Map();
  const [known, values] = await context.generation.columns(
    sql`select label_id, value from value where label_id in ${numbers([...new Set(labelIds)])}`,
    [is.integer, is.text],
    context,
  );
  return new Map(known.map((label_id, index) => [label_id, values[index] ?? '']));
}
