import {existsSync, readdirSync, realpathSync, statSync} from 'node:fs';
import {rename, rm} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {FileError} from '../errors.ts';
import {SNAPSHOT_TABLES} from '../schema/snapshot.ts';

/** What a snapshot's folder holds, and what some file managers leave in any. */
const OF_SNAPSHOT = new Set(['manifest.json', 'manifest.sig', ...Object.keys(SNAPSHOT_TABLES), '.DS_Store']);

/**
 * Makes sure that a snapshot can be written to a folder: one that does not exist, is empty, or, with `replace`, is a snapshot and nothing else.
 * @returns Its path; of a link, where it leads.
 * @throws FileError that says what is in the way: nothing but a snapshot is ever removed.
 */
export function checkTarget(out: string, replace = false): string {
  const path = resolve(out);
  if (!existsSync(path)) {
    checkParent(path, out);
    return path;
  }
  if (!statSync(path).isDirectory()) throw new FileError(out, 'is a file', 'Name a folder to write the snapshot to.');
  const held = readdirSync(path);
  const real = realpathSync(path);
  if (held.length === 0) return real;
  if (!replace) throw new FileError(out, 'exists and is not empty', 'Name another folder, or remove it first.');
  const other = held.includes('manifest.json') ? held.find((name) => !OF_SNAPSHOT.has(name)) : held[0];
  if (other !== undefined)
    throw new FileError(
      out,
      `holds ${other}, which is no part of a snapshot`,
      'Only a snapshot can be replaced: name another folder, or move that away.',
    );
  return real;
}

/** Moves a finished snapshot to its place; the previous one stays until the new one is there. */
export async function putInPlace(building: string, out: string): Promise<void> {
  const before = `${building}-before`;
  if (existsSync(out)) await rename(out, before);
  try {
    await rename(building, out);
  } catch (error) {
    if (existsSync(before)) await rename(before, out);
    throw error;
  }
  await rm(before, {recursive: true, force: true});
}

function checkParent(path: string, out: string): void {
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  if (!statSync(folder).isDirectory())
    throw new FileError(out, `${folder} is a file`, 'Name a folder to write the snapshot to.');
}
