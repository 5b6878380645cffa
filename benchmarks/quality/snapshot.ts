import {DuckDBInstance} from '@duckdb/node-api';

export type Row = Record<string, unknown>;

/** A snapshot's tables as SQL reads them. */
export interface Tables {
  rows(sql: string): Promise<Row[]>;
  number(sql: string): Promise<number>;
  close(): void;
}

export async function openSnapshot(folder: string): Promise<Tables> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const table of ['entities', 'edges', 'provenance']) {
    await connection.run(`create view ${table} as from '${folder.replaceAll("'", "''")}/${table}/*.parquet'`);
  }
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  return {
    rows,
    number: async (sql) => Number(Object.values((await rows(sql))[0] ?? {})[0]),
    close: () => {
      connection.disconnectSync();
      instance.closeSync();
    },
  };
}
