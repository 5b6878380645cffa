import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';
import type {Order, Sort} from '../generation.ts';
import {kindNumber} from '../schema/rid.ts';
import {eachChunk} from './columns.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';

/** Places that stand in one record. */
const TOGETHER = 1024;

/** The record of how many places an order has comes after those of its places. */
const SIZE = 0xffffffff;

const SORT_NUMBER: Record<Sort, number> = {recent: 1, name: 2, prominence: 3, momentum: 4, date: 5};

/** What an order is called in tables: the kind's number, or 0 for all, and that of the sort. */
export function orderOf({sort, kind}: Order): {scope: number; sort: number} {
  return {scope: kind === undefined ? 0 : kindNumber(kind), sort: SORT_NUMBER[sort]};
}

/** The number of an order: of a kind (0 for all), by what it is sorted (ddl/order_rank.sql). */
export function orderNumber(scope: number, sort: number): number {
  return scope * 8 + sort;
}

/** Writes the orders as records of rows, by the order's number and then by thousands of places. */
export async function writeOrders(connection: DuckDBConnection, path: string): Promise<void> {
  const writer = new RecordWriter(path, 2);
  const places: number[] = [];
  let order = 0;
  let written = 0;
  const write = () => {
    if (places.length > 0) writer.add([order, Math.floor(written / TOGETHER)], wordsOf(places));
    written += places.length;
    places.length = 0;
  };
  const end = () => {
    write();
    if (written > 0) writer.add([order, SIZE], wordsOf([written]));
    written = 0;
  };
  for (const [scope] of await rowsOf(connection, 'SELECT DISTINCT scope FROM order_rank ORDER BY scope')) {
    await eachChunk(
      connection,
      `SELECT scope * 8::INTEGER + sort, rid FROM order_rank WHERE scope = ${Number(scope)} ORDER BY sort, pos`,
      (chunk) => {
        const [orders, rids] = [chunk.words(0), chunk.words(1)];
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

function wordsOf(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(numbers).buffer);
}

export class Orders {
  readonly #file: RecordFile;

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string) {
    this.#file = new RecordFile(path, 2);
  }

  /** Rows at the places after `from`, at most `rows`, in order. */
  page(order: number, from: number, rows: number): {rid: number; pos: number}[] {
    const found: {rid: number; pos: number}[] = [];
    for (let part = Math.floor(from / TOGETHER); found.length < rows; part++) {
      const record = this.#file.read(order, part);
      if (record === undefined) break;
      const end = Math.min(record.length / 4, from + rows - part * TOGETHER);
      for (let at = Math.max(0, from - part * TOGETHER); at < end; at++)
        found.push({rid: record.readUInt32LE(4 * at), pos: part * TOGETHER + at + 1});
    }
    return found;
  }

  size(order: number): number {
    return this.#file.read(order, SIZE)?.readUInt32LE(0) ?? 0;
  }

  close(): void {
    this.#file.close();
  }
}
