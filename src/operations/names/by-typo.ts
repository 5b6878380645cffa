import type {Generation, QueryOptions} from '../../generation.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindNumber, kindOfRid} from '../../schema/rid.ts';
import {boundList, kindOf, unnest} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey, norm} from '../../text/words.ts';
import {beginnings} from './by-beginning.ts';
import {decide, isOf, LONGEST_KEY, type Named, type Naming, offered} from './by-name.ts';
import {nearNames} from './near-names.ts';

/** A research code (AZD9291, MK-3475, V920, CT-P13): another letter means another maker. */
const CODE = /^[a-z]{1,6}[ -]?[a-z]{0,3}\d{2,}[a-z0-9 -]*$/i;

/** One word with a digit, of which another letter makes another gene or code: EGFR9 is no mistyped alias of DLK2. */
const WITH_DIGIT = /^\p{L}+[\p{L}-]*\d\S*$/u;

/** Kinds whose names people shorten. */
const CALLED: readonly Kind[] = ['product', 'company', 'target', 'technology', 'institution', 'funder'];

/** A short word with a letter behind it, which tells another of a family (TNF-a). */
const WITH_LETTER = /^\p{L}{1,5}-\p{L}$/u;

/** Capitals that stand for several words (NSCLC, NIMH): another letter stands for other words. */
const ABBREVIATION = /^\p{Lu}{2,6}$/u;

/**
 * By a mistyped name (`nearNames` says how far); none in short names and codes, and digits must match. What is written right is no mistake: the
 * beginning of another name (Spark, of Spark Therapeutics, for SPARC), and a person's name of words that others have (Feng Zhang for Meng Zhang).
 * A company's name with another last letter, or another consonant, is only a candidate, and so are a short brand with another consonant, a name that begins with other letters, one with another short word
 * (GI Innovation, SQ Innovation), and all that begin with a text that is like no name.
 */
export async function byTypo(
  {generation, kinds, options}: Naming,
  texts: readonly string[],
): Promise<Map<string, Named>> {
  const typed = texts
    .map((text) => ({text, key: bare(nameKey(text)).slice(0, LONGEST_KEY)}))
    .filter(
      ({text, key}) =>
        key.length > 3 && ![CODE, WITH_DIGIT, WITH_LETTER, ABBREVIATION].some((one) => one.test(text.trim())),
    );
  // The name of a disease is no mistyped name of anything else.
  const diseases = await generation.lookups.values(
    typed.map(({text}) => `disease:${norm(text)}`),
    options,
  );
  const near = await nearNames(
    generation,
    typed.filter(({text}) => !diseases.has(`disease:${norm(text)}`)).map(({key}) => key),
    kinds,
    options,
  );
  const [begun, worn] = await Promise.all([
    beginnings(
      generation,
      typed.map(({key}) => key),
      options,
    ),
    wordsOfPeople(
      generation,
      [...near].filter(([, [first]]) => first !== undefined && kindOfRid(first.rid) === 'person').map(([key]) => key),
      options,
    ),
  ]);
  const named = new Map<string, Named>();
  for (const {text, key} of typed) {
    const isPerson = (rid: number) => kindOfRid(rid) === 'person';
    const isWhole = key.split(' ').every((word) => word.length === 1 || worn.has(word));
    const found = (near.get(key) ?? []).filter(({rid}) => !(isPerson(rid) && isWhole));
    const [first] = found;
    const whole = (begun.get(key) ?? [])
      .map(({rid}) => rid)
      .filter((rid) => CALLED.includes(kindOfRid(rid)) && isOf(rid, kinds));
    if (first === undefined) {
      if (whole.length > 0) named.set(text, offered(whole));
      continue;
    }
    const nearest = found.filter(({d}) => d === first.d);
    const rids = [...new Set(nearest.map(({rid}) => rid))];
    const mistyped = nearest.filter(
      (one) =>
        !beginsOtherwise(key, one.key, one.d) &&
        !hasOtherWord(text, key, one.key, one.d) &&
        !isInvented(kindOfRid(one.rid), key, one.key) &&
        !isOtherName(kindOfRid(one.rid), key, one),
    );
    if (whole.length > 0) named.set(text, offered(whole));
    else if (mistyped.length > 0) named.set(text, decide([...new Set(mistyped.map(({rid}) => rid))], 'typo'));
    else named.set(text, offered(rids));
  }
  return named;
}

/** Letters of a brand or acronym that one letter makes another (Certara, Centara), and of a gene's alias that a word is like (Crick, CRIK). */
const SHORT_BRAND = 8;
const SHORT_ALIAS = 6;

