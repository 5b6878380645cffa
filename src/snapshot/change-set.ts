import type {DuckDBConnection} from '@duckdb/node-api';
import type {Release} from '../generation.ts';
import type {OnProgress} from '../progress.ts';

/**
 * A set of changes. `fill` puts rows into empty temporary tables:
 * - `change_entities`: whole rows of `entities`, one per id; each replaces the store's row with that id, whatever its
 *   state
 * - `change_provenance`: rows of `provenance`; they replace those of every id in `change_entities`
 * - `change_edges`: rows of `edges` to add or replace
 * - `change_edges_gone` (source, relation, target): edges to remove
 * - `change_embeddings`: rows of `embeddings` to add or replace
 * If the store has a generation, it is attached as `graph`, with its views `raw_entities`, `raw_edges` and
 * `raw_provenance`.
 */
export interface ChangeSet {
  /** Accepts a base of another layout, if the generation is built; default: only of this version's layout. */
  anyLayout?: boolean;
  /** @returns the next generation's metadata, or undefined if there is nothing to apply. */
  fill(connection: DuckDBConnection, base: Release | undefined): Promise<Release | undefined>;
}

export interface ApplyInput {
  /** The store folder; created if missing. */
  store: string;
  /** Default `3GB`, more for millions of entities (`buildMemory`, `refreshMemory`). */
  memoryLimit?: string | undefined;
  /** Default 2. */
  threads?: number | undefined;
  /** 32 bytes that sign the store's cursors; default: the existing key, or a new one. */
  cursorKey?: Uint8Array | undefined;
  /**
   * How the next generation is made; default: whichever is cheaper. `refresh` still builds if an incremental refresh is
   * not possible.
   */
  by?: 'refresh' | 'build' | undefined;
  /** Called with the reason if a build replaced a refresh. */
  onObstacle?: ((reason: string) => void) | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}
