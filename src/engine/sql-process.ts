import {type ChildProcess, spawn} from 'node:child_process';
import {GraphError} from '../errors.ts';
import {entryFile, loaderOf} from './child.ts';
import {readingMemory, wantedMemory} from './memory.ts';
import {type SqlColumn, type SqlRow, tooMuchMemory} from './shell.ts';
import type {FromChild} from './sql-child.ts';

export interface SqlOptions {
  /** Milliseconds until the statement is stopped; default 30,000. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Maximum number of rows; default 100,000. `truncated` says whether there were more. */
  maxRows?: number;
}

export interface SqlResult {
  columns: SqlColumn[];
  /** One object per row; columns of the same name are numbered as in a table: `a`, `a_1`. */
  rows: SqlRow[];
  /** There were more than `maxRows`. */
  truncated: boolean;
}

const DEFAULT_TIMEOUT = 30_000;
const DEFAULT_ROWS = 100_000;

/** Memory the process needs besides the engine's. */
const BESIDES = 512 * 1024 ** 2;

/** Milliseconds for which an idle process is kept for the next statement. */
const KEPT = 5000;

/** A process that has finished its work, kept for the next statement. */
let idle: {child: ChildProcess; memory: number; end: NodeJS.Timeout} | undefined;

/** Whether the system can limit the memory of a process; found out with the first one. */
let isBounded = process.platform === 'linux';

/**
 * Runs one SELECT of the data's owner like `runSql`, but in a separate process: the engine computes constants while it
 * prepares a statement, when it can neither be interrupted nor limited in memory. The process is killed at the
 * deadline, and the system limits its memory if it can (Linux).
 * @throws GraphError `bad_request` for anything but one SELECT, and with DuckDB's message for a faulty one;
 * `unavailable` when it exceeds its time or memory.
 */
export async function runSql(
  file: string,
  text: string,
  {
    timeout = DEFAULT_TIMEOUT,
    signal,
    maxRows: most = DEFAULT_ROWS,
    ...given
  }: SqlOptions & {memory?: number | string | undefined},
): Promise<SqlResult> {
  signal?.throwIfAborted();
  const memory = wantedMemory(given.memory) ?? readingMemory();
  const child = await startedChild(memory, signal);
  const result: SqlResult = {columns: [], rows: [], truncated: false};
  let isExpired = false;
  let isReusable = false;
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(() => {
    isExpired = true;
    kill();
  }, timeout);
  signal?.addEventListener('abort', kill, {once: true});
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('close', () => reject(tooMuchMemory(memory)));
      child.on('message', (message: FromChild) => {
        if (message.is === 'columns') result.columns = message.columns;
        else if (message.is === 'rows') for (const row of message.rows) result.rows.push(row);
        else if (message.is === 'failed') {
          isReusable = message.code === 'bad_request';
          reject(new GraphError(message.code, message.message));
        } else if (message.is === 'done') {
          isReusable = true;
          resolve();
        }
      });
      child.send({file, text, memory, most});
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (isExpired) throw new GraphError('unavailable', `The statement took longer than ${timeout} ms and was stopped.`);
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    child.removeAllListeners().on('error', () => undefined);
    // After a statement that ran out of memory the allocator returns little of it, and the next one would fail as well.
    if (isReusable) keep(child, memory);
    else child.kill('SIGKILL');
  }
  result.truncated = result.rows.length > most;
  result.rows.length = Math.min(result.rows.length, most);
  return result;
}

/** A process that is ready for a statement: the idle one, or else a new one. */
async function startedChild(memory: number, signal: AbortSignal | undefined): Promise<ChildProcess> {
  if (idle !== undefined && idle.memory === memory && idle.child.connected) {
    const {child, end} = idle;
    idle = undefined;
    clearTimeout(end);
    child.ref();
    child.channel?.ref();
    return child;
  }
  const child = start(memory);
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, {once: true});
  try {
    const isReady = await new Promise<boolean>((resolve) => {
      child.once('message', () => resolve(true));
      child.once('close', () => resolve(false));
      child.once('error', () => resolve(false));
    });
    if (isReady) return child;
  } finally {
    signal?.removeEventListener('abort', kill);
    child.removeAllListeners().on('error', () => undefined);
  }
  signal?.throwIfAborted();
  if (!isBounded) throw new GraphError('unavailable', 'No process for the statement could be started.');
  // There is no shell, or a process may not limit itself.
  isBounded = false;
  return startedChild(memory, signal);
}

function start(memory: number): ChildProcess {
  const entry = entryFile('engine-sql-child.js', () => new URL('./sql-child.ts', import.meta.url));
  const words = [process.execPath, ...loaderOf(entry), entry];
  const bound = Math.ceil((memory + BESIDES) / 1024);
  // The limit is on data: Node and the engine reserve far more address space than they use.
  const [command = '', ...rest] = isBounded ? ['sh', '-c', `ulimit -d ${bound} && exec "$@"`, 'sh', ...words] : words;
  return spawn(command, rest, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
}

/** Keeps a process for the next statement for a while, without keeping the parent alive. */
function keep(child: ChildProcess, memory: number): void {
  if (child.exitCode !== null || child.signalCode !== null || child.killed || !child.connected) return;
  child.unref();
  child.channel?.unref();
  disposeChild();
  const end = setTimeout(disposeChild, KEPT);
  end.unref();
  idle = {child, memory, end};
}

function disposeChild(): void {
  if (idle === undefined) return;
  clearTimeout(idle.end);
  idle.child.kill('SIGKILL');
  idle = undefined;
}
