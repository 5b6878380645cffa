import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, expect} from 'vitest';
import {macroStatements} from '../../src/import/macros.ts';
import {readSql} from '../../src/import/sql-file.ts';

/** What to compare: an expression of the macros over a text `s`, and what it makes of each text. */
type Compare = (macro: string, cases: Record<string, string | boolean | null>) => Promise<void>;

/** The macros of import, for the tests of one file. */
export function macros(): Compare {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    await connection.run(macroStatements());
    await connection.run(readSql('./enrich/000_vocabulary.sql'));
  });
  afterAll(() => {
    connection.disconnectSync();
    instance.closeSync();
  });
  return async (macro, cases) => {
    for (const [text, expected] of Object.entries(cases)) {
      const rows = (
        await connection.runAndReadAll(`select (${macro})::varchar from (select $1::varchar as s)`, [text])
      ).getRowsJson();
      expect(rows[0]?.[0], text).toBe(expected === null ? null : String(expected));
    }
  };
}
