import type {Context} from '../../context.ts';
import {recordsOf} from './document.ts';
import {headsOf} from './group.ts';

/**
 * The head of each of some companies that its group stands for: that belongs to another, and has no ticker of its own. Immunovant is Roivant's, and a
 * company of its own to whoever invests in it.
 */
export async function officesOf(context: Context, companies: readonly number[]): Promise<Map<number, number>> {
  const heads = await headsOf(context, companies);
  const below = [...heads].filter(([company, head]) => company !== head);
  const records = await recordsOf<{identifiers?: {ticker?: string | null}}>(
    context,
    below.map(([company]) => company),
  );
  return new Map(below.filter(([company]) => !records.get(company)?.identifiers?.ticker));
}
