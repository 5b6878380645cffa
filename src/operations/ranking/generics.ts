import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {CONFIDENCE} from '../names/by-name.ts';
import {nameAll} from '../names/naming.ts';
import {recordsOf} from '../records/document.ts';
import {endsOf, othersOf} from '../records/ends.ts';
import {WINDOW} from '../scoring/best-scored.ts';
import type {LexicalHit} from './lexical-leg.ts';
import {COPY} from './listed.ts';

/** How a text asks for the generics of its first group. */
const ASKED: readonly RegExp[] = [
  /^(?:(?:is|are)\s+there\s+(?:an?\s+|any\s+)?)?(?:generics?|generic\s+versions?|andas?)\s+(?:of|for)\s+(.+)$/i,
  /^(?:does|do|has|will|did)\s+(.+?)\s+(?:have|has|get|gone|go|had)\s+(?:an?\s+|any\s+)?(?:generics?|generic\s+versions?)$/i,
  /^(?:(?:approved|available)\s+)?generics?\s+(\S+(?:\s+\S+)?)$/i,
  /^(\S+(?:\s+\S+)?)\s+generics?(?:\s+versions?)?(?:\s+(?:approved|approvals?|available|(?:in\s+the\s+)?us))?$/i,
];

const DRUGS: readonly Kind[] = ['product'];

export interface Generics {
  hits: LexicalHit[];
  read: {kind: Kind; generics_of: string; met: boolean};
}

/** The approvals of generics of a drug that a text names, the latest first. Undefined if a text asks for nothing of the sort, or none is known. */
export async function genericsIn(context: Context, text: string, filters: Filters): Promise<Generics | undefined> {
  if (filters.kind !== undefined && filters.kind !== 'approval') return undefined;
  const said = ASKED.map((pattern) => pattern.exec(text)?.[1]).find((one) => one !== undefined);
  if (said === undefined) return undefined;
  const [named] = await nameAll(context.generation, [said], {kinds: DRUGS, least: CONFIDENCE.alias}, context);
  if (named?.rid == null) return undefined;
  const {approvals} = await endsOf(context, [named.rid], {approvals: ['approval_of', 'in', 'approval']});
  const rids = await rowsPassing(context, othersOf(approvals), filters);
  const records = await recordsOf<{attributes?: {application_type?: string; approved_at?: string}}>(context, rids);
  const copies = rids.flatMap((rid) => {
    const {application_type: type, approved_at: day} = records.get(rid)?.attributes ?? {};
    return COPY.test(type ?? '') ? [{rid, day: day ?? ''}] : [];
  });
  if (copies.length === 0) return undefined;
  copies.sort((a, b) => (a.day === b.day ? a.rid - b.rid : a.day < b.day ? 1 : -1));
  const hits = copies.slice(0, WINDOW).map(({rid}) => ({rid, score: 0}));
  return {hits, read: {kind: 'approval', generics_of: said, met: true}};
}
