import type {Context} from '../../context.ts';
import {asDay, GATHERED, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {dayOfTime} from '../../time.ts';

/** A round or a grant. */
export interface Deal {
  rid: number;
  day: string | null;
  amount_usd: number | null;
  type: string | null;
  is_grant: boolean;
}

/** A catalyst of an asset. */
export interface Announced {
  asset: number;
  day: string;
  catalyst: number;
}

/** Some deals, the latest first, and the catalysts of some assets whose period has not ended at `as_of`, the earliest first. */
export async function eventsOf(
  context: Context,
  deals: readonly number[],
  assets: readonly number[],
): Promise<{deals: Deal[]; announced: Announced[]}> {
  if (deals.length === 0 && assets.length === 0) return {deals: [], announced: []};
  const asOf = dayOfTime(context.generation.asOf);
  const [rids, of, days, amounts, types, grants] = await context.generation.columns(
    sql`select * from (
          select rid, null as asset, day, amount_usd, type, is_grant from deal where rid in ${numbers(deals)}
          union all
          select rid, asset, day, null, null, null from asset_catalyst where asset in ${numbers(assets)} and until >= ${asDay(asOf)}
        ) events order by day, rid${GATHERED}`,
    [is.integer, is.integer.orNull, is.text.orNull, is.number.orNull, is.text.orNull, is.boolean.orNull],
    context,
  );
  const found: {deals: Deal[]; announced: Announced[]} = {deals: [], announced: []};
  rids.forEach((rid, index) => {
    const [asset = null, day = null] = [of[index], days[index]];
    if (asset === null)
      found.deals.push({
        rid,
        day,
        amount_usd: amounts[index] ?? null,
        type: types[index] ?? null,
        is_grant: grants[index] ?? false,
      });
    else if (day !== null) found.announced.push({asset, day, catalyst: rid});
  });
  found.deals.sort(newestFirst);
  return found;
}

function newestFirst(a: Deal, b: Deal): number {
  const [one, other] = [a.day ?? '', b.day ?? ''];
  return one === other ? a.rid - b.rid : one < other ? 1 : -1;
}
