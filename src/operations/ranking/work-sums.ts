import type {Context} from '../../context.ts';
import {impactOf} from '../../text-match.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {subjectTerms} from '../reading/terms.ts';
import {companyWorks} from './company-works.ts';
import {patentWorks} from './patent-works.ts';
import {personWorks} from './person-works.ts';
import {targetWorks} from './target-works.ts';

/** So many works of a company count as one: many have a few of anything. */
const OF_A_COMPANY = 3;

/** The sums of those that do what a text says, who of them does all of it, if some do, and whether nobody does. */
export interface Done {
  done: Map<number, number>;
  whole?: ReadonlySet<number>;
  isPart: boolean;
}

/** What companies have of the words of a text by their assets, patents by the drugs they cover, people by their works, and targets by the drugs that hit them: each word saturated as in a text of theirs that said it once for each. */
export async function workSums(context: Context, text: string, filters: Filters): Promise<Done> {
  const sums = new Map<number, number>();
  const works = await Promise.all([
    companyWorks(context, text, filters),
    patentWorks(context, text, filters),
    personWorks(context, text, filters),
    targetWorks(context, text, filters),
  ]);
  for (const {text: part, frequency, focus} of works.flat()) {
    const terms = await subjectTerms(context, part);
    const weight = terms.reduce((sum, term) => sum + term.weight, 0);
    for (const [rid, tf] of frequency)
      sums.set(
        rid,
        (sums.get(rid) ?? 0) +
          Math.round(impactOf(focus === undefined ? tf : tf / OF_A_COMPANY) * weight * (focus?.get(rid) ?? 1)),
      );
  }
  const passed = new Set(sums.size === 0 ? [] : await rowsPassing(context, [...sums.keys()], filters));
  const whole = works.flat().find((one) => one.whole)?.whole;
  const isPart = works.flat().some((one) => one.isPart === true);
  return {done: new Map([...sums].filter(([rid]) => passed.has(rid))), isPart, ...(whole && {whole})};
}
