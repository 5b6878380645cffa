const WRITTEN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

const SHAPE = 'an ISO 8601 date or timestamp is expected, such as 2025-01-15 or 2025-01-15T08:30:00Z';

/** A zone whose plus sign an address turned into a blank. */
const LOST_PLUS = /^\d{4}-\d{2}-\d{2}[Tt][\d:.]+ \d{2}:?\d{2}$/;

/**
 * The only parser of dates and timestamps from people and programs: a date means its first moment, and a time without a
 * zone is UTC, whatever the machine's zone.
 * @returns ISO 8601 UTC with milliseconds, or what is wrong with the text, without a full stop.
 */
export function readTime(text: string): {iso: string} | {problem: string} {
  const parts = WRITTEN.exec(text.trim());
  if (parts === null)
    return {
      problem: `${quoted(text)} cannot be read: ${LOST_PLUS.test(text) ? 'write the + of the zone as %2B in an address' : SHAPE}`,
    };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  if (year === 0 || midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day)
    return {problem: `${quoted(text)} is not an existing day`};
  const offset = minutesOf(parts[8]);
  if (hour > 23 || minute > 59 || second > 59 || offset === undefined)
    return {problem: `${quoted(text)} is not an existing time of day`};
  const millis = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const at = new Date(midnight.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + millis);
  if (at.getUTCFullYear() < 1 || at.getUTCFullYear() > 9999)
    return {problem: `${quoted(text)} is outside the years 1 to 9999`};
  return {iso: at.toISOString()};
}

/** The same where the text is known to be well written. */
export function timeOf(text: string): string {
  const read = readTime(text);
  if ('problem' in read) throw new RangeError(read.problem);
  return read.iso;
}

/** A day without a time. */
export function readDay(text: string): {iso: string} | {problem: string} {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return {problem: `${quoted(text)} is not a day such as 2025-01-15`};
  return readTime(text);
}

const DAY = 86_400_000;

/** The dates of days since 1970, up to the `T`. Sources state few different ones. */
const DATES = new Map<number, string>();

/** How many of them stay in memory: every day of a hundred years. */
const MOST_DATES = 36_525;

const padded = (length: number, digits: number) =>
  Array.from({length}, (_, number) => String(number).padStart(digits, '0'));
const [TWO_DIGITS, THREE_DIGITS] = [padded(60, 2), padded(1000, 3)];

/**
 * ISO 8601 as `toISOString` writes it, in a fraction of its time.
 * @param time Whole milliseconds since 1970.
 * @throws RangeError for a time that is none of JavaScript's.
 */
export function isoOf(time: number): string {
  const day = Math.floor(time / DAY);
  let date = DATES.get(day);
  if (date === undefined) {
    const text = new Date(day * DAY).toISOString();
    date = text.slice(0, text.indexOf('T') + 1);
    if (DATES.size >= MOST_DATES) DATES.clear();
    DATES.set(day, date);
  }
  const rest = time - day * DAY;
  if (rest === 0) return `${date}00:00:00.000Z`;
  const seconds = Math.floor(rest / 1000);
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${date}${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[seconds % 60]}.${THREE_DIGITS[rest % 1000]}Z`;
}

/** The day of a time, `YYYY-MM-DD` in UTC. */
export function dayOfTime(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Minutes east of Greenwich; undefined for what no clock shows. */
function minutesOf(zone: string | undefined): number | undefined {
  if (zone === undefined || /^z$/i.test(zone)) return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
