import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';
import {SNAPSHOT_TABLES, type SnapshotTable} from '../schema/snapshot.ts';
import {quote} from '../sql/sql.ts';

/**
 * A query of the rows of a snapshot table in its Parquet files, with the format's columns in the format's order.
 * Columns missing from files of an earlier version are null.
 * @param beside Additional columns to select, such as `filename`.
 */
export async function snapshotRows(
  connection: DuckDBConnection,
  table: SnapshotTable,
  paths: readonly string[],
  beside: {columns?: string; options?: string} = {},
): Promise<string> {
  const columns = Object.entries<string>(SNAPSHOT_TABLES[table].columns);
  if (paths.length === 0)
    return `SELECT ${columns.map(([name, type]) => `NULL::${type} AS ${name}`).join(', ')} LIMIT 0`;
  const files = `[${paths.map(quote).join(', ')}]`;
  const there = new Set(
    (await rowsOf(connection, `DESCRIBE FROM read_parquet(${files})`)).map(([name]) => String(name)),
  );
  const selected = columns.map(([name, type]) => (there.has(name) ? name : `NULL::${type} AS ${name}`));
  return `SELECT ${[...selected, ...(beside.columns === undefined ? [] : [beside.columns])].join(', ')}
    FROM read_parquet(${[files, ...(beside.options === undefined ? [] : [beside.options])].join(', ')})`;
}
