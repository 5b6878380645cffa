import type {Argv, CommandModule, Options} from 'yargs';
import {parseSize, wantedMemory} from '../engine/memory.ts';
import type {GraphOptions, Reading} from '../reading.ts';
import type {Format as FileFormat} from '../schema/formats.ts';
import {progressPrinter} from './progress.ts';
import {ENDING} from './stopped.ts';

/** Wrong usage of a command; exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Output formats of all lists; some operations have more. */
export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'arrow', 'parquet'] as const;

export type Format = FileFormat | 'table';

/** The option `--state`. */
export const STATE = {
  type: 'string',
  requiresArg: true,
  describe: 'State folder; default: BIOGRAPH_STATE, else your data folder',
} as const;

/** The option `--as-of` of the commands that answer from a graph. */
export const AS_OF = {
  type: 'string',
  requiresArg: true,
  describe: 'Answer from an older generation: its number, or a date',
} as const;

export const globalOptions = {
  data: {
    type: 'string',
    requiresArg: true,
    describe:
      'Store or snapshot folder to read, or clickhouse://user@host:8123/name; default: BIOGRAPH_DATA, else the bundled sample',
  },
  'cursor-key': {
    type: 'string',
    requiresArg: true,
    describe: 'Key that signs cursors, or a file that contains it; default: BIOGRAPH_CURSOR_KEY, else the store’s own',
  },
  memory: {
    type: 'string',
    requiresArg: true,
    describe:
      'Memory limit of the engine, such as 512MB or 2GiB; default: BIOGRAPH_MEMORY, else a share of the machine’s',
  },
  format: {choices: FORMATS, requiresArg: true, describe: 'Default: table on a terminal, json in a pipe'},
  color: {type: 'boolean', default: true, describe: 'Colours on a terminal; --no-color turns them off'},
} as const satisfies Record<string, Options>;

export interface GlobalArgs {
  data?: string;
  'as-of'?: string;
  'cursor-key'?: string;
  memory?: string;
  format?: Format;
  color: boolean;
}

/** The arguments that yargs passes to a handler. */
export type Args = GlobalArgs & {_: (string | number)[]} & Record<string, unknown>;

/** A command; its arguments are text until the command itself parses them. */
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

/**
 * The path of the data that was named, if any.
 * @throws UsageError for an empty `--data`, as a script gives whose variable is not set.
 */
export function dataPath(args: GlobalArgs): string | undefined {
  if (args.data === '') throw new UsageError('--data needs a value.');
  return args.data ?? (process.env.BIOGRAPH_DATA || undefined);
}

/** Options for reading a store: the generation for `--as-of`, the key of its cursors, and the engine's memory. */
export function readingOf(args: GlobalArgs): {generation?: number; asOf?: string; cursorKey?: string; memory?: number} {
  const {'as-of': asked, 'cursor-key': cursorKey} = args;
  const memory = memoryOf(args);
  return {
    ...(asked !== undefined && (/^\d{1,9}$/.test(asked) ? {generation: Number(asked)} : {asOf: asked})),
    ...(cursorKey !== undefined && {cursorKey}),
    ...(memory !== undefined && {memory}),
  };
}

/**
 * The value of `--memory` or `BIOGRAPH_MEMORY` in bytes.
 * @throws GraphError `validation_error` if it is not a size.
 */
export function memoryOf(args: GlobalArgs): number | undefined {
  return args.memory === undefined ? wantedMemory(undefined) : parseSize(args.memory, '--memory');
}

/** Opens the graph for a one-shot read; without data it is the sample, as stderr says. */
export async function openForReading(args: GlobalArgs): Promise<Reading>;
export async function openForReading<T>(
  args: GlobalArgs,
  open: (path: string | undefined, options: GraphOptions) => Promise<T>,
): Promise<T>;
export async function openForReading(
  args: GlobalArgs,
  open?: (path: string | undefined, options: GraphOptions) => Promise<unknown>,
): Promise<unknown> {
  const path = dataPath(args);
  if (path === undefined) {
    process.stderr.write('Answering from the bundled sample. For your own data: --data PATH or BIOGRAPH_DATA.\n');
  }
  const {onProgress, stop} = progressPrinter();
  try {
    const opened = open ?? (await import('../reading.ts')).openReading;
    const {state} = args as {state?: string};
    return await opened(path, {
      ...readingOf(args),
      ...(state !== undefined && {state}),
      onProgress,
      signal: interruption(),
    });
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
    for (const signal of ENDING) process.once(signal, () => controller?.abort());
  }
  return controller.signal;
}
