import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';
import {NARROW, type RowNumbers} from '../sql/row-numbers.ts';
import type {Table} from './tables.ts';

/** A column of a published table. */
export interface Column {
  name: string;
  /** Its type in ClickHouse. */
  type: string;
  /** The DuckDB expression whose value is written to Parquet. */
  from: string;
  /** Its value as text, equal in both engines if the value is. */
  inDuckdb: string;
  inClickhouse: string;
}

const INTEGERS: Record<string, string> = {
  TINYINT: 'Int8',
  UTINYINT: 'UInt8',
  SMALLINT: 'Int16',
  USMALLINT: 'UInt16',
  INTEGER: 'Int32',
  UINTEGER: 'UInt32',
  BIGINT: 'Int64',
  UBIGINT: 'UInt64',
};

/** The type of row ids. */
export function rowType({name}: RowNumbers): string {
  return name === NARROW.name ? 'Int32' : 'Int64';
}

/** Precision in which fractional numbers are compared. */
const PARTS = 2 ** 20;

/** The columns of a table in DuckDB. Those it is sorted or sharded by have no nulls; others may. */
export async function columnsOf(connection: DuckDBConnection, name: string, table: Table): Promise<Column[]> {
  const found = await rowsOf(connection, `DESCRIBE ${queryOf(name, table)}`);
  const keys = [...table.order, ...(table.also ?? []), table.by];
  return found.map(([column, type]) => columnOf(String(column), String(type), keys.includes(String(column))));
}

export function queryOf(name: string, {query}: Table): string {
  return query ?? `SELECT * FROM ${name}`;
}

function columnOf(name: string, type: string, isKey: boolean): Column {
  const whole = INTEGERS[type];
  const plain = (of: string, inDuckdb: string, inClickhouse: string, from = name): Column => ({
    name,
    type: isKey ? of : `Nullable(${of})`,
    from,
    inDuckdb,
    inClickhouse,
  });
  if (whole !== undefined) return plain(whole, `${name}::VARCHAR`, `toString(${name})`);
  switch (type) {
    case 'VARCHAR':
      return plain('String', name, name);
    case 'UUID':
      return plain('String', `${name}::VARCHAR`, name, `${name}::VARCHAR AS ${name}`);
    case 'BOOLEAN':
      return plain('Bool', `${name}::VARCHAR`, `toString(${name})`);
    case 'DATE':
      return plain('Date32', `${name}::VARCHAR`, `toString(${name})`);
    case 'TIMESTAMP':
      return plain("DateTime64(6, 'UTC')", `epoch_us(${name})::VARCHAR`, `toString(toUnixTimestamp64Micro(${name}))`);
    case 'FLOAT':
    case 'DOUBLE':
      // The shortest text of a 32-bit number differs from that of the equal 64-bit number.
      return plain(
        'Float64',
        `floor(${name}::DOUBLE * ${PARTS})::HUGEINT::VARCHAR`,
        `toString(toInt128(floor(${name} * ${PARTS})))`,
        `${name}::DOUBLE AS ${name}`,
      );
    case 'INTEGER[]':
    case 'BIGINT[]':
    case 'UTINYINT[]':
      return {
        name,
        type: `Array(${INTEGERS[type.slice(0, -2)]})`,
        from: name,
        inDuckdb: `array_to_string(${name}, ',')`,
        inClickhouse: `arrayStringConcat(arrayMap(x -> toString(x), ${name}), ',')`,
      };
    case 'FLOAT[]':
      return {
        name,
        type: 'Array(Float32)',
        from: name,
        inDuckdb: `array_to_string(list_transform(${name}, lambda x: floor(x::DOUBLE * ${PARTS})::BIGINT), ',')`,
        inClickhouse: `arrayStringConcat(arrayMap(x -> toString(toInt64(floor(toFloat64(x) * ${PARTS}))), ${name}), ',')`,
      };
    default:
      throw new Error(`No ClickHouse type for ${type} of column ${name}`);
  }
}

/** Stands for null in comparisons. */
const NULL = 'chr(30)';

/** The number of rows and the sum of their hashes: equal for equal rows in both engines, in any order. */
export function digestInDuckdb(columns: readonly Column[], from: string): string {
  const texts = columns.map(({inDuckdb}) => `coalesce(${inDuckdb}, ${NULL})`);
  return `SELECT count(*)::VARCHAR, (coalesce(sum(md5_number_lower(concat_ws(chr(31), ${texts.join(', ')}))), 0) % 18446744073709551616)::VARCHAR FROM (${from})`;
}

export function digestInClickhouse(columns: readonly Column[]): string {
  const texts = columns.map(({inClickhouse}) => `ifNull(${inClickhouse}, char(30))`);
  return `toString(count()), toString(sum(reinterpretAsUInt64(substring(MD5(concatWithSeparator(char(31), ${texts.join(', ')})), 9, 8))))`;
}
