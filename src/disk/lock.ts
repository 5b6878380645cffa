import {randomUUID} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {link, readdir, rename, rm, writeFile} from 'node:fs/promises';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {FileError, reasonOf} from '../errors.ts';

/** Milliseconds between two checks of a lock that another process holds. */
const PAUSE = 100;

/**
 * One writer at a time: a second one fails with an error that names the holder, or waits. A lock whose process has
 * ended is taken over. The lock file appears with its content or not at all: it is written to a temporary file and
 * linked.
 * @returns a function that releases the lock
 */
export async function lock(folder: string, wait: boolean): Promise<() => Promise<void>> {
  const path = join(folder, 'writer.lock');
  const mine = JSON.stringify({pid: process.pid, host: hostname(), since: new Date().toISOString(), id: randomUUID()});
  for (;;) {
    if (await place(path, mine).catch((error: unknown) => refuse(folder, error))) {
      await clearLeft(folder);
      return () => release(path, mine);
    }
    const found = read(path);
    if (found === undefined) continue;
    const holder = parse(found);
    if (holder === undefined || (holder.host === hostname() && !isRunning(holder.pid))) {
      await clear(path, found);
    } else if (wait) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    } else {
      throw new FileError(
        path,
        `the store is being written by process ${holder.pid} on ${holder.host} since ${holder.since}`,
        'Wait for it, or stop it.',
      );
    }
  }
}

function refuse(folder: string, cause: unknown): never {
  const reason = reasonOf(cause);
  if (reason === undefined) throw cause;
  const remedy = 'Let this user write there, or name another store.';
  throw new FileError(folder, `cannot be written (${reason})`, remedy, {cause});
}

/**
 * Removes files left by killed writers: locks, and files about to be renamed. A waiting writer whose file is removed
 * with them tries again.
 */
async function clearLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/^(?:writer\.lock|\.\w+\.json)\./.test(name)) await rm(join(folder, name), {force: true});
}

/** The holder of a folder's lock; `isGone` if its process ended without releasing it. */
export function heldBy(folder: string): {pid: number; host: string; since: string; isGone: boolean} | undefined {
  const holder = parse(read(join(folder, 'writer.lock')) ?? '');
  return holder && {...holder, isGone: holder.host === hostname() && !isRunning(holder.pid)};
}

/** Makes a file appear with its content or not at all; false if it exists. */
export async function place(path: string, content: string, mode = 0o666): Promise<boolean> {
  const beside = `${path}.${randomUUID()}`;
  await writeFile(beside, content, {mode}).catch(async (error: unknown) => {
    // On a full disk it would stay, empty.
    await rm(beside, {force: true}).catch(() => undefined);
    throw error;
  });
  try {
    await link(beside, path);
    return true;
  } catch (error) {
    // ENOENT: another writer has cleared the folder in between; the next attempt decides.
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    await rm(beside, {force: true});
  }
}

/** Removes the file that `place` put there, unless another process has replaced it. */
export async function release(path: string, mine: string): Promise<void> {
  if (read(path) === mine) await rm(path, {force: true});
}

/** Removes a stale lock. It is moved aside first: if another writer was faster, its lock is put back. */
export async function clear(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const taken = read(aside);
  if (taken !== undefined && taken !== stale) await place(path, taken);
  await rm(aside, {force: true});
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(text: string): {pid: number; host: string; since: string} | undefined {
  try {
    const holder = JSON.parse(text) as {pid: number; host: string; since: string} | null;
    return typeof holder?.pid === 'number' ? holder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a process with this number runs on this machine. One that has ended and waits for its parent to take note does
 * not.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // The state follows the name, which may contain brackets and blanks; other systems than Linux have no such file.
  const state = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.[0];
  return state !== 'Z' && state !== 'X';
}
