import {createHash} from 'node:crypto';
import {stemmer} from 'stemmer';
import {memoized} from '../memo.ts';

/**
 * How typed text is split into words. The same steps run in SQL over the data (ddl/macros.sql: fold, words, name_key,
 * norm); a property test checks that they agree.
 */

const GREEK: Record<string, string> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  κ: 'kappa',
  ω: 'omega',
  ε: 'epsilon',
  λ: 'lambda',
  ζ: 'zeta',
  θ: 'theta',
  σ: 'sigma',
  τ: 'tau',
};

/** Case and accents folded, Greek letters spelled out, and full-width letters as those of ASCII. */
export function fold(text: string): string {
  return lower(stripAccents(halfWidth(text.normalize('NFC')))).replace(
    /[αβγδκωελζθστ]/g,
    (letter) => GREEK[letter] ?? letter,
  );
}

/** The letters, digits and signs within words that Chinese and Japanese texts have in a width of their own, as ASCII has them. */
function halfWidth(text: string): string {
  return text.replace(/[＋－．／０-９Ａ-Ｚａ-ｚ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH));
}

const FULL_WIDTH = 0xfee0;

/** Letter by letter, as DuckDB does it: JavaScript writes a sigma at the end of a word as ς. */
function lower(text: string): string {
  return text.replaceAll('Σ', 'σ').toLowerCase();
}

function stripAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/**
 * The form in which labels, names and filter values are compared: case, accents and outer blanks are ignored. Blanks are
 * Unicode's space separators, which DuckDB's `trim` removes too; line breaks and tabs are none.
 */
export function norm(text: string): string {
  return lower(stripAccents(text.replace(/^\p{Zs}+|\p{Zs}+$/gu, '')));
}

