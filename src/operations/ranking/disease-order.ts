import type {Context} from '../../context.ts';
import {recordsOf} from '../records/document.ts';
import {APPROVED} from '../records/stages.ts';
import {standingsOf} from '../records/standing.ts';
import {type Indicated, isApprovedFor, newSince, type Use, usesOf} from './uses.ts';

/** What a drug counts that is approved for what is only called so, or first of all for another. */
const NEARLY = 0.5;
const SECOND = 0.92;

/**
 * Drugs for a disease: those that are approved for it by what their texts say of it, those first of all for it counting more; then those in development
 * for it, the furthest first; then what has long been approved for something else, what is no longer sold, and what shows the disease. Each with its
 * place; undefined if none is for it.
 */
export async function diseaseOrder(
  context: Context,
  rids: readonly number[],
  disease: string,
  sumOf: (rid: number) => number,
): Promise<ReadonlyMap<number, number> | undefined> {
  const [uses, standing] = await Promise.all([
    recordsOf<Indicated>(context, rids).then((records) => usesOf(context, records, disease)),
    standingsOf(context, rids),
  ]);
  if (![...uses.values()].some(({isFirst, isStated}) => isFirst || isStated)) return undefined;
  const since = newSince(context);
  /** 0: approved; 1: in development; 2: long approved for something else; 3: no longer sold; 4: shows the disease. */
  const tier = (use: Use) => {
    const {isFirst, isOffMarket, isImaging, isStated, year} = use;
    if (isImaging) return 4;
    if (isOffMarket) return 3;
    if (isApprovedFor(use)) return 0;
    return isFirst || (isStated && year >= since) ? 1 : 2;
  };
  const ranked = [...uses].map(([rid, use]) => {
    const at = tier(use);
    return {
      rid,
      tier: at,
      stage: at === 0 ? APPROVED : use.isGivenUp ? 0 : use.stage,
      isFirst: at > 0 && use.isFirst,
      count: sumOf(rid) * (use.isApproved ? 1 : NEARLY) * (use.isFirst ? 1 : SECOND),
      year: use.year,
    };
  });
  ranked.sort(
    (a, b) =>
      a.tier - b.tier ||
      b.stage - a.stage ||
      Number(b.isFirst) - Number(a.isFirst) ||
      b.count - a.count ||
      b.year - a.year ||
      standing(b.rid).degree - standing(a.rid).degree ||
      a.rid - b.rid,
  );
  return new Map(ranked.map(({rid}, at) => [rid, at]));
}
