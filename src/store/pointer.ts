import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {FileError} from '../errors.ts';

export interface Pointer {
  generation: number;
  file: string;
  snapshot_id: string;
}

/** The current generation; read again on each call, since another process may have changed it. */
export function readPointer(folder: string): Pointer {
  const path = join(folder, 'current.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new FileError(
      path,
      'is missing, so the store has no finished generation',
      'Load a snapshot with `biograph store load`.',
      {cause},
    );
  }
  try {
    const pointer = JSON.parse(text) as Pointer | null;
    if (Number.isSafeInteger(pointer?.generation)) return pointer as Pointer;
  } catch (cause) {
    throw new FileError(path, 'is not JSON', 'Load a snapshot with `biograph store load`.', {cause});
  }
  throw new FileError(path, 'names no generation', 'Load a snapshot with `biograph store load`.');
}

/** The current generation; undefined if there is none, or if its pointer is damaged and none is needed. */
export function currentOf(folder: string, isWhole: boolean): Pointer | undefined {
  if (!existsSync(join(folder, 'current.json'))) return undefined;
  try {
    return readPointer(folder);
  } catch (error) {
    if (isWhole && error instanceof FileError) return undefined;
    throw error;
  }
}
