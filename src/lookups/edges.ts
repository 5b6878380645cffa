import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {type Chunk, eachChunk} from './columns.ts';
import {type EdgeColumns, EdgeRecord} from './edge-record.ts';
import {RecordWriter} from './record-writer.ts';
import {eachRange} from './row-ranges.ts';
import {rowNumbersIn, wordsPerRow} from './rows.ts';

/** Rows whose edges are read by one statement. */
const TOGETHER = 50_000;

/** @param of A query of rows (`rid`); default: all. */
export async function writeEdges(
  connection: DuckDBConnection,
  path: string,
  of = 'SELECT rid FROM entity',
): Promise<void> {
  using writer = new RecordWriter(path, wordsPerRow(await rowNumbersIn(connection)));
  await eachRecord(connection, of, 'true', (rid, record) => writer.addRow(rid, record));
  writer.end();
}

/**
 * Makes the record of each row that has one, in order.
 * @param of A query of rows (`rid`).
 * @param which A condition on the other end, `{other}`.
 */
export async function eachRecord(
  connection: DuckDBConnection,
  of: string,
  which: string,
  add: (rid: number, record: Uint8Array) => void,
): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE edge_origin AS
    SELECT origin, row_number() OVER (ORDER BY origin)::INTEGER AS number FROM (SELECT DISTINCT origin FROM edge_out WHERE origin IS NOT NULL)`);
  const origins: (string | null)[] = [null];
  for (const [origin] of await rowsOf(connection, 'SELECT origin FROM edge_origin ORDER BY number'))
    origins.push(String(origin));
  const rows = await rowNumbersIn(connection);
  await eachRange(connection, of, TOGETHER, (within) => {
    const both = (rid: string, other: string) => `${within(rid)} AND ${which.replace('{other}', other)}`;
    return someRecords(connection, origins, both, rows, add);
  });
  await connection.run('DROP TABLE edge_origin');
}

async function someRecords(
  connection: DuckDBConnection,
  origins: readonly (string | null)[],
  within: (rid: string, other: string) => string,
  rows: RowNumbers,
  add: (rid: number, record: Uint8Array) => void,
): Promise<void> {
  const ends = `SELECT src AS rid, dst AS other, rel * 2::INTEGER AS step, origin, confidence::DOUBLE AS confidence, observed, record
       FROM edge_out WHERE ${within('src', 'dst')}
       UNION ALL SELECT dst, src, rel * 2::INTEGER + 1, origin, confidence, observed, record FROM edge_in WHERE ${within('dst', 'src')}`;
  const edges = new EdgeRecord(rows);
  await eachChunk(
    connection,
    `SELECT rid, other, step, coalesce(o.number, 0), coalesce(confidence, 'nan'::DOUBLE), coalesce(epoch_ms(observed), '-9223372036854775808'::BIGINT), record
     FROM (${ends}) LEFT JOIN edge_origin o USING (origin)
     ORDER BY rid, step, observed DESC NULLS LAST, other`,
    (chunk) => {
      const rids = chunk.numbers(0);
      const columns = columnsOf(chunk);
      for (let row = 0; row < chunk.rows; row++) {
        const rid = rids[row] as number;
        if (rid !== edges.rid) {
          edges.end(add);
          edges.begin(rid);
        }
        edges.add(columns, row, origins);
      }
    },
    ends,
  );
  edges.end(add);
}

function columnsOf(chunk: Chunk): EdgeColumns {
  const [others, steps, origins] = [chunk.numbers(1), chunk.words(2), chunk.words(3)];
  return {others, steps, origins, confidences: chunk.doubles(4), observed: chunk.words(5), records: chunk.texts(6)};
}
