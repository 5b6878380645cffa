import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {GATHERED, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {bestScored, sumsOf} from './best-scored.ts';
import type {Works} from './company-works.ts';
import type {Term} from './dictionary.ts';
import type {Filters} from './filters.ts';
import {LONGEST_UNSAID, questionIn} from './kind-words.ts';
import {sharesOfBest} from './shares-of-best.ts';
import {placeIn} from './sites.ts';
import {subjectTerms} from './terms.ts';

const WORKS: readonly Kind[] = ['paper', 'patent'];

/** Those that a text asks for: who invented something has a patent on it. */
function worksAskedBy(text: string): readonly Kind[] {
  if (/\binvent/i.test(text)) return ['patent'];
  return /\b(?:authors?|published|wrote)\b/i.test(text) ? ['paper'] : WORKS;
}

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
  const subject = words.filter((word) => !elsewhere.has(word)).join(' ');
  if (subject === '' || (!kinds.includes('person') && words.length > LONGEST_UNSAID)) return [];
  const terms = await subjectTerms(context, subject);
  if (!kinds.includes('person') && (kind !== 'person' || (await isName(context, terms, filters)))) return [];
  const found = await Promise.all(
    worksAskedBy(text).map((of) => bestScored(context, terms, {...filters, groups: [], kind: of}, MOST_WORKS)),
  );
  const shares = sharesOfBest(found.flat());
  if (shares.size === 0) return [];
  const [people, works] = await context.generation.columns(
    sql`select person, work from work where work in ${numbers([...shares.keys()])}${GATHERED}`,
    [is.integer, is.integer],
    context,
  );
  const frequency = new Map<number, number>();
  people.forEach((person, index) => {
    frequency.set(person, (frequency.get(person) ?? 0) + (shares.get(works[index] ?? 0) ?? 0));
  });
  return [{text: subject, frequency}];
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
