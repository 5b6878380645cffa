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
  return `${asMap('country_names', countries)}${asMap('nih_institutes', institutes)}${forms}${readSql('./macros.sql')}`;
}

/** What the macro `land_words` makes of a country. */
const countryWords = (name: string): string => fold(name.replaceAll('’', "'")).replace(/^the /, '');

function asMap(macro: string, pairs: readonly (readonly (string | undefined)[])[]): string {
  const entries = new Map(pairs.map(([from = '', to = '']) => [from, to]));
  const list = [...entries].map(([from, to]) => `${quote(from)}: ${quote(to)}`);
  return `create or replace temp macro ${macro}() as map {${list.join(', ')}};\n`;
}
