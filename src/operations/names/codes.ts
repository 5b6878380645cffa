import {nameKey} from '../../text/words.ts';

/** A research code or a gene: letters, then digits (AMG 510, MK-3475, BI655066, ADAMTS-5, p38 alpha). */
const CODE = /^([a-z]{1,6}) ?(\d+)([a-z0-9 ]*)$/;

/** Numbers of fewer digits are also written with zeros before them (MK-476, MK-0476). */
const DIGITS = 4;

/**
 * The other spellings of a code as names are compared, with or without blanks around the digits and zeros before these; none if a key is
 * not a code.
 */
export function otherSpellings(key: string): string[] {
  const [, letters, digits = '', more = ''] = CODE.exec(key) ?? [];
  if (letters === undefined) return [];
  const bare = digits.replace(/^0+(?=\d{2})/, '');
  const numbers = digits.length === 1 ? [digits] : [digits, bare, bare.padStart(DIGITS, '0')];
  const ends = [more, more.replaceAll(' ', '')];
  const spelled = numbers.flatMap((number) =>
    ['', ' '].flatMap((blank) => ends.map((end) => `${letters}${blank}${number}${end}`)),
  );
  return [...new Set(spelled)].filter((one) => one !== key);
}

/** The letters of symbols that stand for Greek ones. */
const LATIN: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'b',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  θ: 'q',
  κ: 'k',
  λ: 'l',
};

/** Letters and digits of the shortest and the longest symbol that is looked for: of fewer, words begin so. */
const SHORTEST_SYMBOL = 4;
const LONGEST_SYMBOL = 10;

/** The symbol that a gene with Greek letters in its name has, as names are compared (GSK3β, IL-13Rα2); undefined for other texts. */
export function symbolOfGreek(text: string): string | undefined {
  const latin = text.toLowerCase().replace(/[αβγδεζθκλ]/g, (letter) => LATIN[letter] ?? letter);
  const key = nameKey(latin).replaceAll(' ', '');
  const isOne = latin !== text.toLowerCase() && key.length >= SHORTEST_SYMBOL && key.length <= LONGEST_SYMBOL;
  return isOne ? key : undefined;
}
