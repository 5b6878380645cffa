import type {Context} from '../../context.ts';
import {STAGES} from '../records/stages.ts';
import {amongRows, rowsWith} from '../scoring/rows-with.ts';
import {APPROVED_IN} from './agencies.ts';
import {readApprovalYears, yearsOfApproval} from './approval-years.ts';
import {OFF} from './minor-drugs.ts';
import type {Reading} from './read-so-far.ts';

/** The stages that words about drugs mean, by their places among all. */
const STAGED: readonly [RegExp, readonly number[]][] = (
  [
    [/\bphase\s*(?:2|ii)\s*(?:[/-]|or|and)\s*(?:phase\s*)?(?:3|iii)\b/i, ['phase 2', 'phase 3']],
    [/\bphase\s*(?:1|i)\s*(?:[/-]|or|and)\s*(?:phase\s*)?(?:2|ii)\b/i, ['phase 1', 'phase 2']],
    [/\bphase\s*(?:3|iii)\b/i, ['phase 3']],
    [/\bphase\s*(?:2|ii)\b/i, ['phase 2']],
    [/\bphase\s*(?:1|i)\b/i, ['phase 1']],
    [/\bpreclinical\b/i, ['preclinical']],
    // A failure is also of a heart, a liver or a kidney.
    [/\b(?:failed|abandoned|(?:clinical|drug|trial|phase\s*\d)\s+failures?)\b/i, ['phase 2', 'phase 3']],
    [
      /\blate[\s-]stage(?=\s*$|\s+(?:assets?|candidates?|development|drugs?|pipeline|programs?)\b)/i,
      ['phase 3', 'filed'],
    ],
    [
      /\bearly[\s-]stage(?=\s*$|\s+(?:assets?|candidates?|development|drugs?|pipeline|programs?)\b)/i,
      ['preclinical', 'phase 1'],
    ],
    [/\bclinical[\s-]stage\b/i, ['phase 1', 'phase 2', 'phase 3']],
    [
      /\b(?:investigational|experimental|in\s+(?:clinical\s+)?development|unapproved|not\s+(?:yet\s+)?approved)\b/i,
      ['phase 1', 'phase 2', 'phase 3', 'filed'],
    ],
    [/(?<!\b(?:recently|newly)\s+)\bapproved\b/i, ['approved']],
  ] as const
).map(([pattern, names]) => [pattern, names.map((name) => STAGES.indexOf(name))]);

/** What is no longer sold. */
const WITHDRAWN =
  /\b(?:(?:withdrawn|discontinued|removed|pulled)(?:\s+from\s+(?:the\s+)?market)|withdrawn|discontinued|off[\s-]the[\s-]market|no\s+longer\s+(?:marketed|on\s+the\s+market|sold))\b/i;

/** What was given up. */
const GIVEN_UP =
  /\b(?:failed|abandoned|discontinued(?=\s+(?:development|in\s+(?:development|phase)|programs?|candidates?)))\b/i;

/** What was given up or is no longer sold; alone it is the latter. */
const DISCONTINUED =
  /\bdiscontinued\b(?!\s+from\b)(?!(?<=^\s*discontinued)\s+(?:brands|drugs?|medicines?|products)[\s?.!]*$)/i;

/** How far drugs have come and whose agency approved them, or that they are no longer sold, or were given up. */
export async function readStage(context: Context, reading: Reading): Promise<void> {
  if (await readGivenUp(context, reading, 'product')) return;
  const off = WITHDRAWN.test(reading.text) ? await rowsWith(context, [OFF], 'product') : undefined;
  if (off !== undefined) {
    reading.takeBy(WITHDRAWN);
    reading.conditions.push(amongRows(off, 'status'));
    reading.isOff = true;
    reading.told.marketing_status = OFF;
  }
  if (!takeStages(reading)) return;
  const years = yearsOfApproval(context, reading);
  const there = await agencyIn(context, reading);
  if (there !== undefined) {
    reading.take(there.said);
    reading.conditions.push(amongRows(there.rids, 'agency'));
    reading.told.agency = there.agency;
  }
  if (years !== undefined) await readApprovalYears(context, reading, years, there?.agency);
}

/** Whether they were given up, or are no longer sold. @returns Whether the text says so. */
export async function readGivenUp(context: Context, reading: Reading, kind: 'product' | 'program'): Promise<boolean> {
  const isEither = !GIVEN_UP.test(reading.text);
  const said = isEither ? DISCONTINUED : GIVEN_UP;
  if (!said.test(reading.text)) return false;
  const found = await rowsWith(context, ['development discontinued', ...(isEither ? [OFF] : [])], kind);
  // What failed may also have come far; what is discontinued where nothing is known to be is met by nothing.
  const rids = found ?? (/\bdiscontinued\b/i.test(reading.text) ? [] : undefined);
  if (rids === undefined) return false;
  reading.takeBy(said);
  reading.conditions.push(amongRows(rids, 'status'));
  reading.told[isEither ? 'status' : 'development_status'] = 'discontinued';
  return true;
}

/** The agency that a text names which has approved the drugs, and all that it has. */
async function agencyIn(
  context: Context,
  {text}: Reading,
): Promise<{said: string; agency: string; rids: readonly number[]} | undefined> {
  for (const [where, agency] of APPROVED_IN) {
    const said = where.exec(text)?.[0];
    const rids = said && (await rowsWith(context, [`approved by ${agency.toLowerCase()}`], 'product'));
    if (said !== undefined && rids) return {said, agency, rids};
  }
  return undefined;
}

/** How far drugs or programs have come. @returns Whether the text says so. */
export function takeStages(reading: Reading): boolean {
  const [pattern, stages] = STAGED.find(([one]) => one.test(reading.text)) ?? [];
  if (pattern === undefined) return false;
  reading.stages = new Set(stages);
  reading.shared.push(reading.takeBy(pattern) ?? '');
  return true;
}
