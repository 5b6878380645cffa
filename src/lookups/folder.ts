import {randomBytes} from 'node:crypto';
import {constants, existsSync, readdirSync} from 'node:fs';
import {copyFile, link, mkdir, readdir, rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {flushFolder, isInUse} from '../disk/files.ts';
import {rowsOf} from '../engine/ask.ts';
import {attachReadOnly, withSession} from '../engine/database.ts';

/**
 * A generation's look-up files are in a folder beside its DuckDB file, which names the folder (`release.files`). The name is random, so that
 * renaming the DuckDB file replaces both at once. A folder that no DuckDB file names is left over.
 */
const FOLDER = /^(\d{6,})\.[0-9a-f]{16}$/;

/** Makes a folder for the look-up files of the generation that is built as `out`; the generation has to record its name. */
export async function newFolder(out: string): Promise<string> {
  const name = `${basename(out).split('.')[0]}.${randomBytes(8).toString('hex')}`;
  await mkdir(join(dirname(out), name), {recursive: true});
  return name;
}

/** Where the look-up files of the generation attached as `graph` are. @param file Its DuckDB file. */
export async function attachedFolder(connection: DuckDBConnection, file: string): Promise<string> {
  const [row] = await rowsOf(connection, 'SELECT files FROM graph.release');
  return join(dirname(file), String(row?.[0]));
}

/** Removes look-up files. On Windows, files that a reader has open stay until the next clean-up. */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, {recursive: true, force: true});
  } catch (error) {
    if (!isInUse(error)) throw error;
  }
}

/** Gives a copy of a generation, attached as `graph`, its own look-up folder with hard links to the same files. */
export async function shareLookups(connection: DuckDBConnection, file: string, copy: string): Promise<void> {
  const from = await attachedFolder(connection, file);
  const name = await newFolder(copy);
  await shareFiles(from, join(dirname(copy), name), () => true);
  await connection.run('UPDATE graph.release SET files = $1', [name]);
}

/** Hard-links files into a second folder, or copies them if the file system has no hard links. */
export async function shareFiles(from: string, to: string, isAsked: (name: string) => boolean): Promise<void> {
  await mkdir(to, {recursive: true});
  for (const name of (await readdir(from)).filter(isAsked)) {
    const [old, next] = [join(from, name), join(to, name)];
    await link(old, next).catch(() => copyFile(old, next, constants.COPYFILE_FICLONE));
  }
  await flushFolder(to);
}

/** The folders of look-up files of each generation, whether its DuckDB file names them or not. @param folder Where generations are. */
export function foldersOf(folder: string): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const name of readdirSync(folder)) {
    const [, number] = FOLDER.exec(name) ?? [];
    if (number !== undefined) found.set(Number(number), [...(found.get(Number(number)) ?? []), join(folder, name)]);
  }
  return found;
}

/**
 * Removes look-up files that no generation names: those of a removed, unfinished or rewritten one.
 * @param fileOf The DuckDB file of a generation.
 */
export async function removeStrays(folder: string, fileOf: (generation: number) => string): Promise<void> {
  for (const [generation, folders] of foldersOf(folder)) {
    const file = fileOf(generation);
    // The DuckDB file is opened only if there are several folders to choose from.
    const named = !existsSync(file) ? undefined : folders.length === 1 ? folders[0] : await namedFolder(file);
    for (const stray of folders.filter((one) => one !== named)) await removeFolder(stray);
  }
}

function namedFolder(file: string): Promise<string> {
  return withSession({threads: 1, memoryLimit: '256MB'}, async (connection) => {
    await attachReadOnly(connection, file);
    return attachedFolder(connection, file);
  });
}
