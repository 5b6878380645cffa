import {Bool, type DataType, Field, Float64, Int64, List, Table, Utf8, vectorFromArray} from 'apache-arrow';
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

/** Rows as an Arrow table with the columns of their schema. */
export function toArrow(row: z.ZodObject, rows: readonly unknown[]): Table {
  const columns = columnsOf(row);
  return new Table(
    Object.fromEntries(
      columns.map((column) => [column.name, vectorFromArray(cells(column, rows), TYPES[column.type]())]),
    ),
  );
}

function cells(column: Column, rows: readonly unknown[]): unknown[] {
  return rows.map((row) => {
    const value = valueAt(row, column);
    return column.type === 'integer' && typeof value === 'number' ? BigInt(value) : value;
  });
}
