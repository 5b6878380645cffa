import {setMaxListeners} from 'node:events';
import type {Context, Meta} from './context.ts';
import type {SqlOptions, SqlResult} from './engine/sql-process.ts';
import {GraphError} from './errors.ts';
import type {Explanation} from './explain.ts';
import type {Lane, OpenGeneration} from './generation.ts';
import {type Operation, RowStream} from './operation.ts';
import {type Follower, Reader, type ReaderOptions} from './reader.ts';
import {checkCallOptions} from './schema/call-options.ts';
import {parseParams} from './schema/check.ts';
import {type ResolveOptions, resolveSource, type Source, storeOf} from './source.ts';
import {stateFolder} from './state/folder.ts';
import {sessionsOf} from './store/generation.ts';
import {Turns} from './turns.ts';

export interface GraphOptions extends ReaderOptions, ResolveOptions {
  /** Milliseconds each query may take; default 30,000. */
  timeout?: number;
  /** State folder (for messages sent with `contact`); default: `BIOGRAPH_STATE`, else the user's data folder. */
  state?: string;
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds each query of the call may take. */
  timeout?: number;
}

/** Options of one call for interfaces. */
export interface AnswerOptions extends CallOptions {
  /** Answer for a merged entity with its survivor; default true. */
  follow?: boolean;
  /**
   * Milliseconds the call may wait in the queue, unless it is a look-up; if the wait would be longer, it is refused as
   * `unavailable`. Default: no limit.
   */
  patience?: number;
  /** Answer from this generation, while it is kept; default: the current one. */
  generation?: number | undefined;
}

/** A store opened for any operation. It imports no operations, so that running one does not load the others. */
export interface Reading extends AsyncDisposable {
  /** What the graph was opened from. */
  readonly source: Source;
  /** Runs an operation for an interface: the result of `run`, and its metadata. */
  answer(operation: Operation, params: unknown, options?: AnswerOptions): Promise<{value: unknown; meta: Meta}>;
  /** The SQL and the plan behind an answer. */
  explained(operation: Operation, params: unknown, options?: CallOptions): Promise<Explanation>;
  /**
   * Runs work on one generation, which stays open until the work ends.
   * @param generation Default: the current one. Returns undefined if it is no longer kept.
   */
  at<T>(generation: number | undefined, work: (context: Context) => Promise<T>): Promise<T | undefined>;
  /** The numbers of the generations that are kept, oldest first. */
  kept(): Promise<number[]>;
  /** The generation that is current now. */
  current(): Promise<{
    generation: number;
    snapshot: string;
    /** Changes with the current file, also if a generation was rewritten to remove suppressed ids. */
    edition: string;
  }>;
  /**
   * Runs one SELECT over the documented views in a separate process: no file access, no network, no writes, and no more
   * memory than the graph's limit.
   * @throws GraphError `bad_request` for a faulty one, `unavailable` past its time or memory.
   */
  sql(text: string, options?: CallOptions & SqlOptions): Promise<SqlResult>;
  close(): Promise<void>;
}

/** As `openGraph`, which adds the operations as methods. */
export async function openReading(source: string | undefined, options: GraphOptions = {}): Promise<Reading> {
  const resolved = await resolveSource(source, options);
  return readingOf(await followerOf(resolved, options), options);
}

async function followerOf(source: Source, options: GraphOptions): Promise<Follower> {
  if (source.kind !== 'published') return Reader.open(source, options);
  const {PublishedReader} = await import('./clickhouse/reader.ts');
  return PublishedReader.open(source, options);
}

