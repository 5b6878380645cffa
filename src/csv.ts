import {stringify} from 'csv-stringify/sync';

/** Readers end a line at either, not only at the one that is written (RFC 4180, 2.6), and in many countries a cell at a semicolon. */
const OTHER_BREAK = /[\r\n;]/;

/** What a spreadsheet runs (OWASP, CSV injection), also after blanks and marks that it does not show. */
const FORMULA = /^[\s\ufeff\u200b-\u200f\u2060;]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r]/;

/**
 * Lines of CSV by RFC 4180. A cell that a spreadsheet would run as a formula is escaped.
 * @param isOwn The cells are the caller's own, and are left as they are.
 */
export function csvText(rows: readonly (readonly unknown[])[], isOwn = false): string {
  return stringify(rows as unknown[][], {
    record_delimiter: 'windows',
    quoted_match: OTHER_BREAK,
    cast: {boolean: (value) => String(value), ...(!isOwn && {string: defused})},
  });
}

/** A text of ours as a cell beside the caller's own. */
export function defused(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
