import type {JsonValue} from '../engine/values.ts';

type Reading = (value: JsonValue) => JsonValue;

const asItIs: Reading = (value) => value;

/**
 * Converts a column's JSON to the values that DuckDB returns (engine/values.ts): timestamps are ISO 8601 with
 * milliseconds.
 */
function readingOf(type: string): Reading {
  const [, inner] = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type) ?? [];
  if (inner !== undefined) {
    const read = readingOf(inner);
    return read === asItIs ? asItIs : (value) => (value === null ? null : read(value));
  }
  if (type.startsWith('DateTime64')) return (value) => `${String(value).slice(0, 23).replace(' ', 'T')}Z`;
  return asItIs;
}

/** Rows as columns. */
export function columnsOf(
  meta: readonly {name: string; type: string}[],
  rows: readonly (readonly JsonValue[])[],
): JsonValue[][] {
  if (rows.length === 0) return meta.map(() => []);
  return meta.map(({type}, place) => {
    const read = readingOf(type);
    return rows.map((row) => read(row[place] ?? null));
  });
}
