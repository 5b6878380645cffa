import type {z} from 'zod';

export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'texts' | 'json';

/** A column of a flat table made of JSON rows. */
export interface Column {
  /** Nested objects are named `outer.inner`. */
  name: string;
  path: readonly string[];
  type: ColumnType;
}

interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
}

/**
 * The columns of rows with this schema. They follow from the schema and never from the values, so an empty result
 * has the same columns as a full one. Objects with fixed keys become columns of their own, open ones JSON text.
 */
export function columnsOf(row: z.ZodObject): Column[] {
  return collect(row.toJSONSchema({io: 'output', unrepresentable: 'any'}) as JsonSchema, []);
}

function collect(schema: JsonSchema, path: readonly string[]): Column[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const at = [...path, key];
    const bare = present(member);
    if (bare.type === 'object' && bare.properties !== undefined) return collect(bare, at);
    return [{name: at.join('.'), path: at, type: columnType(bare)}];
  });
}

/** A nullable schema without its null. */
function present(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.type)) return {...schema, type: schema.type.filter((type) => type !== 'null')[0] ?? 'null'};
  const choices = schema.anyOf?.filter((choice) => choice.type !== 'null') ?? [];
  return choices.length === 1 && choices[0] !== undefined ? choices[0] : schema;
}

function columnType(schema: JsonSchema): ColumnType {
  if (schema.type === 'string') return 'text';
  if (schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean') return schema.type;
  if (schema.type === 'array' && schema.items?.type === 'string') return 'texts';
  return 'json';
}

/** The value of a column in a row: null where any part of its path is absent. */
export function valueAt(row: unknown, column: Column): unknown {
  let value: unknown = row;
  for (const key of column.path) {
    if (value === null || typeof value !== 'object') return null;
    value = (value as Record<string, unknown>)[key];
  }
  if (value === undefined || value === null) return null;
  return column.type === 'json' ? JSON.stringify(value) : value;
}
