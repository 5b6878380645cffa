import type {Context} from '../../context.ts';
import {periodIn} from './periods.ts';
import type {Reading} from './read-so-far.ts';
import {amongRows, rowsWith} from './rows-with.ts';
import {APPROVED} from './stages.ts';

const YEAR = '((?:19|20)\\d{2})';

/** How texts say the years between which something was; the year before one that is excluded counts. */
const BETWEEN = new RegExp(
  `\\b(?:between|from)\\s+${YEAR}\\s+(?:and|to|until)\\s+${YEAR}\\b|\\b${YEAR}\\s*[-–]\\s*${YEAR}\\b`,
  'i',
);
const SINCE = new RegExp(`\\b(since|after|from)\\s+${YEAR}\\b`, 'i');
const BEFORE = new RegExp(`\\b(before|until)\\s+${YEAR}\\b`, 'i');
const FIRST = /\bfirst(?=\s+approved\b)/i;

/** No drug of the graph was approved before. */
const FIRST_YEAR = 1900;

/** The years in which drugs were first approved, of which a text that asks for approved ones says one or more. */
export async function readApprovalYears(context: Context, reading: Reading): Promise<void> {
  if (reading.stages?.size !== 1 || !reading.stages.has(APPROVED)) return;
  const years = yearsIn(reading.text, context.generation.asOf);
  if (years === undefined) return;
  const {said, from, to} = years;
  const terms = Array.from({length: Math.max(0, to - from + 1)}, (_, at) => `approved ${from + at}`);
  const rids = await rowsWith(context, terms, 'product');
  reading.takeBy(FIRST);
  reading.take(said);
  reading.told.first_approval_year = from === to ? String(from) : `${from}-${to}`;
  if (rids === undefined) reading.isLacking = true;
  else reading.conditions.push(amongRows(rids, 'year'));
}

/** The first and last year that a text says, and the words; undefined if it says none. `now` is in milliseconds. */
function yearsIn(text: string, now: number): {said: string; from: number; to: number} | undefined {
  const last = new Date(now).getUTCFullYear();
  const [between, ...ends] = BETWEEN.exec(text) ?? [];
  if (between !== undefined) {
    const [from = 0, to = 0] = ends.filter((one) => one !== undefined).map(Number);
    return from <= to ? {said: between, from, to} : undefined;
  }
  const [since, how = '', after] = SINCE.exec(text) ?? [];
  if (since !== undefined) return {said: since, from: Number(after) + Number(/after/i.test(how)), to: last};
  const [until, which = '', end] = BEFORE.exec(text) ?? [];
  if (until !== undefined) return {said: until, from: FIRST_YEAR, to: Number(end) - Number(/before/i.test(which))};
  const period = periodIn(text, now);
  if (period === undefined) return undefined;
  const [from, to] = [period.from, period.to].map((day) => Number(day.slice(0, 4))) as [number, number];
  return {said: period.said, from, to};
}
