import {createHash, createHmac, timingSafeEqual} from 'node:crypto';
import {GraphError} from '../errors.ts';

/**
 * The end of a page. `position` is the position in the order of the generation that answered; `key` and `id` find it
 * again in a later generation.
 */
export interface Cursor {
  generation: number;
  position: number;
  key: string;
  id: string;
}

/** Bytes of a signature: half of a SHA-256, as RFC 2104 allows. */
const MAC_BYTES = 16;

/** A short fingerprint of everything that must stay the same from page to page. */
export function fingerprint(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 12);
}

/**
 * Signs a cursor, so that nobody can forge one for another generation.
 * @param purpose The type of cursor; one type is not valid as another.
 * @param key The store's 32 bytes.
 */
export function seal(said: string, purpose: string, key: Uint8Array): string {
  return Buffer.concat([mac(said, purpose, key), Buffer.from(said)]).toString('base64url');
}

/** @throws GraphError `bad_request` if the text is not a cursor, or was not signed for this purpose with this key. */
export function unseal(text: string, purpose: string, key: Uint8Array): string {
  const bytes = /^[\w-]+$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0);
  const said = bytes.subarray(MAC_BYTES).toString('utf8');
  // Other letters at the end may stand for the same bytes.
  if (!isJson(said) || bytes.toString('base64url') !== text) throw malformed();
  if (timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(said, purpose, key))) return said;
  throw new GraphError(
    'bad_request',
    'This cursor was not issued for this list by this graph: it belongs to another store or another list, or was altered. Start again without `after`.',
  );
}

export function encodeCursor(cursor: Cursor, print: string, key: Uint8Array): string {
  const {generation, position, id} = cursor;
  return seal(JSON.stringify([1, print, generation, position, cursor.key, id]), 'page', key);
}

/** @throws GraphError `bad_request` if it is malformed, forged, or belongs to another question. */
export function decodeCursor(text: string, print: string, key: Uint8Array): Cursor {
  const fields: unknown = JSON.parse(unseal(text, 'page', key));
  if (!isFields(fields)) throw malformed();
  const [, owner, generation, position, sortKey, id] = fields;
  if (owner !== print) {
    throw new GraphError(
      'bad_request',
      'This cursor belongs to a query with other filters or another sort. Repeat that query, or start without `after`.',
    );
  }
  return {generation, position, key: sortKey, id};
}

export function malformed(): GraphError {
  return new GraphError('bad_request', 'Malformed cursor. Pass `next_cursor` of the previous page unchanged.');
}

function mac(said: string, purpose: string, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${purpose}\0${said}`).digest().subarray(0, MAC_BYTES);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Fields = [1, string, number, number, string, string];

function isFields(value: unknown): value is Fields {
  if (!Array.isArray(value) || value.length !== 6) return false;
  const [version, print, generation, position, key, id] = value as unknown[];
  return (
    version === 1 &&
    typeof print === 'string' &&
    isCount(generation) &&
    isCount(position) &&
    typeof key === 'string' &&
    typeof id === 'string'
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;
}
