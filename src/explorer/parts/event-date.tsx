import {day} from '../words.ts';

/** A date with exactly the precision that is known. */
export function EventDate({of}: {of: {date: string; date_precision?: string | null | undefined}}) {
  const precision = of.date_precision ?? 'day';
  return (
    <time
      dateTime={precision === 'day' ? of.date : precision === 'year' ? of.date.slice(0, 4) : of.date.slice(0, 7)}
      data-precision={precision}
    >
      {precise(of.date, precision)}
    </time>
  );
}

export function precise(date: string, precision: string): string {
  const [year, month] = [date.slice(0, 4), Number(date.slice(5, 7))];
  if (precision === 'year') return year;
  if (precision === 'half') return `${month <= 6 ? 'first' : 'second'} half of ${year}`;
  if (precision === 'quarter') return `Q${Math.ceil(month / 3)} ${year}`;
  return precision === 'month' ? day(date.slice(0, 7)) : day(date);
}
