import type {Context} from '../../context.ts';
import {allOf, type FilterParams, resolveFilters, selectionOf} from '../filters/filters.ts';
import {recordsOf} from '../records/document.ts';
import {endsOf, othersOf} from '../records/ends.ts';
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
const RECENT =
  /\b(?:(?:in|over|during|within)\s+)?(?:the\s+)?(?:last|past)\s+(\d{1,2}|two|three|four|five|ten)\s+years\b/i;
const COUNTS: Readonly<Record<string, number>> = {two: 2, three: 3, four: 4, five: 5, ten: 10};
const ONE = new RegExp(`\\b${YEAR}`, 'u');
const FIRST = /\bfirst(?=\s+approved\b)/i;

/** No drug of the graph was approved before. */
const FIRST_YEAR = 1900;

/** The first and last of some years, and how a text says them. */
interface Years {
  said: string;
  from: number;
  to: number;
}

/** The years of approval that a text says which asks for approved drugs; undefined if it says none. */
export function yearsOfApproval(context: Context, {text, isOff, stages}: Reading): Years | undefined {
  // The year of what is no longer sold is mostly the one in which it was withdrawn.
  return isOff || stages?.size !== 1 || !stages.has(APPROVED) ? undefined : yearsIn(text, context.generation.asOf);
}

/** Reads the years in which drugs were first approved: by an agency, if the text names one whose approvals are known, else by any. */
export async function readApprovalYears(
  context: Context,
  reading: Reading,
  {said, from, to}: Years,
  agency: string | undefined,
): Promise<void> {
  const rids =
    (agency === undefined ? undefined : await firstApprovedBy(context, agency, from, to)) ??
    (await rowsWith(context, termsOf(from, to), 'product'));
  reading.takeBy(FIRST);
  reading.take(said);
  reading.told.first_approval_year = from >= to ? String(from) : `${from}-${to}`;
  if (rids === undefined) reading.isLacking = true;
  else reading.conditions.push(amongRows(rids, 'year'));
}

/** Years after which what others have approved is no new drug for an agency, but a form or a use of an old one. */
const NO_LONGER_NEW = 10;

/** The drugs that an agency approved in some years and not before; undefined if none of its approvals then is known. */
async function firstApprovedBy(
  context: Context,
  agency: string,
  from: number,
  to: number,
): Promise<readonly number[] | undefined> {
  const drugsOf = async (period: FilterParams) => {
    const {groups} = await resolveFilters(context.generation, {agency, ...period}, context);
    const selection = selectionOf({...allOf('approval'), groups});
    const selected = selection && (await context.generation.lookups.select(selection, context));
    const {drugs} = await endsOf(context, selected?.rows() ?? [], {drugs: ['approval_of', 'out', 'product']});
    return othersOf(drugs);
  };
  const [then, before, ever, anywhere] = await Promise.all([
    drugsOf({date_from: `${from}-01-01`, date_to: `${to}-12-31`}),
    drugsOf({date_to: `${from - 1}-12-31`}),
    drugsOf({}),
    rowsWith(context, termsOf(from, to), 'product'),
  ]);
  const [known, dated] = [new Set(before), new Set(ever)];
  const open = then.filter((rid) => !known.has(rid));
  const records = await recordsOf<{attributes?: {first_approval_year?: number}}>(context, open);
  // Of what is very old no year is known.
  const year = (rid: number) => records.get(rid)?.attributes?.first_approval_year ?? 0;
  const first = open.filter((rid) => year(rid) >= from - NO_LONGER_NEW);
  // Of some it is known that the agency approved them, but not when.
  const undated = (anywhere ?? []).filter((rid) => !dated.has(rid));
  return first.length === 0 ? undefined : [...first, ...undated].sort((a, b) => a - b);
}

/** The terms of drugs that were first approved in some years (ddl/bag.sql). */
const termsOf = (from: number, to: number): string[] =>
  Array.from({length: Math.max(0, to - from + 1)}, (_, at) => `approved ${from + at}`);

/** The first and last year that a text says, and the words; undefined if it says none. `now` is in milliseconds. */
function yearsIn(text: string, now: number): Years | undefined {
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
  const [recent, count = ''] = RECENT.exec(text) ?? [];
  if (recent !== undefined)
    return {said: recent, from: last - (COUNTS[count.toLowerCase()] ?? Number(count)), to: last};
  const period = periodIn(text, now);
  if (period === undefined || (/^\d{4}$/.test(period.said) && !ONE.test(text))) return undefined;
  const [from, to] = [period.from, period.to].map((day) => Number(day.slice(0, 4))) as [number, number];
  return {said: period.said, from, to};
}
