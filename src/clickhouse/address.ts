import {readFileSync} from 'node:fs';
import {FileError, GraphError} from '../errors.ts';

/** The address of a published graph, and its user. */
export interface Address {
  /** Addresses of the nodes' HTTP interface; any of them can answer. */
  nodes: readonly string[];
  user: string;
  /** The database with the pointer; the databases of generations are named after it. */
  name: string;
  /** A file of certificates (PEM) that sign the servers' certificates, if the system's do not. */
  authority: string | undefined;
}

const SCHEME = 'clickhouse:';

/** Names become database names and prefixes of others. */
const NAME = /^[a-z][a-z0-9_]{0,40}$/;

const EXAMPLE = 'clickhouse://user@host:8123/biograph';

/** Whether this is the address of a published graph rather than a path. */
export function isClickHouse(source: string | undefined): source is string {
  return source?.toLowerCase().startsWith(`${SCHEME}//`) === true;
}

/**
 * Parses `clickhouse://user@host:8123,other:8123/name?secure=true&ca=FILE`; the nodes of a cluster are separated by
 * commas.
 * @throws GraphError `validation_error` for anything else, and for a password, which must not be in an address.
 */
export function readAddress(text: string): Address {
  const [, login, hosts = '', name = '', query = ''] =
    /^clickhouse:\/\/(?:([^@/]*)@)?([^/?#@]+)(?:\/([^?#/]*))?(?:\?([^#]*))?$/i.exec(text.trim()) ?? [];
  if (login?.includes(':') === true)
    throw refused(
      'Do not put a password in the address, where logs and process lists show it: set BIOGRAPH_CLICKHOUSE_PASSWORD, or BIOGRAPH_CLICKHOUSE_PASSWORD_FILE to a file that contains it.',
    );
  if (hosts === '') throw refused(`Not a ClickHouse address: write ${EXAMPLE}.`);
  if (!NAME.test(name))
    throw refused(
      `The address needs the name of the graph after the host, in lower-case letters, digits and underscores: ${EXAMPLE}.`,
    );
  const options = new URLSearchParams(query);
  const secure = options.get('secure') ?? 'false';
  for (const option of options.keys())
    if (option !== 'secure' && option !== 'ca')
      throw refused(`Unknown option ${option} in the address; the options are secure=true and ca=FILE.`);
  if (secure !== 'true' && secure !== 'false') throw refused('secure is true or false.');
  const isSecure = secure === 'true';
  return {
    nodes: hosts.split(',').map((host) => nodeOf(host, isSecure)),
    user: login === undefined || login === '' ? 'default' : decodeURIComponent(login),
    name,
    authority: options.get('ca') ?? undefined,
  };
}

function nodeOf(host: string, isSecure: boolean): string {
  const isWhole = /^(?:\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.test(host);
  if (!isWhole) throw refused(`${host} is not a host and port.`);
  const port = /:\d+$/.test(host) ? '' : isSecure ? ':8443' : ':8123';
  return `${isSecure ? 'https' : 'http'}://${host}${port}`;
}

/** The address as shown in messages. */
export function shown({nodes, name}: Address): string {
  return `${SCHEME}//${nodes.map((node) => node.replace(/^https?:\/\//, '')).join(',')}/${name}`;
}

/**
 * The user's password: `BIOGRAPH_CLICKHOUSE_PASSWORD`, or else the contents of the file
 * `BIOGRAPH_CLICKHOUSE_PASSWORD_FILE`, or else none.
 * @throws FileError if that file cannot be read.
 */
export function passwordOf(): string {
  const {BIOGRAPH_CLICKHOUSE_PASSWORD: given, BIOGRAPH_CLICKHOUSE_PASSWORD_FILE: file} = process.env;
  if (given !== undefined) return given;
  return file === undefined || file === '' ? '' : readText(file, 'BIOGRAPH_CLICKHOUSE_PASSWORD_FILE').trim();
}

/**
 * The certificates that an address names.
 * @throws FileError if they cannot be read.
 */
export function authorityOf({authority}: Address): Buffer | undefined {
  return authority === undefined ? undefined : Buffer.from(readText(authority, 'ca'));
}

function readText(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new FileError(path, `cannot be read (${what})`, 'Give a file that this user may read.', {cause});
  }
}

function refused(message: string): GraphError {
  return new GraphError('validation_error', `data: ${message}`, {details: [{path: 'data', message}]});
}
