import {accessSync, constants, existsSync, statSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isClickHouse} from './clickhouse/address.ts';
import {privateFolder} from './disk/files.ts';
import {FileError, GraphError} from './errors.ts';
import type {OnProgress} from './progress.ts';
import {type Manifest, readManifest} from './snapshot/manifest.ts';
import {home} from './state/folder.ts';
import {derivedCursorKey} from './store/cursor-key.ts';
import {isStore} from './store/store.ts';
import {STORE_FORMAT} from './tables/format.ts';

/** What a graph is read from. */
export interface Source {
  /** The path as it was given; null for the bundled sample. */
  given: string | null;
  kind: 'store' | 'snapshot' | 'sample' | 'published';
  /** The store's folder; empty for a graph published to ClickHouse. */
  store: string;
}

/**
 * The store of a source, for operations that need a store.
 * @throws GraphError `bad_request` for a graph in ClickHouse.
 */
export function storeOf({kind, store}: Source, what: string): string {
  if (kind !== 'published') return store;
  throw new GraphError(
    'bad_request',
    `${what} needs a store, but this graph is in ClickHouse: open the store it was published from.`,
  );
}

export interface ResolveOptions {
  /** Where stores made from snapshots are kept; default: `BIOGRAPH_CACHE`, else the user's cache folder. */
  cache?: string;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/** The bundled snapshot; a program that bundles the library may not have it. */
export const SAMPLE = besides('../snapshots/sample/snapshot', import.meta.url);

function besides(path: string, module: string | undefined): string {
  return module === undefined ? resolve(path) : fileURLToPath(new URL(path, module));
}

/** Finds the store behind a path. A snapshot is loaded once, under its id, and found again afterwards. */
export async function resolveSource(path: string | undefined, options: ResolveOptions = {}): Promise<Source> {
  if (path === undefined) return {given: null, kind: 'sample', store: await cached(SAMPLE, await forSample(options))};
  if (isClickHouse(path)) return {given: path, kind: 'published', store: ''};
  if (/^https?:\/\//i.test(path))
    throw new FileError(
      path,
      'is the address of a server, and a graph is read from files',
      'Follow the server into a store with `biograph sync --from ADDRESS --data STORE`, and open the store.',
    );
  const folder = resolve(path);
  if (isStore(folder)) return {given: path, kind: 'store', store: folder};
  if (existsSync(join(folder, 'manifest.json')))
    return {given: path, kind: 'snapshot', store: await cached(folder, options)};
  if (statSync(folder, {throwIfNoEntry: false})?.isFile() === true)
    return {given: path, kind: 'snapshot', store: await cachedPack(folder, options)};
  throw new FileError(
    path,
    existsSync(folder) ? 'is neither a store nor a snapshot' : 'does not exist',
    'Give a store, a snapshot folder, a packed snapshot, or clickhouse://user@host:8123/name for a published graph; `biograph import` makes a snapshot from public files.',
  );
}

async function cached(snapshot: string, options: ResolveOptions): Promise<string> {
  const store = storeFor(readManifest(snapshot), options);
  if (!existsSync(join(store, 'current.json'))) {
    checkCache(dirname(store));
    const {loadSnapshot} = await import('./snapshot/load.ts');
    const {onProgress, signal} = options;
    const cursorKey = isSample(snapshot) ? sampleCursorKey() : undefined;
    await loadSnapshot({snapshot, store, onProgress, signal, cursorKey, waitForLock: true});
  }
  return store;
}

function isSample(snapshot: string): boolean {
  if (!existsSync(join(SAMPLE, 'manifest.json'))) return false;
  return readManifest(snapshot).snapshot_id === readManifest(SAMPLE).snapshot_id;
}

/** The key of the sample's cursors, derived from its snapshot id. */
export function sampleCursorKey(): Uint8Array {
  return derivedCursorKey(readManifest(SAMPLE).snapshot_id);
}

/** Unpacks a packed snapshot temporarily, while it is loaded. */
async function cachedPack(path: string, options: ResolveOptions): Promise<string> {
  const {packedManifest, unpackSnapshot} = await import('./snapshot/pack.ts');
  const store = storeFor(await packedManifest(path), options);
  if (existsSync(join(store, 'current.json'))) return store;
  const folder = `${store}.unpacked-${process.pid}`;
  try {
    await unpackSnapshot(path, folder, {...options, replace: true});
    return await cached(folder, options);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

function storeFor({snapshot_id}: Manifest, options: ResolveOptions): string {
  return join(options.cache ?? cacheFolder(), `${snapshot_id}-${STORE_FORMAT}`);
}

/**
 * The sample is small enough for a temporary folder, where a user has no home or one that is read-only, as in many
 * containers.
 */
async function forSample(options: ResolveOptions): Promise<ResolveOptions> {
  if (options.cache !== undefined || process.env.BIOGRAPH_CACHE) return options;
  const store = storeFor(readManifest(SAMPLE), options);
  if (existsSync(join(store, 'current.json')) || isWritable(dirname(store))) return options;
  return {...options, cache: await privateFolder(join(tmpdir(), `biograph-${process.getuid?.() ?? 'cache'}-stores`))};
}

/** @throws FileError that says how to name another folder. */
function checkCache(folder: string): void {
  if (isWritable(folder)) return;
  throw new FileError(
    folder,
    'cannot be written, and stores made from snapshots are kept there',
    'Name another folder with BIOGRAPH_CACHE.',
  );
}

/** Whether a folder can be written, or made. */
function isWritable(folder: string): boolean {
  let place = folder;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    accessSync(place, constants.W_OK);
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

/** `BIOGRAPH_CACHE`, else the platform's cache folder for the user. */
export function cacheFolder(): string {
  const {BIOGRAPH_CACHE, XDG_CACHE_HOME, LOCALAPPDATA} = process.env;
  if (BIOGRAPH_CACHE) return BIOGRAPH_CACHE;
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'biograph', 'stores');
  if (process.platform === 'darwin') return join(home(), 'Library', 'Caches', 'biograph', 'stores');
  return join(XDG_CACHE_HOME || join(home(), '.cache'), 'biograph', 'stores');
}
