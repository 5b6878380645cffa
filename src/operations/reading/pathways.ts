import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {amongRows, rowsWith} from '../scoring/rows-with.ts';
import type {Reading} from './read-so-far.ts';

const DESIGNATED = '(?:\\s+(?:drugs?\\s+)?(?:designat(?:ions?|ed)|status))?';

const BIOSIMILAR = 'biosimilar';

/** How texts say the regulatory pathways and designations that agencies' files tell of, by their names in the graph (ddl/bag.sql). */
const PATHWAYS: readonly (readonly [RegExp, string])[] = [
  [/\baccelerated\s+(?:(?:fda|ema)\s+)?approvals?\b/i, 'accelerated approval'],
  [/\baccelerated\s+assessments?\b/i, 'accelerated assessment'],
  [
    /\bconditional(?:ly)?\s+(?:(?:ema|eu|marketing)\s+)*(?:approv(?:als?|ed)|authori[sz](?:ations?|ed))\b/i,
    'conditional approval',
  ],
  [/\b(?:under\s+)?exceptional\s+circumstances\b/i, 'exceptional circumstances'],
  [/\bpriority\s+reviews?\b/i, 'priority review'],
  [new RegExp(`\\bbreakthrough(?:\\s+therapy)?${DESIGNATED}(?=\\s|$)`, 'i'), 'breakthrough therapy'],
  [new RegExp(`\\bfast[\\s-]track${DESIGNATED}(?=\\s|$)`, 'i'), 'fast track'],
  [
    /\bPRIME(?:\s+(?:designat(?:ions?|ed)|status|scheme))?\b|\bprime\s+(?:designat(?:ions?|ed)|status|scheme)\b/,
    'priority medicine',
  ],
  [/\bbiosimilars?\b/i, BIOSIMILAR],
  [new RegExp(`\\borphan${DESIGNATED}(?=\\s|$)`, 'i'), 'orphan'],
];

/** The regulatory pathway or designation of drugs or approvals. */
export async function readPathway(context: Context, reading: Reading, kind: Kind): Promise<void> {
  for (const [pattern, pathway] of PATHWAYS) {
    if (!pattern.test(reading.text) || (pathway === BIOSIMILAR && kind !== 'approval')) continue;
    const rids = await rowsWith(context, [`pathway ${pathway}`], kind);
    // Where texts of the kind say it and no file does, it is a word.
    const [first = ''] = pathway.split(' ');
    if (rids === undefined && (await rowsWith(context, [first], kind)) !== undefined) return;
    reading.takeBy(pattern);
    reading.told.pathway = pathway;
    if (rids === undefined) reading.isLacking = true;
    else reading.conditions.push(amongRows(rids, 'pathway'));
    return;
  }
}
