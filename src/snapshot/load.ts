import {statSync} from 'node:fs';
import {join} from 'node:path';
import {FileError} from '../errors.ts';
import type {OnProgress} from '../progress.ts';
import type {BuildInput} from '../store/build.ts';
import {addGeneration, type Pointer} from '../store/store.ts';
import type {SnapshotTable} from './columns.ts';
import {type Manifest, readManifest} from './manifest.ts';

export interface LoadInput {
  /** The snapshot folder. */
  snapshot: string;
  /** The store folder; made when missing. */
  store: string;
  memoryLimit?: string | undefined;
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
  /** When another process writes the same store, wait for it instead of failing. */
  waitForLock?: boolean;
}

/**
 * Turns a snapshot into the next generation of a store and makes it current.
 * @throws FileError naming a missing, truncated or foreign file, or the process that is writing the store.
 */
export async function loadSnapshot(input: LoadInput): Promise<Pointer> {
  const manifest = readManifest(input.snapshot);
  checkSizes(input.snapshot, manifest);
  const build: Omit<BuildInput, 'out'> = {
    files: {
      entities: paths(input.snapshot, manifest, 'entities'),
      edges: paths(input.snapshot, manifest, 'edges'),
      provenance: paths(input.snapshot, manifest, 'provenance'),
      embeddings: paths(input.snapshot, manifest, 'embeddings'),
    },
    release: {
      snapshot_id: manifest.snapshot_id,
      lineage: manifest.lineage,
      release: manifest.release,
      created_at: manifest.created_at,
      as_of: manifest.as_of,
      trusted_confidence: manifest.trusted_confidence,
      cursor: manifest.cursor ?? null,
      sources: manifest.sources,
    },
    memoryLimit: input.memoryLimit,
    threads: input.threads,
    onProgress: input.onProgress,
    signal: input.signal,
  };
  return addGeneration(input.store, build, {wait: input.waitForLock === true});
}

function paths(folder: string, manifest: Manifest, table: SnapshotTable): string[] {
  return manifest.files
    .filter((file) => file.table === table)
    .map((file) => join(folder, file.path))
    .sort();
}

/** Cheap enough to do at every load; `snapshot verify` also reads every byte. */
function checkSizes(folder: string, manifest: Manifest): void {
  if (manifest.kind !== 'full') {
    throw new FileError(folder, 'is a delta, not a full snapshot', 'Apply it to a store that holds its base.');
  }
  for (const file of manifest.files) {
    const path = join(folder, file.path);
    const found = statSync(path, {throwIfNoEntry: false});
    if (found === undefined) throw new FileError(path, 'is missing', 'Fetch the snapshot again; nothing was loaded.');
    if (found.size !== file.bytes) {
      throw new FileError(
        path,
        `has ${found.size} bytes, the manifest says ${file.bytes}`,
        'Fetch the snapshot again; nothing was loaded.',
      );
    }
  }
}
