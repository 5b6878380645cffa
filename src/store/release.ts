import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {z} from 'zod';
import {attachReadOnly, withSession} from '../engine/database.ts';
import {toJson} from '../engine/values.ts';
import {FileError} from '../errors.ts';
import type {Release} from '../generation.ts';
import {NUMBERED_LAYOUTS, ROWS_FORMAT, STORE_FORMAT} from '../tables/format.ts';
import {generationFile, readPointer} from './store.ts';

/** A list stored as JSON text. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({code: 'custom', message: 'is not JSON'});
        return z.NEVER;
      }
    })
    .pipe(z.array(item));

/** The columns of `release` that describe the data; the others describe the layout of the files. */
const ROW = z.object({
  snapshot_id: z.string(),
  lineage: z.string(),
  release: z.number(),
  created_at: z.string(),
  as_of: z.string(),
  trusted_confidence: z.number(),
  cursor: z.string().nullable(),
  sources: listOf(z.object({source: z.string(), licence: z.string(), attribution: z.string()})),
  suppressed: listOf(z.string()),
});

/**
 * A generation's metadata, from its row of `release`.
 * @param anyLayout Accepts other layouts whose rows can be read.
 * @throws FileError if the generation has another layout.
 */
export function readRelease(file: string, row: Record<string, unknown> | undefined, anyLayout = false): Release {
  const layout = String(row?.store_format);
  const rows = rowsFormatOf(row);
  if (row === undefined || (layout !== STORE_FORMAT && !(anyLayout && rows > 0 && rows <= ROWS_FORMAT))) {
    throw new FileError(
      file,
      `has store format ${layout}, but this version reads ${STORE_FORMAT}`,
      rows > ROWS_FORMAT
        ? 'Install the version of biograph that wrote it, or load the store again from its snapshot with `biograph store load`.'
        : rows > 0
          ? 'Upgrade it with `biograph store upgrade`.'
          : 'Rebuild the store from its snapshot with `biograph store load`.',
    );
  }
  const {data, error} = ROW.safeParse(row);
  if (data === undefined)
    throw new FileError(
      file,
      `is damaged (its release: ${error.issues.map(({path, message}) => `${path.join('.')}: ${message}`).join('; ')})`,
      'Load the store again from its snapshot with `biograph store load`.',
    );
  return data;
}

/** The format of the generation's rows; 0 if it does not keep all of their content. */
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

/** The metadata of a kept generation. */
export async function releaseOf(folder: string, generation: number): Promise<Release> {
  const file = generationFile(folder, generation);
  if (!existsSync(file)) throw new FileError(file, 'is not kept', 'See `biograph store generations`.');
  return withSession({threads: 1, memoryLimit: '256MB'}, async (connection) => {
    await attachReadOnly(connection, file);
    return attachedRelease(connection, file);
  });
}

/** The metadata of the current generation; undefined if there is none, or if it has another layout. */
export async function currentRelease(folder: string): Promise<Release | undefined> {
  if (!existsSync(join(folder, 'current.json'))) return undefined;
  try {
    return await releaseOf(folder, readPointer(folder).generation);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
