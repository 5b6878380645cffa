import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';

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
  // A snapshot may have no disease tree.
  const diseases = join(folder, 'diseases');
  await connection.run(
    existsSync(diseases)
      ? `create view diseases as from '${diseases.replaceAll("'", "''")}/*.parquet'`
      : 'create table diseases (id varchar, label varchar, synonyms varchar[], parents varchar[])',
  );
  return tablesOf(instance, connection);
}

export function tablesOf(instance: DuckDBInstance, connection: DuckDBConnection): Tables {
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
