import type {z} from 'zod';

/** `label`: a text shared by many rows; `timestamp`: ISO 8601 in JSON. */
export type ColumnType = 'text' | 'label' | 'timestamp' | 'integer' | 'number' | 'boolean' | 'texts' | 'json';

/** A column of a flat table made of JSON rows. */
export interface Column {
  /** Nested objects are named `outer.inner`. */
  name: string;
  path: readonly string[];
  type: ColumnType;
}

/** Columns with few distinct texts. They are chosen by name, since types never follow from values. */
const LABELS = new Set([
  ...['kind', 'relation', 'direction', 'op', 'type', 'role', 'tier', 'how', 'source', 'family', 'product_family'],
  ...['target', 'target_id', 'target_symbol', 'modality', 'mechanism', 'therapeutic_area', 'disease_id'],
  ...['disease_label', 'platform_type', 'phase', 'status', 'agency', 'country', 'basis', 'furthest_stage'],
  'date_precision',
]);

interface JsonSchema {
  format?: string;
  enum?: unknown[];
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
}

/**
 * The columns of rows with this schema. They never depend on the values, so an empty result has the same columns as a
 * full one. Objects with fixed keys become columns of their own, open ones JSON text.
 */
export function columnsOf(row: z.ZodObject): Column[] {
  return collect(row.toJSONSchema({io: 'output', unrepresentable: 'any'}) as JsonSchema, []);
}

function collect(schema: JsonSchema, path: readonly string[]): Column[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const at = [...path, key];
    const bare = present(member);
    if (bare.type === 'object' && bare.properties !== undefined) return collect(bare, at);
    return [{name: at.join('.'), path: at, type: columnType(bare, key)}];
  });
}

/** A nullable schema without its null. */
function present(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.type)) return {...schema, type: schema.type.filter((type) => type !== 'null')[0] ?? 'null'};
  const choices = schema.anyOf?.filter((choice) => choice.type !== 'null') ?? [];
  return choices.length === 1 && choices[0] !== undefined ? choices[0] : schema;
}

function columnType(schema: JsonSchema, key: string): ColumnType {
  if (schema.type === 'string') {
    if (schema.format === 'date-time') return 'timestamp';
    return schema.enum !== undefined || LABELS.has(key) ? 'label' : 'text';
  }
  if (schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean') return schema.type;
  if (schema.type === 'array' && schema.items?.type === 'string') return 'texts';
  return 'json';
}

/** The value of a column in a row: null if any part of its path is missing. */
export function valueAt(row: unknown, column: Column): unknown {
  let value: unknown = row;
  for (const key of column.path) {
    if (value === null || typeof value !== 'object') return null;
    value = (value as Record<string, unknown>)[key];
  }
  if (value === undefined || value === null) return null;
  return column.type === 'json' ? JSON.stringify(value) : value;
}

/**
 * Whether whole numbers fit in 32 bits, as all counts do. Larger ones are stored as floating-point numbers, which are
 * exact up to 2^53; 64-bit integers would come back as JavaScript's BigInt, whose division truncates.
 */
export function isSmall(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value !== 'number' || value === (value | 0));
}

/** The metadata of a file: texts unchanged, all other values as JSON text; null and undefined are left out. */
export function factsOf(beside: Record<string, unknown>): [string, string][] {
  return Object.entries(beside).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
}
