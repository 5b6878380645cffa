import {nameKey} from '../../text/words.ts';
import {otherSpellings} from './codes.ts';
import {symbolOfGreek} from './greek.ts';

/** Words behind a drug's name that say how it is given, and how much of it. */
const STRENGTH = /[\s,]+\d+(?:[.,]\d+)?\s?(?:mg|mcg|µg|ug|g|ml|iu|units?|%)(?:\s?\/\s?[\w.]+)?.*$/i;
const FORM =
  /[\s,]+(?:(?:film[- ]coated|oral|extended[- ]release|delayed[- ]release|topical|ophthalmic|subcutaneous|intravenous)\s+)*(?:tablets?|capsules?|injections?|infusions?|solutions?|suspensions?|cream|gel|ointment|vials?|pens?|autoinjectors?|syringes?|inhalers?|patch(?:es)?)$/i;

/** The abbreviations that addresses use, and their words. */
const ABBREVIATED: readonly [RegExp, string][] = [
  [/\bU(?:niv)?\.?(?=\s+of\b)/gi, 'University'],
  [/\bUniv\b\.?/gi, 'University'],
  [/\bInst\b\.?/gi, 'Institute'],
  [/\bHosp\b\.?/gi, 'Hospital'],
  [/\bCtr\b\.?/gi, 'Center'],
  [/\bNat(?:'|’)?l\b\.?/gi, 'National'],
  [/\bColl\b\.?/gi, 'College'],
  [/\bDept\b\.?/gi, 'Department'],
];

/** The names in a text of a table; none where it has nothing to take away. All of them should mean one thing. */
export function otherWritings(text: string): string[] {
  const plain = text.trim();
  const [, outer = '', inner = ''] = /^([^()]{2,}?)\s*\(([^()]{2,})\)$/.exec(plain) ?? [];
  if (outer !== '') return [outer, inner];
  const halves = plain.split('/').map((half) => half.trim());
  if (halves.length === 2 && halves.every((half) => /^\p{L}[\p{L}\p{N} -]{3,}$/u.test(half))) return halves;
  const drug = plain.replace(STRENGTH, '').replace(FORM, '').replace(FORM, '');
  if (drug !== plain && drug.length > 2) return [drug];
  const whole = spelledOut(plain);
  return whole === plain ? [] : [whole];
}

const GREEK: Record<string, string> = {a: 'alpha', b: 'beta', g: 'gamma', d: 'delta'};

/** Two names of drugs that are given as one. */
const BOTH = /^(\p{L}[\p{L}\p{N} -]{2,}?)\s*(?:[/+&;,]|\band\b)\s*(\p{L}[\p{L}\p{N} -]{2,})$/u;

/** What a name may be written as instead, as names are compared, the likeliest first: MK-0954, alpha-synuclein, sacubitril valsartan. */
export function spelledOtherwise(text: string): string[] {
  const plain = text.trim();
  const [, letter = '', word = ''] = /^([abgd])-(\p{Ll}{4,}.*)$/iu.exec(plain) ?? [];
  const greek = letter === '' ? [] : [nameKey(`${GREEK[letter.toLowerCase()]} ${word}`)];
  const [, one = '', other = ''] = BOTH.exec(plain) ?? [];
  const [a, b] = [nameKey(one), nameKey(other)];
  const both = a === '' || b === '' ? [] : [`${a} ${b}`, `${b} ${a}`, `${a} and ${b}`, `${b} and ${a}`];
  const key = nameKey(plain);
  const symbol = symbolOfGreek(plain);
  return [...otherSpellings(key), ...(symbol === undefined ? [] : [symbol]), ...greek, ...both].filter(
    (spelled) => spelled !== key,
  );
}

/** A text with the words of its abbreviations: University of Tok, of "univ of tok". */
export function spelledOut(text: string): string {
  return ABBREVIATED.reduce((spelled, [from, to]) => spelled.replace(from, to), text);
}
