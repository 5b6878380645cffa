/** Formats of answers: the media type, and the extension of a file. */
export const FORMATS = {
  json: {type: 'application/json; charset=utf-8', extension: 'json'},
  ndjson: {type: 'application/x-ndjson; charset=utf-8', extension: 'ndjson'},
  csv: {type: 'text/csv; charset=utf-8; header=present', extension: 'csv'},
  arrow: {type: 'application/vnd.apache.arrow.stream', extension: 'arrows'},
  parquet: {type: 'application/vnd.apache.parquet', extension: 'parquet'},
  xlsx: {type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx'},
  ris: {type: 'application/x-research-info-systems; charset=utf-8', extension: 'ris'},
  bibtex: {type: 'application/x-bibtex; charset=utf-8', extension: 'bib'},
  graphml: {type: 'application/graphml+xml; charset=utf-8', extension: 'graphml'},
} as const satisfies Record<string, {type: string; extension: string}>;

export type Format = keyof typeof FORMATS;

/** The binary formats; the others are text. */
export type Binary = 'arrow' | 'parquet' | 'xlsx';

/** The type of the written answer. */
export type Written<F> = F extends Binary ? Uint8Array : string;

/** Which parameters have no effect on an answer in a format: a byte order mark is the beginning of CSV alone. */
export function idleIn({bom}: Readonly<Record<string, unknown>>, format: string): string[] {
  return bom === true && format !== 'csv' ? ['bom'] : [];
}
