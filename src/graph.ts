import type {Table} from 'apache-arrow';
import type {z} from 'zod';
import type {Meta} from './context.ts';
import {GraphError} from './errors.ts';
import type {Explanation} from './explain.ts';
import {besideRows, type Operation, type RowStream, rowSchema, toJsonText} from './operation.ts';
import {type Operations, operations} from './operations/index.ts';
import {type CallOptions, type GraphOptions, openReading, type Reading} from './reading.ts';
import {csvStream} from './stream.ts';

export type {CallOptions, GraphOptions} from './reading.ts';

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
  /**
   * The rows as an Arrow table; nested objects become `a.b` columns. Its columns do not depend on the rows; what the answer
   * says beside them, such as `next_cursor`, is metadata of its schema.
   */
  arrow(params?: Params<O> | string, options?: CallOptions): Promise<Table>;
  /** The rows as a Parquet file, written to `path`. */
  parquet(path: string, params?: Params<O> | string, options?: CallOptions): Promise<void>;
}

type Listed<O extends Operation> = Exclude<O, {name: 'export'}>;

export type Methods = {[O in Listed<Operations[number]> as O['name']]: Method<O>} & {
  export: ExportMethod;
};

type ExportParams = Params<Extract<Operations[number], {name: 'export'}>>;

/** Rows of the graph as a stream: objects, or pieces of CSV text, its header line first. */
export interface ExportMethod {
  (params: ExportParams & {format: 'csv'}, options?: CallOptions): AsyncGenerator<string>;
  (params?: ExportParams & {format?: 'ndjson'}, options?: CallOptions): AsyncGenerator<Record<string, unknown>>;
  (params: ExportParams, options?: CallOptions): AsyncGenerator<string | Record<string, unknown>>;
}

/** An open graph. Its methods are the operations. */
export interface Graph extends Methods, Omit<Reading, 'explained'> {
  readonly operations: Operations;
  /**
   * The SQL and the plan behind an answer: the operation runs once with nothing cached, then each of its statements once more.
   * @throws GraphError as the operation itself does.
   */
  explain<O extends Operations[number]>(
    operation: O['name'],
    params?: Params<Extract<O, {name: O['name']}>> | string,
    options?: CallOptions,
  ): Promise<Explanation>;
}

/**
 * Opens a graph for reading.
 * @param source A store, a snapshot folder, or nothing for the bundled sample. A snapshot is turned into a store once, in the user's cache folder.
 * @throws FileError when the source is missing, damaged, or something else.
 */
export async function openGraph(source?: string, options: GraphOptions = {}): Promise<Graph> {
  const {explained, ...reading} = await openReading(source, options);
  const graph: Record<PropertyKey, unknown> = {
    ...reading,
    operations,
    async explain(name: string, given: unknown, call: CallOptions = {}) {
      const operation = operations.find((one) => one.name === name) as unknown as Operation | undefined;
      if (operation === undefined || operation.name === 'contact') {
        const names = operations.map((one) => one.name).filter((one) => one !== 'contact');
        throw new GraphError(
          'bad_request',
          `Nothing to explain in ${JSON.stringify(name)}. Operations: ${names.join(', ')}.`,
        );
      }
      return explained(operation, byPosition(operation, given), call);
    },
  };
  for (const operation of operations) graph[operation.name] = method(operation as unknown as Operation, reading.answer);
  return graph as unknown as Graph;
}

function method(operation: Operation, answer: Graph['answer']): unknown {
  const named = (params: unknown) => byPosition(operation, params);
  if (operation.name === 'export')
    return (params: unknown, call: CallOptions) => exported(operation, answer, params, call);
  const run = async (params: unknown, call?: CallOptions) => {
    const {value, meta} = await answer(operation, named(params), call);
    return withMeta(JSON.parse(toJsonText(value)) as object, meta);
  };
  const whole = async (params: unknown, call?: CallOptions) => (await run(params, call)) as Record<string, unknown>;
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
    async arrow(params: unknown, call?: CallOptions) {
      const {toArrow} = await import('./store/arrow.ts');
      const result = await whole(params, call);
      return toArrow(rowSchema(operation), rowsOf(operation, result), besideRows(operation, result));
    },
    async parquet(path: string, params: unknown, call?: CallOptions) {
      const {toParquet} = await import('./store/parquet.ts');
      return toParquet(rowSchema(operation), rowsOf(operation, await whole(params, call)), path);
    },
  });
}

function rowsOf(operation: Operation, result: Record<string, unknown>): unknown[] {
  return operation.rows === null ? [result] : (result[operation.rows] as unknown[]);
}

async function* exported(operation: Operation, answer: Graph['answer'], params: unknown, call?: CallOptions) {
  const {value} = await answer(operation, params, call);
  const rows = value as RowStream;
  if ((params as {format?: string} | undefined)?.format === 'csv') return yield* csvStream(rows);
  for await (const chunk of rows.chunks) for (const row of chunk) yield JSON.parse(row) as Record<string, unknown>;
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