/** Whether two short names are rather two that were invented alike than one that was mistyped. */
function isInvented(kind: Kind, key: string, other: string): boolean {
  if (kind === 'company') return endsOtherwise(key, other) || soundsOtherwise(key, other);
  if (kind === 'target') return key.length < SHORT_ALIAS;
  return key.length <= SHORT_BRAND && soundsOtherwise(key, other);
}

/** Consonants that are written for each other. */
const ALIKE = ['ckqg', 'szcx', 'bp', 'dt', 'fvw', 'mn', 'jgy', 'iy'];

/** Whether a consonant of one word is replaced by one that sounds otherwise (Halda, Handa); people double, drop and swap letters, and mistake vowels. */
function soundsOtherwise(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].flatMap((letter, place) => (letter === b[place] ? [] : [place]));
  return at.some((place) => {
    const [one = '', other = ''] = [a[place], b[place]];
    const isSwapped = [place - 1, place + 1].some((near) => a[near] === other && b[near] === one);
    const isVowel = /[aeiouy]/.test(one) && /[aeiouy]/.test(other);
    return !isSwapped && !isVowel && !ALIKE.some((letters) => letters.includes(one) && letters.includes(other));
  });
}

/** Whether one word of two texts differs in its last letter alone: companies invent names that do (Alector, Alectos). */
function endsOtherwise(a: string, b: string): boolean {
  const [words, others] = [a.split(' '), b.split(' ')];
  const [at, ...more] = [...words.keys()].filter((i) => words[i] !== others[i]);
  if (at === undefined || more.length > 0 || words.length !== others.length) return false;
  const [one = '', other = ''] = [words[at], others[at]];
  return one.length === other.length && one.slice(0, -1) === other.slice(0, -1);
}

/** Letters of a word that is another one where two of them differ, and where one does. */
const SHORT_WORD = 3;
const LETTER_OR_TWO = 2;

/** Whether all by which two texts differ is one short word, or an acronym (NCCS Singapore, NSCC Singapore). */
function hasOtherWord(text: string, a: string, b: string, d: number): boolean {
  const [words, others] = [a.split(' '), b.split(' ')];
  if (words.length !== others.length) return false;
  const [at, ...more] = [...words.keys()].filter((place) => words[place] !== others[place]);
  if (at === undefined || more.length > 0 || words.length < 2) return false;
  const length = words[at]?.length ?? 0;
  const typed = text.trim().split(/\s+/)[at] ?? '';
  return length <= (d > 1 ? SHORT_WORD : LETTER_OR_TWO) || (ABBREVIATION.test(typed) && /\p{Ll}/u.test(text));
}

/** Whether somebody is called otherwise (William Klein for William Kaelin), or something is one word where a text has a name with an initial (Langer R, Langerin). */
function isOtherName(kind: Kind, key: string, {key: other, d}: {key: string; d: number}): boolean {
  if (kind === 'person') return d > 1 || soundsOtherwise(key, other);
  return kind === 'target' && /\p{L}{3}\s\p{L}$/u.test(key) && !other.includes(' ');
}

/** Letters at the beginning that make two drugs of one stem. */
const BEGINNING = 5;

/** Whether two words differ by more than one letter, and all of it at the beginning: pavurutamab is no mistyped pimurutamab. */
function beginsOtherwise(a: string, b: string, d: number): boolean {
  if (d < 2 || a.includes(' ')) return false;
  let same = 0;
  while (same < Math.min(a.length, b.length) && a.at(-1 - same) === b.at(-1 - same)) same++;
  return Math.max(a.length, b.length) - same <= BEGINNING;
}

/** Of so many people a word of a name is one. */
const WORN = 3;

/** The words of some texts that several people have in their names. */
async function wordsOfPeople(
  generation: Generation,
  keys: readonly string[],
  options: QueryOptions,
): Promise<Set<string>> {
  const words = [...new Set(keys.flatMap((key) => key.split(' ')))].filter((word) => word.length > 1);
  if (words.length === 0) return new Set();
  const [found] = await generation.columns(
    sql`select w.word as word from word w join name_word n on n.wid = w.wid
        where w.word in (select distinct ${unnest(boundList(words, 'text'))} as word) and ${kindOf('n.rid')} = ${kindNumber('person')}
        group by w.word having count(distinct n.rid) >= ${WORN}`,
    [is.text],
    options,
  );
  return new Set(found);
}
