import {nameKey} from './words.ts';

/** Words that name a company's legal form. */
const LEGAL =
  'inc|incorporated|corp|corporation|ltd|limited|llc|llp|lp|plc|sa|ag|gmbh|nv|bv|bvba|ab|as|asa|aps|spa|srl|sl|sas|sarl|kk|kg|co|company|companies|holding|holdings|pty|pte|oy|oyj|se|private|pvt';

/** Legal forms of fewer companies, which are taken off a name but not added to one (ENDINGS). */
const RARER = 'sro|doo|dd|ks|kft|zrt|nyrt|sprl|lda|ltda|mbh|bhd|sdn|eeig|slu|uab|publ|jsc|ooo';

/** The same with those that are written apart, as alternatives of a pattern; import compares names by them, too. */
export const LEGAL_FORMS = `${LEGAL}|${RARER}|s a|n v|b v|s p a|a g|a s|k k|s l|s r l|s a s|l p|sa de cv|s a de c v|s r o|d o o|d d|k s|sp z o o|sp zoo|sp z oo`;

/** A form that tells companies apart in files, where Merck KGaA is none of the records of Merck & Co., and is left out by those who ask. */
const TELLING = 'kgaa';

const LEGAL_TEXT = `^(.+?)(?:(?: and)? (?:${LEGAL_FORMS}|${TELLING}))+(?: and)?$`;

const LEGAL_END = new RegExp(LEGAL_TEXT);

/**
 * SQL: the number of letters of the legal form at the end of a name's key, 0 if it has none. Few keys end in a word
 * that needs the full check.
 */
export function legalEnding(key: string): string {
  const endings = 'a v g s k l p d o cv zoo oo and';
  const last = [LEGAL, RARER, TELLING]
    .flatMap((words) => words.split('|'))
    .concat(endings.split(' '))
    .map((word) => `'${word}'`)
    .join(', ');
  return `CASE WHEN split_part(${key}, ' ', -1) IN (${last}) AND regexp_matches(${key}, '${LEGAL_TEXT}')
    THEN length(${key}) - length(regexp_extract(${key}, '${LEGAL_TEXT}', 1)) ELSE 0 END`;
}

/** A name without its legal form and a leading article: `the pfizer inc` is `pfizer`. */
export function bare(key: string): string {
  const plain = key.replace(/^the (.)/, '$1');
  return withoutLegalForm(plain);
}

/** The key of a name without its legal form, consistent with `legalEnding`. */
export function withoutLegalForm(key: string): string {
  return LEGAL_END.exec(key)?.[1] ?? key;
}

/** The words of a name that are its legal form. */
export function legalWords(name: string): Set<string> {
  const key = nameKey(name);
  return new Set(key.slice(key.indexOf(bare(key)) + bare(key).length).match(/\S+/g));
}

/** Endings that a name without its legal form may have in the graph; some are several words. */
export const ENDINGS: readonly string[] = [
  ...LEGAL.split('|'),
  TELLING,
  'se co kgaa',
  'co ltd',
  'co inc',
  's a',
  'n v',
  'b v',
  's p a',
  'gmbh co kg',
  'pty ltd',
  'pte ltd',
  'a s',
  'k k',
  's l',
  's r l',
  's a s',
  'private limited',
  'pvt ltd',
  'holdings inc',
  'holding ag',
  'and company',
  'and co',
  'and co inc',
];
