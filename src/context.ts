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
  /** The lane whose sessions its statements use; default `work`. */
  readonly lane?: Lane | undefined;
  /** The request's turn in the queue: its first statement waits for it. A request without statements never waits. */
  readonly turn?: (() => Promise<void>) | undefined;
  /** Runs work that costs more than a look-up, queued among work of its kind. */
  guess<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /** Follow a merged entity to its survivor (library, command line) instead of throwing MovedError (HTTP). */
  readonly follow: boolean;
  /** State folder, outside the store. */
  readonly state: string;
  /** Facts about the answer that are not part of it. */
  readonly meta: Meta;
}

/** Names, alphabetically: the graph knows the authors, but not their order. */
export interface Authors {
  people: string[];
  owners: string[];
}

/** Which data the answer is from, and how it was found. */
export interface Meta {
  snapshot: string;
  generation: number;
  redirected_from?: string;
  /** Parameters that had no effect on this answer. */
  ignored?: string[];
  /** Suggestions for filter values that no entity has, for a stream of rows, which cannot contain them. */
  did_you_mean?: Record<string, string[]>;
  /** Requested ids that name no entity, for a stream. */
  missing?: string[];
  /** How many rows match the filters of a stream, and whether it was truncated. */
  total?: number;
  truncated?: boolean;
  /** The distinct licences of the release's sources, for a stream. */
  licences?: string[];
  /** Who wrote or invented an entity and whom it belongs to, by id, for citations. */
  authors?: Record<string, Authors>;
  /** What the trust gate counted, for operations whose answer does not include it. */
  gate?: {min_confidence: number; counted?: number; dropped?: number};
}
