import type {z} from 'zod';
import type {Context} from './context.ts';
import type {Release} from './generation.ts';
import type {Format} from './schema/formats.ts';
import type {Kind} from './schema/kinds.ts';

/** Where HTTP finds a parameter: in the path when the path names it, else in the query, or in the body of a POST. */
export interface Operation<
  Name extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
  Rows extends string | null = string | null,
> {
  /** The library's method. */
  readonly name: Name;
  /** The command that runs it, where it differs from the name. */
  readonly command: string | null;
  /** The agent tool that wraps it, if one does. */
  readonly tool?: string;
  readonly method: 'GET' | 'POST';
  /** The route, with path parameters in braces. */
  readonly path: string;
  /** One sentence: what it answers. */
  readonly summary: string;
  /** What a user must know beyond the summary. */
  readonly description?: string;
  /** HTTP status of a good answer, where it is not 200. */
  readonly status?: number;
  /** Bytes a request's body may have, where more than usual. */
  readonly maxBody?: number;
  /** Seconds a client may keep the answer; 0 is `no-cache`. */
  readonly maxAge: number;
  /** The kind of entity it is about, where it is about one kind only. */
  readonly about?: Kind;
  /** Parameters that may be given by position, in order. */
  readonly positional: readonly string[];
  readonly params: Params;
  readonly result: Result;
  /** The key of the result's list of rows, for tables, CSV, Arrow and Parquet; null when the result is one thing. */
  readonly rows: Rows;
  /**
   * Rows `from` up to `to` of an answer that is too long for its reader, lean, with what belongs to them; default: each list of
   * the answer cut there.
   */
  part?(answer: Record<string, unknown>, from: number, to: number): Record<string, unknown>;
  /** Its answer is rows by the thousand, which are written as they come. */
  readonly isStream?: boolean;
  /** Has it statements to show? Default true. */
  readonly isExplainable?: boolean;
  /** The parameter that a command line takes as words, each one a predicate. */
  readonly predicates?: string;
  /** The list of texts that a column of a file may stand for on a command line. */
  readonly fromColumn?: string;
  /** Where nothing of a kind matches, a terminal names what of other kinds does. */
  readonly looksElsewhere?: boolean;
  /** Parameters that answer on the bundled sample. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What a terminal's table shows of a row, as paths; default: every scalar. */
  readonly columns?: readonly string[];
  /** Is it answered in a moment, asked so? Look-ups never wait for work, and must not be any. */
  isLookup?(params: z.output<Params>): boolean;
  /** What a terminal says below the table of this answer. */
  remark?(result: z.output<Result>): string | undefined;
  run(context: Context, params: z.output<Params>): Promise<Answer>;
}

/** JSON text that passes from the store to the reader as it is. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What `run` gives: a JSON value in which ready pieces may stand as `RawJson`. */
export type Answer = RawJson | {readonly [key: string]: unknown} | RowStream;

/** What a file says of the release its rows are from. */
export type Origin = Pick<Release, 'as_of' | 'created_at' | 'sources'>;

interface StreamOptions {
  origin: Origin;
  /** The entities that rows of edges name, where they were asked for. */
  nodes?: readonly RawJson[] | undefined;
  /** Lets go of what the rows come from; needed only where they are not read to their end. */
  close?: () => void;
}

/** Rows that are streamed because they may be too many to hold: chunks of JSON texts, one text per row. */
export class RowStream {
  readonly columns: readonly string[];
  readonly chunks: AsyncIterable<readonly string[]>;
  readonly origin: Origin;
  readonly nodes: readonly RawJson[];
  readonly close: () => void;

  constructor(
    columns: readonly string[],
    chunks: AsyncIterable<readonly string[]>,
    {origin, nodes = [], close = () => undefined}: StreamOptions,
  ) {
    this.columns = columns;
    this.chunks = chunks;
    this.origin = origin;
    this.nodes = nodes;
    this.close = close;
  }
}

