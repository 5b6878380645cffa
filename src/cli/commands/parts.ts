import {statSync} from 'node:fs';
import type {Argv} from 'yargs';
import {isClickHouse} from '../../clickhouse/address.ts';
import {engineSize} from '../../engine/memory.ts';
import {FileError} from '../../errors.ts';
import {isStore} from '../../store/store.ts';
import {readTime} from '../../time.ts';
import {type Args, dataPath, formatOf, isColored, memoryOf, UsageError} from '../options.ts';
import {recordText, write} from '../output.ts';

/** Options of every command that builds something. */
export function workOptions(cli: Argv): Argv {
  return cli.option('threads', {type: 'string', default: '2', requiresArg: true, describe: 'Threads to use'});
}

export function workOf(args: Args): {memoryLimit: string | undefined; threads: number} {
  const memory = memoryOf(args);
  return {
    memoryLimit: memory === undefined ? undefined : engineSize(memory),
    threads: Math.max(1, wholeNumber('threads', args.threads)),
  };
}

/** @throws UsageError naming the option. */
export function wholeNumber(name: string, value: unknown): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new UsageError(`--${name} takes a whole number, not ${String(value)}.`);
  return number;
}

/** A date or timestamp as ISO 8601 UTC. @throws UsageError naming the option. */
export function moment(name: string, value: unknown): string {
  const read = readTime(String(value));
  if ('problem' in read) throw new UsageError(`--${name}: ${read.problem}.`);
  return read.iso;
}

/** A length of time such as `60s`, `10m` or `1h`, in milliseconds. @throws UsageError naming the option. */
export function duration(name: string, value: unknown): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(String(value)) ?? [];
  const ms = {ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000}[unit ?? ''];
  if (amount === undefined || ms === undefined)
    throw new UsageError(`--${name} takes a duration such as 60s, 10m or 1h, not ${String(value)}.`);
  return Number(amount) * ms;
}

export function isFile(path: string): boolean {
  return statSync(path, {throwIfNoEntry: false})?.isFile() === true;
}

/**
 * The store a command works on.
 * @throws UsageError if none is named.
 */
export function storePath(args: Args): string {
  const path = dataPath(args);
  if (path === undefined)
    throw new UsageError('This command needs a store: give one with --data STORE or BIOGRAPH_DATA.');
  if (isClickHouse(path))
    throw new UsageError(
      'This command needs a store and cannot change a graph published to ClickHouse: give the original store with --data, then publish it again with `biograph store publish`.',
    );
  return path;
}

/** @throws FileError if the path is not a store. */
export function needStore(args: Args): string {
  const store = storePath(args);
  if (!isStore(store))
    throw new FileError(store, 'is not a store', 'Make one with `biograph store load SNAPSHOT --data STORE`.');
  return store;
}

export async function show(record: Record<string, unknown>, args: Args): Promise<void> {
  const format = formatOf(args);
  await write(format === 'table' ? `${recordText(record, {color: isColored(args)})}\n` : `${JSON.stringify(record)}\n`);
}

/** Seconds since a time of `performance.now()`, to a tenth. */
export function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}
