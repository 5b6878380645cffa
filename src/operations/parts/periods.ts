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
const QUARTER_FROM_NOW = /\b(next|this)\s+quarter\b/i;

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

/** The quarter, half, month or year that a text says; undefined if it says none. `now` is in milliseconds. */
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
  const quarter = QUARTER_FROM_NOW.exec(text);
  if (quarter !== null) {
    const today = new Date(now);
    const place = Math.floor(today.getUTCMonth() / 3) + (quarter[1]?.toLowerCase() === 'next' ? 1 : 0);
    return monthsFrom(quarter[0], today.getUTCFullYear(), 3 * place, 3);
  }
  const [said, year] = WHOLE_YEAR.exec(text) ?? [];
  return said === undefined ? undefined : monthsFrom(said, Number(year), 0, 12);
}

/** So many months from one on, which may be of the next year. */
function monthsFrom(said: string, year: number, month: number, length: number): Period {
  return {
    said,
    from: dayOfTime(Date.UTC(year, month, 1)),
    to: dayOfTime(Date.UTC(year, month + length, 0)),
  };
}
