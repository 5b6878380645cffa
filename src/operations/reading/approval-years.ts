import type {Context} from '../../context.ts';
import {APPROVED} from '../records/stages.ts';
import {amongRows, rowsWith} from '../scoring/rows-with.ts';
import {periodIn} from './periods.ts';
import type {Reading} from './read-so-far.ts';

/** A year, which is no part of a name (2019-nCoV). */
const YEAR = '((?:19|20)\\d{2})\\b(?!-\\p{L})';

/** How texts say the years between which something was, or two of them. */
const BETWEEN = new RegExp(
  `\\b(?:between|from)\\s+${YEAR}\\s+(?:and|to|until)\\s+${YEAR}|\\b${YEAR}\\s*(?:[-–]|,|/|\\band\\b|\\bor\\b|\\bto\\b)\\s*${YEAR}`,
  'iu',
);
const SINCE = new RegExp(`\\b(since|after|from)\\s+${YEAR}`, 'iu');
const BEFORE = new RegExp(`\\b(before|until)\\s+${YEAR}`, 'iu');
const ONE = new RegExp(`\\b${YEAR}`, 'u');
const FIRST = /\bfirst(?=\s+approved\b)/i;

/** No drug of the graph was approved before. */
const FIRST_YEAR = 1900;

/** The years in which drugs were first approved, of which a text that asks for approved ones says one or more. */
export async function readApprovalYears(context: Context, reading: Reading): Promise<void> {
  // The year of what is no longer sold is mostly the one in which it was withdrawn.
  if (reading.isOff || reading.stages?.size !== 1 || !reading.stages.has(APPROVED)) return;
  const years = yearsIn(reading.text, context.generation.asOf);
  if (years === undefined) return;
  const {said, from, to} = years;
  const terms = Array.from({length: Math.max(0, to - from + 1)}, (_, at) => `approved ${from + at}`);
  const rids = await rowsWith(context, terms, 'product');
  reading.takeBy(FIRST);
  reading.take(said);
  reading.told.first_approval_year = from >= to ? String(from) : `${from}-${to}`;
  if (rids === undefined) reading.isLacking = true;
  else reading.conditions.push(amongRows(rids, 'year'));
}

/** The first and last year that a text says, and the words; undefined if it says none. `now` is in milliseconds. */
function yearsIn(text: string, now: number): {said: string; from: number; to: number} | undefined {
  const last = new Date(now).getUTCFullYear();
  const [between, ...ends] = BETWEEN.exec(text) ?? [];
  if (between !== undefined) {
    const [from = 0, to = 0] = ends.filter((one) => one !== undefined).map(Number);
    return {said: between, from: Math.min(from, to), to: Math.max(from, to)};
  }
  const [since, how = '', after] = SINCE.exec(text) ?? [];
  if (since !== undefined) return {said: since, from: Number(after) + Number(/after/i.test(how)), to: last};
  const [until, which = '', end] = BEFORE.exec(text) ?? [];
  if (until !== undefined) return {said: until, from: FIRST_YEAR, to: Number(end) - Number(/before/i.test(which))};
  const period = periodIn(text, now);
  if (period === undefined || (/^\d{4}$/.test(period.said) && !ONE.test(text))) return undefined;
  const [from, to] = [period.from, period.to].map((day) => Number(day.slice(0, 4))) as [number, number];
  return {said: period.said, from, to};
}
