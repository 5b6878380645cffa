import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {fold, keyHash, STOPWORDS, stem, type Typed, textWords, typedWords} from '../../text/words.ts';
import {IMPACT_UNIT, type TermEntry} from '../../text-match.ts';
import {wordsAbbreviated} from './abbreviations.ts';
import {questionIn, termOfKind} from './kind-words.ts';
import {mistakesAllowed, type Near, nearWords} from './near.ts';
import {exactly, goingOn} from './word-ranges.ts';

/** A term of the index, from the query text. */
export interface Term {
  tid: number;
  /** Number of entities with the term. */
  df: number;
  /** Its idf as a whole number, in units of `IDF_UNIT`: sums of whole numbers do not depend on their order. */
  weight: number;
  /** The word of the text that it is a form of, by its place. */
  word?: number;
  /** The kind that is asked for, if it stands for one. */
  kind?: Kind;
  /** Whether no word says that kind. */
  isImplied?: true;
}

/** Keeps sums of products of weights and impacts below 2^53, whatever the number of words. */
const IDF_UNIT = 2 ** 20;

/** Converts a sum of impacts times weights to a score. */
export const scoreOf = (sum: number): number => Math.round((sum / IMPACT_UNIT / IDF_UNIT) * 1e6) / 1e6;

/** Number of unknown words for which similar ones are searched; each search reads the words of all names. */
const MOST_REPLACED = 8;

/** Most words that replace one. */
const MOST_INSTEAD = 8;

/** Letters in brackets at the end of a word belong to it: Lp(a) is LPA as well. */
const BRACKETED = /([\p{L}\p{N}])\(([\p{L}\p{N}]{1,2})\)/gu;

