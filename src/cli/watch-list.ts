import {FileError} from '../errors.ts';
import {csvLines} from './csv-file.ts';
import {UsageError} from './options.ts';

/** What people call a column of names. */
const HEADS = ['name', 'company', 'entity', 'id', 'organization', 'drug', 'product', 'target'];

/** Names on a list at most: each is looked at by itself. */
const MOST = 1000;

/**
 * The names of a CSV file: those of a column, else of the one that is called like a name, else of the first.
 * A file of one name on each line needs no header.
 * @throws FileError for what is no CSV; UsageError for a column that is not there
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
