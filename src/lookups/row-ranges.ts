import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';

/**
 * Passes on the rows of a query in ranges, in order, each as a condition on a row: a statement of all of them at once would sort more than
 * memory holds.
 * @param of A query of rows (`rid`).
 * @param together Rows of a range.
 */
export async function eachRange(
  connection: DuckDBConnection,
  of: string,
  together: number,
  work: (within: (rid: string) => string) => Promise<void>,
): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE row_of_range AS SELECT rid FROM (${of}) ORDER BY rid`);
  const starts = await rowsOf(connection, `SELECT rid FROM row_of_range WHERE rowid % ${together} = 0 ORDER BY rid`);
  for (const [index, [from]] of starts.entries()) {
    const to = starts[index + 1]?.[0];
    await work(
      (rid) =>
        `${rid} >= ${Number(from)} ${to === undefined ? '' : `AND ${rid} < ${Number(to)}`} AND ${rid} IN (SELECT rid FROM row_of_range)`,
    );
  }
  await connection.run('DROP TABLE row_of_range');
}
