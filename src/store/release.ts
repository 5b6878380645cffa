import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {attachReadOnly, withSession} from '../engine/database.ts';
import {toJson} from '../engine/values.ts';
import {FileError} from '../errors.ts';
import type {Release} from '../generation.ts';
import {NUMBERED_LAYOUTS, ROWS_FORMAT, STORE_FORMAT} from '../tables/format.ts';
import {generationFile, readPointer} from './store.ts';

/**
 * What a generation says of itself, from its one row of `release`.
 * @param anyLayout Another layout will do as well, if its rows can be read.
 * @throws FileError when the generation has another layout.
 */
export function readRelease(file: string, row: Record<string, unknown> | undefined, anyLayout = false): Release {
  const layout = String(row?.store_format);
  const rows = rowsFormatOf(row);
  if (row === undefined || (layout !== STORE_FORMAT && !(anyLayout && rows > 0 && rows <= ROWS_FORMAT))) {
    throw new FileError(
      file,
      `has store format ${layout}, this version reads ${STORE_FORMAT}`,
      rows > ROWS_FORMAT
        ? 'Install the version of biograph that wrote it, or load the store again from its snapshot with `biograph store load`.'
        : rows > 0
          ? 'Bring it up to this version with `biograph store upgrade`.'
          : 'Rebuild the store from its snapshot with `biograph store load`.',
    );
  }
  const {store_format: _format, rows_format: _rows, files: _files, sources, suppressed, ...facts} = row;
  return {...facts, sources: JSON.parse(String(sources)), suppressed: JSON.parse(String(suppressed))} as Release;
}

/** How the generation keeps rows; 0 where it does not keep all of what they said. */
function rowsFormatOf(row: Record<string, unknown> | undefined): number {
  if (row?.rows_format !== undefined) return Number(row.rows_format);
  const number = Number(row?.store_format);
  return number >= NUMBERED_LAYOUTS[0] && number <= NUMBERED_LAYOUTS[1] ? 1 : 0;
}

/** The release of the generation that is attached as `graph`. */
export async function attachedRelease(connection: DuckDBConnection, file: string, anyLayout = false): Promise<Release> {
  const reader = await connection.runAndReadAll('FROM graph.release');
  const names = reader.columnNames();
  const row = reader.getRows()[0]?.map((value) => toJson(value));
  return readRelease(file, row && Object.fromEntries(names.map((name, index) => [name, row[index]])), anyLayout);
}

/** The layout of a generation's file. */
export async function storeFormatOf(file: string): Promise<string> {
  return withSession({threads: 1, memoryLimit: '256MB'}, async (connection) => {
    await attachReadOnly(connection, file);
    const found = await connection.runAndReadAll('SELECT store_format FROM graph.release');
    return String(found.getRows()[0]?.[0]);
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
