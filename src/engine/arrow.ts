import {
  Bool,
  type DataType,
  Dictionary,
  Field,
  Float64,
  Int32,
  List,
  Schema,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import type {z} from 'zod';
import {type Column, columnsOf, factsOf, isSmall, valueAt} from './columns.ts';

/** @param place The column's index. It identifies the column's dictionary, so that equal tables are equal bytes. */
function typeOf({type}: Column, values: readonly unknown[], place: number): DataType {
  if (type === 'label') return new Dictionary(new Utf8(), new Int32(), place);
  if (type === 'timestamp') return new TimestampMillisecond('UTC');
  if (type === 'integer') return isSmall(values) ? new Int32() : new Float64();
  if (type === 'number') return new Float64();
  if (type === 'boolean') return new Bool();
  if (type === 'texts') return new List(new Field('item', new Utf8(), true));
  return new Utf8();
}

/**
 * Rows as an Arrow table with the columns of their schema.
 * @param beside Metadata: texts unchanged, all other values as JSON text; null and undefined are left out
 */
export function toArrow(row: z.ZodObject, rows: readonly unknown[], beside: Record<string, unknown> = {}): Table {
  const columns = columnsOf(row);
  const vectors = Object.fromEntries(
    columns.map((column, place): [string, Vector] => {
      const values = rows.map((row) => cell(column, row));
      return [column.name, vectorFromArray(values, typeOf(column, values, place))];
    }),
  );
  const table = new Table(vectors);
  return new Table(new Schema(table.schema.fields, new Map(factsOf(beside))), table.batches);
}

/** Rows as a stream of Arrow's IPC format. */
export function toArrowStream(
  row: z.ZodObject,
  rows: readonly unknown[],
  beside?: Record<string, unknown>,
): Uint8Array {
  return tableToIPC(toArrow(row, rows, beside), 'stream');
}

function cell(column: Column, row: unknown): unknown {
  const value = valueAt(row, column);
  return column.type === 'timestamp' && typeof value === 'string' ? Date.parse(value) : value;
}
