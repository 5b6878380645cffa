import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {GATHERED, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {id, sql} from '../../sql/sql.ts';
import {allOf, type Filters, resolveFilters} from '../filters/filters.ts';
import {LONGEST_UNSAID, questionIn} from '../reading/kind-words.ts';
import {placeIn, thoseIn} from '../reading/sites.ts';
import {LONGEST_INSTITUTION, organizationsCalled, spanThat} from '../reading/spans.ts';
import {subjectTerms} from '../reading/terms.ts';
import {bestScored, sumsOf} from '../scoring/best-scored.ts';
import type {Term} from '../scoring/dictionary.ts';
import {shareSaid} from '../scoring/share-said.ts';
import {sharesOfBest} from '../scoring/shares-of-best.ts';
import {WHOLE} from './class-order.ts';
import type {Works} from './company-works.ts';
import {listed} from './listed.ts';

const WORKS: readonly Kind[] = ['paper', 'patent'];

/** Those that a text asks for: who invented something has a patent on it. */
function worksAskedBy(text: string): readonly Kind[] {
  if (/\binvent/i.test(text)) return ['patent'];
  return /\b(?:authors?|published|wrote)\b/i.test(text) ? ['paper'] : WORKS;
}

/** Institutions of a place whose people are all looked at. */
const MOST_INSTITUTIONS = 5000;

/** People of a place whose works are all looked at; of more only the best works of all. */
const MOST_PEOPLE = 20_000;

/** The best papers, and the best patents, whose authors and inventors are counted. */
const MOST_WORKS = 500;

/**
 * What people write and invent, of what a text that asks for people asks for: of "people working on CRISPR", the papers and patents of each that
 * say CRISPR. A person's own text is a name.
 */
export async function personWorks(context: Context, text: string, filters: Filters): Promise<Works[]> {
  const {kind} = filters;
  if (kind !== undefined && kind !== 'person') return [];
  const {kinds, words} = questionIn(text);
  // Papers say other things of a country than where their authors are.
  const place = kinds.includes('person') ? await placeIn(context, text, words) : undefined;
  const elsewhere = new Set(place?.said.split(' '));
  const open = words.filter((word) => !elsewhere.has(word));
  // Few works say where their authors are.
  const owner = kinds.includes('person')
    ? await spanThat(open, (span) => organizationsCalled(context, span, 'person'), LONGEST_INSTITUTION)
    : undefined;
  const called = new Set(owner?.said.split(' '));
  const subject = open.filter((word) => !called.has(word)).join(' ') || open.join(' ');
  if (subject === '' || (!kinds.includes('person') && words.length > LONGEST_UNSAID)) return [];
  const terms = await subjectTerms(context, subject);
  if (!kinds.includes('person') && (kind !== 'person' || (await isName(context, terms, filters)))) return [];
  const best = await Promise.all(
    worksAskedBy(text).map((of) => bestScored(context, terms, {...filters, groups: [], kind: of}, MOST_WORKS)),
  );
  const there = place
    ? await thoseIn(context, place.found, 'person', MOST_INSTITUTIONS)
    : owner && (await thoseAt(context, owner.found));
  // Those at an institution may have written nothing that is among the best of all.
  const own = there === undefined || there.length > MOST_PEOPLE ? NOTHING : await writtenOf(context, 'person', there);
  const [said, sums] = await Promise.all([
    shareSaid(context, terms, own.works),
    sumsOf(context, terms, [...new Set(own.works)]),
  ]);
  const shares = sharesOfBest(best.flat());
  const most = Math.max(...best.flat().map(({sum}) => sum));
  const theirs = [...sums].filter(([rid]) => said(rid) >= WHOLE).map(([rid, sum]) => [rid, (sum / most) ** 2] as const);
  const written = frequencyOf(own, new Map(theirs));
  const {frequency, isPart} =
    written.size > 0 ? {frequency: written, isPart: false} : await writtenOn(context, terms, shares);
  return frequency.size === 0 ? [] : [{text: subject, frequency, ...(isPart && {isPart})}];
}

/** Who wrote what says all of a subject, or a part of it where nobody did: of amyloid cardiomyopathy not those who wrote on amyloid. */
async function writtenOn(
  context: Context,
  terms: readonly Term[],
  shares: ReadonlyMap<number, number>,
): Promise<{frequency: Map<number, number>; isPart: boolean}> {
  const [written, said] = await Promise.all([
    writtenOf(context, 'work', [...shares.keys()]),
    shareSaid(context, terms, [...shares.keys()]),
  ]);
  const whole = frequencyOf(written, new Map([...shares].filter(([rid]) => said(rid) >= WHOLE)));
  return whole.size > 0 ? {frequency: whole, isPart: false} : {frequency: frequencyOf(written, shares), isPart: true};
}

/** Works, each with a person who wrote or invented it. */
interface Written {
  people: readonly number[];
  works: readonly number[];
}

const NOTHING: Written = {people: [], works: []};

/** How much of a subject people have by their works, each counting its share; none for who has nothing. */
function frequencyOf({people, works}: Written, shares: ReadonlyMap<number, number>): Map<number, number> {
  const frequency = new Map<number, number>();
  people.forEach((person, at) => {
    const share = shares.get(works[at] ?? 0);
    if (share !== undefined) frequency.set(person, (frequency.get(person) ?? 0) + share);
  });
  return frequency;
}

/** What some people wrote, or who wrote some works. */
async function writtenOf(
  {generation, ...options}: Context,
  column: 'person' | 'work',
  rids: readonly number[],
): Promise<Written> {
  if (rids.length === 0) return NOTHING;
  const written = sql`select person, work from work where ${id(column)} in ${numbers(rids)}${GATHERED}`;
  const [people, works] = await generation.columns(written, [is.integer, is.integer], options);
  return {people, works};
}

/** The people of some institutions. */
async function thoseAt(context: Context, organization: readonly string[]): Promise<readonly number[]> {
  const {groups} = await resolveFilters(context.generation, {organization: [...organization]}, context);
  return listed(context, {...allOf('person'), groups}, MOST_PEOPLE + 1);
}

/** Whether all of some words are names, each in most of its forms: T. Yoshikawa has only the T of CAR-T. A subject is nobody's name. */
async function isName(context: Context, terms: readonly Term[], filters: Filters): Promise<boolean> {
  const words = [...new Set(terms.map(({word}) => word))];
  const named = await Promise.all(
    words.map(async (word) => {
      const forms = terms.filter((term) => term.word === word);
      const [best] = await bestScored(context, forms, {...filters, groups: []}, 1);
      const had = await Promise.all(forms.map((form) => sumsOf(context, [form], best === undefined ? [] : [best.rid])));
      return 2 * had.filter(({size}) => size > 0).length > forms.length;
    }),
  );
  return named.every(Boolean);
}
