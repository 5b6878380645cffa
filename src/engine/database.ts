import {rm} from 'node:fs/promises';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {makeFolder} from '../disk/files.ts';
import {quote} from '../sql/sql.ts';
import {rowsOf} from './ask.ts';
import {interruptOnAbort} from './interrupt.ts';
import {engineSize, isDiskFull, isOutOfMemory, outOfMemory} from './memory.ts';

export interface DatabaseOptions {
  /** A DuckDB size such as `1GB`. */
  memoryLimit: string;
  threads: number;
  /** Where spilled data goes; none means no spilling. */
  tempDirectory?: string;
  /** Like `tempDirectory`, but created only when data is spilled, and limited in size. */
  spillDirectory?: string;
}

/**
 * An in-memory instance that installs nothing, loads nothing and requests nothing from the network. Data files are
 * attached to it, so that the options below are in force before any file is opened.
 */
export async function openDatabase(options: DatabaseOptions): Promise<DuckDBInstance> {
  if (options.tempDirectory !== undefined) makeFolder(options.tempDirectory);
  return DuckDBInstance.create(':memory:', {
    memory_limit: options.memoryLimit,
    threads: String(options.threads),
    temp_directory: options.tempDirectory ?? options.spillDirectory ?? '',
    ...(options.spillDirectory !== undefined && {max_temp_directory_size: '4GB'}),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    // A top-N over a few rows is read in one pass: fetching its columns in a second pass, by row number, opens every
    // row group again and takes four milliseconds instead of one.
    late_materialization_max_rows: '0',
  });
}

/** A session whose results do not depend on the machine's time zone. */
export async function connect(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  return connection;
}

/** Attaches a finished generation, read-only. */
export async function attachReadOnly(
  connection: DuckDBConnection,
  file: string,
  name: 'graph' | 'past' = 'graph',
): Promise<void> {
  await connection.run(`ATTACH ${quote(file)} AS ${name} (READ_ONLY)`);
}

/**
 * Attaches a generation that is being made. Small row groups are faster when few rows are read (DuckDB would rewrite a
 * file opened with another size). No write-ahead log: an unfinished generation is discarded.
 */
export async function attachNew(connection: DuckDBConnection, file: string): Promise<void> {
  await connection.run(`ATTACH ${quote(file)} AS graph (ROW_GROUP_SIZE 16384, RECOVERY_MODE no_wal_writes)`);
}

/**
 * Locks the instance down to the attached files: no other files, no extensions, no network, no changes of settings.
 * Must come after every ATTACH.
 */
export async function lockDown(connection: DuckDBConnection): Promise<void> {
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
}

export interface WorkOptions {
  /** Default `3GB`; a build and a refresh of millions of entities take more (`buildMemory`, `refreshMemory`). */
  memoryLimit?: string | undefined;
  /** Default 2. */
  threads?: number | undefined;
  /** Where spilled data goes, removed afterwards; none means no spilling. */
  spill?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** What the engine makes of a result ahead of its reader: with its default of a megabyte it waits for the reader half of the time. */
const STREAM_BUFFER = '16MiB';

/**
 * One session for a long task: the signal interrupts it, and it leaves no files.
 * @param work May ask for further sessions with the same database.
 */
export async function withSession<T>(
  {memoryLimit = '3GB', threads = 2, spill, signal}: WorkOptions,
  work: (connection: DuckDBConnection, another: () => Promise<DuckDBConnection>) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const instance = await openDatabase({memoryLimit, threads, ...(spill !== undefined && {tempDirectory: spill})});
  const sessions: DuckDBConnection[] = [];
  let first: DuckDBConnection | undefined;
  let ended = () => {};
  const another = async () => {
    const one = await connect(instance);
    sessions.push(one);
    await one.run(`SET streaming_buffer_size = '${STREAM_BUFFER}'`);
    return one;
  };
  try {
    first = await another();
    ended = interruptOnAbort(signal, () => {
      for (const one of sessions) one.interrupt();
    });
    return await work(first, another);
  } catch (error) {
    signal?.throwIfAborted();
    if (first === undefined || !isOutOfMemory(error) || isDiskFull(error)) throw error;
    throw outOfMemory(error, await memoryOf(first));
  } finally {
    ended();
    for (const one of sessions) one.disconnectSync();
    instance.closeSync();
    if (spill !== undefined) await rm(spill, {recursive: true, force: true});
  }
}

/** Raises a session's default memory to so many bytes. */
export async function growMemory(connection: DuckDBConnection, bytes: number): Promise<void> {
  await connection.run(`SET memory_limit = '${engineSize(bytes)}'`);
}

async function memoryOf(connection: DuckDBConnection): Promise<string> {
  const [row] = await rowsOf(connection, "SELECT current_setting('memory_limit')");
  return String(row?.[0]);
}
