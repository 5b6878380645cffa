import {rename, unlink} from 'node:fs/promises';

/** What Windows says of a file that somebody has open. */
const IN_USE = new Set(['EPERM', 'EACCES', 'EBUSY']);

function isInUse(error: unknown): boolean {
  return process.platform === 'win32' && IN_USE.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Renames over a file that readers open for a moment; Windows refuses that, so it is tried for two seconds. */
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

/** Removes a file; one that is still open on Windows stays, for whoever clears up next. */
export async function removeUnlessOpen(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isInUse(error)) throw error;
  }
}
