import {readFileSync} from 'node:fs';
import {z} from 'zod';
import {FileError} from '../../errors.ts';
import {KINDS} from '../../schema/kinds.ts';
import {compareGenerations, type DiffFilter, diffFilter} from '../../snapshot/compare.ts';
import {resolveSource} from '../../source.ts';
import {generationFile, generationsOf, readPointer} from '../../store/store.ts';
import {type Args, dataPath, defineCommand, formatOf, interruption, UsageError} from '../options.ts';
import {write} from '../output.ts';
import {comparisonText} from '../pages/comparison.ts';
import {progressPrinter} from '../progress.ts';
import {wholeNumber} from './parts.ts';

const text = {type: 'string', requiresArg: true} as const;

/** What changed between two states of the graph, for a person. */
export const diffCommand = defineCommand({
  command: 'diff [before] [after]',
  describe: 'What changed between two snapshots or stores, or between two generations of one (--data STORE)',
  builder: (cli) =>
    cli
      .option('from', {...text, describe: 'With --data: the older generation; default: the one before'})
      .option('to', {...text, describe: 'With --data: the newer generation; default: the current one'})
      .option('kind', {...text, describe: 'Only this kind'})
      .option('target', {...text, describe: 'Only what carries this target, before or after'})
      .option('modality', {...text, describe: 'Only what carries this modality'})
      .option('mechanism', {...text, describe: 'Only what carries this mechanism'})
      .option('therapeutic-area', {...text, describe: 'Only what is of this area'})
      .option('filter', {...text, describe: 'A saved filter: a JSON file such as {"kind": "trial", "target": "KRAS"}'})
      .option('limit', {...text, default: '20', describe: 'Rows of each section'})
      .option('markdown', {type: 'boolean', default: false, describe: 'As Markdown; what a terminal shows anyway'})
      .example('biograph diff march april --kind trial', 'Which trials moved')
      .example('biograph diff --data my-store --filter kras.json', 'What the last generation brought'),
  handler: run,
});

async function run(args: Args): Promise<void> {
  const filter = filterOf(args);
  const {onProgress, stop} = progressPrinter();
  const signal = interruption();
  try {
    const [before, after, store] = await sides(args, {onProgress, signal});
    const comparison = await compareGenerations({
      before,
      after,
      filter,
      limit: wholeNumber('limit', args.limit),
      spill: `${store}/diff.${process.pid}.spill`,
      signal,
    });
    stop();
    const asText = args.markdown === true || formatOf(args) === 'table';
    await write(asText ? `${comparisonText(comparison)}\n` : `${JSON.stringify(comparison)}\n`);
  } finally {
    stop();
  }
}

/** The files of the two generations, and the store beside whose files one may write. */
async function sides(
  args: Args,
  options: {onProgress: ReturnType<typeof progressPrinter>['onProgress']; signal: AbortSignal},
): Promise<[string, string, string]> {
  if (args.before !== undefined && args.after !== undefined) {
    const [a, b] = [
      await resolveSource(String(args.before), options),
      await resolveSource(String(args.after), options),
    ];
    const file = ({store}: {store: string}) => generationFile(store, readPointer(store).generation);
    return [file(a), file(b), b.store];
  }
  const path = dataPath(args);
  if (args.before !== undefined || path === undefined)
    throw new UsageError('Name two snapshots or stores, or one store with --data.');
  const {store} = await resolveSource(path, options);
  const to = args.to === undefined ? readPointer(store).generation : wholeNumber('to', args.to);
  const kept = generationsOf(store);
  const from = args.from === undefined ? kept.filter((one) => one < to).at(-1) : wholeNumber('from', args.from);
  for (const one of [from, to])
    if (one === undefined || !kept.includes(one))
      throw new FileError(
        store,
        `keeps the generations ${kept.join(', ')}; there is no ${one ?? 'earlier one'}`,
        'See `biograph store generations`.',
      );
  return [generationFile(store, from ?? to), generationFile(store, to), store];
}

/** @throws UsageError for a kind that does not exist; FileError for a file that is no filter. */
function filterOf(args: Args): DiffFilter {
  const given = {
    kind: args.kind,
    target: args.target,
    modality: args.modality,
    mechanism: args.mechanism,
    therapeutic_area: args['therapeutic-area'],
  };
  const named = Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
  const filter = {...(args.filter === undefined ? {} : savedFilter(String(args.filter))), ...named};
  if (filter.kind !== undefined && !KINDS.includes(filter.kind as (typeof KINDS)[number]))
    throw new UsageError(`--kind ${filter.kind} is none of ${KINDS.join(', ')}.`);
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
    `is no filter (${z.prettifyError(parsed.error).split('\n').join(' ')})`,
    `Its keys: ${Object.keys(diffFilter.shape).join(', ')}.`,
  );
}
