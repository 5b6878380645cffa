import type {Context} from '../../context.ts';
import {stemsOf} from '../../text/words.ts';
import {recordsOf} from '../records/document.ts';
import {textsOf} from '../records/texts-of.ts';
import {isNamed} from './class-order.ts';
import {diseaseOrder} from './disease-order.ts';

interface Drug {
  attributes?: {first_approval_year?: number; class_names?: unknown};
}

/**
 * Drugs by the year of their first approval, each with its place; those of which none is known are last. Of those for a disease what is neither approved
 * for it nor first of all for it is last, of a class what is not called so: what reverses anticoagulants is none.
 */
export async function byFirstApproval(
  context: Context,
  rids: readonly number[],
  order: 'earliest' | 'latest',
  {disease, className}: {disease?: string | undefined; className?: string | undefined},
): Promise<ReadonlyMap<number, number> | undefined> {
  const records = await recordsOf<Drug>(context, rids);
  const since = (rid: number) => {
    const year = records.get(rid)?.attributes?.first_approval_year;
    if (year === undefined) return 0;
    return order === 'latest' ? year - FIRST_YEAR : LAST_YEAR - year;
  };
  if (disease !== undefined) return diseaseOrder(context, rids, disease, since);
  const said = new Set(stemsOf(className ?? ''));
  const members = new Set(rids.filter((rid) => isNamed(textsOf(records.get(rid)?.attributes?.class_names), said)));
  const sorted = [...new Set(rids)].sort(
    (a, b) => Number(members.has(b)) - Number(members.has(a)) || since(b) - since(a) || a - b,
  );
  return new Map(sorted.map((rid, at) => [rid, at]));
}

/** No drug was approved before the one, nor will be after the other. */
const FIRST_YEAR = 1800;
const LAST_YEAR = 2200;
