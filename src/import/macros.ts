import {COUNTRIES} from '../schema/countries.ts';
import {NIH_INSTITUTES} from '../schema/nih-institutes.ts';
import {quote} from '../sql/sql.ts';
import {LEGAL_FORMS} from '../text/legal-form.ts';
import {fold} from '../text/words.ts';
import {readSql} from './sql-file.ts';

/** The statements that create the functions of recipes and of the resolver; every connection runs them for itself. */
export function macroStatements(): string {
  const countries = COUNTRIES.flatMap(([name, ...others]) => [name, ...others].map((one) => [countryWords(one), name]));
  const institutes = NIH_INSTITUTES.flatMap(([name, ...marks]) => marks.map((mark) => [mark, name]));
  const forms = `create or replace temp macro legal_forms() as ${quote(`(?:${LEGAL_FORMS})`)};\n`;
  const words = `create or replace temp macro country_words() as ${quote(WRITTEN_COUNTRIES.map(([form]) => pattern(form)).join('|'))};\n`;
  const inNames = asMap(
    'countries_in_names',
    WRITTEN_COUNTRIES.map(([form, name]) => [plainWords(form), name]),
  );
  return `${asMap('country_names', countries)}${words}${inNames}${asMap('nih_institutes', institutes)}${forms}${readSql('./macros.sql')}`;
}

/** What the macro `land_words` makes of a country. */
const countryWords = (name: string): string => fold(name.replaceAll('’', "'")).replace(/^the /, '');

/** Countries as names of organisations write them: not by a code of three letters, of which some are words (Can, Nor, Che). */
const WRITTEN_COUNTRIES: readonly (readonly [form: string, name: string])[] = COUNTRIES.flatMap(([name, ...others]) =>
  [name, ...others].filter((form) => !/^[A-Z]{3}$/.test(form) || form === 'USA').map((form) => [form, name] as const),
);

/** A form of a country as a regular expression, with either apostrophe. */
const pattern = (form: string): string => form.replaceAll('.', '\\.').replace(/[’']/g, "[’']");

/** What the macro `plain_words` makes of a country. */
const plainWords = (form: string): string =>
  countryWords(form)
    .replace(/[.']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function asMap(macro: string, pairs: readonly (readonly (string | undefined)[])[]): string {
  const entries = new Map(pairs.map(([from = '', to = '']) => [from, to]));
  const list = [...entries].map(([from, to]) => `${quote(from)}: ${quote(to)}`);
  return `create or replace temp macro ${macro}() as map {${list.join(', ')}};\n`;
}
