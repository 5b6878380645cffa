import {stringify} from 'csv-stringify/sync';

/** Readers end a line at any of them, not only at the one that is written (RFC 4180, 2.6). */
const LINE_BREAK = /[\r\n]/;

/**
 * Lines of CSV by RFC 4180. A cell that a spreadsheet would run as a formula is escaped.
 * @param isOwn The cells are the caller's own, and are left as they are.
 */
export function csvText(rows: readonly (readonly unknown[])[], isOwn = false): string {
  return stringify(rows as unknown[][], {
    record_delimiter: 'windows',
    quoted_match: LINE_BREAK,
    escape_formulas: !isOwn,
    cast: {boolean: (value) => String(value)},
  });
}

/** A text of ours as a cell beside the caller's own. */
export function defused(text: string): string {
  return /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/.test(text) ? `'${text}` : text;
}
