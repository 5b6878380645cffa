import {createHmac, randomBytes} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {replaceText} from '../disk/files.ts';
import {FileError, GraphError} from '../errors.ts';

/** Bytes of a key. */
const BYTES = 32;

const FILE = 'cursor.key';

const FORM = `${BYTES} bytes as ${2 * BYTES} hexadecimal digits or as base64, for example from \`openssl rand -hex ${BYTES}\``;

/** Parses a key in hexadecimal or base64. */
function parse(text: string): Buffer | undefined {
  const written = text.trim();
  const key = /^[0-9a-f]{64}$/i.test(written)
    ? Buffer.from(written, 'hex')
    : /^[\w+/-]{43}=?$/.test(written)
      ? Buffer.from(written, 'base64')
      : undefined;
  return key?.length === BYTES ? key : undefined;
}

/**
 * The configured cursor key: `given`, or else `BIOGRAPH_CURSOR_KEY`; undefined if neither is set.
 * @param given The key, or a file that holds it (a store's `cursor.key`).
 * @throws GraphError `validation_error` if it is not a key; the message does not repeat it.
 */
export function givenCursorKey(given: string | undefined): Buffer | undefined {
  const text = given ?? process.env.BIOGRAPH_CURSOR_KEY;
  if (text === undefined || text === '') return undefined;
  const key = parse(text) ?? parse(contentOf(text) ?? '');
  if (key !== undefined) return key;
  const name = given === undefined ? 'BIOGRAPH_CURSOR_KEY' : 'cursor-key';
  const message = `Not a key: give ${FORM}, or a file that contains them.`;
  throw new GraphError('validation_error', `${name}: ${message}`, {details: [{path: name, message}]});
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Derives a key from an id. */
export function derivedCursorKey(id: string): Buffer {
  return createHmac('sha256', 'biograph cursor key').update(id).digest();
}

/** Gives a store its key: the configured one, or a new one if it has none. Only its owner may read it. */
export async function keepCursorKey(store: string, given?: Uint8Array): Promise<void> {
  if (given === undefined && existsSync(join(store, FILE))) return;
  const key = Buffer.from(given ?? randomBytes(BYTES)).toString('hex');
  await replaceText(store, FILE, `${key}\n`, 0o600);
}

/**
 * The key that signs a store's cursors. A store written by an earlier version has none until the next write, and
 * another user's key file cannot be read: then the key is derived from the store's random id, which no answer shows.
 * @throws FileError if the file holds something else.
 */
export function cursorKeyOf(store: string): Buffer {
  const path = join(store, FILE);
  const text = contentOf(path);
  if (text === undefined) return derivedCursorKey(idOf(store));
  const key = parse(text);
  if (key !== undefined) return key;
  throw new FileError(path, `is not a key (${FORM})`, 'Remove it; the next write to the store creates a new one.');
}

function idOf(store: string): string {
  const path = join(store, 'store.json');
  try {
    const {id} = JSON.parse(readFileSync(path, 'utf8')) as {id?: unknown};
    if (typeof id === 'string' && id.length >= 32) return id;
    throw new Error('There is no id');
  } catch (cause) {
    throw new FileError(path, 'cannot be read', 'Load the snapshot again with `biograph store load`.', {cause});
  }
}