/** Of Alzheimer's and Roche's. */
const POSSESSIVE = /(?<=\p{L}{2})['’]s(?!\p{L})/gu;

/** Letters from which on an unknown word may be the start of others. */
const LEAST_LETTERS = 4;

/**
 * The terms of a text, each once. An unknown word is replaced by those that it is the start of (tirzep), or else by the most similar ones, at
 * half their weight. A text that is an abbreviation of a disease is asked for as the disease too, whose bearers seldom have the abbreviation in their
 * names, as institutes and genes do.
 *
 * @param isWhole False for a part of a text, which asks for no kind and abbreviates nothing.
 */
export async function termsOf(context: Context, text: string, isWhole = true): Promise<Term[]> {
  const {said, kinds} = isWhole ? await asked(context, text) : {said: text, kinds: []};
  const forms = formsIn(said);
  const known = await lookUp(context, forms.flat());
  const meant = isWhole ? await diseasesIn(context, said, forms, known, kinds.length > 0) : [];
  for (const [word, term] of await lookUp(context, meant.flat())) known.set(word, term);
  // An abbreviation among other words is one word with what it stands for.
  const all =
    forms.length > 1
      ? forms.map((form, place) => [...form, ...(meant[place] ?? [])])
      : [...forms, ...meant.flat().map((word) => [word])];
  const terms = new Map<number, Term>();
  const add = (found: readonly Term[], word: number) => {
    for (const term of found)
      if (!((terms.get(term.tid)?.weight ?? 0) >= term.weight)) terms.set(term.tid, {...term, word});
  };
  let replaced = 0;
  for (const [place, form] of all.entries()) {
    const found = form.flatMap((surface) => known.get(surface) ?? []);
    add(asOneWord(found), place);
    if (found.length === 0 && replaced++ < MOST_REPLACED) {
      const instead = await wordsInstead(context, form[0] ?? '');
      const likely = await lookUp(context, instead);
      const similar = instead.flatMap((surface) => likely.get(surface) ?? []);
      add(similar.map(halved), place);
    }
  }
  // Nobody is of a kind and of what nothing is called.
  if (terms.size === 0 && forms.some(([word = '']) => !STOPWORDS.has(word))) return [];
  return [...terms.values(), ...preferring(kinds, [...terms.values()])];
}

/** The words of a text, each with its forms, the whole first. */
function formsIn(text: string): string[][] {
  return meaningful(textWords(text.replace(BRACKETED, '$1-$2').replace(POSSESSIVE, ''))).map(({parts, joined}) => [
    ...new Set([joined ?? parts[0] ?? '', ...parts]),
  ]);
}

/**
 * The words of a text that no entity has, nor one that begins so; similar ones may stand in for them. A word that only the index makes of two
 * (`hepatitisb`) is not one of them.
 */
export async function unknownWords(context: Context, text: string): Promise<string[]> {
  // What a text denies is understood, though nothing says it.
  const denied = questionIn(text).denied?.said ?? '';
  const said = (await asked(context, text)).said.replace(denied, '');
  const forms = formsIn(said);
  const known = await lookUp(context, forms.flat());
  const unknown = forms.filter((form) => !form.some((surface) => known.has(surface) || STOPWORDS.has(surface)));
  const typed = new Set(
    typedWords(said).flatMap(({parts, joined}) => (joined === undefined ? parts : [joined, ...parts])),
  );
  const words = [...new Set(unknown.map(([word = '']) => word))]
    .filter((word) => typed.has(word))
    .slice(0, MOST_REPLACED);
  const begun = await Promise.all(words.map((word) => wordsBeginning(context, word)));
  return words.filter((_, at) => begun[at]?.length === 0);
}

/** The kinds that a text asks for, as terms, and what it says of them: no patent is about patents. Of kinds that no entity is, they are words. */
async function asked(context: Context, text: string): Promise<{said: string; kinds: Preferred[]}> {
  const {kinds, words, ...how} = questionIn(text);
  if (kinds.length === 0) return {said: text, kinds: []};
  const known = await lookUp(context, kinds.map(termOfKind));
  if (known.size < kinds.length) return {said: text, kinds: []};
  const said = words.filter((word) => !STOPWORDS.has(word.toLowerCase()));
  const terms = kinds.flatMap((kind) => {
    const term = known.get(termOfKind(kind));
    return term === undefined
      ? []
      : {...term, ...how, kind, preference: kind === 'person' || said.length === 1 ? ALONE : PREFERENCE};
  });
  return {said: words.join(' '), kinds: terms};
}

/** A kind that is asked for. */
interface Preferred extends Term {
  kind: Kind;
  /** What it weighs to be of that kind, of what all other words do. */
  preference: number;
}

/** The preference for a kind: all of it for people, whose own texts do not say what they work on, and where one word is all that is said of it. */
const PREFERENCE = 0.7;
const ALONE = 1;

/** What being a drug adds to a class of drugs, in units of an idf: the same whatever else is asked, so that the score stays a sum over the words. */
const OF_CLASS = 4.4 * IDF_UNIT;

/** Those of a kind that is asked for come before others that have a little more of the words. */
function preferring(kinds: readonly Preferred[], others: readonly Term[]): Term[] {
  const sum = others.reduce((total, {weight}) => total + weight, 0);
  return kinds.map(({preference, ...term}) => ({
    ...term,
    weight: term.weight + Math.round(term.isImplied === true ? OF_CLASS : (preference * sum) / kinds.length),
  }));
}

/**
 * Of each word the words of the disease that it abbreviates: where it is the only one or the text asks for a kind (MS drugs, HBV siRNA). Who asks for
 * drugs does not mean the code of one, if the word is the only one or in capitals.
 */
function diseasesIn(
  context: Context,
  text: string,
  forms: readonly (readonly string[])[],
  known: ReadonlyMap<string, Term>,
  isRequest: boolean,
): Promise<string[][]> {
  const capitals = new Set(
    text.match(/(?<![\p{L}\p{N}-])\p{Lu}[\p{L}\p{N}]*\p{Lu}[\p{L}\p{N}]*(?![\p{L}\p{N}-])/gu)?.map(fold),
  );
  return Promise.all(
    forms.map(([word = '']) => {
      if (forms.length > 1 && !isRequest) return [];
      const isMeant = isRequest && (forms.length === 1 || capitals.has(word));
      return wordsAbbreviated(context, word, isMeant ? 0 : (known.get(word)?.df ?? 0));
    }),
  );
}

/** How much all forms of a word that punctuation joins weigh (CAR-T: cart, car, t), of what the weightiest does: it is one word that was asked for. */
const JOINED = 1.4;

function asOneWord(forms: readonly Term[]): Term[] {
  const sum = forms.reduce((total, {weight}) => total + weight, 0);
  const most = JOINED * Math.max(0, ...forms.map(({weight}) => weight));
  return forms.map((term) => (sum <= most ? term : {...term, weight: Math.round((term.weight * most) / sum)}));
}

const halved = (term: Term): Term => ({...term, weight: Math.round(term.weight / 2)});

async function wordsInstead(context: Context, word: string): Promise<string[]> {
  const longer = await wordsBeginning(context, word);
  return longer.length > 0 ? longer : (await similar(context, word)).words;
}

async function wordsBeginning(context: Context, word: string): Promise<string[]> {
  return [...word].length < LEAST_LETTERS ? [] : goingOn(context, word, MOST_INSTEAD);
}

/** The words of names most similar to one; they are wanted as terms and as names. */
function similar(context: Context, word: string): Promise<Near> {
  const sizeOf = ({words}: Near) => 24 * words.length;
  return context.generation.cache.remember(`n~${word}`, sizeOf, () => nearWords(context, word, {most: MOST_INSTEAD}));
}

/** Entities up to which a word that no name has may be a misspelling in their texts. */
const MISSPELLED = 3;

/** What a text of one word that no name has, nor the start of another, may be a misspelling of: the nearest words alone. */
export async function corrections(context: Context, text: string): Promise<string[]> {
  const [only, ...others] = typedWords(text);
  const word = only?.parts[0] ?? '';
  if (others.length > 0 || only?.joined !== undefined || mistakesAllowed(word) === 0) return [];
  const known = (await lookUp(context, [word])).get(word);
  if (known !== undefined && (known.df > MISSPELLED || (await exactly(context, [word])).size > 0)) return [];
  if ((await wordsBeginning(context, word)).length > 0) return [];
  const {words, distances} = await similar(context, word);
  return words.filter((_, at) => distances[at] === distances[0]);
}

/** Removes stop words, unless there are no other words or they are in capitals (the gene WAS). */
function meaningful(words: Typed[]): Typed[] {
  const kept = words.filter((word) => word.capital || word.joined !== undefined || !STOPWORDS.has(word.parts[0] ?? ''));
  return kept.length > 0 ? kept : words;
}

async function lookUp(context: Context, surfaces: readonly string[]): Promise<Map<string, Term>> {
  const byTerm = await entries(context, [...new Set(surfaces.flatMap((surface) => [surface, stem(surface)]))]);
  const found = new Map<string, Term>();
  for (const surface of surfaces) {
    const exact = byTerm.get(surface);
    const entry = exact?.isProtected === true ? exact : (byTerm.get(stem(surface)) ?? exact);
    if (entry !== undefined) {
      const {tid, df} = entry;
      found.set(surface, {tid, df, weight: Math.round(Math.fround(idf(df, context.generation.entities)) * IDF_UNIT)});
    }
  }
  return found;
}

/** The inverse document frequency of BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009), never below 0. */
export function idf(df: number, entities: number): number {
  return Math.log(1 + (entities - df + 0.5) / (df + 0.5));
}

const ENTRY = {term: is.text, tid: is.integer, df: is.integer, isProtected: is.boolean};

/** The dictionary's entries of some terms, cached because the words of queries recur. */
async function entries({generation, ...options}: Context, terms: readonly string[]): Promise<Map<string, TermEntry>> {
  const read = await generation.lookups.terms(terms, options);
  if (read !== undefined) return read;
  const found = new Map<string, TermEntry>();
  const missing: string[] = [];
  for (const term of terms) {
    const kept = generation.cache.get<{entry: TermEntry | undefined}>(`t${term}`);
    if (kept === undefined) missing.push(term);
    else if (kept.entry !== undefined) found.set(term, kept.entry);
  }
  if (missing.length === 0) return found;
  const rows = await generation.rows(
    sql`select term, tid, df, protected as "isProtected" from term where h in ${missing.map(keyHash)} and term in ${missing}`,
    ENTRY,
    options,
  );
  for (const {term, ...entry} of rows) found.set(term, entry);
  for (const term of missing) generation.cache.set(`t${term}`, {entry: found.get(term)}, 100);
  return found;
}
