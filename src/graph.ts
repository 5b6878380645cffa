import type {Table} from 'apache-arrow';
import {z} from 'zod';
import type {Context, Meta} from './context.ts';
import {GraphError} from './errors.ts';
import {type Explanation, explain} from './explain.ts';
import {type Operation, RowStream, toJsonText} from './operation.ts';
import {type Operations, operations} from './operations/index.ts';
import {Reader, type ReaderOptions} from './reader.ts';
import {parseParams} from './schema/check.ts';
import {type ResolveOptions, resolveSource, type Source} from './source.ts';
import {stateFolder} from './state/folder.ts';
import {toArrow} from './store/arrow.ts';
import type {Generation} from './store/generation.ts';
import {toParquet} from './store/parquet.ts';
import {runSql, type SqlOptions, type SqlResult} from './store/shell.ts';

export interface GraphOptions extends ReaderOptions, ResolveOptions {
  /** Milliseconds each query may take; default 30,000. */
  timeout?: number;
  /** Folder of what must be remembered (messages left with `contact`); default: `BIOGRAPH_STATE`, else the user's data folder. */
  state?: string;
}

/** What may be said of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds each query of the call may take. */
  timeout?: number;
}

type Params<O extends Operation> = z.input<O['params']>;
type Result<O extends Operation> = z.output<O['result']>;
type Row<O extends Operation> = O extends {rows: infer K}
  ? K extends keyof Result<O>
    ? Result<O>[K] extends (infer R)[]
      ? R
      : never
    : never
  : never;

/** An operation as a method. A list result has three more forms. */
export interface Method<O extends Operation> {
  (params?: Params<O> | string, options?: CallOptions): Promise<Result<O> & {readonly meta: Meta}>;
  /** Every row, page after page by keyset cursor; never skips or repeats one. */
  all(params?: Params<O> | string, options?: CallOptions): AsyncGenerator<Row<O>>;
  /** The rows as an Arrow table; nested objects become `a.b` columns. Its schema does not depend on the rows. */
  arrow(params?: Params<O> | string, options?: CallOptions): Promise<Table>;
  /** The rows as a Parquet file, written to `path`. */
  parquet(path: string, params?: Params<O> | string, options?: CallOptions): Promise<void>;
}

type Listed<O extends Operation> = Exclude<O, {name: 'export'}>;

export type Methods = {[O in Listed<Operations[number]> as O['name']]: Method<O>} & {
  /** Rows of the graph as a stream. */
  export(
    params?: Params<Extract<Operations[number], {name: 'export'}>>,
    options?: CallOptions,
  ): AsyncGenerator<Record<string, unknown>>;
};

/** An open graph. Its methods are the operations. */
export interface Graph extends Methods, AsyncDisposable {
  readonly operations: Operations;
  /** What the graph was opened from. */
  readonly source: Source;
  /** Runs an operation for a door: the answer as `run` gives it, and what is to be said beside it. */
  answer(
    operation: Operation,
    params: unknown,
    options?: CallOptions & {follow?: boolean},
  ): Promise<{value: unknown; meta: Meta}>;
  /**
   * The SQL and the plan behind an answer: the operation runs once with nothing cached, then each of its statements once more.
   * @throws GraphError as the operation itself does.
   */
  explain<O extends Operations[number]>(
    operation: O['name'],
    params?: Params<Extract<O, {name: O['name']}>> | string,
    options?: CallOptions,
  ): Promise<Explanation>;
  /**
   * Runs work over one generation, which stays open and the same until the work ends.
   * @param generation Default: the current one. Undefined comes back for one that is no longer kept.
   */
  at<T>(generation: number | undefined, work: (context: Context) => Promise<T>): Promise<T | undefined>;
  /** The generation that is current now. */
  current(): Promise<{generation: number; snapshot: string}>;
  /** One SELECT over the documented views, in an instance of its own: no file, no network, nothing written. */
  sql(text: string, options?: CallOptions & SqlOptions): Promise<SqlResult>;
  close(): Promise<void>;
}

/**
 * Opens a graph for reading.
 * @param source A store, a snapshot folder, or nothing for the bundled sample. A snapshot is turned into a store once, in the user's cache folder.
 * @throws FileError when the source is missing, damaged, or something else.
 */
export async function openGraph(source?: string, options: GraphOptions = {}): Promise<Graph> {
  const resolved = await resolveSource(source, options);
  const reader = await Reader.open(resolved, options);
  return bindMethods(reader, options);
}

