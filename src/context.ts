import type {Generation, Lane} from './generation.ts';

/** What an operation runs with: one generation, one caller. */
export interface Context {
  readonly generation: Generation;
  /** Another generation that is still kept, for a cursor that pins it; undefined when it is gone. */
  pinned(generation: number): Promise<Generation | undefined>;
  /** What cursors are signed with. */
  readonly cursorKey: Uint8Array;
  /** Ends the work early; the query is interrupted. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds each query may take. */
  readonly timeout?: number | undefined;
  /** Whose sessions its statements take; default `work`. */
  readonly lane?: Lane | undefined;
  /** The turn of the answer among others: the first statement waits for it, and what asks the engine nothing waits for nobody. */
  readonly turn?: (() => Promise<void>) | undefined;
  /** Runs what costs more than a look-up, when it is its turn among others of the sort. */
  guess<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /** Follow a merged entity to its survivor (library, command line) instead of throwing MovedError (HTTP). */
  readonly follow: boolean;
  /** Folder of what must be remembered, apart from the store. */
  readonly state: string;
  /** Facts about the answer that are not part of it. */
  readonly meta: Meta;
}

/** Names, in the order of the alphabet: the graph knows who, and not in which order. */
export interface Authors {
  people: string[];
  owners: string[];
}

/** Which data answered, and what was done to find it. */
export interface Meta {
  snapshot: string;
  generation: number;
  redirected_from?: string;
  /** Parameters that had no effect on this answer. */
  ignored?: string[];
  /** What may have been meant by values of filters that nothing carries, on a stream of rows, which cannot say so itself. */
  did_you_mean?: Record<string, string[]>;
  /** Of the ids asked for, those that name nobody, on a stream. */
  missing?: string[];
  /** How many rows pass the filters of a stream, and whether not all of them are in it. */
  total?: number;
  truncated?: boolean;
  /** The licences that the rows of a stream stand on: those of the release's sources, each once. */
  licences?: string[];
  /** Who wrote or invented an entity and whom it belongs to, by id, for citations. */
  authors?: Record<string, Authors>;
  /** What the trust gate let through, on the operations whose shape does not say so itself. */
  gate?: {min_confidence: number; counted?: number; dropped?: number};
}
