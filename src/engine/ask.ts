import {type DuckDBConnection, DuckDBDataChunk, type DuckDBResult, type DuckDBType} from '@duckdb/node-api';
import {type ColumnsOf, type ColumnType, columnsOf} from '../sql/results.ts';
import type {Sql} from '../sql/sql.ts';
import {answerOf} from './session.ts';

/** All rows of a query, each as its columns in order. */
export async function rowsOf(connection: DuckDBConnection, query: string): Promise<unknown[][]> {
  return (await connection.runAndReadAll(query)).getRows();
}

/** The first number of a query's first row; 0 if there is no row. */
export async function countOf(connection: DuckDBConnection, query: string): Promise<number> {
  return Number((await rowsOf(connection, query))[0]?.[0] ?? 0);
}

/**
 * The chunks of a query's result, in its order. The next one is fetched while one is worked on; no more are in memory, but for what the engine
 * makes ahead (`STREAM_BUFFER`). A stream of the engine ends without an error when its statement fails or runs out of memory on the way, so the
 * rows are counted and compared with the rows of the query.
 * @param counted A query of as many rows that is faster to count, such as one without joins that add columns only
 * @throws Error if rows are missing
 */
export async function* chunksOf(
  connection: DuckDBConnection,
  query: string,
  counted = query,
): AsyncGenerator<DuckDBDataChunk> {
  const result = await connection.stream(query);
  let rows = 0;
  let coming = fetchFrom(result);
  try {
    for (let chunk = await coming; chunk !== undefined; chunk = await coming) {
      coming = fetchFrom(result);
      rows += chunk.rowCount;
      yield chunk;
    }
  } finally {
    await endStream(connection, result, coming);
  }
  const all = await countOf(connection, `SELECT count(*) FROM (${counted})`);
  // The usual cause, and worded as the engine words it, so that the message says how to give more.
  if (rows !== all) throw new Error(`Out of Memory Error: a result ended after ${rows} of ${all} rows`);
}

/** The next chunk of a result, none at its end. Whoever awaits it gets its failure; nobody has to. */
function fetchFrom(result: DuckDBResult): Promise<DuckDBDataChunk | undefined> {
  const coming = result.fetchChunk().then((chunk) => (chunk === null || chunk.rowCount === 0 ? undefined : chunk));
  coming.catch(() => {});
  return coming;
}

/**
 * Ends a stream, also one of which no more is wanted. Until the engine is done with it, or the garbage collector comes by, it holds its database
 * open, with the space of files that were removed meanwhile. A transaction that was begun on the session is given up with it.
 */
async function endStream(
  connection: DuckDBConnection,
  result: DuckDBResult,
  last: Promise<DuckDBDataChunk | undefined>,
): Promise<void> {
  const more = () =>
    last.then(
      (chunk) => chunk !== undefined,
      () => false,
    );
  if (!(await more())) return;
  connection.interrupt();
  // What had been made before the interruption comes first.
  do last = fetchFrom(result);
  while (await more());
}

/** The typed columns of a statement. */
export async function columnsFrom<const S extends readonly ColumnType<unknown>[]>(
  connection: DuckDBConnection,
  query: Sql,
  types: S,
): Promise<ColumnsOf<S>> {
  return columnsOf(answerOf(await connection.run(query.toString())), types);
}

/** Stores texts in a temporary table of one column; they are bound as one value. */
export async function keepTexts(
  connection: DuckDBConnection,
  table: string,
  column: string,
  texts: readonly string[],
): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${table} AS SELECT unnest(from_json($1, '["VARCHAR"]')) AS ${column}`,
    [JSON.stringify(texts)],
  );
}

/** Whether the generation attached as `graph` has any vectors. */
export async function isEmbedded(connection: DuckDBConnection): Promise<boolean> {
  const tables = `SELECT count(*) FROM duckdb_tables() WHERE database_name = 'graph' AND table_name = 'embedding'`;
  return (await countOf(connection, tables)) > 0;
}

type Values = readonly unknown[] | Int32Array | BigInt64Array | Uint16Array;

/** Makes a temporary table from columns of values. */
export async function fillTable(
  connection: DuckDBConnection,
  table: string,
  types: Record<string, DuckDBType>,
  columns: readonly Values[],
): Promise<void> {
  await fillTableInParts(connection, table, types, (add) => add(columns));
}

/** The same from parts, each of them columns of values, so that not all have to be in memory. */
export async function fillTableInParts(
  connection: DuckDBConnection,
  table: string,
  types: Record<string, DuckDBType>,
  fill: (add: (columns: readonly Values[]) => void) => void,
): Promise<void> {
  const spelled = Object.entries(types).map(([name, type]) => `${name} ${type}`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (${spelled.join(', ')})`);
  const appender = await connection.createAppender(table, 'main', 'temp');
  fill((columns) => {
    const rows = columns[0]?.length ?? 0;
    for (let at = 0; at < rows; at += 2048) {
      const chunk = DuckDBDataChunk.create(Object.values(types), Math.min(2048, rows - at));
      columns.forEach((values, index) => {
        chunk.setColumnValues(index, values.slice(at, at + 2048) as never);
      });
      appender.appendDataChunk(chunk);
    }
  });
  appender.closeSync();
}
