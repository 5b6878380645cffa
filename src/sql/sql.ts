import type {Dialect, Written} from './dialect.ts';
import {duckdb} from './duckdb.ts';

/** A value that can be bound to a statement. */
export type Bindable = string | number | bigint | boolean | null;

/** A fragment that differs between engines; see fragments.ts. */
export class Fragment {
  readonly write: (dialect: Dialect) => Written;

  constructor(write: (dialect: Dialect) => Written) {
    this.write = write;
  }
}

type Part = Bindable | Sql | Fragment | readonly Bindable[];

/**
 * A piece of SQL that keeps its values apart from its text. Pieces nest; the text that reaches the database has `$1…$n`
 * for every value, so user text never becomes SQL.
 */
export class Sql {
  readonly strings: readonly string[];
  readonly parts: readonly Part[];

  constructor(strings: readonly string[], parts: readonly Part[]) {
    this.strings = strings;
    this.parts = parts;
  }

  /** The statement's text in an engine's dialect, and its values in bind order. */
  compile(dialect: Dialect = duckdb): {text: string; values: Bindable[]} {
    const values: Bindable[] = [];
    const text = write(this, values, dialect);
    return {text, values};
  }

  /** The statement with its values inserted, to be read or pasted into a shell, never to be run by us. */
  toString(dialect: Dialect = duckdb): string {
    const {text, values} = this.compile(dialect);
    return text.replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1] ?? null));
  }
}

function write(piece: Sql, values: Bindable[], dialect: Dialect): string {
  let text = piece.strings[0] ?? '';
  piece.parts.forEach((part, index) => {
    text += writePart(part, values, dialect) + (piece.strings[index + 1] ?? '');
  });
  return text;
}

function writePart(part: Part, values: Bindable[], dialect: Dialect): string {
  if (part instanceof Sql) return write(part, values, dialect);
  if (part instanceof Fragment) {
    return part
      .write(dialect)
      .map((word) => (word instanceof Sql ? write(word, values, dialect) : String(word)))
      .join('');
  }
  if (Array.isArray(part)) return writeList(part as readonly Bindable[], values, dialect);
  values.push(part as Bindable);
  return dialect.place(values.length, part as Bindable);
}

/**
 * A list becomes `($1, $2, …)`. Its length is rounded up by repeating the last value, so that the statement cache holds
 * a few texts rather than one for every length. An empty list matches nothing.
 */
function writeList(list: readonly Bindable[], values: Bindable[], dialect: Dialect): string {
  const last = list.at(-1);
  if (last === undefined) return '(NULL)';
  const length = list.length <= 4 ? list.length : 2 ** Math.ceil(Math.log2(list.length));
  const places: string[] = [];
  for (let index = 0; index < length; index++) {
    const value = list[index] ?? last;
    values.push(value);
    places.push(dialect.place(values.length, value));
  }
  return `(${places.join(', ')})`;
}

function literal(value: Bindable): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return quote(value);
  // Otherwise `- -1` would start a comment.
  return typeof value !== 'boolean' && value < 0 ? `(${value})` : String(value);
}

/** A string as an SQL literal, for the few places that cannot bind: file names in DDL, settings. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const IDENTIFIER = /^[a-z_][a-z0-9_]*$/;

/** Tagged template: `${value}` is bound, `${list}` becomes a bound list, `${sql\`…\`}` nests. */
export function sql(strings: TemplateStringsArray, ...parts: Part[]): Sql {
  return new Sql(strings, parts);
}

/** An identifier in our own text (never a user's); checked nevertheless. */
export function id(name: string): Sql {
  if (!IDENTIFIER.test(name)) throw new Error(`Not an SQL identifier: ${name}`);
  return new Sql([name], []);
}

/** A whole number in our own text, where the plan is better if it is known. */
export function whole(number: number): Sql {
  if (!Number.isSafeInteger(number)) throw new Error(`Not a whole number: ${number}`);
  return new Sql([String(number)], []);
}

/** Pieces joined by a separator. */
export function join(pieces: readonly Sql[], separator: string): Sql {
  if (pieces.length === 0) return empty;
  return new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces);
}

/** Conditions that must all hold; none is `true`. */
export function and(conditions: readonly (Sql | undefined)[]): Sql {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql`true` : join(present, ' and ');
}

export const empty: Sql = new Sql([''], []);
