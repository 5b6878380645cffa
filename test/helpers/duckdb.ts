import type {DuckDBConnection, DuckDBValue} from '@duckdb/node-api';
import {connect, openDatabase} from '../../src/engine/database.ts';

/** A DuckDB in memory for a test's own questions. */
export interface Shell {
  connection: DuckDBConnection;
  /** Rows as plain objects, in DuckDB's JSON form. */
  rows(text: string, values?: DuckDBValue[]): Promise<Record<string, unknown>[]>;
  /** The first column of the first row. */
  first(text: string, values?: DuckDBValue[]): Promise<unknown>;
  close(): void;
}

export async function openShell(): Promise<Shell> {
  const instance = await openDatabase({memoryLimit: '1GB', threads: 2});
  const connection = await connect(instance);
  const rows: Shell['rows'] = async (text, values = []) => {
    const reader = await connection.runAndReadAll(text, values);
    return reader.getRowObjectsJson() as Record<string, unknown>[];
  };
  return {
    connection,
    rows,
    first: async (text, values) => Object.values((await rows(text, values))[0] ?? {})[0],
    close() {
      connection.disconnectSync();
      instance.closeSync();
    },
  };
}