/** A name as type-ahead compares it: words separated by single blanks. */
export function nameKey(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Some words, and the same with the last of them as one of several: biologics, biologic. */
export const singulars = (text: string): string[] => [
  ...new Set([text, text.replace(/ies$/i, 'y'), text.replace(/s$/i, '')]),
];

/** One typed word: its parts, and the whole without the punctuation that joins them. */
export interface Typed {
  parts: string[];
  joined?: string;
  /** In capitals: a symbol rather than an English word. */
  capital: boolean;
}

const RUN = /[\p{L}\p{N}]+(?:[-/+.'’‐-―][\p{L}\p{N}]+)*/gu;
const PART = /[\p{L}\p{N}]+/gu;

/**
 * A folded text as it is searched, like the macro `as_searched`: non-small, small molecule, exon 20 and type 2 (type II) are one word each, CD20xCD3 is two, and
 * hepatitis B and factor XI are also one each.
 */
function asSearched(folded: string): string {
  return folded
    .replace(
      /\b(?:([a-z]{3,6})x(cd-?\d+[a-z]?)|([a-z]{1,5}-?\d+[a-z]?)x([a-z]{1,5}-?\d+[a-z]?|[a-z]{3,6}))\b/g,
      '$1$3 $2$4',
    )
    .replace(/\bnon[ -]([a-z])/g, 'non$1')
    .replace(/\btype[ -](?=(?:\d\w?|i)\b)/g, 'type')
    .replace(/\btype[ -]ii\b/g, 'type2')
    .replace(/\btypei\b/g, 'type1')
    .replace(/\bexon[ -](\d)/g, 'exon$1')
    .replace(/\bsmall[ -](?=molecules?\b)/g, 'small')
    .replace(/\b(hepatitis|ha?emophilia|influenza|factor)[ -]([a-e]|[ivx]{1,4}a?)\b/g, '$1 $1$2');
}

/** The words of a typed text as the index of texts has them. */
export function textWords(text: string): Typed[] {
  return wordsIn(asSearched(fold(text)), text);
}

/** The words of a typed text, in order. */
export function typedWords(text: string): Typed[] {
  return wordsIn(fold(text), text);
}

/** The words of a name, each part of a code and the whole, in no particular order (macro `words`). */
export function wordsOf(name: string): string[] {
  return typedWords(name).flatMap(({parts, joined}) => (joined === undefined ? parts : [...parts, joined]));
}

function wordsIn(folded: string, text: string): Typed[] {
  // A single capital letter says which one is meant (hemophilia A), unless it begins the text.
  const inCapitals = [...text.matchAll(/\b\p{Lu}+\b/gu)].filter(
    ({0: word, index}) => index > 0 || [...word].length > 1,
  );
  const capitals = new Set(inCapitals.map(([word]) => word.toLowerCase()));
  return [...folded.matchAll(RUN)].map(([run]) => {
    const parts = [...run.matchAll(PART)].map(([part]) => [...part].slice(0, 64).join(''));
    const joined = [...run.replace(/[^\p{L}\p{N}]+/gu, '')].slice(0, 64).join('');
    return {parts, ...(parts.length > 1 && {joined}), capital: capitals.has(run)};
  });
}

/** Plain English letters only: words with digits are codes, which are not stemmed. */
const PLAIN = /^[a-z]{3,}$/;

/** British spellings and the American ones that they become, so that both are one term. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/aem(?=[aio])/, 'em'],
  [/oedem/, 'edem'],
  [/oesoph/, 'esoph'],
  [/oestr/, 'estr'],
  [/paed/, 'ped'],
  [/faec/, 'fec'],
  [/foet/, 'fet'],
  [/caec/, 'cec'],
  [/gynaec/, 'gynec'],
  [/coeli/, 'celi'],
  [/aetiolog/, 'etiolog'],
  [/anaesth/, 'anesth'],
  [/rrhoe/, 'rrhe'],
  [/pnoea/, 'pnea'],
  [/tumour/, 'tumor'],
  [/(behavi|col|fav|lab)our/, '$1or'],
  [/sulph/, 'sulf'],
  [/leucocyt/, 'leukocyt'],
  [/aluminium/, 'aluminum'],
  [/^ionisable/, 'ionizable'],
  [/(cent|fib|tit)re(s?)$/, '$1er$2'],
];

/** The ending of `randomise`, `sterilised`, `hospitalisation`. */
const ISE = /((?:al|ar|ut|ul|im|um|un|or|ir|en|an|on|om|sit|ster|ess|rand|gn|id|ic|iv|at)i)s(e[ds]?|ing|ation|ations)$/;

/** Words that such endings belong to in every spelling. */
const SAME_EVERYWHERE =
  /^(prem|prom|comprom|franch|merchand|adv|rev|surm|surpr|telev|superv|improv|disgu|chast|rise|ar|enterpr|exerc|pra|ra)is/;

function americanSpelling(word: string): string {
  const spelled = SPELLINGS.reduce((so, [from, to]) => so.replace(from, to), word);
  return SAME_EVERYWHERE.test(word) ? spelled : spelled.replace(ISE, '$1z$2');
}

/** A text in lower case, with its plain words as American English spells them. */
export function americanWords(text: string): string {
  return text.toLowerCase().replace(/[a-z]{4,}/g, americanSpelling);
}

/**
 * Words that the stemmer would make one with another of another meaning: hepatitis is not hepatic, an authority is no author, generic drugs are not
 * general, what is international is not internal, and an ionizable lipid does not ionize.
 */
const OF_THEIR_OWN: readonly [RegExp, string][] = [
  [/^(\w{3,}iti)(?:s|des)$/, '$1s'],
  [/^(generic|author|internal|ionizable|universal)s?$/, '$1'],
  [/^(universit|communit|authorit)(?:y|ies)$/, '$1y'],
  [/^(organiz|immuniz|authoriz|medic|gener|communic)ations?(?:al)?$/, '$1ation'],
  [/^(general|international|organic|several)(?:ly)?$/, '$1'],
];

/** The term of a plain word, whichever side of the Atlantic spelled it (Porter's stemmer); any other word is its own term. */
export const stem: (word: string) => string = memoized(stemOf, 2048);

function stemOf(word: string): string {
  if (!PLAIN.test(word)) return word;
  const spelled = americanSpelling(word);
  const [own, term] = OF_THEIR_OWN.find(([pattern]) => pattern.test(spelled)) ?? [];
  return own === undefined || term === undefined ? stemmer(spelled) : spelled.replace(own, term);
}

/** English words without meaning of their own; they count in names and aliases, which may consist of nothing else. */
export const STOPWORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can did do does for from had has have how if in into is it its may not of on or our ' +
    'that the their them then there these they this those to was we were what when where which while who whose will with ' +
    'within without would you your'
  ).split(' '),
);

function lowerHalf(text: string): bigint {
  return createHash('md5').update(text).digest().readBigUInt64LE(8);
}

/** The number that a text key is sorted by (macro `key_hash`). */
export function keyHash(text: string): bigint {
  return lowerHalf(text) >> 1n;
}

/** The number that a deletion form is sorted by (macro `near_hash`). */
export function nearHash(text: string): number {
  return Number(lowerHalf(text) % 2_147_483_647n);
}

/**
 * The two loose spellings of a value, without separators between words: Greek letters by name, or as Latin letters
 * (macro `loose`).
 */
export function looseForms(text: string): string[] {
  const plain = (one: string) => stripAccents(one.toLowerCase()).replace(/[\s_/()[\]{}‐-―-]+/g, '');
  const letters = text.toLowerCase().replace(/[αβγδκ]/g, (letter) => LATIN[letter] ?? letter);
  return [...new Set([plain(fold(text)), plain(letters)])];
}

const LATIN: Record<string, string> = {α: 'a', β: 'b', γ: 'g', δ: 'd', κ: 'k'};

/** The stems of a text's words. */
export const stemsOf = (text: string): string[] => nameKey(text).split(' ').filter(Boolean).map(stem);
