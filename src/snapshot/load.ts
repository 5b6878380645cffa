import {accessSync, constants, existsSync, statSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {FileError} from '../errors.ts';
import type {Release} from '../generation.ts';
import type {OnProgress} from '../progress.ts';
import type {SnapshotTable} from '../schema/snapshot.ts';
import {WIDE} from '../sql/row-numbers.ts';
import {currentRelease} from '../store/release.ts';
import {addGeneration, generationFile, type Pointer, readPointer} from '../store/store.ts';
import type {RowTable} from '../tables/build.ts';
import {checkRoom} from '../tables/room.ts';
import {checkContents, type Problem} from './contents.ts';
import {eraseBefore} from './erase.ts';
import {type Manifest, readManifest} from './manifest.ts';
import {lateRows} from './redate.ts';
import {checkFiles, expiryWarning, type VerifyOptions, verifySnapshot} from './verify.ts';

export interface LoadInput {
  /** The snapshot folder. */
  snapshot: string;
  /** The store folder; created if missing. */
  store: string;
  memoryLimit?: string | undefined;
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
  /** Public Ed25519 key in PEM: the signature must hold, and no other files be there, before anything is read. */
  key?: string | undefined;
  /** Allow an older release to replace a later one of the same graph. */
  older?: boolean | undefined;
  /**
   * Date rows that are new, changed or gone since the store's generation of the same graph after its latest change, where the snapshot dates
   * them before it: whoever follows the changes learns of them. Default: only warn.
   */
  redate?: boolean | undefined;
  /** Called with warnings, such as an expired release. */
  onWarning?: ((warning: string) => void) | undefined;
  /** 32 bytes that sign the store's cursors; default: the existing key, or a new one. */
  cursorKey?: Uint8Array | undefined;
  /** `wide` gives the generation wide row ids even if its size does not need them; default: by the number of its entities. */
  rowNumbers?: 'auto' | 'wide' | undefined;
  /** If another process writes the same store, wait for it instead of failing. */
  waitForLock?: boolean;
}

/**
 * Turns a snapshot into the next generation of a store and makes it current.
 * @throws FileError naming a missing, truncated or foreign file, or the process that is writing the store.
 */
export async function loadSnapshot(input: LoadInput): Promise<Pointer> {
  const manifest = readManifest(input.snapshot);
  if (manifest.kind !== 'full') {
    throw new FileError(
      input.snapshot,
      'is a delta, not a full snapshot',
      'Apply it to a store that holds its base, with `biograph store apply`.',
    );
  }
  checkRoom(input.snapshot, manifest.counts.entities);
  checkSizes(input.snapshot, manifest);
  checkWritable(input.store);
  const expired = expiryWarning(manifest, input.snapshot);
  if (expired !== undefined) input.onWarning?.(expired);
  if (input.key !== undefined) await checkWhole(input.snapshot, workOf(input));
  else {
    refuse(await checkFiles(input.snapshot, manifest, input), input.snapshot);
    refuse(await checkContents(input.snapshot, manifest, workOf(input)), input.snapshot);
  }
  const held = await currentRelease(input.store);
  if (input.older !== true) checkNotOlder(input.snapshot, held, manifest);
  const release = releaseAfter(held, manifest);
  const build: Parameters<typeof addGeneration>[1] = {
    ...input,
    rowNumbers: () => (input.rowNumbers === 'wide' ? WIDE : undefined),
    rows: {
      ...filesOf(input.snapshot, manifest),
      ...(held?.lineage === manifest.lineage && {
        entities: (connection, query) => followed(connection, query, input, release),
      }),
    },
    release,
  };
  return addGeneration(input.store, build, {
    wait: input.waitForLock === true,
    cursorKey: input.cursorKey,
    settle: (generation) => eraseBefore(generation, release.suppressed, input),
  });
}

/** @throws FileError naming the first problem of a snapshot, including its signature. */
export async function checkWhole(folder: string, options: VerifyOptions): Promise<Manifest> {
  const {problems, manifest} = await verifySnapshot(folder, options);
  refuse(problems, folder);
  if (manifest !== null) return manifest;
  throw new FileError(folder, 'cannot be read', 'Fetch it again; nothing was loaded.');
}

/**
 * Checked before anything is read.
 * @throws FileError with the reason if the store cannot be written.
 */
function checkWritable(store: string): void {
  let place = resolve(store);
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    accessSync(place, constants.W_OK);
  } catch (cause) {
    const why =
      (cause as NodeJS.ErrnoException).code === 'EROFS' ? 'is on a read-only file system' : 'cannot be written';
    throw new FileError(store, why, 'Give a store elsewhere with --data.', {cause});
  }
}

