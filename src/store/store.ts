import {randomUUID} from 'node:crypto';
import {constants, existsSync, readdirSync, readFileSync} from 'node:fs';
import {copyFile, open, readdir, rename, rm, rmdir} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {flushFolder, makeFolder, removeUnlessOpen, renameOver, replaceText} from '../disk/files.ts';
import {lock} from '../disk/lock.ts';
import {isDiskFull} from '../engine/memory.ts';
import {FileError} from '../errors.ts';
import type {Release} from '../generation.ts';
import {foldersOf, removeStrays} from '../lookups/folder.ts';
import type {BuildInput} from '../tables/build.ts';
import {keepCursorKey} from './cursor-key.ts';
import {currentOf, type Pointer, readPointer} from './pointer.ts';
import {record} from './record.ts';

export {type Pointer, readPointer} from './pointer.ts';

/** Generations kept beside the current one. */
const KEEP = 3;

export interface DeriveOptions {
  /** When another process writes the same store, wait for it instead of failing. */
  wait?: boolean;
  /** The key that signs the store's cursors; default: the existing one, or a new one. */
  cursorKey?: Uint8Array | undefined;
  /** The generation is made of nothing that the store holds, so that it may take the place of a damaged pointer. */
  isWhole?: boolean;
  /** Called when the new generation is in place, before it becomes current. */
  settle?(generation: number): Promise<void>;
}

/** Whether this folder is a store. */
export function isStore(folder: string): boolean {
  return existsSync(join(folder, 'store.json'));
}

export function generationFile(folder: string, generation: number): string {
  return join(folder, 'generations', `${String(generation).padStart(6, '0')}.duckdb`);
}

/**
 * Builds the next generation from snapshot files and makes it current. Readers never wait and never see an incomplete
 * generation.
 */
export async function addGeneration(
  folder: string,
  input: Omit<BuildInput, 'out' | 'release'> & {release: Release},
  options: DeriveOptions = {},
): Promise<Pointer> {
  return deriveGeneration(
    folder,
    async (current, out) => {
      if (options.wait === true && current?.snapshot_id === input.release.snapshot_id) return undefined;
      const {buildGeneration} = await import('../tables/build.ts');
      await buildGeneration({...input, out});
      return input.release.snapshot_id;
    },
    {...options, isWhole: true},
  );
}

/** Makes the next generation from the current one: a copy is changed, and becomes current when it is complete. */
export async function changeGeneration(
  folder: string,
  change: (copy: string, file: string) => Promise<unknown>,
): Promise<Pointer> {
  return deriveGeneration(folder, async (current, out) => {
    if (current === undefined) return readPointer(folder).snapshot_id;
    const file = generationFile(folder, current.generation);
    await copyFile(file, out, constants.COPYFILE_FICLONE);
    await change(out, file);
    return current.snapshot_id;
  });
}

/** @throws FileError if a folder that is to be a store is a snapshot */
export function refuseSnapshot(folder: string): void {
  if (existsSync(join(folder, 'manifest.json')) && !isStore(folder))
    throw new FileError(folder, 'is a snapshot, not a store', 'Give the store another folder.');
}

/**
 * Makes the next generation, as the only writer. If `make` returns the snapshot's id, the file in `out` becomes
 * current; if it returns nothing, the current one stays. If it fails, its files are removed.
 * @throws FileError if the folder is a snapshot
 */
export async function deriveGeneration(
  folder: string,
  make: (current: Pointer | undefined, out: string) => Promise<string | undefined>,
  options: DeriveOptions = {},
): Promise<Pointer> {
  refuseSnapshot(folder);
  const isNew = !existsSync(folder);
  makeFolder(folder);
  const unlock = await lock(folder, options.wait === true);
  try {
    makeFolder(join(folder, 'generations'));
    const current = currentOf(folder, options.isWhole === true);
    // Damaged ones are found before the work, not after it.
    pinsOf(folder);
    await keepCursorKey(folder, options.cursorKey);
    if (!isStore(folder)) await replaceFile(folder, 'store.json', {format: 1, id: randomUUID()});
    await clean(folder);
    // After a rollback the newest file is not the current one; numbers are never reused.
    const generation = Math.max(0, current?.generation ?? 0, ...generationsOf(folder)) + 1;
    const file = generationFile(folder, generation);
    const building = `${file}.building`;
    let snapshot_id: string | undefined;
    try {
      snapshot_id = await make(current, building);
      if (snapshot_id === undefined) return current ?? readPointer(folder);
      const before = current && filesOf(generationFile(folder, current.generation));
      await Promise.all([allFlushed(file, building), record(filesOf(file), building, before)]);
      await rename(building, file);
    } catch (error) {
      throw isDiskFull(error)
        ? new FileError(
            folder,
            'is on a disk without enough space for the next generation',
            'Free some space, or remove older generations with `biograph store prune`. The store is unchanged.',
            {cause: error},
          )
        : error;
    } finally {
      for (const left of ['', '.wal', '.spill']) await rm(`${building}${left}`, {recursive: true, force: true});
      await clearStrays(folder);
    }
    await options.settle?.(generation);
    const pointer = {generation, file: `generations/${basename(file)}`, snapshot_id};
    await replaceFile(folder, 'current.json', pointer);
    await pruneGenerations(folder);
    return pointer;
  } finally {
    const isNone = isNew && !existsSync(join(folder, 'current.json'));
    if (isNone) await clearBeginnings(folder);
    await unlock();
    if (isNone) await rmdir(folder).catch(() => undefined);
  }
}

