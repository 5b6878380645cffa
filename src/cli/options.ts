import type {Argv, CommandModule, Options} from 'yargs';
import {type Graph, openGraph} from '../graph.ts';
import {progressPrinter} from './progress.ts';

/** The command was called wrongly; exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'arrow', 'parquet'] as const;

export type Format = (typeof FORMATS)[number];

export const globalOptions = {
  data: {
    type: 'string',
    requiresArg: true,
    describe: 'Store or snapshot folder to read; default: BIOGRAPH_DATA, else the bundled sample',
  },
  'as-of': {
    type: 'string',
    requiresArg: true,
    describe: 'Answer from an older generation: its number, or a date',
  },
  format: {choices: FORMATS, requiresArg: true, describe: 'Default: table on a terminal, json in a pipe'},
  color: {type: 'boolean', default: true, describe: 'Colours on a terminal; --no-color for none'},
} as const satisfies Record<string, Options>;

export interface GlobalArgs {
  data?: string;
  'as-of'?: string;
  format?: Format;
  color: boolean;
}

/** What yargs hands to a handler. */
export type Args = GlobalArgs & {_: (string | number)[]} & Record<string, unknown>;

/** A command; its arguments are text until the command itself reads them. */
export function defineCommand(command: {
  command: string;
  aliases?: readonly string[];
  describe: string;
  builder?: (cli: Argv) => unknown;
  handler: (args: Args) => void | Promise<void>;
}): CommandModule<object, Args> {
  return command as unknown as CommandModule<object, Args>;
}

export function formatOf(args: GlobalArgs): Format {
  return args.format ?? (process.stdout.isTTY ? 'table' : 'json');
}

export function isColored(args: GlobalArgs): boolean {
  return args.color && process.stdout.isTTY === true && !process.env.NO_COLOR;
}

export function dataPath(args: GlobalArgs): string | undefined {
  return args.data || process.env.BIOGRAPH_DATA || undefined;
}

/** The generation `--as-of` asks for. */
export function pinOf(args: GlobalArgs): {generation?: number; asOf?: string} {
  const asked = args['as-of'];
  if (asked === undefined) return {};
  return /^\d{1,9}$/.test(asked) ? {generation: Number(asked)} : {asOf: asked};
}

/** The graph for a one-shot read; without data it is the sample, and stderr says so. */
export async function openForReading(args: GlobalArgs): Promise<Graph> {
  const path = dataPath(args);
  if (path === undefined) {
    process.stderr.write('Answering from the bundled sample. For your own data: --data PATH or BIOGRAPH_DATA.\n');
  }
  const {onProgress, stop} = progressPrinter();
  try {
    return await openGraph(path, {...pinOf(args), onProgress, signal: interruption()});
  } finally {
    stop();
  }
}

let controller: AbortController | undefined;

/** Aborts at the first Ctrl-C, so that long work cleans up; a second one ends the process. */
export function interruption(): AbortSignal {
  if (controller === undefined) {
    controller = new AbortController();
    process.once('SIGINT', () => {
      controller?.abort();
      process.once('SIGINT', () => process.exit(130));
    });
    process.once('SIGTERM', () => controller?.abort());
  }
  return controller.signal;
}
