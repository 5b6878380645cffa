import type {Context} from '../../context.ts';
import {CO_LOCATED} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {amongRows} from '../scoring/rows-with.ts';
import type {Reading} from './read-so-far.ts';

const NUMBERS: Record<string, number> = {one: 1, two: 2, three: 3, four: 4, five: 5, ten: 10, twenty: 20, fifty: 50};
const UNITS: Record<string, number> = {k: 1e3, thousand: 1e3, m: 1e6, mn: 1e6, million: 1e6, bn: 1e9, billion: 1e9};

const LEAST =
  /\b(?:above|at\s+least|bigger\s+than|exceeding|greater\s+than|larger\s+than|more\s+than|over)\s+(?:us\s*)?\$?\s*(\d[\d,.]*|one|two|three|four|five|ten|twenty|fifty)\s*(thousand|million|billion|bn|mn|m|k)?\b(?:\s*(?:us\s+)?(?:dollars|usd|\$))?/i;

/** The least amount in US dollars that a text asks for, and the words that say so: awards above 2 million dollars. */
export function leastAmountIn(text: string): {said: string; amount: number} | undefined {
  const [said, number = '', unit = ''] = LEAST.exec(text) ?? [];
  if (said === undefined) return undefined;
  const value = NUMBERS[number.toLowerCase()] ?? Number(number.replace(/[.,]$/, '').replaceAll(',', ''));
  const amount = value * (UNITS[unit.toLowerCase()] ?? 1);
  // Over 65 is an age, and more than one grant no dollar.
  return Number.isFinite(amount) && amount >= LEAST_MEANT ? {said, amount} : undefined;
}

const LEAST_MEANT = 1000;

/** Deals that are looked at, of those with the largest amounts. */
const MOST = 20_000;

/** The funding events of at least an amount, the largest first. */
export async function dealsFrom(context: Context, amount: number): Promise<readonly number[]> {
  const [rids] = await context.generation.columns(
    sql`select rid from deal where amount_usd >= ${amount} order by amount_usd desc, rid limit ${MOST}${CO_LOCATED}`,
    [is.integer],
    context,
  );
  return rids;
}

/** What awards are called, which their texts do not say. */
const AWARD = /\b(?:NIH|SBIR|STTR|R01|R21|U01|P01|K99|federal|government|largest|biggest|top)\b/gi;

const LARGEST = /\b(?:largest|biggest)\b/i;

/** How much money they are of. */
export async function readAwards(context: Context, reading: Reading): Promise<void> {
  const least = leastAmountIn(reading.text);
  if (least !== undefined) {
    const deals = await dealsFrom(context, least.amount);
    reading.take(least.said);
    reading.conditions.push(
      amongRows(
        [...deals].sort((a, b) => a - b),
        'ids',
      ),
    );
    reading.told.amount_from = String(least.amount);
  }
  reading.isLargest = LARGEST.test(reading.text);
  for (const said of reading.text.match(AWARD) ?? []) reading.take(said);
}
