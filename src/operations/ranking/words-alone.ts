import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {type Filters, resolveFilters} from '../filters/filters.ts';
import type {Placed} from '../reading/layers.ts';
import {COURSE} from '../reading/reading.ts';
import {isValue} from '../reading/spans.ts';
import {termsOf} from '../reading/terms.ts';
import {bestScored} from '../scoring/best-scored.ts';
import type {Term} from '../scoring/dictionary.ts';
import {ofCompanyAlone} from './company-alone.ts';
import {diseaseOrder} from './disease-order.ts';
import {labelledFor} from './uses.ts';

/**
 * What some words are found in, with a company's own drugs first if they are its name; with the drugs among it in their order if they are a disease and
 * nothing else but its course, which other diseases have as well: of acute migraine not what is for acute pain.
 */
export async function ofWordsAlone(
  context: Context,
  text: string,
  words: readonly Term[],
  filters: Filters,
): Promise<readonly Placed[]> {
  const [whole, course, rest] = /^(\S+)\s+(\S.*)$/.exec(text.trim()) ?? [];
  const isOne = (some: string) => isValue(context, 'disease', some);
  const isCourse =
    course !== undefined &&
    rest !== undefined &&
    COURSE.test(course) &&
    !(await isOne(whole ?? '')) &&
    (await isOne(rest));
  const other = isCourse ? await numbersOf(context, course) : NONE;
  const best = await bestScored(
    context,
    words.filter(({tid}) => !other.has(tid)),
    filters,
  );
  const disease = isCourse ? rest : text.trim();
  if (!(await isOne(disease))) return (await ofCompanyAlone(context, text.trim(), best, filters)) ?? best;
  const sums = new Map(best.map(({rid, sum}) => [rid, sum]));
  // Of what few texts say what is labelled with it follows.
  if ([...sums.keys()].filter((rid) => kindOfRid(rid) === 'product').length < FEW) {
    const {groups} = await resolveFilters(context.generation, {disease}, context);
    const within = {...filters, groups: [...filters.groups, ...groups]};
    const most = Math.max(0, ...sums.values());
    const labelled = groups.length === 0 ? [] : await labelledFor(context, within, disease);
    for (const rid of labelled) if (!sums.has(rid)) sums.set(rid, most);
  }
  const drugs = [...sums.keys()].filter((rid) => kindOfRid(rid) === 'product');
  const places = await diseaseOrder(context, drugs, disease, (rid) => sums.get(rid) ?? 0);
  return [...sums].map(([rid, sum]) => {
    const place = places?.get(rid);
    return {rid, sum, ...(place !== undefined && {place})};
  });
}

/** So few drugs that the texts of others may say a disease by another name. */
const FEW = 5;

export const NONE: ReadonlySet<number> = new Set();

/** The numbers of the terms of some words. */
export async function numbersOf(context: Context, words: string): Promise<ReadonlySet<number>> {
  return new Set((await termsOf(context, words, false)).map(({tid}) => tid));
}
