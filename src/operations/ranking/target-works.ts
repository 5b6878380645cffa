import type {Context} from '../../context.ts';
import type {Filters} from '../filters/filters.ts';
import {questionIn} from '../reading/kind-words.ts';
import {termsOf} from '../reading/terms.ts';
import {endsOf} from '../records/ends.ts';
import {bestScored} from '../scoring/best-scored.ts';
import {sharesOfBest} from '../scoring/shares-of-best.ts';
import type {Works} from './company-works.ts';

/** The best drugs for a text whose targets are counted. */
const MOST_DRUGS = 200;

/**
 * The targets of the drugs for what a text asks the targets of: of "targets for NASH", how many drugs for it hit each, the better ones counting more, and
 * those that hit many less.
 * A gene's own text says no disease.
 */
export async function targetWorks(context: Context, text: string, filters: Filters): Promise<Works[]> {
  const {kind} = filters;
  if (kind !== undefined && kind !== 'target') return [];
  const {kinds, words} = questionIn(text);
  const subject = words.join(' ');
  if (!kinds.includes('target') || subject === '') return [];
  const terms = await termsOf(context, subject);
  const drugs = await bestScored(context, terms, {...filters, groups: [], kind: 'product'}, MOST_DRUGS);
  const shares = sharesOfBest(drugs);
  const {targets} = await endsOf(context, [...shares.keys()], {targets: ['targets', 'out', 'target']});
  const frequency = new Map<number, number>();
  const hit = new Map<number, number>();
  for (const {own} of targets) hit.set(own, (hit.get(own) ?? 0) + 1);
  // A drug of tubulin hits twenty chains of it, each as much as it takes to be one of them.
  for (const {own, other} of targets)
    frequency.set(other, (frequency.get(other) ?? 0) + (shares.get(own) ?? 0) / Math.sqrt(hit.get(own) ?? 1));
  return frequency.size === 0 ? [] : [{text: subject, frequency}];
}
