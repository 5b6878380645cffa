import {StatementType} from '@duckdb/node-api';
import {FileError, GraphError} from '../errors.ts';
import {quote} from '../sql/sql.ts';
import {connect, lockDown, openDatabase} from './database.ts';
import {checkFunctions} from './table-functions.ts';
import {type JsonValue, toJson} from './values.ts';

export interface SqlOptions {
  /** Milliseconds until the statement is stopped; default 30,000. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Rows kept at most; default 100,000. `truncated` says whether there were more. */
  maxRows?: number;
}

export interface SqlResult {
  columns: {name: string; type: string}[];
  /** One object per row; of columns with one name, the last stands. */
  rows: Record<string, JsonValue>[];
  /** More than `maxRows` were found. */
  truncated: boolean;
}

/**
 * Runs one SELECT of the data's owner over a generation, in an instance of its own, behind a locked door: one
 * statement, read-only file, no other file, no attach, no extension, no setting.
 * @throws GraphError `bad_request` for anything but one SELECT, and with DuckDB's words for a faulty one.
 */
export async function runSql(file: string, text: string, options: SqlOptions = {}): Promise<SqlResult> {
  const instance = await openDatabase({memoryLimit: '512MB', threads: 2});
  try {
    const connection = await connect(instance);
    await connection.run(`ATTACH ${quote(file)} AS graph (READ_ONLY)`);
    await connection.run('USE graph');
    await lockDown(connection);
    return await runOne(connection, text, options);
  } catch (error) {
    if (error instanceof GraphError || error instanceof FileError) throw error;
    options.signal?.throwIfAborted();
    throw new GraphError('bad_request', firstLines(error), {cause: error});
  } finally {
    instance.closeSync();
  }
}

type Connection = Awaited<ReturnType<typeof connect>>;

async function runOne(connection: Connection, text: string, options: SqlOptions): Promise<SqlResult> {
  const statement = await onlySelect(connection, text);
  const timeout = options.timeout ?? 30_000;
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    connection.interrupt();
  }, timeout);
  const interrupt = () => connection.interrupt();
  options.signal?.addEventListener('abort', interrupt, {once: true});
  try {
    const result = await statement.run();
    const most = options.maxRows ?? 100_000;
    const names = result.columnNames();
    const types = result.columnTypes();
    const rows: Record<string, JsonValue>[] = [];
    for (
      let chunk = await result.fetchChunk();
      chunk !== null && chunk.rowCount > 0 && rows.length <= most;
      chunk = await result.fetchChunk()
    ) {
      for (const row of chunk.getRows())
        rows.push(Object.fromEntries(row.map((value, i) => [names[i], toJson(value)])));
    }
    return {
      columns: names.map((name, index) => ({name, type: String(types[index])})),
      rows: rows.slice(0, most),
      truncated: rows.length > most,
    };
  } catch (error) {
    if (expired)
      throw new GraphError('unavailable', `The statement took longer than ${timeout} ms and was stopped.`, {
        cause: error,
      });
    throw error;
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', interrupt);
    statement.destroySync();
    connection.disconnectSync();
  }
}

/** The one SELECT, or EXPLAIN of one; EXPLAIN ANALYZE runs what it explains, so that is looked at too. */
async function onlySelect(connection: Connection, text: string) {
  const statements = await connection.extractStatements(text);
  if (statements.count !== 1)
    throw new GraphError('bad_request', `One statement at a time: ${statements.count} were given.`);
  const statement = await statements.prepare(0);
  if (statement.statementType === StatementType.EXPLAIN) {
    const explained = text.replace(/^\s*explain\s+(?:analyze\s+|\([^)]*\)\s*)?/i, '');
    if (explained === text) throw new GraphError('bad_request', 'Begin with EXPLAIN or SELECT.');
    (await onlySelect(connection, explained)).destroySync();
    return statement;
  }
  if (statement.statementType === StatementType.SELECT) {
    await checkFunctions(connection, text);
    return statement;
  }
  statement.destroySync();
  throw new GraphError('bad_request', 'Only SELECT is answered: a generation is never changed.');
}

function firstLines(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .split('\n')
    .slice(0, 6)
    .join('\n');
}
