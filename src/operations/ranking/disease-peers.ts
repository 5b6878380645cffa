import type {Context} from '../../context.ts';
import {IMPACT_UNIT, impactOf} from '../../text-match.ts';
import type {Filters} from '../filters/filters.ts';
import {minorDrugs} from '../reading/minor-drugs.ts';
import {recordsOf} from '../records/document.ts';
import {endsOf, othersOf} from '../records/ends.ts';
import {withBelow} from '../records/group.ts';
import {stagesOf} from '../records/measures.ts';
import {companyWorks} from './company-works.ts';

/** Diseases of a company's drugs by which its rivals are found: those of most of them, each stage on the way to approval counting twice the one before. */
const DISEASES = 3;

/** Drugs of a company that are read; more are a large company's, which has rivals everywhere. */
const MOST_DRUGS = 300;

/**
 * How much other companies work on what a company's own drugs are for, from 0 to 1: whoever asks for rivals of a company with a drug against a
 * thyroid receptor means those who treat the same liver, not those who make thyroid hormone.
 */
export async function diseasePeers(context: Context, company: number, filters: Filters): Promise<Map<number, number>> {
  const members = await withBelow(context.generation, [company], context);
  const {drugs} = await endsOf(context, members, {drugs: ['develops', 'out', 'product']});
  const rids = othersOf(drugs).slice(0, MOST_DRUGS);
  const [minor, reached, records] = await Promise.all([
    minorDrugs(context, rids),
    stagesOf(context, rids),
    recordsOf<{moa?: {disease_label?: string | null}}>(context, rids),
  ]);
  const weights = new Map<string, number>();
  for (const rid of rids) {
    const disease = minor.has(rid) ? undefined : records.get(rid)?.moa?.disease_label;
    if (disease != null) weights.set(disease, (weights.get(disease) ?? 0) + 2 ** (reached.get(rid) ?? 0));
  }
  const main = [...weights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, DISEASES);
  const all = main.reduce((sum, [, n]) => sum + n, 0);
  const found = await Promise.all(
    main.map(([disease]) => companyWorks(context, `companies ${disease}`, {...filters, kind: undefined, groups: []})),
  );
  const peers = new Map<number, number>();
  for (const [at, works] of found.entries()) {
    const share = (main[at]?.[1] ?? 0) / all;
    for (const {frequency, focus} of works.slice(0, 1))
      for (const [rid, tf] of frequency) {
        const own = (share * impactOf(tf) * (focus?.get(rid) ?? 1)) / IMPACT_UNIT;
        peers.set(rid, (peers.get(rid) ?? 0) + own);
      }
  }
  return peers;
}
