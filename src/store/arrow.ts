import {
  Bool,
  type DataType,
  Field,
  Float64,
  Int64,
  List,
  Schema,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import type {z} from 'zod';
import {type Column, type ColumnType, columnsOf, valueAt} from './columns.ts';

const TYPES: Record<ColumnType, () => DataType> = {
  text: () => new Utf8(),
  integer: () => new Int64(),
  number: () => new Float64(),
  boolean: () => new Bool(),
  texts: () => new List(new Field('item', new Utf8(), true)),
  json: () => new Utf8(),
};

/**
 * Rows as an Arrow table with the columns of their schema.
 * @param beside kept as metadata: texts as they are, all else as JSON text; null and undefined are left out
 */
export function toArrow(row: z.ZodObject, rows: readonly unknown[], beside: Record<string, unknown> = {}): Table {
  const columns = columnsOf(row);
  const vectors = Object.fromEntries(
    columns.map((column) => [column.name, vectorFromArray(cells(column, rows), TYPES[column.type]())]),
  );
  const table = new Table(vectors);
  const metadata = Object.entries(beside).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
  return new Table(new Schema(table.schema.fields, new Map(metadata)), table.batches);
}

/** Rows as a stream of Arrow's IPC format. */
export function toArrowStream(
  row: z.ZodObject,
  rows: readonly unknown[],
  beside?: Record<string, unknown>,
): Uint8Array {
  return tableToIPC(toArrow(row, rows, beside), 'stream');
}

function cells(column: Column, rows: readonly unknown[]): unknown[] {
  return rows.map((row) => {
    const value = valueAt(row, column);
    return column.type === 'integer' && typeof value === 'number' ? BigInt(value) : value;
  });
}
