import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';
import type {Order, Sort} from '../generation.ts';
import {kindNumber} from '../schema/rid.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {eachChunk} from './columns.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';
import {numbersIn, type RowList, recordOf, rowNumbersIn} from './rows.ts';

/** Positions per record. */
const TOGETHER = 1024;

/** The last record of an order holds its length. */
const SIZE = 0xffffffff;

export const SORT_NUMBER: Record<Sort, number> = {recent: 1, name: 2, prominence: 3, momentum: 4, date: 5};

/** The key of an order: the kind's number, or 0 for all, and that of the sort. */
export function orderOf({sort, kind}: Order): {scope: number; sort: number} {
  return {scope: kind === undefined ? 0 : kindNumber(kind), sort: SORT_NUMBER[sort]};
}

/** The number of an order: of a kind (0 for all), by what it is sorted (ddl/order_rank.sql). */
export function orderNumber(scope: number, sort: number): number {
  return scope * 8 + sort;
}

/** Writes the orders as records of rows, a thousand positions each. */
export async function writeOrders(connection: DuckDBConnection, path: string): Promise<void> {
  const rows = await rowNumbersIn(connection);
  const writer = new RecordWriter(path, 2);
  const places: number[] = [];
  let order = 0;
  let written = 0;
  const write = () => {
    if (places.length > 0) writer.add([order, Math.floor(written / TOGETHER)], recordOf(places, rows));
    written += places.length;
    places.length = 0;
  };
  const end = () => {
    write();
    if (written > 0) writer.add([order, SIZE], recordOf([written], rows));
    written = 0;
  };
  for (const [scope] of await rowsOf(connection, 'SELECT DISTINCT scope FROM order_rank ORDER BY scope')) {
    await eachChunk(
      connection,
      `SELECT scope * 8::INTEGER + sort, rid FROM order_rank WHERE scope = ${Number(scope)} ORDER BY sort, pos`,
      (chunk) => {
        const [orders, rids] = [chunk.words(0), chunk.numbers(1)];
        for (let row = 0; row < chunk.rows; row++) {
          if (orders[row] !== order) end();
          order = orders[row] as number;
          places.push(rids[row] as number);
          if (places.length === TOGETHER) write();
        }
      },
    );
  }
  end();
  writer.end();
}

/** The number of entities of each kind, by the kind's number. */
export async function sizesByKind(connection: DuckDBConnection): Promise<Map<number, number>> {
  const sizes = await rowsOf(
    connection,
    `SELECT scope, count(*) FROM order_rank WHERE sort = ${SORT_NUMBER.recent} AND scope > 0 GROUP BY scope ORDER BY scope`,
  );
  return new Map(sizes.map(([scope, size]) => [Number(scope), Number(size)]));
}

/** Cache size in records: one mebibyte of narrow row ids. */
const CACHED = 256;

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
