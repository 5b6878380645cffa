import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import type {Filters} from '../filters/filters.ts';
import {page} from '../filters/listing.ts';
import {byLayer} from '../reading/layers.ts';
import {recordsOf} from '../records/document.ts';
import {endsOf, othersOf} from '../records/ends.ts';
import {standingsOf} from '../records/standing.ts';

/** Kinds whose newest are asked for by who asks for all; of the others, the best known. */
export const DATED: readonly Kind[] = [
  'trial',
  'paper',
  'patent',
  'approval',
  'funding_event',
  'catalyst',
  'opportunity',
];

/** All that pass some filters: the newest of what is dated, of others the best known; then those without a date or an edge. */
export async function listed(
  context: Context,
  filters: Filters & {kind: Kind},
  most: number,
): Promise<readonly number[]> {
  const {rids} = await page(context, filters, requestFor(filters.kind, most));
  if (rids.length >= most) return rids;
  const others = await page(context, filters, {...requestFor(filters.kind, most), sort: 'recent'});
  return [...new Set([...rids, ...others.rids])].slice(0, most);
}

/** The types of applications for copies of small molecules. */
export const COPY = /^(?:ANDA|generic)$/i;

/** The same approvals with those of copies behind the others: of a hundred in a year, few are of something new. */
export async function originalsFirst(
  context: Context,
  rids: readonly number[],
  most: number,
): Promise<readonly number[]> {
  const records = await recordsOf<{attributes?: {application_type?: string}}>(context, rids);
  const isCopy = (rid: number) => COPY.test(records.get(rid)?.attributes?.application_type ?? '');
  return byLayer(rids, (rid) => Number(isCopy(rid))).slice(0, most);
}

/** An approval so many years after a drug's first is of another form of it. */
const FIRST_FORM = 2;

/** The same approvals, those first of a drug's first form, by how well the drugs are known: whose protection ends matters least for one more gel of lidocaine. */
export async function firstFormsFirst(
  context: Context,
  rids: readonly number[],
  most: number,
): Promise<readonly number[]> {
  const {products} = await endsOf(context, rids, {products: ['approval_of', 'out', 'product']});
  const [standing, records] = await Promise.all([
    standingsOf(context, othersOf(products)),
    recordsOf<{attributes?: {approved_at?: string; first_approval_year?: number}}>(context, [
      ...rids,
      ...othersOf(products),
    ]),
  ]);
  const rank = new Map<number, {isFirst: boolean; degree: number}>();
  for (const {own, other} of products) {
    const year = Number(records.get(own)?.attributes?.approved_at?.slice(0, 4));
    const isFirst = year - (records.get(other)?.attributes?.first_approval_year ?? 0) <= FIRST_FORM;
    const known = rank.get(own);
    if (known === undefined || standing(other).degree > known.degree)
      rank.set(own, {isFirst, degree: standing(other).degree});
  }
  const isFirst = (rid: number) => Number(rank.get(rid)?.isFirst === true);
  const degree = (rid: number) => rank.get(rid)?.degree ?? 0;
  return [...rids].sort((a, b) => isFirst(b) - isFirst(a) || degree(b) - degree(a) || a - b).slice(0, most);
}

/** Those that are to come, by day. */
export async function comingFirst(
  context: Context,
  filters: Filters & {kind: Kind},
  most: number,
): Promise<readonly number[]> {
  const request = requestFor(filters.kind, most);
  const {total = 0} = await page(context, filters, request);
  const last = await page(context, filters, {...request, offset: Math.max(0, total - most)});
  return last.rids.toReversed();
}

function requestFor(kind: Kind, limit: number) {
  const sort = DATED.includes(kind) ? 'date' : 'prominence';
  return {sort, limit, offset: 0, after: undefined, question: []} as const;
}
