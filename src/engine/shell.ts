import {type DuckDBExtractedStatements, StatementType} from '@duckdb/node-api';
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

export interface SqlRequest {
  /** The generation's file. */
  file: string;
  text: string;
  /** The engine's memory in bytes. */
  memory: number;
  /** Maximum number of rows, plus one if there are more. */
  most: number;
}

/** Receives a result as it is read: its columns, then its rows. */
export interface ResultSink {
  columns(columns: SqlColumn[]): Promise<void> | void;
  rows(rows: SqlRow[]): Promise<void> | void;
}

/**
 * Runs one SELECT of the data's owner over a generation, in its own locked-down instance: one statement, a read-only
 * file, no other files, no attach, no extensions, no settings. While the engine folds constants it can neither be
 * interrupted nor limited in memory, so untrusted statements run in a separate process (see sql-process.ts).
 * @throws GraphError `bad_request` for anything but one SELECT, and with DuckDB's message for a faulty one.
 */
export async function runSql({file, text, memory, most}: SqlRequest, sink: ResultSink): Promise<void> {
  let instance: Awaited<ReturnType<typeof openDatabase>> | undefined;
  let connection: Connection | undefined;
  try {
    instance = await openDatabase({memoryLimit: engineSize(memory), threads: 2});
    connection = await connect(instance);
    await connection.run(`ATTACH ${quote(file)} AS graph (READ_ONLY)`);
    await connection.run('USE graph');
    await lockDown(connection);
    await runOne(connection, text, most, sink);
  } catch (error) {
    if (error instanceof GraphError || error instanceof FileError) throw error;
    if (isOutOfMemory(error)) throw tooMuchMemory(memory, error);
    throw new GraphError('bad_request', firstLines(error), {cause: error});
  } finally {
    // An instance with an open connection lives on, with its threads and memory.
    connection?.disconnectSync();
    instance?.closeSync();
  }
}

export function tooMuchMemory(memory: number, cause?: unknown): GraphError {
  return new GraphError(
    'unavailable',
    `The statement needs more than its memory limit of ${Math.floor(memory / 1e6)} MB; ask for less, or raise the limit with --memory.`,
    {cause},
  );
}

/** The engine's plan of one of our own statements. */
export async function planOf(file: string, text: string): Promise<string> {
  const lines: string[] = [];
  await runSql(
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

async function runOne(connection: Connection, text: string, most: number, sink: ResultSink): Promise<void> {
  const statement = await onlySelect(connection, text);
  try {
    const result = await statement.run();
    const names = distinct(result.columnNames());
    const types = result.columnTypes();
    await sink.columns(names.map((name, index) => ({name, type: String(types[index])})));
    let left = most + 1;
    for (let at = 0; at < result.chunkCount && left > 0; at++) {
      const rows = result
        .getChunk(at)
        .getRows()
        .slice(0, left)
        .map((row) => Object.fromEntries(row.map((value, i) => [names[i], toJson(value)])));
      left -= rows.length;
      await sink.rows(rows);
    }
  } finally {
    statement.destroySync();
  }
}

/** Names of columns as the engine would give them to a table made of the result: a row has each once, in any case. */
function distinct(names: readonly string[]): string[] {
  const taken = new Map<string, number>();
  return names.map((name) => {
    let next = taken.get(name.toLowerCase());
    let found = name;
    for (; next !== undefined && taken.has(found.toLowerCase()); next++) found = `${name}_${next}`;
    taken.set(name.toLowerCase(), next ?? 1);
    taken.set(found.toLowerCase(), taken.get(found.toLowerCase()) ?? 1);
    return found;
  });
}

/** The single SELECT, or EXPLAIN of one; EXPLAIN ANALYZE runs its statement, so that statement is checked too. */
async function onlySelect(connection: Connection, text: string) {
  const statements = await connection.extractStatements(text).catch((error: unknown) => {
    // The engine's binding fails without a message where there is nothing between semicolons and comments.
    const isEmpty = error instanceof Error && error.message === 'Error in native callback';
    throw isEmpty ? new GraphError('bad_request', 'There is no statement: give a SELECT.') : error;
  });
  if (statements.count !== 1) throw await severalRefused(statements);
  const statement = await statements.prepare(0).catch((error: unknown) => {
    // The engine looks for the table, or refuses the file, before it is known what the statement does.
    throw CHANGING.test(text) ? onlySelectAnswered() : error;
  });
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
  throw onlySelectAnswered();
}

/** What begins a statement that is no SELECT. */
const CHANGING =
  /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:alter|attach|checkpoint|comment|copy|create|delete|detach|drop|export|import|insert|install|load|merge|truncate|update|use|vacuum)\b/i;

function onlySelectAnswered(): GraphError {
  return new GraphError('bad_request', 'Only SELECT is answered: a generation is never changed.');
}

/** The engine makes two statements of a PIVOT that does not list its values: it first has to look for them. */
async function severalRefused(statements: DuckDBExtractedStatements): Promise<GraphError> {
  const {count} = statements;
  const isPivot = await statements.prepare(count - 1).then(
    (last) => {
      last.destroySync();
      return false;
    },
    (error: unknown) => String(error).includes('__pivot_enum_'),
  );
  return new GraphError(
    'bad_request',
    isPivot
      ? "PIVOT needs its values here: pivot live_entities on kind in ('trial', 'paper') using count(*)."
      : `Give one statement at a time, not ${count}.`,
  );
}

function firstLines(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .replace(UNKNOWN_TABLE, `$1\n${VIEWS}`)
    .split('\n')
    .slice(0, 6)
    .join('\n');
}

/** The engine proposes a table of the layout, which changes with it. */
const UNKNOWN_TABLE = /^(.*\bTable with name .* does not exist!)\s*(?:Did you mean .*\?)?/;
const VIEWS = 'The views are live_entities, trusted_entities, live_edges, labels and attributes.';
