import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import type {Order} from '../generation.ts';
import type {Sort} from '../schema/params.ts';
import {SORTS} from '../schema/params.ts';
import {kindNumber} from '../schema/rid.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {byKind, inOrder, orderNumber, SORT_NUMBER} from './ordered.ts';
import {writeRanks} from './ranks.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';
import {bytesOf, numbersIn, type RowList, recordOf, rowNumbersIn} from './rows.ts';

/** Positions per record. */
const TOGETHER = 1024;

/** The last record of an order holds its length. */
const SIZE = 0xffffffff;

/** The key of an order: the kind's number, or 0 for all, and that of the sort. */
export function orderOf({sort, kind}: Order): {scope: number; sort: number} {
  return {scope: kind === undefined ? 0 : kindNumber(kind), sort: SORT_NUMBER[sort]};
}

/**
 * Writes the orders as records of rows, a thousand positions each, and beside them `ranks`, which follow from them: sorting is what both
 * take.
 */
export async function writeOrders(connection: DuckDBConnection, path: string): Promise<void> {
  const rows = await rowNumbersIn(connection);
  const orders = new Map<Sort, RowList>();
  for (const sort of SORTS) orders.set(sort, await inOrder(connection, sort, rows));
  const kinds = new Map([...orders].map(([sort, list]) => [sort, byKind(list, rows)]));
  using writer = new RecordWriter(path, 2);
  const write = (scope: number, sort: Sort, list: RowList = new Uint32Array()) => {
    if (list.length === 0) return;
    const order = orderNumber(scope, SORT_NUMBER[sort]);
    for (let at = 0; at < list.length; at += TOGETHER)
      writer.add([order, at / TOGETHER], bytesOf(list.subarray(at, at + TOGETHER)));
    writer.add([order, SIZE], recordOf([list.length], rows));
  };
  for (const sort of SORTS) write(0, sort, orders.get(sort));
  for (const kind of kinds.get('recent')?.keys() ?? [])
    for (const sort of SORTS) write(kind, sort, kinds.get(sort)?.get(kind));
  writer.end();
  writeRanks(join(dirname(path), 'ranks'), kinds, rows);
}

/** Cache size in records: eight mebibytes of narrow row ids, the newest-first orders of two million entities. */
const CACHED = 2048;

export class Orders {
  readonly #file: RecordFile;
  readonly #cached = new Map<number, RowList>();
  readonly #rows: RowNumbers;

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string, rows: RowNumbers) {
    this.#file = new RecordFile(path, 2);
    this.#rows = rows;
  }

  /** At most `rows` rows from position `from` on, in order. */
  page(order: number, from: number, rows: number): {rid: number; pos: number}[] {
    const found: {rid: number; pos: number}[] = [];
    for (let part = Math.floor(from / TOGETHER); found.length < rows; part++) {
      const record = this.#record(order, part);
      if (record === undefined) break;
      const end = Math.min(record.length, from + rows - part * TOGETHER);
      for (let at = Math.max(0, from - part * TOGETHER); at < end; at++)
        found.push({rid: record[at] as number, pos: part * TOGETHER + at + 1});
    }
    return found;
  }

  /** The row at a position, from 0. */
  at(order: number, place: number): number | undefined {
    return this.#record(order, Math.floor(place / TOGETHER))?.[place % TOGETHER];
  }

  size(order: number): number {
    return this.#record(order, SIZE)?.[0] ?? 0;
  }

  #record(order: number, part: number): RowList | undefined {
    const key = order * 2 ** 32 + part;
    const cached = this.#cached.get(key);
    if (cached !== undefined) return cached;
    const record = this.#file.read(order, part);
    if (record === undefined) return undefined;
    const words = numbersIn(Uint8Array.from(record), this.#rows);
    const [oldest] = this.#cached.size < CACHED ? [] : this.#cached.keys();
    if (oldest !== undefined) this.#cached.delete(oldest);
    this.#cached.set(key, words);
    return words;
  }

  close(): void {
    this.#file.close();
  }
}
