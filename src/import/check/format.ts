import type {FileError} from '../../errors.ts';

/** Field delimiters, by the name of the format in recipes. */
export const DELIMITERS = {csv: ',', tsv: '\t', tilde: '~', semicolon: ';', pipe: '|'} as const;

type Delimited = keyof typeof DELIMITERS;

/** The format a recipe expects of a file, and the columns (or top-level keys) it reads. */
export interface FileFormat {
  format: Delimited | 'jsonl' | 'json' | 'parquet';
  /** Empty if the file has no header, or if any will do. */
  columns: string[];
}

const FORMATS = [...Object.keys(DELIMITERS), 'jsonl', 'json', 'parquet'];

/**
 * Parses the fact `columns`: `studies=csv(study_id title "NCT Number"), papers=jsonl(pmid)`.
 * @throws FileError, made by `fail`, if it is malformed.
 */
export function parseFormats(text: string, fail: (problem: string) => FileError): Map<string, FileFormat> {
  const found = new Map<string, FileFormat>();
  const item = /\s*([a-z][a-z0-9_]*)=([a-z]+)\(((?:"[^"]*"|[^")])*)\)\s*(?:,|$)/y;
  for (let at = 0; at < text.trimEnd().length; at = item.lastIndex) {
    item.lastIndex = at;
    const [, name, format, columns = ''] = item.exec(text) ?? [];
    if (name === undefined || format === undefined)
      throw fail(`the columns "${text.slice(at, at + 60).trim()}" are not written as name=format(column column)`);
    if (!FORMATS.includes(format)) throw fail(`the format "${format}" of ${name} is not one of ${FORMATS.join(', ')}`);
    found.set(name, {
      format: format as FileFormat['format'],
      columns: [...columns.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
    });
  }
  return found;
}
