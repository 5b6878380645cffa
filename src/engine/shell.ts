import {StatementType} from '@duckdb/node-api';
import {FileError, GraphError} from '../errors.ts';
import {quote} from '../sql/sql.ts';
import {connect, lockDown, openDatabase} from './database.ts';
import {engineSize, isOutOfMemory} from './memory.ts';
import {checkFunctions} from './table-functions.ts';
import {type JsonValue, toJson} from './values.ts';

export interface SqlColumn {
  name: string;
  type: string;
}

export type SqlRow = Record<string, JsonValue>;

export interface Asked {
  /** The generation's file. */
  file: string;
  text: string;
  /** The engine's memory in bytes. */
  memory: number;
  /** Rows given at most, and one more where there are more. */
  most: number;
}

/** Told of a result as it is read: its columns, then its rows. */
export interface Told {
  columns(columns: SqlColumn[]): Promise<void> | void;
  rows(rows: SqlRow[]): Promise<void> | void;
}

/**
 * Runs one SELECT of the data's owner over a generation, in an instance of its own, behind a locked door: one
 * statement, read-only file, no other file, no attach, no extension, no setting. Nothing ends it from outside while the engine
 * folds constants, nor bounds what it takes for that: what strangers to us have written runs in a process of its own (see sql-process.ts).
 * @throws GraphError `bad_request` for anything but one SELECT, and with DuckDB's words for a faulty one.
 */
export async function askSql({file, text, memory, most}: Asked, told: Told): Promise<void> {
  const instance = await openDatabase({memoryLimit: engineSize(memory), threads: 2});
  try {
    const connection = await connect(instance);
    await connection.run(`ATTACH ${quote(file)} AS graph (READ_ONLY)`);
    await connection.run('USE graph');
    await lockDown(connection);
    await askOne(connection, text, most, told);
  } catch (error) {
    if (error instanceof GraphError || error instanceof FileError) throw error;
    if (isOutOfMemory(error)) throw tooMuchMemory(memory, error);
    throw new GraphError('bad_request', firstLines(error), {cause: error});
  } finally {
    instance.closeSync();
  }
}

export function tooMuchMemory(memory: number, cause?: unknown): GraphError {
  return new GraphError(
    'unavailable',
    `The statement needs more memory than the ${Math.floor(memory / 1e6)} MB it may have; ask for less, or give more with --memory.`,
    {cause},
  );
}

/** The engine's plan of a statement that we have written ourselves. */
export async function planOf(file: string, text: string): Promise<string> {
  const lines: string[] = [];
  await askSql(
    {file, text: `explain ${text}`, memory: PLAN_MEMORY, most: 100},
    {
      columns: () => undefined,
      rows: (rows) => void lines.push(...rows.map(({explain_value: line}) => String(line))),
    },
  );
  return lines.join('\n');
}

const PLAN_MEMORY = 256e6;

type Connection = Awaited<ReturnType<typeof connect>>;

async function askOne(connection: Connection, text: string, most: number, told: Told): Promise<void> {
  const statement = await onlySelect(connection, text);
  try {
    const result = await statement.run();
    const names = result.columnNames();
    const types = result.columnTypes();
    await told.columns(names.map((name, index) => ({name, type: String(types[index])})));
    let left = most + 1;
    for (let at = 0; at < result.chunkCount && left > 0; at++) {
      const rows = result
        .getChunk(at)
        .getRows()
        .slice(0, left)
        .map((row) => Object.fromEntries(row.map((value, i) => [names[i], toJson(value)])));
      left -= rows.length;
      await told.rows(rows);
    }
  } finally {
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
