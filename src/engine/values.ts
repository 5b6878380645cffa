import {
  DuckDBArrayValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBUUIDValue,
  type DuckDBValue,
} from '@duckdb/node-api';

/** A JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | {[key: string]: JsonValue};

/**
 * The one converter from DuckDB values to JSON values: counts are numbers, timestamps ISO 8601 UTC with milliseconds,
 * dates `YYYY-MM-DD`, UUIDs text. Integers beyond 2^53 become text, since a JSON number would lose digits.
 */
export function toJson(value: DuckDBValue): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (value instanceof DuckDBTimestampTZValue || value instanceof DuckDBTimestampValue) {
    return isoFromMillis(Number(value.micros / 1000n));
  }
  if (value instanceof DuckDBTimestampMillisecondsValue) return isoFromMillis(Number(value.millis));
  if (value instanceof DuckDBTimestampSecondsValue) return isoFromMillis(Number(value.seconds) * 1000);
  if (value instanceof DuckDBDateValue) return isoFromMillis(value.days * 86_400_000).slice(0, 10);
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(toJson);
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(Object.entries(value.entries).map(([key, member]) => [key, toJson(member)]));
  }
  if (value instanceof DuckDBDecimalValue) return value.toDouble();
  if (value instanceof DuckDBUUIDValue) return value.toString();
  return String(value);
}

function isoFromMillis(millis: number): string {
  return new Date(millis).toISOString();
}