/** Writes an answer as JSON, ready pieces as they are; keys whose value is undefined are left out. */
export function toJsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => toJsonText(item ?? null)).join(',')}]`;
  if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
    const members: string[] = [];
    for (const [key, member] of Object.entries(value)) {
      if (member !== undefined) members.push(`${JSON.stringify(key)}:${toJsonText(member)}`);
    }
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

type Optional = 'command' | 'method' | 'maxAge' | 'positional' | 'rows';

type Definition<
  Name extends string,
  Params extends z.ZodObject,
  Result extends z.ZodType,
  Rows extends string | null,
> = Omit<Operation<Name, Params, Result, Rows>, Optional> &
  Partial<Pick<Operation<Name, Params, Result, Rows>, Optional>>;

/** Defines an operation; every door is derived from what is said here. */
export function defineOperation<
  Name extends string,
  Params extends z.ZodObject,
  Result extends z.ZodType,
  Rows extends string | null = null,
>(definition: Definition<Name, Params, Result, Rows>): Operation<Name, Params, Result, Rows> {
  return {
    command: definition.name,
    method: 'GET',
    maxAge: 60,
    positional: [],
    rows: null as Rows,
    ...definition,
    // Every description that is derived from them says that no other names are taken.
    params: definition.params.strict() as unknown as Params,
  };
}

interface ParamSchema {
  type?: string;
  anyOf?: {type?: string}[];
  'x-separator'?: string;
}

/** The JSON types of an operation's parameters, by name: what a text on the wire has to become. */
export function paramTypes({params}: {params: z.ZodObject}): Record<string, string> {
  const {properties = {}} = params.toJSONSchema({io: 'input', unrepresentable: 'any'}) as {
    properties?: Record<string, ParamSchema>;
  };
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, typeOf(schema)]));
}

/** `several`: may be given more than once; `list`: one text that holds a list. */
function typeOf({type, anyOf = [], 'x-separator': separator}: ParamSchema): string {
  if (separator !== undefined) return 'list';
  return type ?? (anyOf.some((one) => one.type === 'array') ? 'several' : 'any');
}

/** What was given more than once, as the parameter's type; undefined where one value is all it takes. */
export function fromTexts(texts: readonly string[], type: string | undefined): unknown {
  const [first, ...others] = texts;
  if (type === 'list') return texts.join(',');
  if (others.length === 0 && first !== undefined && type !== 'array') return fromText(first, type);
  return type === 'several' || type === 'array' ? [...texts] : undefined;
}

/** A text from a query string or a command line as the parameter's type; what does not fit stays text, and is refused later. */
export function fromText(text: string, type: string | undefined): unknown {
  if (type === 'integer') return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
  if (type === 'number') return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** The schema of one row of an operation's list, or of its whole result. */
export function rowSchema(operation: Operation): z.ZodObject {
  const result = operation.result as z.ZodObject;
  if (operation.rows === null) return result;
  const {element} = result.shape[operation.rows] as z.ZodArray<z.ZodObject | z.ZodUnion<[z.ZodObject]>>;
  if (!('options' in element)) return element;
  // Rows of several shapes: a table has the columns of all, those of the first, which is the fullest, before the others.
  const [first, ...others] = element.options;
  const members = others.flatMap(({shape}: z.ZodObject) => Object.entries(shape));
  return first.extend(Object.fromEntries(members.filter(([name]) => !(name in first.shape))));
}

/** What an answer says beside its rows, such as `next_cursor`. */
export function besideRows({rows}: Operation, result: Record<string, unknown>): Record<string, unknown> {
  return rows === null ? {} : Object.fromEntries(Object.entries(result).filter(([name]) => name !== rows));
}

/** Names of the parameters that the path carries. */
export function pathParams(operation: Operation): string[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

/** The formats an operation's answer may be asked for in, the default first; JSON alone where it has no such parameter. */
export function formatsOf({params}: Operation): Format[] {
  const given = params.shape.format as z.ZodDefault<z.ZodEnum> | undefined;
  return given === undefined ? ['json'] : (given.unwrap().options as Format[]);
}