/** Removes what a store began with that got no generation. */
async function clearBeginnings(folder: string): Promise<void> {
  for (const name of ['store.json', 'cursor.key']) await rm(join(folder, name), {force: true});
  await rmdir(join(folder, 'generations')).catch(() => undefined);
}

/**
 * Rewrites a kept generation under its own number. Called while its store is locked. Readers of the old file continue,
 * and notice the replacement.
 */
export async function replaceGeneration(
  folder: string,
  generation: number,
  make: (out: string) => Promise<unknown>,
): Promise<void> {
  const file = generationFile(folder, generation);
  const building = `${file}.building`;
  try {
    await make(building);
    await allFlushed(file, building);
    // A crash between the two steps leaves no record, which `store verify` says, and not a wrong one, which would look like damage.
    await rm(`${file}.json`, {force: true});
    await renameOver(building, file);
    await clearStrays(folder);
    await record(filesOf(file), file);
  } finally {
    for (const left of ['', '.wal', '.spill']) await rm(`${building}${left}`, {recursive: true, force: true});
    await clearStrays(folder);
  }
}

/** Removes look-up files that no generation refers to. */
function clearStrays(folder: string): Promise<void> {
  return removeStrays(join(folder, 'generations'), (generation) => generationFile(folder, generation));
}

/** The look-up files of a generation, by its DuckDB file. */
export function lookupFiles(file: string): string[] {
  return lookupFoldersOf(file).flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
}

/** One folder, or two while another one is being made. */
function lookupFoldersOf(file: string): string[] {
  return foldersOf(dirname(file)).get(Number.parseInt(basename(file), 10)) ?? [];
}

function filesOf(file: string) {
  return {file, lookups: lookupFiles(file)};
}

/** Makes an older generation current again. The newer ones stay until they are pruned. */
export async function rollback(
  folder: string,
  to: number,
  snapshotOf: (file: string) => Promise<string>,
): Promise<Pointer> {
  const unlock = await lock(folder, false);
  try {
    const file = generationFile(folder, to);
    if (!existsSync(file)) {
      const kept = generationsOf(folder).join(', ');
      throw new FileError(file, 'is not kept', `The store has the generations ${kept}: give one of them with --to.`);
    }
    const pointer = {generation: to, file: `generations/${basename(file)}`, snapshot_id: await snapshotOf(file)};
    await keepCursorKey(folder);
    await replaceFile(folder, 'current.json', pointer);
    return pointer;
  } finally {
    await unlock();
  }
}

/** The numbers of the generations whose files exist, oldest first. */
export function generationsOf(folder: string): number[] {
  return readdirSync(join(folder, 'generations'))
    .flatMap((name) => /^(\d{6,})\.duckdb$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** Flushes a file before its rename: after a power cut, a name must not point to missing content. */
async function flushed(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function allFlushed(file: string, building: string): Promise<void> {
  await Promise.all([building, ...lookupFiles(file)].map(flushed));
  for (const folder of lookupFoldersOf(file)) await flushFolder(folder);
}

/** Replaces a file of JSON; a reader sees the old one or the new one. */
export async function replaceFile(folder: string, name: string, value: unknown): Promise<void> {
  await replaceText(folder, name, `${JSON.stringify(value)}\n`);
}

/** Removes what an interrupted writer left behind. */
async function clean(folder: string): Promise<void> {
  for (const name of await readdir(join(folder, 'generations'))) {
    const orphan =
      name.endsWith('.duckdb.json') && !existsSync(join(folder, 'generations', name.slice(0, -'.json'.length)));
    if (orphan || name.includes('.building') || name.includes('.spill') || name.startsWith('.'))
      await rm(join(folder, 'generations', name), {recursive: true, force: true});
  }
  await clearStrays(folder);
}

/**
 * Generations that are kept regardless of newer ones.
 * @throws FileError if the file is damaged: a generation that was pinned must not be removed for that.
 */
export function pinsOf(folder: string): number[] {
  const path = join(folder, 'pins.json');
  if (!existsSync(path)) return [];
  try {
    const pins: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (Array.isArray(pins) && pins.every(Number.isSafeInteger)) return pins as number[];
  } catch {
    // Said below.
  }
  throw new FileError(path, 'is not a list of generations', 'Remove it, and pin again with `biograph store pin`.');
}

/** Pins a generation, or unpins it. */
export async function pin(folder: string, generation: number, keep: boolean): Promise<number[]> {
  if (keep && !generationsOf(folder).includes(generation))
    throw new FileError(generationFile(folder, generation), 'is not kept', 'See `biograph store generations`.');
  const pins = [...new Set([...pinsOf(folder).filter((one) => one !== generation), ...(keep ? [generation] : [])])];
  await replaceFile(
    folder,
    'pins.json',
    pins.sort((a, b) => a - b),
  );
  return pins;
}

/**
 * Removes old generations: all but the current one, the `keep` - 1 newest others, and pinned ones.
 * @returns the numbers removed. A file that a reader of another system still holds is removed the next time.
 */
export async function pruneGenerations(folder: string, keep = KEEP): Promise<number[]> {
  const {generation: current} = readPointer(folder);
  const pins = new Set(pinsOf(folder));
  const others = generationsOf(folder).filter((one) => one !== current && !pins.has(one));
  const removed: number[] = [];
  for (const generation of others.slice(0, Math.max(0, others.length - Math.max(0, keep - 1)))) {
    await removeUnlessOpen(generationFile(folder, generation));
    if (existsSync(generationFile(folder, generation))) continue;
    await rm(`${generationFile(folder, generation)}.json`, {force: true});
    removed.push(generation);
  }
  await clearStrays(folder);
  return removed;
}
