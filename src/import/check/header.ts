import type {DuckDBConnection} from '@duckdb/node-api';
import {FileError} from '../../errors.ts';
import {quote} from '../../sql/sql.ts';
import {DELIMITERS, type FileFormat} from './format.ts';
import {bytesOf, linesOf} from './read-through.ts';

/** Number of lines in which a header is searched: some registries write a preamble above it. */
const HEADER_LINES = 40;

/** Number of records whose keys are read. */
const RECORDS = 20;

/**
 * Checks that a file has the format its recipe expects, and the columns it reads.
 * @throws FileError naming the file, what was expected and what was found.
 */
export async function checkHeader(
  path: string,
  {format, columns}: FileFormat,
  session: DuckDBConnection,
): Promise<void> {
  if (format === 'parquet') await checkParquet(path, columns, session);
  else if (format === 'json') await checkJson(path, columns);
  else if (format === 'jsonl') await checkLines(path, columns);
  else if (columns.length > 0) await checkDelimited(path, format, columns);
}

async function checkDelimited(path: string, format: keyof typeof DELIMITERS, columns: string[]): Promise<void> {
  const lines: string[] = [];
  for await (const {bytes} of linesOf(path)) {
    lines.push(bytes.toString('utf8').replace(/\r$/, ''));
    if (lines.length === HEADER_LINES) break;
  }
  const delimiter = DELIMITERS[format];
  const missingIn = (line: string, by: string) => {
    const there = new Set(cells(line, by));
    return columns.filter((column) => !there.has(column));
  };
  const least = lines
    .map((line) => ({line, missing: missingIn(line, delimiter)}))
    .reduce((best, next) => (next.missing.length < best.missing.length ? next : best));
  if (least.missing.length === 0) return;
  for (const other of Object.values(DELIMITERS)) {
    if (other !== delimiter && lines.some((line) => missingIn(line, other).length === 0)) {
      throw new FileError(
        path,
        `its columns are separated by ${spelled(other)} instead of ${spelled(delimiter)}`,
        'Save it with the separator the source uses, or download it again.',
      );
    }
  }
  const header = least.missing.length < columns.length ? least.line : (lines[0] ?? '');
  throw new FileError(
    path,
    `has no column ${least.missing.map((column) => `"${column}"`).join(', ')} (expected: ${format} with ${columns.join(', ')}; its first line reads: ${header.slice(0, 200)})`,
    'Check that it is the file the recipe reads (biograph import --describe shows where it comes from); a newer release may have renamed columns.',
  );
}

/** The cells of one line; a header contains no line breaks. */
function cells(line: string, delimiter: string): string[] {
  return line.split(delimiter).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"')
      .trim(),
  );
}

function spelled(delimiter: string): string {
  return delimiter === '\t' ? 'tabs' : `"${delimiter}"`;
}

async function checkLines(path: string, keys: string[]): Promise<void> {
  const records: Record<string, unknown>[] = [];
  let lines = 0;
  for await (const {bytes} of linesOf(path)) {
    const text = bytes.toString('utf8').trim();
    if (text === '') continue;
    lines++;
    const value = parsed(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      records.push(value as Record<string, unknown>);
    if (records.length === RECORDS || lines === 1000) break;
  }
  if (records.length === 0)
    throw new FileError(
      path,
      `is not JSON lines: none of its first ${lines} lines is a JSON object`,
      'It must have one JSON object per line.',
    );
  requireKeys(path, keys, records);
}

async function checkJson(path: string, keys: string[]): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(path)) chunks.push(chunk);
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const line = text.slice(0, at).split('\n').length;
    throw new FileError(
      path,
      `is not JSON from line ${line} on (${message.replace(/^.*?(?=Un|Bad|Exp)/s, '')})`,
      'Download it again: it may be truncated.',
      {cause: error},
    );
  }
  const records = (Array.isArray(value) ? value.slice(0, RECORDS) : [value]) as Record<string, unknown>[];
  requireKeys(
    path,
    keys,
    records.filter((record) => record !== null && typeof record === 'object'),
  );
}

function requireKeys(path: string, keys: string[], records: Record<string, unknown>[]): void {
  const missing = keys.filter((key) => !records.some((record) => Object.hasOwn(record, key)));
  if (missing.length === 0) return;
  const there = [...new Set(records.flatMap((record) => Object.keys(record)))].slice(0, 20);
  throw new FileError(
    path,
    `its records have no ${missing.map((key) => `"${key}"`).join(', ')} (expected: ${keys.join(', ')}; found: ${there.join(', ') || 'none'})`,
    'Check that it is the file the recipe reads: biograph import --describe shows where it comes from.',
  );
}

async function checkParquet(path: string, columns: string[], session: DuckDBConnection): Promise<void> {
  let there: string[];
  try {
    const described = await session.runAndReadAll(`describe select * from read_parquet(${quote(path)})`);
    there = described.getRowsJson().map((row) => String(row[0]));
  } catch (error) {
    throw new FileError(
      path,
      `is not a Parquet file that can be read (${firstLine(error)})`,
      'Download it again: it may be truncated.',
      {cause: error},
    );
  }
  const missing = columns.filter((column) => !there.includes(column));
  if (missing.length === 0) return;
  throw new FileError(
    path,
    `has no column ${missing.join(', ')} (found: ${there.join(', ')})`,
    'Check that it is the file the recipe reads: biograph import --describe shows where it comes from.',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}
