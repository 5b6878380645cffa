import type {Sort} from '../schema/params.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {orderNumber, placeIn, SORT_NUMBER} from './ordered.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';
import {bytesOf, type RowList} from './rows.ts';

/** Positions per record. */
const TOGETHER = 1024;

/**
 * Writes, for each position of a kind's newest-first order, the entity's rank in its other orders, from 1; 0 if it has none.
 * @param orders By the sort, then the kind's number.
 */
export function writeRanks(
  path: string,
  orders: ReadonlyMap<Sort, ReadonlyMap<number, RowList>>,
  rows: RowNumbers,
): void {
  using writer = new RecordWriter(path, 2);
  for (const [kind, recent] of orders.get('recent') ?? []) {
    const placeOf = placeIn(recent, rows);
    for (const [sort, kinds] of orders) {
      if (sort === 'recent') continue;
      const ranks = new Uint32Array(recent.length);
      const list = kinds.get(kind) ?? [];
      for (let at = 0; at < list.length; at++) ranks[placeOf(list[at] as number)] = at + 1;
      for (let at = 0; at < ranks.length; at += TOGETHER)
        writer.add([orderNumber(kind, SORT_NUMBER[sort]), at / TOGETHER], bytesOf(ranks.subarray(at, at + TOGETHER)));
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
