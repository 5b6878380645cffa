import {z} from 'zod';

/**
 * What every interface is derived from: an operation on the graph, or a route of `/account`. HTTP routes, OpenAPI and
 * commands handle both by the same code.
 */
export interface Endpoint<
  Name extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
  Rows extends string | null = string | null,
> {
  /** What it is called in the interface description; an operation's method of the library. */
  readonly name: Name;
  /** The command that runs it. */
  readonly command: string | null;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The route, with path parameters in braces. */
  readonly path: string;
  /** One sentence: what it returns. */
  readonly summary: string;
  /** What a user must know beyond the summary. */
  readonly description?: string;
  /** HTTP status of a successful answer, if it is not 200. */
  readonly status?: number;
  /** A parameter beside those of the path names an entity that has to exist. */
  readonly mayMiss?: boolean;
  /** Parameters that may be given by position, in order. */
  readonly positional: readonly string[];
  /** HTTP takes a parameter from the path if the path names it, else from the query of a GET or the body of a POST. */
  readonly params: Params;
  readonly result: Result;
  /** The key of the result's list of rows, for tables and files; null when the result is one thing. */
  readonly rows: Rows;
  /** Example parameters; an operation's example has an answer in the bundled sample. */
  readonly example: Readonly<Record<string, unknown>>;
}

interface ParamSchema {
  type?: string;
  anyOf?: {type?: string}[];
  'x-separator'?: string;
}

/** The JSON types of parameters, by name, to which text from a query string is converted. */
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

/** The schema of one row of an answer's list, or of the whole answer. */
export function rowSchema({result: whole, rows}: Pick<Endpoint, 'result' | 'rows'>): z.ZodObject {
  const result = whole as z.ZodObject;
  if (rows === null) return result;
  const {element} = result.shape[rows] as z.ZodArray<z.ZodObject | z.ZodUnion<[z.ZodObject]>>;
  if (!('options' in element)) return element;
  // Rows of several shapes: a table has the columns of all, those of the first, which is the fullest, before the others.
  const [first, ...others] = element.options;
  const members = others.flatMap(({shape}: z.ZodObject) => Object.entries(shape));
  return first.extend(Object.fromEntries(members.filter(([name]) => !(name in first.shape))));
}

/** Names of the parameters that the path carries. */
export function pathParams({path}: Pick<Endpoint, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

/** The path with the parameters that it carries. */
export function filledPath({path}: Pick<Endpoint, 'path'>, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** The parameters that a request's body carries; undefined where there are none. */
export function bodySchema({
  method,
  path,
  params,
}: Pick<Endpoint, 'method' | 'path' | 'params'>): z.ZodObject | undefined {
  if (method !== 'POST') return undefined;
  const inPath = pathParams({path});
  if (inPath.length === 0) return params;
  const rest = Object.entries(params.shape).filter(([name]) => !inPath.includes(name));
  return rest.length === 0 ? undefined : z.strictObject(Object.fromEntries(rest));
}
