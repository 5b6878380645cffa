import {mkdtemp, rename, rm, writeFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import type {z} from 'zod';
import {quote} from '../sql/sql.ts';
import {type ColumnType, columnsOf, valueAt} from './columns.ts';
import {connect, openDatabase} from './database.ts';

const TYPES: Record<ColumnType, string> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  texts: 'VARCHAR[]',
  json: 'VARCHAR',
};

/** Rows as a zstd Parquet file with the columns of their schema; the file appears whole or not at all. */
export async function toParquet(row: z.ZodObject, rows: readonly unknown[], path: string): Promise<void> {
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
      const types = columns.map(({name, type}) => `${quote(name)}: ${quote(TYPES[type])}`).join(', ');
      await connection.run(
        `COPY (SELECT * FROM read_json(${quote(lines)}, format = 'newline_delimited', columns = {${types}}))
         TO ${quote(written)} (FORMAT parquet, COMPRESSION zstd)`,
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
