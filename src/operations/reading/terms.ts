import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {fold, STOPWORDS, type Typed, textWords, typedWords} from '../../text/words.ts';
import {meaningsOf} from '../filters/vocabulary.ts';
import {IDF_UNIT, lookUp, type Term} from '../scoring/dictionary.ts';
import {wordsAbbreviated} from './abbreviations.ts';
import {questionIn, termOfKind} from './kind-words.ts';
import {asMostSpellIt, wordsBeginning, wordsInstead} from './spelling.ts';
import {reworded} from './wording.ts';

/** Number of unknown words for which similar ones are searched; each search reads the words of all names. */
const MOST_REPLACED = 8;

/** Words of the longest text whose rare words may be misspelled common ones: each is looked up, and titles have many. */
const LONGEST_SPELLED = 8;

/** Letters in brackets at the end of a word belong to it: Lp(a) is LPA as well. */
const BRACKETED = /([\p{L}\p{N}])\(([\p{L}\p{N}]{1,2})\)/gu;

/** Of Alzheimer's and Roche's. */
const POSSESSIVE = /(?<=\p{L}{2})['’]s(?!\p{L})/gu;

/** Before a symbol: an antibody against PD-1 seldom says that it is anti. */
const ANTI = /(?<![\p{L}\p{N}])[Aa]nti[- ](?=[\p{L}\p{N}-]*[\p{Lu}\p{N}])/gu;

/** What makes a year that of an approval. */
const APPROVED = /\b(?:approv\w+|authori[sz]ed|cleared|drugs?|launched|licen[sc]ed|medicines?|new)\b/i;

/**
 * The terms of a text, each once. An unknown word is replaced by those that it is the start of (tirzep), or else by the most similar ones, at
 * half their weight. A text that is an abbreviation of a disease is asked for as the disease too, whose bearers seldom have the abbreviation in their
 * names, as institutes and genes do.
 *
 * @param isWhole False for a part of a text, which asks for no kind and abbreviates nothing.
 */
export async function termsOf(context: Context, text: string, isWhole = true): Promise<Term[]> {
  const {said, kinds} = isWhole ? await asked(context, text) : {said: text, kinds: []};
  const typed = APPROVED.test(text) ? formsIn(said).map(withYearApproved) : formsIn(said);
  const known = await lookUp(context, typed.flat());
  const isCode = typed.map((form) => isUnknownCode(form, known));
  const forms = typed.map((form, place) => (isCode[place] ? lettersOf(form) : form));
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
    const isAlone = all.length === 1 && form.length === 1;
    const own = form.flatMap((surface) => {
      const term = known.get(surface);
      if (term === undefined) return [];
      return !isAlone && NUMBER.test(surface) ? halved(term) : term;
    });
    const found = all.length > 1 && all.length <= LONGEST_SPELLED ? await asMostSpellIt(context, form, own) : own;
    add(asOneWord(found), place);
    // No other code is like one that nothing has.
    if (found.length === 0 && isCode[place] !== true && replaced++ < MOST_REPLACED) {
      const instead = await wordsInstead(context, form[0] ?? '');
      const likely = await lookUp(context, instead);
      const similar = instead.flatMap((surface) => likely.get(surface) ?? []);
      // None of them is surer for being rare.
      const weight = Math.min(...similar.map((term) => term.weight));
      add(
        similar.map((term) => halved({...term, weight})),
        place,
      );
    }
  }
  // Nobody is of a kind and of what nothing is called.
  if (terms.size === 0 && forms.some(([word = '']) => !STOPWORDS.has(word))) return [];
  return [...terms.values(), ...preferring(kinds, [...terms.values()])];
}

/** The same without the kinds that a text asks for: of a subject, in which an abbreviation stands for what it abbreviates. */
export async function subjectTerms(context: Context, subject: string): Promise<Term[]> {
  return (await termsOf(context, subject)).filter(({kind}) => kind === undefined);
}

/** The words of a text, each with its forms, the whole first. */
function formsIn(text: string): string[][] {
  return meaningful(textWords(text.replace(BRACKETED, '$1-$2').replace(POSSESSIVE, '').replace(ANTI, ''))).map(
    ({parts, joined}) => [...new Set([joined ?? parts[0] ?? '', ...parts])],
  );
}

/** Of 2024 also the term that what was approved in the year has (ddl/bag.sql). */
const withYearApproved = (form: string[]): string[] =>
  form.length === 1 && /^(?:19|20)\d{2}$/.test(form[0] ?? '') ? [...form, `approved ${form[0]}`] : form;

/** Letters, then digits: of KEYNOTE-189, which nobody has, the number says nothing by itself. */
function isUnknownCode(
  [whole = '', letters = '', ...numbers]: readonly string[],
  known: ReadonlyMap<string, Term>,
): boolean {
  const isCode =
    /^[a-z]{2,}$/.test(letters) &&
    numbers.length > 0 &&
    numbers.every((part) => /^(?:\d+[a-z]?|[a-z]{4,}\d{2})$/.test(part));
  return isCode && !known.has(whole) && !numbers.some((part) => known.has(part) && /^[a-z]/.test(part));
}

/** The most letters before a number that are a maker's (MK-0653A): each of its drugs has them. */
const MAKERS_LETTERS = 4;
const LEAST_DIGITS = 3;

/** What is left of a code that nothing has: a program's name (KEYNOTE), but not a maker's letters. */
function lettersOf([whole = '', letters = '', number = '']: readonly string[]): string[] {
  return letters.length <= MAKERS_LETTERS && number.length >= LEAST_DIGITS ? [whole] : [whole, letters];
}

/**
 * The words of a text that no entity has, nor one that begins so; similar ones may stand in for them. A word that only the index makes of two
 * (`hepatitisb`) is not one of them.
 */
export async function unknownWords(context: Context, typed: string): Promise<string[]> {
  const text = reworded(typed);
  // What a text denies is understood, though nothing says it.
  const denied = questionIn(text).denied?.said ?? '';
  const said = (await asked(context, text)).said.replace(denied, '');
  const forms = formsIn(said);
  const known = await lookUp(context, forms.flat());
  const unknown = forms.filter(
    (form) => isUnknownCode(form, known) || !form.some((surface) => known.has(surface) || STOPWORDS.has(surface)),
  );
  const written = new Set(
    typedWords(said).flatMap(({parts, joined}) => (joined === undefined ? parts : [joined, ...parts])),
  );
  const words = [...new Set(unknown.map(([word = '']) => word))]
    .filter((word) => written.has(word))
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
      // AAV gene therapy is none for ANCA-associated vasculitis.
      if (forms.length > 1 && (!isRequest || meaningsOf('modality', word).length > 0)) return [];
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

/** A number that is none of a year: that of a trial (KEYNOTE-024) is also of other codes (BCI-024). */
const NUMBER = /^(?:\d{1,3}|0\d+)$/;

const halved = (term: Term): Term => ({...term, weight: Math.round(term.weight / 2)});

/** Removes stop words, unless there are no other words or they are in capitals (the gene WAS). */
function meaningful(words: Typed[]): Typed[] {
  const kept = words.filter((word) => word.capital || word.joined !== undefined || !STOPWORDS.has(word.parts[0] ?? ''));
  return kept.length > 0 ? kept : words;
}
