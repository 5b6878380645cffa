import type {Generation} from './store/generation.ts';

/** What an operation runs with: one generation, one caller. */
export interface Context {
  readonly generation: Generation;
  /** Another generation that is still kept, for a cursor that pins it; undefined when it is gone. */
  pinned(generation: number): Promise<Generation | undefined>;
  /** Ends the work early; the query is interrupted. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds each query may take. */
  readonly timeout?: number | undefined;
  /** Follow a merged entity to its survivor (library, command line) instead of throwing MovedError (HTTP). */
  readonly follow: boolean;
  /** Folder of what must be remembered, apart from the store. */
  readonly state: string;
  /** Facts about the answer that are not part of it. */
  readonly meta: Meta;
}

/** Which data answered, and what was done to find it. */
export interface Meta {
  snapshot: string;
  generation: number;
  redirected_from?: string;
  /** What the trust gate let through, on the operations whose shape does not say so itself. */
  gate?: {min_confidence: number; counted?: number; dropped?: number};
}
