import {FileError, GraphError} from '../errors.ts';

/** ClickHouse's names of timeouts, and of exceeded limits (its ErrorCodes.cpp). */
const TOO_LONG = ['TIMEOUT_EXCEEDED', 'TOO_SLOW', 'QUERY_WAS_CANCELLED', 'QUERY_WAS_CANCELLED_BY_CLIENT'];
const TOO_MUCH = [
  'MEMORY_LIMIT_EXCEEDED',
  'TOO_MANY_ROWS',
  'TOO_MANY_BYTES',
  'TOO_MANY_ROWS_OR_BYTES',
  'SET_SIZE_LIMIT_EXCEEDED',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
];
const MISSING = [
  'ALL_CONNECTION_TRIES_FAILED',
  'NO_REPLICA_HAS_REQUESTED_PART',
  'ALL_REPLICAS_LOST',
  'ALL_REPLICAS_ARE_STALE',
  'NETWORK_ERROR',
  'SOCKET_TIMEOUT',
  'ATTEMPT_TO_READ_AFTER_EOF',
  'CANNOT_READ_ALL_DATA',
  'DNS_ERROR',
  'POCO_EXCEPTION',
  // From a server that is stopping.
  'ABORTED',
];
const REFUSED = ['AUTHENTICATION_FAILED', 'ACCESS_DENIED', 'REQUIRED_PASSWORD', 'UNKNOWN_USER'];

/** The name of an error, if the server gave one. */
function nameOf(error: unknown): string | undefined {
  const type = (error as {type?: unknown} | null)?.type;
  return typeof type === 'string' ? type : undefined;
}

/** Whether a server has stated the error. */
export function isSaid(error: unknown): boolean {
  return nameOf(error) !== undefined;
}

/** Whether the server was not reached, or disconnected during the query, so that another one may answer. */
export function isLost(error: unknown): boolean {
  const name = nameOf(error);
  return name === undefined ? !isAborted(error) : MISSING.includes(name);
}

function isAborted(error: unknown): boolean {
  return (error as {name?: unknown} | null)?.name === 'AbortError' || /aborted/i.test(String(error));
}

/** Errors of opening and publishing name the server and the user; errors of requests do not. */
export async function whileOpening<T>(user: string, where: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const {cause} = error as {cause?: unknown};
    if (!(error instanceof GraphError) || cause === undefined) throw error;
    if (REFUSED.includes(nameOf(cause) ?? ''))
      throw new FileError(
        where,
        `refuses the user ${user}`,
        'Set BIOGRAPH_CLICKHOUSE_PASSWORD or BIOGRAPH_CLICKHOUSE_PASSWORD_FILE; asking needs GRANT SELECT, publishing CREATE, INSERT and DROP as well.',
        {cause},
      );
    if (nameOf(cause) !== undefined) throw error;
    const {code, message} = cause as {code?: string; message?: string};
    throw new FileError(
      where,
      `cannot be reached (${code ?? message})`,
      'Check that the server runs and listens for HTTP there.',
      {cause},
    );
  }
}

/** The message of a failed request, which never contains the statement, an address or a user. */
export function failureOf(error: unknown, timeout: number): Error {
  const name = nameOf(error);
  const unavailable = (message: string) => new GraphError('unavailable', message, {retryAfter: 1, cause: error});
  if (name === undefined && /timeout/i.test(String(error)))
    return unavailable(`The query took longer than ${timeout} ms and was stopped.`);
  if (name === undefined) return unavailable('The servers of the graph cannot be reached now.');
  if (TOO_LONG.includes(name)) return unavailable(`The query took longer than ${timeout} ms and was stopped.`);
  if (TOO_MUCH.includes(name))
    return unavailable(
      'The servers of the graph have too little memory for this request; ask for less, or try again later.',
    );
  if (MISSING.includes(name))
    return unavailable(
      'A part of the graph cannot be reached now, and partial answers are never given; try again later.',
    );
  if (name === 'UNKNOWN_DATABASE' || name === 'UNKNOWN_TABLE')
    return unavailable('This generation of the graph was removed; repeat the request for the current one.');
  if (REFUSED.includes(name)) return unavailable('The servers of the graph refuse this user; see the server’s log.');
  return error instanceof Error ? error : new Error(String(error));
}
