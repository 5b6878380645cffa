import {FileError} from '../errors.ts';
import {csvLines} from './csv-file.ts';
import {UsageError} from './options.ts';

/** Common headers of a column of names. */
const HEADS = ['name', 'company', 'entity', 'id', 'organization', 'drug', 'product', 'target'];

/** Maximum number of names on a list, because each is looked up separately. */
const MOST = 1000;

/**
 * The names in a CSV file: those of the given column, or else of the one with a common header, or else of the first. A
 * file with one name per line needs no header.
 * @throws FileError if the file is not CSV; UsageError if the column does not exist
 */
export async function watchList(path: string, column: string | undefined): Promise<string[]> {
  const lines: string[][] = [];
  for await (const {cells} of csvLines(path)) lines.push(cells);
  const heads = (lines[0] ?? []).map((head) => head.trim());
  const called = heads.findIndex((head) => HEADS.includes(head.toLowerCase()));
  const place = column === undefined ? Math.max(0, called) : heads.indexOf(column);
  if (place < 0)
    throw new UsageError(`There is no column ${JSON.stringify(column)} in ${path}. Columns: ${heads.join(', ')}.`);
  const hasHead = column !== undefined || called >= 0 || heads.length > 1;
  const names = lines.slice(hasHead ? 1 : 0).map((line) => line[place]?.trim() ?? '');
  const given = [...new Set(names)].filter((name) => name !== '');
  if (given.length === 0 || given.length > MOST)
    throw new FileError(path, `names ${given.length} to watch`, `Give 1 to ${MOST.toLocaleString('en')} names.`);
  return given;
}
