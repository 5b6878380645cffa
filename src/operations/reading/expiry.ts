import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {amongRows, rowsWith} from '../scoring/rows-with.ts';
import {losing} from './kind-patterns.ts';
import {periodIn} from './periods.ts';
import type {Reading} from './read-so-far.ts';

/** How texts say that a patent, or the last patent or exclusivity of an approval, ends. */
const EXPIRING = new RegExp(
  `\\b(?:patents?\\s+)?expir(?:y|ies|e|es|ed|ing|ations?)(?:\\s+dates?)?\\b|\\b(?:${losing('(?:exclusivity|protection)')})\\b|\\bLOE\\b`,
  'i',
);

/** The years of more than a lifetime of patents are not looked for. */
const MOST_YEARS = 25;

/** The years in which patents, or the protection of approvals, end. */
export async function readExpiry(context: Context, reading: Reading, kind: Kind): Promise<void> {
  if (!EXPIRING.test(reading.text)) return;
  const period = periodIn(reading.text, context.generation.asOf);
  if (period === undefined) return;
  const [from, to] = [period.from, period.to].map((day) => Number(day.slice(0, 4))) as [number, number];
  const years = Array.from({length: Math.min(MOST_YEARS, to - from + 1)}, (_, at) => from + at);
  const rids = await rowsWith(
    context,
    years.map((year) => `expires ${year}`),
    kind,
  );
  if (rids === undefined) return;
  reading.takeBy(EXPIRING);
  reading.take(period.said);
  reading.conditions.push(amongRows(rids, 'date'));
  reading.told.expires = from === to ? String(from) : `${from}-${to}`;
}
