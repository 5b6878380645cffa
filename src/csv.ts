import {stringify} from 'csv-stringify/sync';

/** Lines of CSV by RFC 4180. A cell that a spreadsheet would run as a formula is defused. */
export function csvText(rows: readonly (readonly unknown[])[]): string {
  return stringify(rows as unknown[][], {
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {boolean: (value) => String(value)},
  });
}
