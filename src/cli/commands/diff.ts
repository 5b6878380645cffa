import {readFileSync} from 'node:fs';
import {z} from 'zod';
import {fromTexts, paramTypes} from '../../endpoint.ts';
import {FileError} from '../../errors.ts';
import {parseParams} from '../../schema/check.ts';
import {type Comparison, compareGenerations, type DiffFilter, diffFilter} from '../../snapshot/compare.ts';
import {pairOf} from '../../snapshot/pair.ts';
import {type Digest, watchGenerations} from '../../snapshot/watch.ts';
import {resolveSource, storeOf} from '../../source.ts';
import {generationFile, readPointer} from '../../store/store.ts';
import {type Args, dataPath, defineCommand, formatOf, interruption, UsageError} from '../options.ts';
import {write} from '../output.ts';
import {comparisonParts, digestParts} from '../pages/digest.ts';
import {html, markdown} from '../pages/markup.ts';
import {progressPrinter} from '../progress.ts';
import {watchList} from '../watch-list.ts';
import {wholeNumber} from './parts.ts';

const text = {type: 'string', requiresArg: true} as const;

/** The same filters as those of lists. */
const FILTERS = Object.keys(diffFilter.shape);

/** Shows the changes between two states of the graph. */
export const diffCommand = defineCommand({
  command: 'diff [before] [after]',
  describe: 'What changed between two snapshots or stores, or between two generations of one (--data STORE)',
  builder(cli) {
    const types = paramTypes({params: diffFilter});
    for (const [name, schema] of Object.entries<z.ZodType>(diffFilter.shape))
      cli.option(name, {
        type: types[name] === 'boolean' ? 'boolean' : 'string',
        ...(types[name] !== 'boolean' && {requiresArg: true}),
        ...(name.includes('_') && {alias: name.replaceAll('_', '-')}),
        describe: schema.description ?? '',
      });
    return cli
      .option('from', {...text, describe: 'With --data: the older generation; default: the one before'})
      .option('to', {...text, describe: 'With --data: the newer generation; default: the current one'})
      .option('filter', {...text, describe: 'A saved filter: a JSON file such as {"kind": "trial", "target": "KRAS"}'})
      .option('watch', {
        ...text,
        describe:
          'CSV file of names: report what changed around them, each company with its group; exit with 3 if nothing changed',
      })
      .option('column', {
        ...text,
        describe:
          'With --watch: the column of the names; default: one called name, company, entity or the like, else the first',
      })
      .option('limit', {...text, default: '20', describe: 'Rows per section'})
      .option('markdown', {type: 'boolean', default: false, describe: 'Write Markdown; the default on a terminal'})
      .option('html', {type: 'boolean', default: false, describe: 'Write HTML, ready for an e-mail'})
      .example('biograph diff march april --kind trial', 'Trials that changed phase')
      .example('biograph diff --data my-store --filter kras.json', 'What the latest generation changed')
      .example('biograph diff --data my-store --watch rivals.csv --html > mail.html', 'News about competitors');
  },
  handler: run,
});

/** Exit code if nothing changed around the watched entities, so that a timer sends no mail. */
const NOTHING_CHANGED = 3;

async function run(args: Args): Promise<void> {
  const filter = filterOf(args);
  const watch =
    args.watch === undefined ? undefined : await watchList(String(args.watch), args.column as string | undefined);
  if (watch !== undefined && Object.keys(filter).length > 0)
    throw new UsageError(`--watch cannot be combined with filters: leave out --${Object.keys(filter).join(', --')}.`);
  const {onProgress, stop} = progressPrinter();
  const signal = interruption();
  try {
    const [pair, store] = await sides(args, {onProgress, signal});
    const limit = wholeNumber('limit', args.limit);
    const input = {...pair, limit, spill: `${store}/diff.${process.pid}.spill`, signal};
    const found =
      watch === undefined ? await compareGenerations({...input, filter}) : await watchGenerations({...input, watch});
    stop();
    await print(found, args);
    if ('changed' in found && found.changed.length === 0) process.exitCode = NOTHING_CHANGED;
  } finally {
    stop();
  }
}

/** A comparison is JSON in a pipe; a digest is text for people everywhere, unless JSON is requested. */
async function print(found: Comparison | Digest, args: Args): Promise<void> {
  const isText = 'changed' in found ? args.format === undefined : formatOf(args) === 'table';
  if (args.html !== true && args.markdown !== true && !isText && formatOf(args) !== 'table')
    return write(`${JSON.stringify(found)}\n`);
  const parts = 'changed' in found ? digestParts(found) : comparisonParts(found);
  return write(`${args.html === true ? html(parts) : markdown(parts)}\n`);
}

/** The files of the two generations, and the store next to whose files temporary ones can be written. */
async function sides(
  args: Args,
  options: {onProgress: ReturnType<typeof progressPrinter>['onProgress']; signal: AbortSignal},
): Promise<[{before: string; after: string}, string]> {
  if (args.before !== undefined && args.after !== undefined) {
    const [a, b] = [
      await resolveSource(String(args.before), options),
      await resolveSource(String(args.after), options),
    ];
    const [older, newer] = [storeOf(a, 'diff'), storeOf(b, 'diff')];
    const file = (store: string) => generationFile(store, readPointer(store).generation);
    return [{before: file(older), after: file(newer)}, newer];
  }
  const path = dataPath(args);
  if (args.before !== undefined || path === undefined)
    throw new UsageError('Give two snapshots or stores to compare, or one store with --data.');
  const store = storeOf(await resolveSource(path, options), 'diff');
  const number = (name: 'from' | 'to') => (args[name] === undefined ? undefined : wholeNumber(name, args[name]));
  return [pairOf(store, {from: number('from'), to: number('to')}), store];
}

/** @throws GraphError for an invalid filter; FileError if the file contains none. */
function filterOf(args: Args): DiffFilter {
  const types = paramTypes({params: diffFilter});
  const given = FILTERS.flatMap((name) => {
    const value = args[name];
    return value === undefined ? [] : [[name, fromTexts([value].flat().map(String), types[name])] as const];
  });
  const filter = {...(args.filter === undefined ? {} : savedFilter(String(args.filter))), ...Object.fromEntries(given)};
  parseParams(diffFilter, filter);
  return filter;
}

function savedFilter(path: string): DiffFilter {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new FileError(path, 'cannot be read as JSON', 'Give a file such as {"kind": "trial", "target": "KRAS"}.', {
      cause,
    });
  }
  const parsed = diffFilter.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new FileError(
    path,
    `is not a filter (${z.prettifyError(parsed.error).split('\n').join(' ')})`,
    `Its keys: ${Object.keys(diffFilter.shape).join(', ')}.`,
  );
}
