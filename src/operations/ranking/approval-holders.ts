import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {recordsOf} from '../records/document.ts';
import {endsOf} from '../records/ends.ts';
import {headsOf} from '../records/group.ts';
import {standingsOf} from '../records/standing.ts';
import {WINDOW} from '../scoring/best-scored.ts';
import {rowsWith} from '../scoring/rows-with.ts';
import type {LexicalHit} from './lexical-leg.ts';
import {COPY} from './listed.ts';

/** How a text asks for the companies with approvals of a year, and of which agency. */
const ASKED =
  /^(?:which\s+|what\s+)?(?:biotechs?|companies|firms|pharma(?:s|\s+companies)?|sponsors)\s+(?:(?:that|who)\s+)?(?:with|got|getting|had|have|having|received|receiving|that\s+won|won)\s+(?:an?\s+|(?:any\s+)?(?:drugs?|products?)\s+)?(?:new\s+)?(?:(FDA|EMA)[\s-]+)?(?:drug\s+)?(?:approvals?|approved)(?:\s+by\s+(?:the\s+)?(FDA|EMA))?\s+(?:in\s+|of\s+|during\s+)?((?:19|20)\d\d)$/i;

export interface Holders {
  hits: LexicalHit[];
  read: {kind: Kind; agency?: string; year: string; met: boolean};
}

/** The companies whose groups hold approvals of a year, no copies, those with them on the most days first. Undefined if a text asks for nothing of the sort. */
export async function holdersIn(context: Context, text: string, filters: Filters): Promise<Holders | undefined> {
  if (filters.kind !== undefined && filters.kind !== 'company') return undefined;
  const [said, first, second, year] = ASKED.exec(text) ?? [];
  if (said === undefined || year === undefined) return undefined;
  const agency = (first ?? second)?.toUpperCase();
  const approvals = await rowsWith(context, [`approved ${year}`], 'approval');
  if (approvals === undefined) return undefined;
  const records = await recordsOf<{attributes?: {application_type?: string; agency?: string; approved_at?: string}}>(
    context,
    approvals,
  );
  const own = approvals.filter((rid) => {
    const attributes = records.get(rid)?.attributes;
    return !COPY.test(attributes?.application_type ?? '') && (agency === undefined || attributes?.agency === agency);
  });
  const {holders} = await endsOf(context, own, {holders: ['holds', 'in', 'company']});
  const heads = await headsOf(
    context,
    holders.map(({other}) => other),
  );
  // An approval may be listed twice, as an orphan's too, and a licence for many extracts changes hands in one day.
  const held = new Map<number, Set<string>>();
  for (const {own: approval, other} of holders) {
    const head = heads.get(other) ?? other;
    held.set(head, (held.get(head) ?? new Set()).add(records.get(approval)?.attributes?.approved_at ?? ''));
  }
  if (held.size === 0) return undefined;
  const rids = await rowsPassing(context, [...held.keys()], filters);
  const standing = await standingsOf(context, rids);
  const hits = rids
    .map((rid) => ({rid, score: held.get(rid)?.size ?? 0}))
    .sort((a, b) => b.score - a.score || standing(b.rid).degree - standing(a.rid).degree || a.rid - b.rid)
    .slice(0, WINDOW);
  return {hits, read: {kind: 'company', ...(agency !== undefined && {agency}), year, met: hits.length > 0}};
}
