import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {attachReadOnly, withSession} from '../engine/database.ts';
import {toJson} from '../engine/values.ts';
import {FileError} from '../errors.ts';
import type {Release} from '../generation.ts';
import {OLDEST_UPGRADABLE, STORE_FORMAT} from '../tables/format.ts';
import {generationFile, readPointer} from './store.ts';

/**
 * What a generation says of itself, from its one row of `release`.
 * @param oldest The oldest layout that will do; default: this version's alone.
 * @throws FileError when the generation has another layout.
 */
export function readRelease(file: string, row: Record<string, unknown> | undefined, oldest = STORE_FORMAT): Release {
  const format = Number(row?.store_format);
  if (row === undefined || !(format >= oldest && format <= STORE_FORMAT)) {
    throw new FileError(
      file,
      `has store format ${String(row?.store_format)}, this version reads ${STORE_FORMAT}`,
      format > STORE_FORMAT
        ? 'Install the version of biograph that wrote it, or load the store again from its snapshot with `biograph store load`.'
        : format >= OLDEST_UPGRADABLE
          ? 'Bring it up to this version with `biograph store upgrade`.'
          : 'Rebuild the store from its snapshot with `biograph store load`.',
    );
  }
  const {store_format: _format, files: _files, sources, suppressed, ...facts} = row;
  return {...facts, sources: JSON.parse(String(sources)), suppressed: JSON.parse(String(suppressed))} as Release;
}

/** The release of the generation that is attached as `graph`. */
export async function attachedRelease(connection: DuckDBConnection, file: string, oldest?: number): Promise<Release> {
  const reader = await connection.runAndReadAll('FROM graph.release');
  const names = reader.columnNames();
  const row = reader.getRows()[0]?.map((value) => toJson(value));
  return readRelease(file, row && Object.fromEntries(names.map((name, index) => [name, row[index]])), oldest);
}

/** The layout of a generation's file; not a number where the file says none. */
export async function storeFormatOf(file: string): Promise<number> {
  return withSession({threads: 1, memoryLimit: '256MB'}, async (connection) => {
    await attachReadOnly(connection, file);
    const found = await connection.runAndReadAll('SELECT store_format FROM graph.release');
    return Number(found.getRows()[0]?.[0]);
  });
}

/** What a kept generation says of itself. */
export async function releaseOf(folder: string, generation: number): Promise<Release> {
  const file = generationFile(folder, generation);
  if (!existsSync(file)) throw new FileError(file, 'is not kept', 'See `biograph store generations`.');
  return withSession({threads: 1, memoryLimit: '256MB'}, async (connection) => {
    await attachReadOnly(connection, file);
    return attachedRelease(connection, file);
  });
}

/** What the current generation says of itself; nothing where there is none, or one of another layout. */
export async function currentRelease(folder: string): Promise<Release | undefined> {
  if (!existsSync(join(folder, 'current.json'))) return undefined;
  try {
    return await releaseOf(folder, readPointer(folder).generation);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
