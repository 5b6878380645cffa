import {dayOfTime} from '../../time.ts';

/** A period that a text says: its first and last day, and the words. */
export interface Period {
  said: string;
  from: string;
  to: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const YEAR = '((?:19|20)\\d{2})';
const PART = '([qh][1-4])';
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;

const PART_OF_YEAR = new RegExp(`\\b(?:${PART}\\s*(?:of\\s+)?${YEAR}|${YEAR}\\s*${PART})\\b`, 'i');
const MONTH_OF_YEAR = new RegExp(`\\b${MONTH}\\s+(?:of\\s+)?${YEAR}\\b`, 'i');
const WHOLE_YEAR = new RegExp(`\\b${YEAR}\\b`);
const FROM_NOW = /\b(last|previous|next|this|current)\s+(month|quarter|year)\b/i;
const UNTIL_NOW =
  /\b(?:past|last)\s+(?:(\d{1,3}|two|three|six|twelve)\s+)(days?|weeks?|months?|years?)\b|\bpast\s+(month|quarter|year)\b/i;
const NUMBERS: Record<string, number> = {two: 2, three: 3, six: 6, twelve: 12};
const MONTHS_OF: Record<string, number> = {month: 1, quarter: 3, year: 12};
const FROM_THIS: Record<string, number> = {last: -1, previous: -1, next: 1};

const NTH = ['first', 'second', 'third', 'fourth'];
const IN_WORDS = new RegExp(
  `\\b(${NTH.join('|')}|last|[1-4](?:st|nd|rd|th))\\s+(half|quarter)\\s+(?:of\\s+)?${YEAR}\\b`,
  'i',
);

/** The place of a half or a quarter, from 0; the last is the fourth quarter. */
function placeOf(nth: string, unit: string): number {
  if (nth === 'last') return unit === 'half' ? 1 : 3;
  return NTH.includes(nth) ? NTH.indexOf(nth) : Number(nth[0]) - 1;
}

/** The quarter, half, month or year that a text says, or the time up to now; undefined if it says none. `now` is in milliseconds. */
export function periodIn(text: string, now: number): Period | undefined {
  const spelled = IN_WORDS.exec(text);
  if (spelled !== null) {
    const [said, nth = '', unit = '', year] = spelled;
    const length = unit.toLowerCase() === 'half' ? 6 : 3;
    const place = placeOf(nth.toLowerCase(), unit.toLowerCase());
    return (place + 1) * length > 12 ? undefined : monthsFrom(said, Number(year), place * length, length);
  }
  const part = PART_OF_YEAR.exec(text);
  if (part !== null) {
    const [said, before, after, first, last] = part;
    const [unit = '', nth = '1'] = (before ?? last ?? '').toLowerCase();
    const length = unit === 'q' ? 3 : 6;
    return Number(nth) * length > 12
      ? undefined
      : monthsFrom(said, Number(after ?? first), (Number(nth) - 1) * length, length);
  }
  const month = MONTH_OF_YEAR.exec(text);
  if (month !== null) {
    const [said, name = '', year] = month;
    return monthsFrom(said, Number(year), MONTHS.indexOf(name.toLowerCase()), 1);
  }
  const relative = untilNow(text, now) ?? fromNow(text, now);
  if (relative !== undefined) return relative;
  const [said, year] = WHOLE_YEAR.exec(text) ?? [];
  return said === undefined ? undefined : monthsFrom(said, Number(year), 0, 12);
}

/** The month, quarter or year of the calendar that a text counts from now. */
function fromNow(text: string, now: number): Period | undefined {
  const [said, which = '', unit = ''] = FROM_NOW.exec(text) ?? [];
  if (said === undefined) return undefined;
  const today = new Date(now);
  const length = MONTHS_OF[unit.toLowerCase()] ?? 1;
  const place = Math.floor(today.getUTCMonth() / length) + (FROM_THIS[which.toLowerCase()] ?? 0);
  return monthsFrom(said, today.getUTCFullYear(), length * place, length);
}

/** The days, weeks, months or years up to now that a text says. */
function untilNow(text: string, now: number): Period | undefined {
  const [said, number, plural, one] = UNTIL_NOW.exec(text) ?? [];
  if (said === undefined) return undefined;
  const count = number === undefined ? 1 : (NUMBERS[number.toLowerCase()] ?? Number(number));
  const unit = (plural ?? one ?? '').toLowerCase().replace(/s$/, '');
  const from = new Date(now);
  const days = {day: 1, week: 7}[unit];
  if (days === undefined) from.setUTCMonth(from.getUTCMonth() - count * (MONTHS_OF[unit] ?? 1));
  else from.setUTCDate(from.getUTCDate() - count * days);
  return {said, from: dayOfTime(from.getTime()), to: dayOfTime(now)};
}

/** So many months from one on, which may be of another year. */
function monthsFrom(said: string, year: number, month: number, length: number): Period {
  return {
    said,
    from: dayOfTime(Date.UTC(year, month, 1)),
    to: dayOfTime(Date.UTC(year, month + length, 0)),
  };
}
