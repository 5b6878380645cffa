import type {DuckDBConnection} from '@duckdb/node-api';
import {FileError} from '../errors.ts';
import {quote} from '../sql/sql.ts';
import type {Dialect} from './check/mend.ts';
import type {Recipe} from './recipe.ts';
import {BUILD} from './stage.ts';

/** A CSV file that DuckDB could not read, or not wholly, and how the recipe reads it. */
export interface Unreadable {
  path: string;
  dialect: Dialect;
}

/** DuckDB's own limit; a recipe may set a higher one. */
const LONGEST_ROW = 2_000_000;

export function longestRow({sql}: Recipe): number {
  return Math.max(LONGEST_ROW, ...[...sql.matchAll(/max_line_size\s*=\s*(\d+)/gi)].map(([, bytes]) => Number(bytes)));
}

/** The file that an error of DuckDB's CSV reader is about; undefined for any other error. */
export function unreadableIn(error: Error, recipe: Recipe): Unreadable | undefined {
  const {message} = error;
  const path = /when sniffing file "(.+)"/.exec(message)?.[1] ?? /^ {2}file = (.+)$/m.exec(message)?.[1];
  if (path === undefined) return undefined;
  const delimiter = /^Delimiter Candidates: '(.)'/m.exec(message)?.[1] ?? /^ {2}delimiter = (.) /m.exec(message)?.[1];
  const quoted = /^Quote\/Escape Candidates: \['(.?)'/m.exec(message)?.[1] ?? /^ {2}quote = (.) /m.exec(message)?.[1];
  return {path, dialect: {delimiter: delimiter ?? ',', quote: quoted ?? '"', longest: longestRow(recipe)}};
}

/** Files of which an open quote has made many lines one refused row. */
export async function swallowedIn(session: DuckDBConnection, recipe: Recipe): Promise<Unreadable[]> {
  if (!(await hasCsvRejects(session))) return [];
  const found = await session.runAndReadAll(`select distinct file_path, delimiter, quote
    from reject_errors e join reject_scans s using (scan_id, file_id)
    where error_type = 'UNQUOTED VALUE' and contains(trim(csv_line, e'\\r\\n'), e'\\n')`);
  return found.getRows().map(([path, delimiter, quoted]) => ({
    path: String(path),
    dialect: {delimiter: String(delimiter), quote: String(quoted), longest: longestRow(recipe)},
  }));
}

/** Whether a file was read with `store_rejects`. */
export async function hasCsvRejects(session: DuckDBConnection): Promise<boolean> {
  const there = await session.runAndReadAll(
    `select 1 from duckdb_tables() where table_name in ('reject_errors', 'reject_scans') and temporary`,
  );
  return there.currentRowCount === 2;
}

/**
 * The error of a recipe that failed, in the words of whoever wrote it.
 * @param copies The files that were read instead of others, with those.
 */
export function recipeFailure(
  error: Error,
  recipe: Recipe,
  files: readonly string[],
  copies: ReadonlyMap<string, string>,
): FileError {
  const csv = unreadableIn(error, recipe);
  if (csv !== undefined) return csvFailure(error, copies.get(csv.path) ?? csv.path);
  const message = error.message.trim();
  const cause = {cause: error};
  if (/^(?:Parser|Binder|Catalog|Syntax) Error/.test(message)) {
    const line = lineOf(message, recipe.sql);
    return new FileError(
      recipe.path,
      `${line === undefined ? "the recipe's SQL" : `line ${line}`} is wrong: ${inOneLine(message)}`,
      line === undefined ? 'Correct the statement.' : `Correct the statement: ${textOf(recipe.sql, line)}`,
      cause,
    );
  }
  const isData = /^(?:Invalid Input|Conversion|Out of Range) Error/.test(message);
  return new FileError(
    recipe.path,
    `the recipe's SQL failed on ${files.join(', ') || 'no file'}: ${message.slice(0, 2000)}`,
    isData
      ? 'If a malformed row is the cause, read the file with store_rejects = true, and convert its values with try_cast.'
      : (REMEDIES.find(([start]) => start.test(message))?.[1] ?? 'docs/recipes.md says what a recipe may do.'),
    cause,
  );
}

/** What DuckDB says is wrong, without the statement that it repeats below. */
function inOneLine(message: string): string {
  const [first = ''] = message.split(/\n\s*\n/);
  return first
    .replace(/\s*\n\s*/g, ' ')
    .replace(/!? Did you mean ("[^"]+")\?/, ' (did you mean $1?)')
    .slice(0, 500);
}

const REMEDIES: [start: RegExp, remedy: string][] = [
  [/^Out of Memory/, 'Give the build more memory with --memory.'],
  [/^IO Error/, 'Check the paths that the recipe reads, and that the disk has room.'],
];

/** The parts of DuckDB's message that are about the file; what it proposes are options of its reader. */
function csvFailure(error: Error, path: string): FileError {
  const line = /^Invalid Input Error: CSV Error on Line: (\d+)/.exec(error.message)?.[1];
  const why = /\n(.+?)\.?\s*\nPossible fixes:/.exec(error.message)?.[1];
  return new FileError(
    path,
    line === undefined || why === undefined
      ? 'cannot be read as CSV: its first lines are not separated and quoted as the recipe expects'
      : `line ${line} cannot be read as CSV: ${why.slice(0, 200)}`,
    MALFORMED,
    {cause: error},
  );
}

export const MALFORMED =
  'Correct the line; or read the file with store_rejects = true in the recipe, and malformed rows go to the rejects file.';

/** The line of the recipe that an error is about: the one DuckDB shows, or else the first with the name it says. */
function lineOf(message: string, sql: string): number | undefined {
  const lines = sql.split('\n');
  const [, shown, text = ''] = /^LINE (\d+): (.*)$/m.exec(message) ?? [];
  const part = text.replace(/^\.{3}|\.{3}$/g, '').trim();
  if (shown !== undefined && lines[Number(shown) - 1]?.includes(part)) return Number(shown);
  const name = /(?:with name|column|Function|function|named) "?([A-Za-z_][\w.]*)/.exec(message)?.[1];
  if (name === undefined) return undefined;
  const at = lines.findIndex((line) => !line.startsWith('--') && new RegExp(`\\b${name}\\b`, 'i').test(line));
  return at < 0 ? undefined : at + 1;
}

const textOf = (sql: string, line: number) => (sql.split('\n')[line - 1] ?? '').trim().slice(0, 200);

/** The error about a recipe that made nothing from its files. */
export async function madeNothing(session: DuckDBConnection, recipe: Recipe, files: string[]): Promise<FileError> {
  const rejected = await session.runAndReadAll(
    `select reason, count(*)::integer as n, mode(detail) from ${BUILD}.reject
     where recipe = ${quote(recipe.name)} group by reason order by n desc, reason`,
  );
  const [[reason, , detail] = []] = rejected.getRowsJson();
  const total = rejected.getRowsJson().reduce((sum, [, n]) => sum + Number(n), 0);
  const isStated = typeof detail === 'string';
  const why =
    total === 0
      ? 'they have no rows'
      : `${total} ${total === 1 ? 'row was' : 'rows were'} rejected (${String(reason)}${isStated ? `: ${detail}` : ''})`;
  return new FileError(
    files.join(', '),
    `recipe ${recipe.name} created no entities and no edges from it: ${why}`,
    isStated
      ? `Correct the rows that the recipe makes: ${recipe.path}`
      : 'Check that these are the files it reads: biograph import --describe shows where they come from.',
  );
}
