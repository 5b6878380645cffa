import type {z} from 'zod';
import {GraphError} from '../errors.ts';
import {fitted, type leftOut, lengthOf, MOST_CHARACTERS, trimmed} from './fitted.ts';

type Json = Record<string, unknown>;

/** What every part says of the thing it belongs to. */
const HEADER = ['id', 'kind', 'name', 'slug'];

/** A longer path is not worth its space; nothing in a graph has one. */
const LONGEST_PATH = 200;

/** A list, a text or an object within one thing, by its path, and how many entries, characters or members to skip. */
interface Part {
  part: string;
  skip: number;
}

/**
 * One thing (an entity) as far as it fits, or the rest of one of its parts. `left_out.next` requests what was cut, one
 * part after another, until everything has been given.
 * @throws GraphError `validation_error` for a part that it does not have
 */
export function partly(whole: Json, {part, skip = 0}: Partial<Part>): Json {
  const answer = fitted({rows: null}, whole, {next: () => null});
  const rest = answer === whole ? [] : unfinished(whole, answer);
  if (part !== undefined) {
    const at = rest.findIndex((one) => one.part === part);
    return continued(whole, {part, skip}, at === -1 ? [] : rest.slice(at + 1));
  }
  const {left_out} = answer as {left_out?: z.output<typeof leftOut>};
  return left_out === undefined ? answer : {...answer, left_out: {...left_out, next: nextOf(whole, rest[0])}};
}

/** Under its id, which is shorter than the names that it may have been asked by. */
function nextOf({id}: Json, part: Part | undefined): Json | null {
  return part === undefined ? null : {entity_id: id, ...part};
}

/** What a shortened value lacks, in its order. */
function unfinished(whole: unknown, kept: unknown, path = ''): Part[] {
  const lacks = (skip: number) => (path.length > LONGEST_PATH ? [] : [{part: path, skip}]);
  if (kept === undefined) return isLong(whole) ? lacks(0) : [];
  // An ellipsis stands at the end of a shortened text.
  if (typeof whole === 'string') return whole === kept ? [] : lacks(String(kept).length - 1);
  if (!isLong(whole)) return [];
  if (Array.isArray(whole)) {
    const same = whole.findIndex((entry, at) => JSON.stringify(entry) !== JSON.stringify((kept as unknown[])[at]));
    return same === -1 ? [] : lacks(same);
  }
  return Object.entries(whole).flatMap(([key, value]) =>
    // A path with such a name could not be told from one of two names.
    key.includes('.') ? [] : unfinished(value, (kept as Json | null)?.[key], path === '' ? key : `${path}.${key}`),
  );
}

function isLong(value: unknown): value is string | object {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

/** As much of a part as fits; `after` are the parts to request when it is finished. */
function continued(whole: Json, {part, skip}: Part, after: readonly Part[]): Json {
  const path = part.split('.');
  const value = valueAt(whole, part);
  if (!isLong(value))
    throw new GraphError('validation_error', `part: there is no list, text or object at "${part}".`, {
      details: [{path: 'part', message: 'Not a list, text or object of this entity.'}],
    });
  const length = lengthOfPart(value);
  const later = after.reduce((sum, one) => sum + rowsAfter(valueAt(whole, one.part), one.skip), 0);
  const upTo = (to: number): Json => {
    const shown = path.reduceRight<unknown>((inner, key) => ({[key]: inner}), slice(value, skip, to));
    const rows = rowsAfter(value, to) + later;
    const next = nextOf(whole, to < length ? {part, skip: to} : after[0]);
    const head = Object.fromEntries(HEADER.map((key) => [key, whole[key]]));
    return {...head, ...(shown as Json), ...(next !== null && {left_out: {rows, next}})};
  };
  if (skip >= length || lengthOf(upTo(length)) <= MOST_CHARACTERS) return upTo(Math.max(length, skip));
  let least = skip;
  for (let over = length; over - least > 1; ) {
    const middle = Math.floor((least + over) / 2);
    if (lengthOf(upTo(middle)) <= MOST_CHARACTERS) least = middle;
    else over = middle;
  }
  // One entry that does not fit by itself is shortened, so that the next call gets past it.
  if (least === skip) return trimmed(upTo(skip + 1));
  // Half of a surrogate pair is not a character.
  return upTo(typeof value === 'string' && /[\ud800-\udbff]/.test(value[least - 1] ?? '') ? least - 1 : least);
}

function valueAt(whole: Json, part: string): unknown {
  return part
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Json)[key] : undefined),
      whole,
    );
}

function lengthOfPart(value: string | object): number {
  return typeof value === 'string' ? value.length : Object.keys(value).length;
}

/** Characters are no rows. */
function rowsAfter(value: unknown, shown: number): number {
  return typeof value === 'object' && value !== null ? lengthOfPart(value) - shown : 0;
}

function slice(value: string | object, from: number, to: number): unknown {
  if (typeof value === 'string' || Array.isArray(value)) return value.slice(from, to);
  return Object.fromEntries(Object.entries(value).slice(from, to));
}
