import type {DuckDBConnection} from '@duckdb/node-api';
import type {Release} from '../generation.ts';
import type {OnProgress} from '../progress.ts';

/**
 * A set of changes. `fill` puts rows into temporary tables that are there, empty:
 * - `change_entities`: whole rows of `entities`, one per id; each replaces what the store has under that id, whatever its state
 * - `change_provenance`: rows of `provenance`; they replace those of every id in `change_entities`
 * - `change_edges`: rows of `edges` to add or replace
 * - `change_edges_gone` (source, relation, target): edges to remove
 * - `change_embeddings`: rows of `embeddings` to add or replace
 *
 * Where the store has a generation it is attached as `graph`, with its views `raw_entities`, `raw_edges` and `raw_provenance`.
 */
export interface ChangeSet {
  /** A base of another layout will do, for a generation that is built; default: of this version's alone. */
  anyLayout?: boolean;
  /** @returns what the next generation says of itself, or nothing when there is nothing to apply. */
  fill(connection: DuckDBConnection, base: Release | undefined): Promise<Release | undefined>;
}

export interface ApplyInput {
  /** The store folder; made when missing. */
  store: string;
  /** Default `3GB`. */
  memoryLimit?: string | undefined;
  /** Default 2. */
  threads?: number | undefined;
  /** 32 bytes the store's cursors are to be signed with; default: the key it has, or a new one. */
  cursorKey?: Uint8Array | undefined;
  /** How the next generation is made; default: whichever is cheaper. `refresh` still builds where an incremental refresh cannot do it. */
  by?: 'refresh' | 'build' | undefined;
  /** Called with the reason if a build replaced a refresh. */
  onObstacle?: ((reason: string) => void) | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}