/** @throws FileError naming the first problem, and how many more there are. */
function refuse([first, ...others]: readonly Problem[], folder: string): void {
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` \`biograph snapshot verify ${folder}\` reports ${others.length} more.`;
  throw new FileError(first.path, first.problem, `${first.remedy}; nothing was loaded.${more}`);
}

/** Data is spilled next to the store, which must have room in any case. */
function workOf({store, memoryLimit, threads, signal, key, onProgress}: LoadInput): VerifyOptions {
  const spill = `${store.replace(/[/\\]+$/, '')}.spill-${process.pid}`;
  return {memoryLimit, threads, signal, key, onProgress, spill};
}

function checkNotOlder(snapshot: string, held: Release | undefined, manifest: Manifest): void {
  if (held === undefined) return;
  const day = (time: string) => time.slice(0, 10);
  if (held.lineage !== manifest.lineage && Date.parse(manifest.as_of) < Date.parse(held.as_of))
    throw new FileError(
      snapshot,
      `is of ${day(manifest.as_of)}, and the store holds another graph of ${day(held.as_of)}`,
      'Load it into another store, or with --older if it is to replace that one.',
    );
  if (held.lineage !== manifest.lineage || manifest.release >= held.release) return;
  throw new FileError(
    snapshot,
    `is release ${manifest.release}, older than release ${held.release} in the store`,
    'Load a later one, or this one with --older if you mean to go back.',
  );
}

/** The entities of a snapshot of the graph that the store holds; says what whoever follows the store's changes would miss. */
async function followed(
  connection: DuckDBConnection,
  entities: string,
  {store, redate, onWarning}: LoadInput,
  {as_of, suppressed}: Release,
): Promise<string> {
  const held = generationFile(store, readPointer(store).generation);
  const {changed, gone, told, redated} = await lateRows(connection, entities, held, as_of, suppressed);
  if (changed + gone === 0) return told;
  if (redate === true) return redated;
  const many = (count: number) => count.toLocaleString('en');
  onWarning?.(
    `${many(changed)} rows are new or differ from those in the store, but are dated before its latest change, and ${many(gone)} are gone: whoever follows the changes will not learn of them. Build later releases with \`biograph import --previous\`, or load with --redate.`,
  );
  return told;
}

/** The Parquet files of each table. */
export function filesOf(folder: string, manifest: Manifest): {files: Record<RowTable, string[]>} {
  return {
    files: {
      entities: paths(folder, manifest, 'entities'),
      edges: paths(folder, manifest, 'edges'),
      provenance: paths(folder, manifest, 'provenance'),
      embeddings: paths(folder, manifest, 'embeddings'),
      diseases: paths(folder, manifest, 'diseases'),
    },
  };
}

/** The metadata of a generation made from the snapshot. */
export function releaseOf(manifest: Manifest): Release {
  const {
    snapshot_id,
    lineage,
    release,
    created_at,
    as_of,
    trusted_confidence,
    cursor,
    sources,
    suppressed = [],
  } = manifest;
  return {snapshot_id, lineage, release, created_at, as_of, trusted_confidence, cursor, sources, suppressed};
}

export function paths(folder: string, manifest: Manifest, table: SnapshotTable): string[] {
  return manifest.files
    .filter((file) => file.table === table)
    .map((file) => join(folder, file.path))
    .sort();
}

/** Takes no time, and finds most broken downloads before any byte is read. */
export function checkSizes(folder: string, manifest: Manifest): void {
  for (const file of manifest.files) {
    const path = join(folder, file.path);
    const found = statSync(path, {throwIfNoEntry: false});
    if (found === undefined) throw new FileError(path, 'is missing', 'Fetch the snapshot again; nothing was loaded.');
    if (found.size !== file.bytes) {
      throw new FileError(
        path,
        `has ${found.size} bytes, but the manifest says ${file.bytes}`,
        'Fetch the snapshot again; nothing was loaded.',
      );
    }
  }
}

/** A manifest's metadata, combined with that of a store of the same graph: suppressed ids stay suppressed. */
export function releaseAfter(held: Release | undefined, manifest: Manifest): Release {
  const said = releaseOf(manifest);
  return held?.lineage === said.lineage
    ? {...said, suppressed: [...new Set([...held.suppressed, ...said.suppressed])].sort()}
    : said;
}
