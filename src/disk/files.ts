import {existsSync, mkdirSync, statSync} from 'node:fs';
import {lstat, open, rename, rm, unlink} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {FileError} from '../errors.ts';

/** Error codes of Windows for a file that is open. */
const IN_USE = new Set(['EPERM', 'EACCES', 'EBUSY']);

export function isInUse(error: unknown): boolean {
  return process.platform === 'win32' && IN_USE.has((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Renames over a file that readers may have open for a moment. Windows refuses that, so it is retried for two seconds.
 */
export async function renameOver(from: string, to: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isInUse(error) || tries === 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Removes a file. On Windows an open file is left for the next cleanup. */
export async function removeUnlessOpen(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isInUse(error)) throw error;
  }
}

/**
 * Makes a folder with those above it. Node's own recursive `mkdir` never ends where the system says that a folder does not exist when it may not be
 * made (/proc).
 * @throws The system's error, also if one of them is a file.
 */
export function makeFolder(path: string, mode?: number): void {
  const missing: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const found = existsSync(folder) ? statSync(folder) : undefined;
    if (found?.isDirectory() === false)
      throw Object.assign(new Error(`${folder} is a file`), {code: 'ENOTDIR', syscall: 'mkdir', path});
    if (found !== undefined) break;
    missing.unshift(folder);
  }
  for (const folder of missing) {
    try {
      mkdirSync(folder, mode);
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * Makes a folder that only this user can access, at a place where other users can make one too.
 * @throws FileError if another user has
 */
export async function privateFolder(path: string): Promise<string> {
  makeFolder(path, 0o700);
  const found = await lstat(path);
  const isOpen = process.platform !== 'win32' && (found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0);
  if (found.isDirectory() && !isOpen) return path;
  throw new FileError(path, 'is a folder that other users can access', 'Remove it, or name another folder.');
}

/**
 * Writes to a temporary file, flushes it, and renames it over the old one: a reader sees the old content or the new.
 * @param mode File permissions; default: as for the user's other files.
 */
export async function replaceText(folder: string, name: string, text: string, mode?: number): Promise<void> {
  const beside = join(folder, `.${name}.${process.pid}`);
  try {
    const handle = await open(beside, 'w', mode);
    try {
      // A temporary file left by a crash keeps its mode.
      if (mode !== undefined) await handle.chmod(mode);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameOver(beside, join(folder, name));
  } catch (error) {
    // On a full disk it would stay, empty.
    await rm(beside, {force: true}).catch(() => undefined);
    throw error;
  }
  await flushFolder(folder);
}

/** Flushes a folder, which makes a rename in it durable; not every system can flush a folder. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows cannot open folders; it makes renames durable by itself.
  }
}
