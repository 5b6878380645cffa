import type {Table} from 'apache-arrow';
import type {z} from 'zod';
import type {Meta} from './context.ts';
import {rowSchema} from './endpoint.ts';
import {GraphError} from './errors.ts';
import type {Explanation} from './explain.ts';
import {writeAnswer, writeStream} from './formats/index.ts';
import {besideRows, type Operation, type RowStream, toJsonValue} from './operation.ts';
import {type Operations, operations} from './operations/index.ts';
import {type CallOptions, type GraphOptions, openReading, type Reading} from './reading.ts';
import {areCallOptions, checkCallOptions, isSignal} from './schema/call-options.ts';
import type {Format, Written} from './schema/formats.ts';
import {checkOpening} from './schema/open-options.ts';
import type {DiffParams} from './snapshot/between.ts';
import type {Comparison} from './snapshot/compare.ts';
import type {Digest} from './snapshot/watch.ts';
import {storeOf} from './source.ts';

export type {CallOptions, GraphOptions} from './reading.ts';

type Params<O extends Operation> = z.input<O['params']>;
/** The first argument of a method; of an operation without parameters it may be the options. */
type Given<O extends Operation> = keyof O['params']['shape'] extends never ? CallOptions : Params<O>;
/** A lone text or list stands for the first positional parameter. */
type Lone = string | string[];
type Result<O extends Operation> = z.output<O['result']>;
type Row<O extends Operation> = O extends {rows: infer K}
  ? K extends keyof Result<O>
    ? Result<O>[K] extends (infer R)[]
      ? R
      : never
    : never
  : never;

/** The formats other than JSON in which an operation's answer is available. */
type Others<O extends Operation> = Params<O> extends {format?: infer F} ? Exclude<F, 'json' | undefined> : never;

/**
 * An operation as a method: its answer, or with `format` the text or the bytes of a file. A list result has three more
 * forms. The operation's description is attached to the method, so that editors show it.
 */
export interface Method<O extends Operation> {
  <F extends Others<O>>(params: Params<O> & {format: F}, options?: CallOptions): Promise<Written<F>>;
  (params?: (Given<O> & {format?: 'json'}) | Lone, options?: CallOptions): Promise<Result<O> & {readonly meta: Meta}>;
  /** Every row, page after page by keyset cursor; never skips or repeats one. Of a text search, all of its window. */
  all(params?: Given<O> | Lone, options?: CallOptions): AsyncGenerator<Row<O>>;
  /**
   * The rows as an Arrow table; nested objects become `a.b` columns. Its columns do not depend on the rows; other
   * members of the answer, such as `next_cursor`, are metadata of its schema.
   */
  arrow(params?: Given<O> | Lone, options?: CallOptions): Promise<Table>;
  /** The rows as a Parquet file, written to `path`. */
  parquet(path: string, params?: Given<O> | Lone, options?: CallOptions): Promise<void>;
}

type Streamed = Extract<Operations[number], {name: 'export' | 'exportEdges'}>;
type Listed = Exclude<Operations[number], Streamed>;

export type Methods = {[O in Listed as O['name']]: Method<O>} & {[O in Streamed as O['name']]: ExportMethod<O>};

/** Rows of the graph as a stream: objects by default, else pieces of the text or file that `format` names. */
export interface ExportMethod<O extends Operation> {
  (params?: Params<O> & {format?: 'ndjson'}, options?: CallOptions): AsyncGenerator<Result<O>>;
  <F extends Exclude<Others<O>, 'ndjson'> | 'json'>(
    params: Params<O> & {format: F},
    options?: CallOptions,
  ): AsyncGenerator<Written<F>>;
  (params: Params<O>, options?: CallOptions): AsyncGenerator<string | Uint8Array | Result<O>>;
}

