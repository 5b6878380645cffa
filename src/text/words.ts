import {createHash} from 'node:crypto';
import {stemmer} from 'stemmer';

/**
 * How a typed text becomes words. The same steps run in SQL over the data (ddl/macros.sql: fold, words,
 * name_key, norm); a property test holds the two together.
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
};

/** Case and accents folded, Greek letters spelled out. */
export function fold(text: string): string {
  return stripAccents(text.normalize('NFC'))
    .toLowerCase()
    .replace(/[αβγδκωελ]/g, (letter) => GREEK[letter] ?? letter);
}

function stripAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/** A label, name or filter value as it is compared: case, accents and outer blanks do not count. */
export function norm(text: string): string {
  return stripAccents(text.replace(/^ +| +$/g, '')).toLowerCase();
}

/** A name as type-ahead compares it: words, one blank between. */
export function nameKey(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** One word as it was typed: its parts, and the whole without marks where marks held it together. */
export interface Typed {
  parts: string[];
  joined?: string;
  /** Written in capitals: a symbol rather than a word of English. */
  capital: boolean;
}

const RUN = /[\p{L}\p{N}]+(?:[-/+.'’‐-―][\p{L}\p{N}]+)*/gu;
const PART = /[\p{L}\p{N}]+/gu;

/** The words of a typed text, in order. */
export function typedWords(text: string): Typed[] {
  const capitals = new Set([...text.matchAll(/\b\p{Lu}{2,}\b/gu)].map(([word]) => word.toLowerCase()));
  return [...fold(text).matchAll(RUN)].map(([run]) => {
    const parts = [...run.matchAll(PART)].map(([part]) => [...part].slice(0, 64).join(''));
    const joined = [...run.replace(/[^\p{L}\p{N}]+/gu, '')].slice(0, 64).join('');
    return {parts, ...(parts.length > 1 && {joined}), capital: capitals.has(run)};
  });
}

/** Plain English letters only: words with digits are codes, and codes are kept whole. */
const PLAIN = /^[a-z]{3,}$/;

/** The term a plain word is found under (Porter's stemmer); any other word is its own term. */
export function stem(word: string): string {
  return PLAIN.test(word) ? stemmer(word) : word;
}

/** Words of English that say nothing; they count in names and aliases, where they may be all there is. */
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

/** A text key as the number it is sorted under (the macro `key_hash`). */
export function keyHash(text: string): bigint {
  return lowerHalf(text) >> 1n;
}

/** A deletion form as the number it is sorted under (the macro `near_hash`). */
export function nearHash(text: string): number {
  return Number(lowerHalf(text) % 2_147_483_647n);
}

/** The two ways a value may be written without what stands between its words: Greek letters by their names, or as Latin ones (the macro `loose`). */
export function looseForms(text: string): string[] {
  const plain = (one: string) => stripAccents(one.toLowerCase()).replace(/[\s_/()[\]{}‐-―-]+/g, '');
  const letters = text.toLowerCase().replace(/[αβγδκ]/g, (letter) => LATIN[letter] ?? letter);
  return [...new Set([plain(fold(text)), plain(letters)])];
}

const LATIN: Record<string, string> = {α: 'a', β: 'b', γ: 'g', δ: 'd', κ: 'k'};
