import type {DuckDBConnection} from '@duckdb/node-api';
import type {Sort} from '../generation.ts';
import {eachChunk} from './columns.ts';
import {orderNumber, SORT_NUMBER, sizesByKind} from './orders.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';

/** Positions per record. */
const TOGETHER = 1024;

/** The orders of a kind other than the newest-first one. */
const OTHERS = [SORT_NUMBER.name, SORT_NUMBER.prominence, SORT_NUMBER.momentum, SORT_NUMBER.date];

/** Writes, for each position of a kind's newest-first order, the entity's rank in its other orders, from 1; 0 if it has none. */
export async function writeRanks(connection: DuckDBConnection, path: string): Promise<void> {
  const writer = new RecordWriter(path, 2);
  for (const [scope, size] of await sizesByKind(connection)) {
    const ranks = OTHERS.map(() => new Uint32Array(size));
    const own = (sort: number) => `(SELECT rid, pos FROM order_rank WHERE scope = ${scope} AND sort = ${sort})`;
    await eachChunk(
      connection,
      `SELECT o.pos, ${OTHERS.map((sort) => `coalesce(s${sort}.pos, 0)`).join(', ')} FROM ${own(SORT_NUMBER.recent)} o
       ${OTHERS.map((sort) => `LEFT JOIN ${own(sort)} s${sort} USING (rid)`).join(' ')}`,
      ({rows, words}) => {
        const places = words(0);
        for (const [index, list] of ranks.entries()) {
          const found = words(index + 1);
          for (let row = 0; row < rows; row++) list[(places[row] as number) - 1] = found[row] as number;
        }
      },
    );
    for (const [index, list] of ranks.entries())
      for (let at = 0; at < size; at += TOGETHER) {
        const part = list.slice(at, at + TOGETHER);
        writer.add([orderNumber(scope, OTHERS[index] as number), at / TOGETHER], new Uint8Array(part.buffer));
      }
  }
  writer.end();
}

export class Ranks {
  readonly #file: RecordFile;

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string) {
    this.#file = new RecordFile(path, 2);
  }

  /** The ranks (from 1) in another order of the entities at some positions of the newest-first order, in that order; those without a rank are left out. */
  of(kind: number, sort: Sort, places: Iterable<number>, most: number): Uint32Array {
    const found = new Uint32Array(most);
    let count = 0;
    this.#each(kind, sort, places, (_place, rank) => {
      if (rank > 0) found[count++] = rank;
    });
    return found.subarray(0, count);
  }

  /** Those positions whose entity's rank in another order lies within a range (from 0, end exclusive). */
  among(kind: number, sort: Sort, places: Iterable<number>, [first, end]: readonly [number, number]): Uint32Array {
    const found: number[] = [];
    this.#each(kind, sort, places, (place, rank) => {
      if (rank > first && rank <= end) found.push(place);
    });
    return Uint32Array.from(found);
  }

  /** The same over all positions. */
  between(kind: number, sort: Sort, [first, end]: readonly [number, number]): Uint32Array {
    const found = new Uint32Array(end - first);
    let count = 0;
    for (let part = 0; count < found.length; part++) {
      const ranks = this.#part(kind, sort, part);
      if (ranks === undefined) break;
      for (let at = 0; at < ranks.length; at++) {
        const rank = ranks[at] as number;
        if (rank > first && rank <= end) found[count++] = part * TOGETHER + at;
      }
    }
    return found.subarray(0, count);
  }

  #each(kind: number, sort: Sort, places: Iterable<number>, visit: (place: number, rank: number) => void): void {
    let held = -1;
    let ranks: Uint32Array | undefined;
    for (const place of places) {
      const part = Math.floor(place / TOGETHER);
      if (part !== held) ranks = this.#part(kind, sort, part);
      held = part;
      visit(place, ranks?.[place % TOGETHER] ?? 0);
    }
  }

  #part(kind: number, sort: Sort, part: number): Uint32Array | undefined {
    const record = this.#file.read(orderNumber(kind, SORT_NUMBER[sort]), part);
    return record && new Uint32Array(record.buffer, record.byteOffset, record.length / 4);
  }

  close(): void {
    this.#file.close();
  }
}

/** The smallest numbers above a bound, ascending, at most as many as asked for. */
export function leastAbove(numbers: Uint32Array, above: number, most: number): Uint32Array {
  const later = above === 0 ? numbers : numbers.filter((number) => number > above);
  if (later.length <= 4 * most) return later.slice().sort().subarray(0, most);
  // Counting into a thousand intervals and sorting only the first ones costs less than sorting all.
  let last = 0;
  for (const number of later) if (number > last) last = number;
  const width = Math.floor(last / 1024) + 1;
  const falls = new Uint32Array(1024);
  for (const number of later) falls[Math.floor(number / width)]!++;
  let stretch = 0;
  for (let sum = 0; sum < most; stretch++) sum += falls[stretch] as number;
  return later
    .filter((number) => number < stretch * width)
    .sort()
    .subarray(0, most);
}
