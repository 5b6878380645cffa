import type {Context} from '../../context.ts';
import {byLayer} from '../reading/layers.ts';
import {recordsOf} from '../records/document.ts';
import {endsOf, type Tied} from '../records/ends.ts';
import {headsOfUnlisted} from './unlisted.ts';

/** Of what a company is tied to as an owner, the least share of drugs, approvals and trials that makes it one of the trade. */
const OF_THE_TRADE = 0.05;

/**
 * The same companies, those first that make drugs, then such parts of a group (of Dutch companies Amgen Europe B.V.), then others, and last those that
 * have little but patents: a maker of chemicals or chips is known well by those it has.
 */
export async function drugMakersFirst(
  context: Context,
  rids: readonly number[],
  most: number,
): Promise<readonly number[]> {
  const [tradeOf, heads] = await Promise.all([tradesOf(context, rids), headsOfUnlisted(context, rids)]);
  const layer = (rid: number) =>
    tradeOf(rid) === 'drugs' ? Number(heads.has(rid)) : tradeOf(rid) === 'unknown' ? 2 : 3;
  return byLayer(rids, layer).slice(0, most);
}

/** Whether companies make drugs, or have little but patents. */
export async function tradesOf(
  context: Context,
  rids: readonly number[],
): Promise<(rid: number) => 'drugs' | 'patents' | 'unknown'> {
  const {patents, ...assets} = await endsOf(context, rids, {
    patents: ['assigned_to', 'in', 'patent'],
    drugs: ['develops', 'out'],
    approvals: ['holds', 'out', 'approval'],
    trials: ['sponsors', 'out', 'trial'],
  });
  const counted = (some: readonly Tied[]) => {
    const counts = new Map<number, number>();
    for (const {own} of some) counts.set(own, (counts.get(own) ?? 0) + 1);
    return counts;
  };
  const [owned, made] = [counted(patents), counted(Object.values(assets).flat())];
  return (rid) => {
    const [inventions, drugs] = [owned.get(rid) ?? 0, made.get(rid) ?? 0];
    if (inventions > 0 && drugs < OF_THE_TRADE * (inventions + drugs)) return 'patents';
    return drugs === 0 ? 'unknown' : 'drugs';
  };
}

/** Companies of a group with those first that had a ticker of their own: who asks what Pfizer acquired means Seagen before its registration office. */
export async function oncePublicFirst(
  context: Context,
  rids: readonly number[],
  most: number,
): Promise<readonly number[]> {
  const records = await recordsOf<{attributes?: {former_ticker?: string}; identifiers?: {ticker?: string | null}}>(
    context,
    rids,
  );
  const isPublic = (rid: number) => {
    const {attributes, identifiers} = records.get(rid) ?? {};
    return attributes?.former_ticker !== undefined || Boolean(identifiers?.ticker);
  };
  return byLayer(rids, (rid) => Number(!isPublic(rid))).slice(0, most);
}