function bindMethods(reader: Reader, options: GraphOptions): Graph {
  const contextOf = (generation: Generation, call: CallOptions & {follow?: boolean}): Context => ({
    generation,
    pinned: (number) => reader.pinned(number),
    signal: call.signal,
    timeout: call.timeout ?? options.timeout,
    follow: call.follow ?? true,
    state: stateFolder(options.state),
    meta: {snapshot: generation.release.snapshot_id, generation: generation.number},
  });

  const answer: Graph['answer'] = async (operation, given, call = {}) => {
    const params = parseParams(operation.params, given);
    const generation = await reader.generation();
    const context = contextOf(generation, call);
    const {meta} = context;
    generation.hold();
    let value: unknown;
    try {
      value = await operation.run(context, params);
    } catch (error) {
      generation.letGo();
      throw error;
    }
    if (value instanceof RowStream) return {value: holding(value, generation), meta};
    generation.letGo();
    return {value, meta};
  };

  const graph: Record<string, unknown> = {
    operations,
    source: reader.source,
    answer,
    close: () => reader.close(),
    [Symbol.asyncDispose]: () => reader.close(),
    async explain(name: string, given: unknown, call: CallOptions = {}) {
      const operation = operations.find((one) => one.name === name) as unknown as Operation | undefined;
      if (operation === undefined || operation.name === 'contact') {
        const names = operations.map((one) => one.name).filter((one) => one !== 'contact');
        throw new GraphError(
          'bad_request',
          `Nothing to explain in ${JSON.stringify(name)}. Operations: ${names.join(', ')}.`,
        );
      }
      const params = parseParams(operation.params, byPosition(operation, given));
      const generation = await reader.generation();
      return generation.use(() => explain(operation, params, generation, contextOf(generation, call), options));
    },
    async at<T>(number: number | undefined, work: (context: Context) => Promise<T>) {
      const generation = number === undefined ? await reader.generation() : await reader.pinned(number);
      return generation?.use(() => work(contextOf(generation, {})));
    },
    async current() {
      const {number, release} = await reader.generation();
      return {generation: number, snapshot: release.snapshot_id};
    },
    async sql(text: string, call: CallOptions & SqlOptions = {}) {
      const generation = await reader.generation();
      return runSql(generation.file, text, {timeout: options.timeout, ...call});
    },
  };
  for (const operation of operations) graph[operation.name] = method(operation as unknown as Operation, answer);
  return graph as unknown as Graph;
}

/** The rows, with their generation held until they end or are closed: a reader may leave before the first one. */
function holding({columns, chunks}: RowStream, generation: Generation): RowStream {
  let isHeld = true;
  const letGo = () => {
    if (isHeld) generation.letGo();
    isHeld = false;
  };
  async function* held(): AsyncGenerator<readonly string[]> {
    try {
      yield* chunks;
    } finally {
      letGo();
    }
  }
  return new RowStream(columns, held(), letGo);
}

function method(operation: Operation, answer: Graph['answer']): unknown {
  const named = (params: unknown) => byPosition(operation, params);
  if (operation.name === 'export')
    return (params: unknown, call: CallOptions) => exported(operation, answer, params, call);
  const run = async (params: unknown, call?: CallOptions) => {
    const {value, meta} = await answer(operation, named(params), call);
    return withMeta(JSON.parse(toJsonText(value)) as object, meta);
  };
  const rows = async (params: unknown, call?: CallOptions) => {
    const result = (await run(params, call)) as Record<string, unknown>;
    return operation.rows === null ? [result] : (result[operation.rows] as unknown[]);
  };
  return Object.assign(run, {
    async *all(params: unknown, call?: CallOptions) {
      let after: string | undefined;
      do {
        const page = (await run({...named(params), ...(after !== undefined && {after})}, call)) as Record<
          string,
          unknown
        >;
        const found = page[operation.rows ?? ''] as unknown[];
        yield* found;
        // A feed always has a next cursor; its end is an empty page.
        after = found.length === 0 ? undefined : ((page.next_cursor as string | null | undefined) ?? undefined);
      } while (after !== undefined);
    },
    arrow: async (params: unknown, call?: CallOptions) => toArrow(rowSchema(operation), await rows(params, call)),
    parquet: async (path: string, params: unknown, call?: CallOptions) =>
      toParquet(rowSchema(operation), await rows(params, call), path),
  });
}

/** The schema of one row of an operation's list, or of its whole result. */
export function rowSchema(operation: Operation): z.ZodObject {
  const result = operation.result as z.ZodObject;
  if (operation.rows === null) return result;
  const {element} = result.shape[operation.rows] as z.ZodArray<z.ZodObject | z.ZodUnion<[z.ZodObject]>>;
  // Rows of several shapes: a table has the columns of the first, which is the fullest.
  return element instanceof z.ZodUnion ? element.options[0] : element;
}

async function* exported(operation: Operation, answer: Graph['answer'], params: unknown, call?: CallOptions) {
  const {value} = await answer(operation, params, call);
  for await (const chunk of (value as RowStream).chunks)
    for (const row of chunk) yield JSON.parse(row) as Record<string, unknown>;
}

/** A lone string stands for the first positional parameter. */
function byPosition(operation: Operation, params: unknown): Record<string, unknown> {
  if (typeof params !== 'string') return (params ?? {}) as Record<string, unknown>;
  const [first] = operation.positional;
  if (first === undefined) throw new GraphError('validation_error', `${operation.name} takes an object of parameters.`);
  return {[first]: params};
}

function withMeta<T extends object>(result: T, meta: Meta): T & {readonly meta: Meta} {
  Object.defineProperty(result, 'meta', {value: meta, enumerable: false});
  return result as T & {readonly meta: Meta};
}
