import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';
import type {Sort} from '../generation.ts';
import {eachChunk} from './columns.ts';
import {orderNumber, SORT_NUMBER} from './orders.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';

/** Places that stand in one record. */
const TOGETHER = 1024;

/** The orders of a kind besides the newest-first one. */
const OTHERS = [SORT_NUMBER.name, SORT_NUMBER.prominence, SORT_NUMBER.momentum, SORT_NUMBER.date];

/** Writes where those at each place of a kind's newest-first order stand in its others, from 1; 0 for who has no place there. */
export async function writeRanks(connection: DuckDBConnection, path: string): Promise<void> {
  const writer = new RecordWriter(path, 2);
  const sizes = await rowsOf(
    connection,
    `SELECT scope::INTEGER, count(*)::INTEGER FROM order_rank WHERE sort = ${SORT_NUMBER.recent} AND scope > 0 GROUP BY scope ORDER BY scope`,
  );
  for (const [scope = 0, size = 0] of sizes.map((row) => row.map(Number))) {
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

  /** Where those at places of a kind's newest-first order stand in another one, from 1, in their order; who has no place there is left out. */
  of(kind: number, sort: Sort, places: Iterable<number>, most: number): Uint32Array {
    const found = new Uint32Array(most);
    let count = 0;
    let held = -1;
    let ranks: Uint32Array | undefined;
    for (const place of places) {
      const part = Math.floor(place / TOGETHER);
      if (part !== held) {
        const record = this.#file.read(orderNumber(kind, SORT_NUMBER[sort]), part);
        ranks = record && new Uint32Array(record.buffer, record.byteOffset, record.length / 4);
        held = part;
      }
      const rank = ranks?.[place % TOGETHER] ?? 0;
      if (rank > 0) found[count++] = rank;
    }
    return found.subarray(0, count);
  }

  close(): void {
    this.#file.close();
  }
}

/** The least numbers above one, in order, so many at most. */
export function leastAbove(numbers: Uint32Array, above: number, most: number): Uint32Array {
  const later = above === 0 ? numbers : numbers.filter((number) => number > above);
  if (later.length <= 4 * most) return later.slice().sort().subarray(0, most);
  // Sorting all costs more than counting how many fall into each of a thousand stretches, up to where there are enough.
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
