import {csvText, defused} from '../csv.ts';
import {FileError} from '../errors.ts';
import {type Operation, toJsonValue} from '../operation.ts';
import {type CsvLine, csvLines} from './csv-file.ts';
import {type Args, interruption, openForReading, UsageError} from './options.ts';
import {write} from './output.ts';
import {progressPrinter} from './progress.ts';

/** Maximum number of inputs in one request. */
const AT_ONCE = 1000;

/** Maximum length of a name. */
const LONGEST = 1000;

const ADDED = ['id', 'name', 'kind', 'slug', 'how', 'confidence'] as const;

type Ref = Record<'id' | 'name' | 'kind' | 'slug', string>;
type Found = {match: Ref | null; how: string | null; confidence: number | null};

/**
 * Copies a CSV file with additional columns for the entities named in one of its columns: id, name, kind, slug, how and
 * confidence, empty if there is no certain match.
 */
export async function resolveFile(
  operation: Operation,
  {inputs, ...params}: Record<string, unknown>,
  column: string,
  args: Args,
): Promise<void> {
  const [file, ...others] = (inputs as string[] | undefined) ?? [];
  if (file === undefined || others.length > 0)
    throw new UsageError('--column needs exactly one CSV file: biograph resolve names.csv --column company.');
  if (args.format !== undefined && args.format !== 'csv')
    throw new UsageError('The file is written as CSV: leave out --format, or use csv.');
  const {onProgress, stop} = progressPrinter();
  const lines = csvLines(file, (done, total) => onProgress({phase: 'resolve', done, total}));
  const head = await lines.next();
  const columns = head.done === true ? [] : head.value.cells.map((name) => name.trim());
  const place = columns.indexOf(column);
  if (place < 0)
    throw new UsageError(`There is no column ${JSON.stringify(column)}. Columns: ${columns.join(', ') || 'none'}.`);
  await using graph = await openForReading(args);
  const flush = async (part: readonly CsvLine[]) => {
    const named = part.map(({cells}) => cells[place]?.trim() ?? '').filter((text) => text !== '');
    const {value} =
      named.length === 0
        ? {value: {results: []}}
        : await graph.answer(operation, {...params, inputs: named}, {signal: interruption()});
    const results = (toJsonValue(value) as {results: Found[]}).results[Symbol.iterator]();
    await write(
      csvText(
        part.map(({cells}) => {
          const isAsked = (cells[place]?.trim() ?? '') !== '';
          const {match, how, confidence} =
            (isAsked ? (results.next().value as Found | undefined) : undefined) ?? NOTHING;
          const {id = '', name = '', kind = '', slug = ''} = match ?? {};
          const own = columns.map((_, at) => cells[at] ?? '');
          return [...own, id, defused(name), kind, slug, how ?? '', confidence ?? ''];
        }),
        true,
      ),
    );
  };
  try {
    await write(
      csvText([[...columns, ...ADDED.map((name) => (columns.includes(name) ? `biograph_${name}` : name))]], true),
    );
    let part: CsvLine[] = [];
    for await (const line of lines) {
      if ((line.cells[place]?.length ?? 0) > LONGEST)
        throw new FileError(file, `line ${line.number}: a name of more than 1,000 characters`, 'Shorten it.');
      part.push(line);
      if (part.length < AT_ONCE) continue;
      await flush(part);
      part = [];
    }
    await flush(part);
  } finally {
    stop();
  }
}

const NOTHING: Found & {match: null} = {match: null, how: null, confidence: null};
