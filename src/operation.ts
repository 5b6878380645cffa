import type {z} from 'zod';
import type {Context} from './context.ts';
import type {Endpoint} from './endpoint.ts';
import type {Release} from './generation.ts';
import type {Format} from './schema/formats.ts';
import type {Kind} from './schema/kinds.ts';

/** An operation on the graph: the library, the command line, HTTP, OpenAPI and agent tools are derived from it. */
export interface Operation<
  Name extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
  Rows extends string | null = string | null,
> extends Endpoint<Name, Params, Result, Rows> {
  readonly method: 'GET' | 'POST';
  /** The agent tool that wraps it, if one does. */
  readonly tool?: string;
  /** Maximum size of a request's body in bytes, if larger than the default. */
  readonly maxBody?: number;
  /** Seconds a client may keep the answer; 0 is `no-cache`. */
  readonly maxAge: number;
  /** The kind of entity it needs, if it needs a certain kind. */
  readonly about?: Kind;
  /**
   * Rows `from` up to `to` of an answer that is too long for its reader, lean, with what belongs to them; default: each list of
   * the answer cut there.
   */
  part?(answer: Record<string, unknown>, from: number, to: number): Record<string, unknown>;
  /** Its answer is a stream of many rows, written as they come. */
  readonly isStream?: boolean;
  /** Whether it has statements to show; default true. */
  readonly isExplainable?: boolean;
  /** Whether it writes to the state folder, so that a command line may name that. */
  readonly isKept?: boolean;
  /** The parameter that a command line takes as words, each one a predicate. */
  readonly predicates?: string;
  /** The list of texts that a column of a file may stand for on a command line. */
  readonly fromColumn?: string;
  /** If nothing of a kind matches, a terminal suggests matches of other kinds. */
  readonly looksElsewhere?: boolean;
  /** What a terminal's table shows of a row, as paths; default: every scalar. */
  readonly columns?: readonly string[];
  /** Whether it is a quick look-up with these parameters. Look-ups never queue, so they must be cheap. */
  isLookup?(params: z.output<Params>): boolean;
  /** What a terminal says below the table of this answer to these parameters, as they were given. */
  remark?(result: z.output<Result>, given: Readonly<Record<string, unknown>>): string | undefined;
  run(context: Context, params: z.output<Params>): Promise<Answer>;
}

/** JSON text that passes unchanged from the store to the reader. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get value(): unknown {
    return JSON.parse(this.text);
  }
}

/**
 * A part of an answer that is made as a value, of what JSON has alone: it becomes text only where it is sent, and where it is not, nothing is
 * written to be parsed at once.
 */
export class JsonValue {
  readonly value: unknown;
  #text: string | undefined;

  constructor(value: Readonly<Record<string, unknown>>) {
    this.value = value;
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.value);
    return this.#text;
  }
}

/** The result of `run`: a JSON value that may contain finished parts. */
export type Answer = RawJson | JsonValue | {readonly [key: string]: unknown} | RowStream;

/** What a file says of the release its rows are from. */
export type Origin = Pick<Release, 'as_of' | 'created_at' | 'sources'>;

interface StreamOptions {
  origin: Origin;
  /** The entities at the ends of edge rows, if requested. */
  nodes?: readonly RawJson[] | undefined;
  /** Releases the source of the rows; needed only if they are not read to their end. */
  close?: () => void;
}

/** Rows that are streamed because they may not fit in memory: chunks of JSON texts, one text per row. */
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

/**
 * Writes an answer as JSON, ready pieces as they are; keys whose value is undefined are left out. Texts are added up: joining lists of them copies
 * each once more at every depth.
 */
export function toJsonText(value: unknown): string {
  if (value instanceof RawJson || value instanceof JsonValue) return value.text;
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) text += `${text === '' ? '' : ','}${toJsonText(item ?? null)}`;
    return `[${text}]`;
  }
  if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
    for (const [key, member] of Object.entries(value))
      if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${toJsonText(member)}`;
    return `{${text}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** What parsing that text would give, without writing it. */
export function toJsonValue(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (value instanceof RawJson || value instanceof JsonValue) return value.value;
  if (Array.isArray(value)) return value.map((item: unknown) => toJsonValue(item));
  // What is rare, and no number but a finite one, has a form of its own in JSON; zero has no sign there.
  if (typeof value !== 'object' || value instanceof Date)
    return typeof value === 'number' && Number.isFinite(value) ? value + 0 : JSON.parse(toJsonText(value));
  const object: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) {
      if (name === '__proto__') Object.defineProperty(object, name, {...OWN, value: toJsonValue(member)});
      else object[name] = toJsonValue(member);
    }
  return object;
}

const OWN = {configurable: true, enumerable: true, writable: true};

type Optional = 'command' | 'method' | 'maxAge' | 'positional' | 'rows';

type Definition<
  Name extends string,
  Params extends z.ZodObject,
  Result extends z.ZodType,
  Rows extends string | null,
> = Omit<Operation<Name, Params, Result, Rows>, Optional> &
  Partial<Pick<Operation<Name, Params, Result, Rows>, Optional>>;

/** Defines an operation; every interface is derived from this definition. */
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

/** What an answer says beside its rows, such as `next_cursor`. */
export function besideRows({rows}: Operation, result: Record<string, unknown>): Record<string, unknown> {
  return rows === null ? {} : Object.fromEntries(Object.entries(result).filter(([name]) => name !== rows));
}

/** The formats of an operation's answer, the default first; only JSON if it has no such parameter. */
export function formatsOf({params}: Operation): Format[] {
  const given = params.shape.format as z.ZodDefault<z.ZodEnum> | undefined;
  return given === undefined ? ['json'] : (given.unwrap().options as Format[]);
}
