import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';
import {parse} from 'csv-parse';
import {csvText} from '../csv.ts';
import {FileError} from '../errors.ts';
import {type Operation, toJsonText} from '../operation.ts';
import {type Args, interruption, openForReading, UsageError} from './options.ts';
import {write} from './output.ts';
import {progressPrinter} from './progress.ts';

/** Inputs asked for at once: what one request takes. */
const AT_ONCE = 1000;

const ADDED = ['id', 'name', 'kind', 'slug', 'how', 'confidence'] as const;

type Row = Record<string, string>;
type Ref = Record<'id' | 'name' | 'kind' | 'slug', string>;
type Found = {match: Ref | null; how: string | null; confidence: number | null};

/** Writes a CSV file back with what one of its columns names: id, name, kind, slug, how and confidence, empty where nothing is sure. */
export async function resolveFile(
  operation: Operation,
  {inputs, ...params}: Record<string, unknown>,
  column: string,
  args: Args,
): Promise<void> {
  const [file, ...others] = (inputs as string[] | undefined) ?? [];
  if (file === undefined || others.length > 0)
    throw new UsageError('--column goes with one CSV file: biograph resolve names.csv --column company.');
  const {size} = await stat(file).catch((error: unknown) => {
    throw new FileError(file, 'cannot be read', 'Name a CSV file with a header line.', {cause: error});
  });
  const source = createReadStream(file);
  const reader = source.pipe(parse({columns: true, bom: true, relax_column_count: true, skip_empty_lines: true}));
  source.once('error', (error) => reader.destroy(error));
  await using graph = await openForReading(args);
  const {onProgress, stop} = progressPrinter();
  try {
    let columns: string[] | undefined;
    let part: Row[] = [];
    const flush = async () => {
      if (part.length === 0) return;
      columns ??= await begin(part[0] as Row, column);
      const named = part.map((row) => row[column]?.trim() ?? '').filter((text) => text !== '');
      const {value} =
        named.length === 0
          ? {value: {results: []}}
          : await graph.answer(operation, {...params, inputs: named}, {signal: interruption()});
      const results = (JSON.parse(toJsonText(value)) as {results: Found[]}).results[Symbol.iterator]();
      const lines = part.map((row) => {
        const isAsked = (row[column]?.trim() ?? '') !== '';
        const {match, how, confidence} = (isAsked ? (results.next().value as Found | undefined) : undefined) ?? NOTHING;
        const {id = '', name = '', kind = '', slug = ''} = match ?? {};
        return [
          ...(columns ?? []).map((one) => row[one] ?? ''),
          ...[id, name, kind, slug, how ?? '', confidence ?? ''],
        ];
      });
      await write(csvText(lines));
      part = [];
      onProgress({phase: 'resolve', done: source.bytesRead, total: size});
    };
    for await (const row of reader) {
      part.push(row as Row);
      if (part.length >= AT_ONCE) await flush();
    }
    await flush();
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw new FileError(file, `is no CSV (${error.message})`, 'Save it as CSV with a header line.', {cause: error});
    throw error;
  } finally {
    stop();
  }
}

const NOTHING: Found & {match: null} = {match: null, how: null, confidence: null};

/** The header: the file's own columns, then what is added, under other names where the file has them. */
async function begin(first: Row, column: string): Promise<string[]> {
  const columns = Object.keys(first);
  if (!columns.includes(column))
    throw new UsageError(`There is no column ${JSON.stringify(column)}. Columns: ${columns.join(', ')}.`);
  await write(csvText([[...columns, ...ADDED.map((name) => (columns.includes(name) ? `biograph_${name}` : name))]]));
  return columns;
}