function readingOf(reader: Follower, options: GraphOptions): Reading {
  const sessions = sessionsOf(options);
  const state = stateFolder(options.state);
  const turns = new Turns(sessions.work);
  const guesses = new Turns(sessions.guess);
  const contextOf = (
    generation: OpenGeneration,
    call: AnswerOptions,
    held: OpenGeneration[],
    lane: Lane = 'work',
    turn?: () => Promise<void>,
  ): Context => {
    return {
      generation,
      lane,
      turn,
      guess(work) {
        if (this.lane !== 'lookup') return work(this);
        const context = {...this, lane: 'guess' as const, signal: heard(call)};
        return guesses.take('guess', call, () => work(context));
      },
      async pinned(number) {
        const found = await reader.pinned(number);
        if (found !== undefined) held.push(found);
        return found;
      },
      cursorKey: reader.cursorKey,
      signal: lane === 'lookup' ? undefined : heard(call),
      timeout: call.timeout ?? options.timeout,
      follow: call.follow ?? true,
      state,
      meta: {snapshot: generation.release.snapshot_id, generation: generation.number},
    };
  };

  return {
    source: reader.source,
    async answer(operation, given, call = {}) {
      const params = parseParams(operation.params, given);
      const generation = await asked(reader, call.generation);
      const held = [generation];
      const isLookup = operation.isLookup?.(params) === true;
      const turn = isLookup ? undefined : turnOf(turns, operation.name, call);
      const context = contextOf(generation, call, held, isLookup ? 'lookup' : 'work', turn?.take);
      const {meta} = context;
      let value: unknown;
      try {
        value = await operation.run(context, params);
      } catch (error) {
        for (const one of held) one.free();
        throw error;
      } finally {
        turn?.leave();
      }
      if (value instanceof RowStream) return {value: holding(value, held), meta};
      for (const one of held) one.free();
      return {value, meta};
    },
    async explained(operation, given, call = {}) {
      storeOf(reader.source, 'explain');
      const {explain} = await import('./explain.ts');
      const params = parseParams(operation.params, given);
      return using(await reader.generation(), (generation, held) =>
        explain(operation, params, generation, contextOf(generation, call, held), options),
      );
    },
    async at(number, work) {
      const generation = number === undefined ? await reader.generation() : await reader.pinned(number);
      return generation && using(generation, (one, held) => work(contextOf(one, {}, held)));
    },
    kept: () => reader.kept(),
    async current() {
      const generation = await reader.generation();
      const {number, release} = generation;
      generation.free();
      return {generation: number, snapshot: release.snapshot_id, edition: reader.edition};
    },
    async sql(text, call = {}, ...more: unknown[]) {
      checkCallOptions({name: 'sql', options: call, takes: ['signal', 'timeout', 'maxRows'], more});
      storeOf(reader.source, 'sql');
      const {runSql} = await import('./engine/sql-process.ts');
      const {timeout, memory} = options;
      return using(await reader.generation(), ({file}) => runSql(file, text, {timeout, memory, ...call}));
    },
    close: () => reader.close(),
    [Symbol.asyncDispose]: () => reader.close(),
  };
}

/**
 * The signal that aborts a call. Look-ups get none: they are over before anyone could abort them, and creating the
 * signal costs more than the look-up.
 */
function heard({signal}: CallOptions): AbortSignal | undefined {
  // Each running statement adds a listener, and there may be more than ten, above which Node warns of a leak.
  if (signal !== undefined) setMaxListeners(0, signal);
  return signal;
}

/** The turn of a request in the queue. Its first statement takes it; streaming the rest of an answer needs none. */
function turnOf(turns: Turns, sort: string, call: AnswerOptions): {take(): Promise<void>; leave(): void} {
  let taken: Promise<() => void> | undefined;
  let isOver = false;
  return {
    async take() {
      if (isOver) return;
      taken ??= turns.enter(sort, {patience: call.patience, signal: heard(call)});
      const leave = await taken;
      // Another statement of the answer may have failed while this one waited.
      if (isOver) leave();
    },
    leave() {
      isOver = true;
      taken?.then(
        (leave) => leave(),
        () => {},
      );
    },
  };
}

/** The generation a call asks for, else the current one, acquired. */
async function asked(reader: Follower, number: number | undefined): Promise<OpenGeneration> {
  const generation = number === undefined ? await reader.generation() : await reader.pinned(number);
  if (generation === undefined)
    throw new GraphError(
      'bad_request',
      `Generation ${number} has expired: it is no longer kept. Repeat the request without it.`,
    );
  return generation;
}

/** Runs work with a generation that was acquired, and those it pins, then frees them. */
async function using<T>(
  generation: OpenGeneration,
  work: (generation: OpenGeneration, held: OpenGeneration[]) => Promise<T>,
): Promise<T> {
  const held = [generation];
  try {
    return await work(generation, held);
  } finally {
    for (const one of held) one.free();
  }
}

/** The rows, with their generations kept open until they end or are closed: a reader may leave before the first row. */
function holding({columns, chunks, origin, nodes}: RowStream, generations: readonly OpenGeneration[]): RowStream {
  let isHeld = true;
  const free = () => {
    if (isHeld) for (const one of generations) one.free();
    isHeld = false;
  };
  async function* held(): AsyncGenerator<readonly string[]> {
    try {
      yield* chunks;
    } finally {
      free();
    }
  }
  return new RowStream(columns, held(), {origin, nodes, close: free});
}
