import type {DuckDBConnection} from '@duckdb/node-api';
import type {Sort} from '../schema/params.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {rowIdsOf} from './columns.ts';
import {RowRanks} from './row-ranks.ts';
import type {RowList} from './rows.ts';

export const SORT_NUMBER: Record<Sort, number> = {recent: 1, name: 2, prominence: 3, momentum: 4, date: 5};

/** The number of an order: of a kind (0 for all), by what it is sorted (ddl/order_rank.sql). */
export function orderNumber(scope: number, sort: number): number {
  return scope * 8 + sort;
}

/** The row ids of an order over all kinds, which has those with a key in it. */
export function inOrder(connection: DuckDBConnection, sort: Sort, rows: RowNumbers): Promise<RowList> {
  return rowIdsOf(connection, `SELECT rid FROM order_key WHERE ${sort} IS NOT NULL ORDER BY ${sort}`, rows);
}

/** The same of each kind, by the kind's number, ascending. */
export function byKind(order: RowList, {kindBits}: RowNumbers): Map<number, RowList> {
  const unit = 2 ** kindBits;
  const sizes: number[] = [];
  for (const rid of order) {
    const kind = Math.floor(rid / unit);
    sizes[kind] = (sizes[kind] ?? 0) + 1;
  }
  const List = order.constructor as new (length: number) => RowList;
  const found = new Map<number, RowList>();
  sizes.forEach((size, kind) => {
    found.set(kind, new List(size));
  });
  const next = sizes.map(() => 0);
  for (const rid of order) {
    const kind = Math.floor(rid / unit);
    (found.get(kind) as RowList)[next[kind]!++] = rid;
  }
  return found;
}

/** Finds the place of a row id in an order that has it, from 0. */
export function placeIn(order: RowList, rows: RowNumbers): (rid: number) => number {
  const ranks = new RowRanks(order.slice().sort(), rows);
  const places = new Uint32Array(order.length);
  for (let place = 0; place < places.length; place++) places[ranks.of(order[place] as number)] = place;
  return (rid) => places[ranks.of(rid)] as number;
}
