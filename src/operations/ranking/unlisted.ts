import type {Context} from '../../context.ts';
import {recordsOf} from '../records/document.ts';
import {headsOf} from '../records/group.ts';

/**
 * The head of each of some companies that is another's unlisted subsidiary, which its group stands for. Immunovant is Roivant's, but has a ticker: it is a
 * company of its own to whoever invests in it, as is Chugai, whose shares are traded in Tokyo.
 */
export async function headsOfUnlisted(context: Context, companies: readonly number[]): Promise<Map<number, number>> {
  const heads = await headsOf(context, companies);
  const below = [...heads].filter(([company, head]) => company !== head);
  const records = await recordsOf<{identifiers?: {ticker?: string | null}; attributes?: {exchange?: string}}>(
    context,
    below.map(([company]) => company),
  );
  const isListed = (company: number) => {
    const {identifiers, attributes} = records.get(company) ?? {};
    return Boolean(identifiers?.ticker) || attributes?.exchange !== undefined;
  };
  return new Map(below.filter(([company]) => !isListed(company)));
}