/** An open graph. Its methods are the operations. */
export interface Graph extends Methods, Omit<Reading, 'explained'> {
  readonly operations: Operations;
  /**
   * What changed between two kept generations of the store, the last two unless `from` and `to` say otherwise: for
   * entities that match the filters of a list or, with `watch`, around each of the named entities, a company with its
   * group.
   * @throws GraphError `bad_request` if there are not two generations to compare.
   */
  diff(params: DiffParams & {watch: string[]}, options?: CallOptions): Promise<Digest>;
  diff(params?: DiffParams & {watch?: undefined}, options?: CallOptions): Promise<Comparison>;
  /**
   * The SQL and the plan behind an answer: the operation runs once with an empty cache, then each of its statements
   * again.
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
 * @throws GraphError `validation_error` for an option that is none, or cannot have its value.
 */
export async function openGraph(source?: string, options: GraphOptions = {}): Promise<Graph> {
  checkOpening(source, options);
  const {explained, ...reading} = await openReading(source, options);
  const graph: Record<PropertyKey, unknown> = {
    ...reading,
    operations,
    async diff(given: unknown = {}, call: CallOptions = {}, ...more: unknown[]) {
      checkCallOptions({name: 'diff', options: call, given: Object.keys(given ?? {}), more});
      const {changesBetween} = await import('./snapshot/between.ts');
      return changesBetween(storeOf(reading.source, 'diff'), given, call.signal);
    },
    async explain(name: string, ...rest: Arguments) {
      const operation = operations.find((one) => one.name === name) as unknown as Operation | undefined;
      if (operation === undefined || operation.isExplainable === false) {
        const names = operations.filter((one) => one.isExplainable !== false).map((one) => one.name);
        throw new GraphError(
          'bad_request',
          `There is no operation ${JSON.stringify(name)} to explain. Operations: ${names.join(', ')}.`,
        );
      }
      const {params, call} = asked(operation, rest);
      return explained(operation, params, call);
    },
  };
  for (const operation of operations) graph[operation.name] = method(operation as unknown as Operation, reading.answer);
  return shownAsCard(graph as unknown as Graph);
}

/** The method by which a notebook kernel or a terminal renders a value. */
const DISPLAY = Symbol.for('Jupyter.display');
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** The graph as a card instead of a dump of its parts. */
function shownAsCard(graph: Graph): Graph {
  const from = graph.source.given ?? 'the bundled sample';
  const show = async () => {
    const {graphCard} = await import('./notebook/display.ts');
    const {snapshot, kinds} = await graph.schema();
    return graphCard({
      source: from,
      snapshot: snapshot.id,
      generation: snapshot.generation,
      as_of: snapshot.as_of,
      kinds,
      methods: operations.map(({name}) => name),
    });
  };
  Object.defineProperty(graph, DISPLAY, {value: show, enumerable: false});
  const inspect = () => `Graph { from: ${from}; methods: ${operations.map(({name}) => name).join(', ')} }`;
  Object.defineProperty(graph, INSPECT, {value: inspect, enumerable: false});
  return graph;
}

/** An answer that a notebook shows as a table or a picture; its JSON and its keys are unchanged. */
function forPeople<T extends Record<string, unknown>>(answer: T, operation: Operation, meta: Meta): T {
  const show = async () => (await import('./notebook/display.ts')).displayed(operation, answer, meta);
  Object.defineProperty(answer, DISPLAY, {value: show, enumerable: false});
  return answer;
}

/** Parameters, options, and nothing else. */
type Arguments = readonly unknown[];

function method(operation: Operation, answer: Graph['answer']): unknown {
  if (operation.isStream === true) return (...given: Arguments) => exported(operation, answer, given);
  const run = async (...given: Arguments) => {
    const {params, call} = asked(operation, given);
    const {value, meta} = await answer(operation, params, call);
    const result = toJsonValue(value) as Record<string, unknown>;
    const format = formatIn(params, 'json');
    return format === 'json'
      ? forPeople(withMeta(result, meta), operation, meta)
      : writeAnswer(operation, result, format as never, meta);
  };
  const whole = async (given: Arguments) => (await run(...given)) as Record<string, unknown>;
  return Object.assign(run, {
    async *all(...given: Arguments) {
      const {params, call} = asked(operation, given);
      // Where the first page begins, a cursor takes the place of.
      const {since: _, offset: __, ...further} = params;
      let next: Record<string, unknown> | undefined = params;
      while (next !== undefined) {
        const page = (await whole([next, call])) as Paged;
        const found = page[operation.rows ?? ''] as unknown[];
        yield* untilAborted(found, call);
        const {next_cursor: after, next_offset: offset} = page;
        // A feed always has a next cursor; its end is an empty page. What is ranked has no cursor, only a window.
        if (found.length === 0) next = undefined;
        else if (typeof after === 'string') next = {...further, after};
        else next = typeof offset === 'number' ? {...params, offset} : undefined;
      }
    },
    async arrow(...given: Arguments) {
      const {toArrow} = await import('./engine/arrow.ts');
      const result = await whole(given);
      return toArrow(rowSchema(operation), rowsOf(operation, result), besideRows(operation, result));
    },
    async parquet(path: string, ...given: Arguments) {
      const {toParquet} = await import('./engine/parquet.ts');
      return toParquet(rowSchema(operation), rowsOf(operation, await whole(given)), path);
    },
  });
}

interface Paged extends Record<string, unknown> {
  next_cursor?: string | null;
  next_offset?: number | null;
}

function rowsOf(operation: Operation, result: Record<string, unknown>): unknown[] {
  return operation.rows === null ? [result] : (result[operation.rows] as unknown[]);
}

/** Rows until the call is aborted, which its reader may do after any of them. */
function* untilAborted<T>(rows: readonly T[], call: CallOptions | undefined): Generator<T> {
  for (const row of rows) {
    call?.signal?.throwIfAborted();
    yield row;
  }
}

async function* exported(operation: Operation, answer: Graph['answer'], given: Arguments) {
  const {params, call} = asked(operation, given);
  const {value, meta} = await answer(operation, params, call);
  const stream = value as RowStream;
  const format = formatIn(params, 'ndjson');
  if (format !== 'ndjson')
    return yield* writeStream(operation, stream, format, {request: params, meta, signal: call?.signal});
  for await (const chunk of stream.chunks)
    for (const row of untilAborted(chunk, call)) yield JSON.parse(row) as Record<string, unknown>;
}

/** The format a caller asked for, which the operation has checked. */
function formatIn(params: Record<string, unknown>, fallback: Format): Format {
  return (params.format as Format | undefined) ?? fallback;
}

/**
 * The parameters and the options of a call. A lone string or list stands for the first positional parameter; the options
 * hold none, and are all that an operation without parameters takes.
 */
function asked(
  {name, params: {shape}, positional: [first]}: Operation,
  [params, ...rest]: Arguments,
): {params: Record<string, unknown>; call: CallOptions | undefined} {
  const isAlone = isSignal(params) || (Object.keys(shape).length === 0 && areCallOptions(params));
  const [options, ...more] = isAlone ? [params, ...rest] : rest;
  const isLone = typeof params === 'string' || Array.isArray(params);
  if (isLone && first === undefined) throw new GraphError('validation_error', `${name} takes an object of parameters.`);
  const given = (isAlone ? {} : isLone ? {[first ?? '']: params} : (params ?? {})) as Record<string, unknown>;
  checkCallOptions({name, options, given: Object.keys(given), more});
  return {params: given, call: options as CallOptions | undefined};
}

function withMeta<T extends object>(result: T, meta: Meta): T & {readonly meta: Meta} {
  Object.defineProperty(result, 'meta', {value: meta, enumerable: false});
  return result as T & {readonly meta: Meta};
}
