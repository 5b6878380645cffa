import {z} from 'zod';
import type {Operation} from '../operation.ts';
import {Cut, sizeOf, trim} from './trim.ts';

type Json = Record<string, unknown>;

/**
 * Maximum number of characters of a tool's result, text and structured content together as written into a message.
 * Clients that pass an agent either or both stay below the length at which they truncate (40,000).
 */
export const MOST_CHARACTERS = 39_000;

/**
 * Maximum number of characters of the arguments that `next` repeats: a call that can be made as it stands is worth more
 * than a third of the rows.
 */
export const MOST_REPEATED = 6000;

/** What a shortened answer says about it: how many rows follow those shown, and the arguments that request them. */
export const leftOut = z.object({
  rows: z.int().describe('Rows that were left out.'),
  next: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Arguments for the next call; null if there are no more rows.'),
  repeat: z
    .array(z.string())
    .optional()
    .describe('Arguments of this call that are too long for `next`: give them again, unchanged, beside it.'),
  of: z
    .record(z.string(), z.int())
    .optional()
    .describe('If a single row was too long: how many list entries or characters of text were left out of it.'),
});

/** The arguments that request the rows after the first `shown` of an answer, of which `left` were left out. */
export type Next = (shown: number, left: number) => Json | null;

/** The length of a result with this structured content and its text. */
export function lengthOf(answer: unknown): number {
  const text = JSON.stringify(answer);
  return text.length + sizeOf(text);
}

/**
 * An answer with as many complete rows as fit; `left_out` describes the rest.
 * @param options.from Rows of each list to skip.
 * @param options.most Maximum number of rows.
 */
export function fitted(
  operation: Pick<Operation, 'part' | 'rows'>,
  answer: Json,
  {from = 0, most = Number.POSITIVE_INFINITY, next}: {from?: number; most?: number; next: Next},
): Json {
  if (from === 0 && most === Number.POSITIVE_INFINITY && lengthOf(answer) <= MOST_CHARACTERS) return answer;
  const all = listsOf(answer);
  const lists = operation.part === undefined ? all : [operation.rows ?? ''];
  const startOf = startsOf(answer, lists);
  const rows = Math.max(0, ...lists.map((name) => startOf(name) + rowsOf(answer, name).length));
  const cut = new Cut();
  const whole = rows === 0 ? answer : aside(answer, all, cut);
  const upTo = (to: number): Json => {
    const part = counted(operation, (operation.part ?? partOf(lists, startOf))(whole, from, to));
    const left = lists.reduce((sum, name) => sum + sliceOf(answer, name, to - startOf(name)).length, 0);
    if (left === 0 && cut.at.size === 0) return part;
    return {...part, left_out: said(left, left === 0 ? null : next(to, left), cut)};
  };
  // Binary search for the longest part that fits.
  let least = from;
  let over = Math.max(from, Math.min(rows, most)) + 1;
  while (over - least > 1) {
    const middle = Math.floor((least + over) / 2);
    if (lengthOf(upTo(middle)) <= MOST_CHARACTERS) least = middle;
    else over = middle;
  }
  const isSome = least > from || from >= rows;
  const found = upTo(isSome ? least : from + 1);
  return lengthOf(found) <= MOST_CHARACTERS ? found : trimmed(found);
}

/** Members other than the rows get at most half of the space. */
function aside(answer: Json, lists: readonly string[], cut: Cut): Json {
  const beside = Object.fromEntries(Object.entries(answer).filter(([name]) => !lists.includes(name)));
  const kept = trim(beside, MOST_CHARACTERS / 4, cut) as Json;
  // In their original order.
  return Object.fromEntries(
    Object.keys(answer)
      .filter((name) => lists.includes(name) || name in kept)
      .map((name) => [name, lists.includes(name) ? answer[name] : kept[name]]),
  );
}

function said(rows: number, next: Json | null, cut: Cut): z.output<typeof leftOut> {
  return {rows, ...brief(next), ...worst(cut)};
}

/** A caller has its long arguments (a list of a thousand ids) already; repeating them would leave no room for rows. */
function brief(next: Json | null): {next: Json | null; repeat?: string[]} {
  const short = {...next};
  const repeat: string[] = [];
  for (const [name] of Object.entries(short).sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))) {
    if (sizeOf(short) <= MOST_REPEATED) break;
    repeat.push(name);
    delete short[name];
  }
  return repeat.length === 0 ? {next} : {next: short, repeat};
}

function worst({at}: Cut): {of?: Record<string, number>} {
  const most = [...at].sort(([, a], [, b]) => b - a).slice(0, 10);
  return most.length === 0 ? {} : {of: Object.fromEntries(most)};
}

/** Top-level lists of rows: all are cut at the same position, but for one that comes behind them. */
function listsOf(answer: Json): string[] {
  return Object.keys(answer).filter((name) => {
    const list = answer[name];
    return Array.isArray(list) && list.some((entry) => typeof entry === 'object');
  });
}

/** Which companies were counted as which: a large one has more of them than an answer has room. */
const BEHIND = 'rolled_up';

/** The position of the first row of each list: 0, and behind the rows of all others for what only explains them. */
function startsOf(answer: Json, lists: readonly string[]): (name: string) => number {
  const others = lists.filter((name) => name !== BEHIND);
  const end = Math.max(0, ...others.map((name) => rowsOf(answer, name).length));
  return (name) => (name === BEHIND ? end : 0);
}

function partOf(lists: readonly string[], startOf: (name: string) => number) {
  return (answer: Json, from: number, to: number): Json => ({
    ...answer,
    ...Object.fromEntries(lists.map((name) => [name, sliceOf(answer, name, from - startOf(name), to - startOf(name))])),
  });
}

/** Rows of a list, of positions that may lie before its first. */
function sliceOf(answer: Json, name: string, from: number, to = Number.POSITIVE_INFINITY): unknown[] {
  return rowsOf(answer, name).slice(Math.max(0, from), Math.max(0, to));
}

/** `count` is the number of rows shown. */
function counted({rows}: Pick<Operation, 'rows'>, part: Json): Json {
  return rows !== null && typeof part.count === 'number' ? {...part, count: (part[rows] as unknown[]).length} : part;
}

/** A single row or object that does not fit by itself. */
export function trimmed(answer: Json): Json {
  const {left_out: before, ...rest} = answer as {left_out?: z.output<typeof leftOut>};
  for (let room = MOST_CHARACTERS / 2; ; room = Math.floor(room * 0.9)) {
    const cut = new Cut();
    const kept = trim(rest, room, cut) as Json;
    const found = {...kept, left_out: {...(before ?? {rows: cut.entries, next: null}), ...worst(cut)}};
    if (lengthOf(found) <= MOST_CHARACTERS || room < 1000) return found;
  }
}

function rowsOf(answer: Json, name: string): unknown[] {
  return (answer[name] ?? []) as unknown[];
}
