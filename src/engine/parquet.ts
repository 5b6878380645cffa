import {mkdtemp, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import type {z} from 'zod';
import {FileError, reasonOf} from '../errors.ts';
import {quote} from '../sql/sql.ts';
import {type Column, type ColumnType, columnsOf, factsOf, isSmall, valueAt} from './columns.ts';
import {connect, openDatabase} from './database.ts';

const TYPES: Record<ColumnType, string> = {
  text: 'VARCHAR',
  // Parquet's writer creates dictionaries by itself.
  label: 'VARCHAR',
  timestamp: 'TIMESTAMPTZ',
  integer: 'INTEGER',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  texts: 'VARCHAR[]',
  json: 'VARCHAR',
};

/**
 * Writes rows as a zstd Parquet file with the columns of their schema; the file appears complete or not at all.
 * @param beside Key-value metadata: texts unchanged, all other values as JSON text; null and undefined are left out
 * @throws FileError if it cannot be written there
 */
export async function toParquet(
  row: z.ZodObject,
  rows: readonly unknown[],
  path: string,
  beside: Record<string, unknown> = {},
): Promise<void> {
  try {
    await writeParquet(row, rows, path, beside);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new FileError(
      path,
      `cannot be written: ${isMissing ? `the folder ${dirname(resolve(path))} does not exist` : reason}`,
      'Name another file.',
      {cause: error},
    );
  }
}

async function writeParquet(
  row: z.ZodObject,
  rows: readonly unknown[],
  path: string,
  beside: Record<string, unknown>,
): Promise<void> {
  const columns = columnsOf(row);
  const target = resolve(path);
  const folder = await mkdtemp(join(dirname(target), '.parquet-'));
  try {
    const lines = join(folder, 'rows.ndjson');
    const written = join(folder, 'rows.parquet');
    const text = rows.map((item) =>
      JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, valueAt(item, column)]))),
    );
    await writeFile(lines, text.join('\n'));
    const instance = await openDatabase({memoryLimit: '512MB', threads: 1});
    try {
      const connection = await connect(instance);
      const types = columns.map((column) => `${quote(column.name)}: ${quote(typeOf(column, rows))}`).join(', ');
      const facts = factsOf(beside).map(([name, text]) => `${quote(name)}: ${quote(text)}`);
      const metadata = facts.length === 0 ? '' : `, KV_METADATA {${facts.join(', ')}}`;
      await connection.run(
        `COPY (SELECT * FROM read_json(${quote(lines)}, format = 'newline_delimited', columns = {${types}}))
         TO ${quote(written)} (FORMAT parquet, COMPRESSION zstd${metadata})`,
      );
      connection.disconnectSync();
    } finally {
      instance.closeSync();
    }
    await rename(written, target);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

function typeOf(column: Column, rows: readonly unknown[]): string {
  const isLarge = column.type === 'integer' && !isSmall(rows.map((row) => valueAt(row, column)));
  return isLarge ? TYPES.number : TYPES[column.type];
}

/** Like `toParquet`, but returns the file's bytes. */
export async function parquetBytes(
  row: z.ZodObject,
  rows: readonly unknown[],
  beside?: Record<string, unknown>,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'biograph-'));
  try {
    const file = join(folder, 'rows.parquet');
    await toParquet(row, rows, file, beside);
    return await readFile(file);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
