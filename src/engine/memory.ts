import {totalmem} from 'node:os';
import {GraphError} from '../errors.ts';

const MB = 1000 ** 2;
const GB = 1000 ** 3;

const UNITS: Record<string, number> = {
  MB,
  GB,
  TB: 1000 ** 4,
  MIB: 1024 ** 2,
  GIB: 1024 ** 3,
  TIB: 1024 ** 4,
};

/** The engine can hardly run one statement with less. */
export const LEAST = 64 * MB;

/** Minimum default memory of one process, if that is within its share of half the machine. */
const MODEST = 512 * MB;

/**
 * A size such as `512MB`, `1.5GB` or `2GiB`, in bytes.
 * @param name The option's name, for the message.
 * @throws GraphError `validation_error` for anything else, and below 64 MB.
 */
export function parseSize(text: string, name = 'memory'): number {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([MGT]i?B)$/i.exec(text.trim()) ?? [];
  const size = Number(amount) * (UNITS[unit.toUpperCase()] ?? Number.NaN);
  if (!Number.isFinite(size))
    throw refused(name, `${JSON.stringify(text)} is not a size such as 512MB, 1.5GB or 2GiB.`);
  if (size < LEAST) throw refused(name, `${text} is too little: give 64MB or more.`);
  return Math.floor(size);
}

function refused(name: string, message: string): GraphError {
  return new GraphError('validation_error', `${name}: ${message}`, {details: [{path: 'memory', message}]});
}

/** Memory of a rarely used engine next to another one: a quarter. */
export function besideMemory(memory: number): number {
  return Math.max(LEAST, Math.floor(memory / 4));
}

/** Whether it is the engine's message for exhausted memory, or for spilled data above its limit on disk. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && (/^Out of Memory Error/i.test(error.message) || isDiskFull(error));
}

/** Whether there is no room left on a disk, also for what is spilled, as the system or the engine says it. */
export function isDiskFull(error: unknown): boolean {
  return /ENOSPC|No space left on device|not enough space on the disk|max_temp_directory_size/i.test(String(error));
}

/** Bytes per entity that a build of very many needs. Ten million took between 3 and 6 GB. */
const PER_ENTITY = 600;

/** The engine's memory for a build of so many entities: 3 GB, or what many need, at most half of the machine. */
export function buildMemory(entities: number, machine = machineMemory()): number {
  return Math.max(3 * GB, Math.min(PER_ENTITY * entities, Math.floor(machine / 2)));
}

/**
 * The same for a refresh. It needs more: when a row is deleted, DuckDB takes about 16 bytes for each of the 2,048 rows stored with it, until
 * a checkpoint, and the rows of changed entities stand all over their tables. Ten million entities have 73 million words of names alone: 1.2 GB.
 */
export function refreshMemory(entities: number, machine = machineMemory()): number {
  return buildMemory(2 * entities, machine);
}

/** For exhausted memory: an error that says how to give more. @param limit The limit in force, as the engine writes it. */
export function outOfMemory(error: unknown, limit: string): GraphError {
  return new GraphError(
    'unavailable',
    `This needs more than its memory of ${limit}. ` +
      'Give it more with --memory, BIOGRAPH_MEMORY or the option memoryLimit, for example 6GB.',
    {cause: error},
  );
}

/** A size in the form that the engine reads. */
export function engineSize(bytes: number): string {
  return `${Math.floor(bytes / 1024)}KiB`;
}

/** Bytes this process may use: the machine's memory, or the container's limit (cgroups, both versions). */
export function machineMemory(): number {
  const constrained = process.constrainedMemory?.() ?? 0;
  // Without a limit the system says 0, or a number larger than any machine.
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** The requested limit in bytes: the given one, or else `BIOGRAPH_MEMORY`; undefined if neither is set. */
export function wantedMemory(given: number | string | undefined): number | undefined {
  if (typeof given === 'string') return parseSize(given);
  if (given === undefined) {
    const text = process.env.BIOGRAPH_MEMORY;
    return text ? parseSize(text, 'BIOGRAPH_MEMORY') : undefined;
  }
  if (!Number.isSafeInteger(given) || given < LEAST)
    throw refused('memory', `${given} is not a number of bytes, or is less than 64 MB.`);
  return given;
}

/**
 * The engine's memory for each process of a server: a quarter of the machine divided among them, at least 512 MB, and
 * at most half of the machine in total.
 */
export function servingMemory(workers: number, machine = machineMemory()): number {
  return Math.max(LEAST, Math.floor(Math.min(Math.max(machine / 4 / workers, MODEST), machine / 2 / workers)));
}

/** The engine's memory for a process with one caller: as for a server, at most 1 GB. */
export function readingMemory(machine = machineMemory()): number {
  return Math.min(servingMemory(1, machine), GB);
}
