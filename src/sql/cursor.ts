import {createHash} from 'node:crypto';
import {GraphError} from '../errors.ts';

/**
 * Where a page ended. `position` is the place in the order of the generation that answered; `key` and `id` find
 * the place again in a later generation.
 */
export interface Cursor {
  generation: number;
  position: number;
  key: string;
  id: string;
}

/** A short fingerprint of everything that must stay the same from page to page. */
export function fingerprint(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 12);
}

export function encodeCursor(cursor: Cursor, print: string): string {
  const {generation, position, key, id} = cursor;
  return Buffer.from(JSON.stringify([1, print, generation, position, key, id])).toString('base64url');
}

/** @throws GraphError `bad_request` when it is malformed or was given for another question. */
export function decodeCursor(text: string, print: string): Cursor {
  const fields = parse(text);
  if (fields === undefined)
    throw new GraphError('bad_request', 'Malformed cursor. Pass `next_cursor` of the previous page as it was given.');
  const [, owner, generation, position, key, id] = fields;
  if (owner !== print) {
    throw new GraphError(
      'bad_request',
      'This cursor belongs to a query with other filters or another sort. Repeat that query, or start without `after`.',
    );
  }
  return {generation, position, key, id};
}

type Fields = [1, string, number, number, string, string];

function parse(text: string): Fields | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    const fields: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return isFields(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

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
