/** An answer as the engines return it: values as in JSON. */
export interface Answer {
  readonly names: readonly string[];
  readonly columns: readonly (readonly unknown[])[];
  /** Number of rows. */
  readonly rows: number;
}

/** The type of a column. */
export interface ColumnType<T> {
  /** Its name in messages. */
  readonly name: string;
  holds(value: unknown): value is T;
}

/** The type of a column without nulls; `orNull` is the same type with nulls. */
export interface Known<T> extends ColumnType<T> {
  readonly orNull: ColumnType<T | null>;
}

function known<T>(name: string, holds: (value: unknown) => value is T): Known<T> {
  const orNull = {
    name: `${name} or null`,
    holds: (value: unknown): value is T | null => value === null || holds(value),
  };
  return {name, holds, orNull};
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isInteger = (value: unknown): value is number => Number.isInteger(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

function listOf<T>(one: (value: unknown) => value is T): (value: unknown) => value is T[] {
  return (value): value is T[] => Array.isArray(value) && value.every(one);
}

/** Types of columns: `{rid: is.integer, day: is.text.orNull}`. Days and timestamps are texts, as in JSON. */
export const is = {
  text: known('text', isText),
  number: known('a number', isNumber),
  integer: known('a whole number', isInteger),
  boolean: known('true or false', isBoolean),
  texts: known('a list of texts', listOf(isText)),
  numbers: known('a list of numbers', listOf(isNumber)),
  integers: known('a list of whole numbers', listOf(isInteger)),
  /** An object with these members. */
  struct<S extends RowShape>(shape: S): Known<RowOf<S>> {
    const members = Object.entries(shape);
    const isStruct = (value: unknown): value is RowOf<S> =>
      isObject(value) && members.every(([name, type]) => type.holds(value[name]));
    return known(`a struct with ${Object.keys(shape).join(', ')}`, isStruct);
  },
  /** One of several texts. */
  oneOf<const T extends string>(...texts: readonly T[]): Known<T> {
    const isOne = (value: unknown): value is T => (texts as readonly unknown[]).includes(value);
    return known(`one of ${texts.join(', ')}`, isOne);
  },
};

/** The columns of a row by name. */
export type RowShape = Readonly<Record<string, ColumnType<unknown>>>;

export type RowOf<S extends RowShape> = {[Name in keyof S]: S[Name] extends ColumnType<infer T> ? T : never};

export type ColumnsOf<S extends readonly ColumnType<unknown>[]> = {
  -readonly [Place in keyof S]: S[Place] extends ColumnType<infer T> ? T[] : never;
};

/**
 * The rows of an answer, with the columns in the shape and no others.
 * @throws Error naming a column with another type, because then the statement and its shape do not match.
 */
export function rowsOf<S extends RowShape>({names, columns, rows}: Answer, shape: S): RowOf<S>[] {
  const keys = Object.keys(shape);
  const wanted = Object.entries(shape).map(([name, type]) => checked(columns[names.indexOf(name)], name, type));
  const found: RowOf<S>[] = [];
  for (let index = 0; index < rows; index++) {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < keys.length; at++) row[keys[at] ?? ''] = wanted[at]?.[index];
    found.push(row as RowOf<S>);
  }
  return found;
}

/**
 * The columns of an answer in their order, for results too large for objects; a column without rows is an empty list.
 * @throws Error naming a column with another type.
 */
export function columnsOf<const S extends readonly ColumnType<unknown>[]>(
  {names, columns}: Answer,
  types: S,
): ColumnsOf<S> {
  return types.map((type, at) => checked(columns[at], names[at] ?? String(at + 1), type)) as ColumnsOf<S>;
}

function checked<T>(column: readonly unknown[] | undefined, name: string, type: ColumnType<T>): readonly T[] {
  if (column === undefined) throw new Error(`The statement gives no column \`${name}\`, which must have ${type.name}`);
  if (column.every((value): value is T => type.holds(value))) return column;
  const wrong = column.findIndex((value) => !type.holds(value));
  const value = column[wrong];
  const found =
    value === null ? 'null' : Array.isArray(value) ? 'a list' : isObject(value) ? 'a struct' : `a ${typeof value}`;
  throw new Error(`Row ${wrong + 1} of column \`${name}\` has ${found} instead of ${type.name}`);
}
