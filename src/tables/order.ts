import {BIGINT, type DuckDBConnection, type DuckDBDataChunk, DuckDBTypeId, INTEGER} from '@duckdb/node-api';
import {chunksOf, fillTable} from '../engine/ask.ts';

/**
 * Lower and upper bound of the numbers. A build starts in the middle (macro `spread`), which leaves room at both ends.
 */
const LOWEST = 0;
const HIGHEST = 2 ** 31 - 2;

/**
 * Returns strictly ascending numbers for a sequence most of whose members have one already. As many as possible keep
 * theirs (a longest increasing subsequence); the others get numbers spread over the gaps between. A gap that is too
 * narrow is widened by renumbering the members after it.
 * @param before The current numbers in the new order; 0 for a member without one.
 */
export function renumber(before: Int32Array): Int32Array {
  const numbers = new Int32Array(before.length);
  const isKept = longestRise(before);
  let at = 0;
  let below = LOWEST;
  while (at < before.length) {
    if (isKept[at] === 1) {
      below = before[at] as number;
      numbers[at++] = below;
      continue;
    }
    let end = at;
    while (end < before.length && isKept[end] !== 1) end++;
    const room = () => (end < before.length ? (before[end] as number) : HIGHEST + 1) - below;
    if (room() <= end - at)
      while (end < before.length && room() < WIDENED * (end - at)) end = nextKept(isKept, end + 1);
    const isFirst = at === 0;
    const isLast = end === before.length;
    if ((isFirst && isLast) || room() <= end - at) return spread(before.length);
    // At the ends the room is not divided up, so that some is left for later members.
    const step = Math.min(room() / (end - at + 1), isFirst || isLast ? STEP : HIGHEST);
    const start = isFirst ? below + room() - step * (end - at + 1) : below;
    for (let i = at; i < end; i++) numbers[i] = Math.floor(start + step * (i - at + 1));
    below = numbers[end - 1] as number;
    at = end;
  }
  return numbers;
}

/** Distance between numbers that are added before the first or after the last. */
const STEP = 64;

/** A gap that is too narrow is widened to this many numbers for each member that needs one. */
const WIDENED = 8;

function nextKept(isKept: Uint8Array, from: number): number {
  let at = from;
  while (at < isKept.length && isKept[at] !== 1) at++;
  return at;
}

function spread(count: number): Int32Array {
  const step = (HIGHEST - LOWEST) / (count + 1);
  return Int32Array.from({length: count}, (_, i) => Math.floor(LOWEST + step * (i + 1)));
}

/** Marks the members of a longest strictly increasing subsequence of the positive numbers (patience sorting). */
function longestRise(values: Int32Array): Uint8Array {
  const ends = new Int32Array(values.length);
  const previous = new Int32Array(values.length);
  let length = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value <= 0) continue;
    let low = 0;
    let high = length;
    // Nearly every value continues the sequence.
    if (length > 0 && (values[ends[length - 1] as number] as number) < value) low = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    previous[i] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = i;
    if (low === length) length++;
  }
  const marked = new Uint8Array(values.length);
  for (let i = length > 0 ? (ends[length - 1] as number) : -1; i >= 0; i = previous[i] as number) marked[i] = 1;
  return marked;
}

/**
 * Renumbers the rows of a query and stores those whose number changes in a temporary table of (key, number).
 * @param query Returns a key (a row id of either form, or a 32-bit integer) and the current number (0: none), in the new order.
 * @returns The number of rows that had a number and got another.
 */
export async function renumberRows(connection: DuckDBConnection, query: string, table = 'renumbered'): Promise<number> {
  const [keys, before] = await readIntegers(connection, query);
  const numbers = renumber(before);
  const changed: [number[], number[]] = [[], []];
  let moved = 0;
  for (let at = 0; at < numbers.length; at++) {
    if (numbers[at] === before[at]) continue;
    changed[0].push(keys[at] as number);
    changed[1].push(numbers[at] as number);
    if (before[at] !== 0) moved++;
  }
  if (keys instanceof Int32Array) await fillTable(connection, table, {key: INTEGER, number: INTEGER}, changed);
  else await fillTable(connection, table, {key: BIGINT, number: INTEGER}, [changed[0].map(BigInt), changed[1]]);
  return moved;
}

/** Two integer columns of a query, read without creating a JavaScript object for each value. */
async function readIntegers(
  connection: DuckDBConnection,
  query: string,
): Promise<[Int32Array | Float64Array, Int32Array]> {
  const parts: [Int32Array | Float64Array, Int32Array][] = [];
  for await (const chunk of chunksOf(connection, query))
    parts.push([integersOf(chunk, 0), Int32Array.from(integersOf(chunk, 1))]);
  return [join(parts.map(([keys]) => keys)), Int32Array.from(join(parts.map(([, values]) => values)))];
}

function integersOf(chunk: DuckDBDataChunk, column: number): Int32Array | Float64Array {
  const vector = chunk.getColumnVector(column);
  const isWide = vector.type.typeId === DuckDBTypeId.BIGINT;
  const values = new (isWide ? Float64Array : Int32Array)(chunk.rowCount);
  for (let at = 0; at < values.length; at++) values[at] = Number(vector.getItem(at));
  return values;
}

function join(parts: readonly (Int32Array | Float64Array)[]): Int32Array | Float64Array {
  const List = parts[0] instanceof Float64Array ? Float64Array : Int32Array;
  const whole = new List(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
