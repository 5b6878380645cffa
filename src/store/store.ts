import {randomUUID} from 'node:crypto';
import {constants, existsSync, readFileSync} from 'node:fs';
import {copyFile, mkdir, open, readdir, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {FileError} from '../errors.ts';
import {type BuildInput, buildGeneration} from './build.ts';
import {removeUnlessOpen, renameOver} from './files.ts';
import {lock} from './lock.ts';

/** Generations kept beside the current one. */
const KEEP = 3;

export interface Pointer {
  generation: number;
  file: string;
  snapshot_id: string;
}

/** Is this folder a store? */
export function isStore(folder: string): boolean {
  return existsSync(join(folder, 'store.json'));
}

/** Which generation is current: read afresh at each call, since another process may have moved it. */
export function readPointer(folder: string): Pointer {
  const path = join(folder, 'current.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new FileError(
      path,
      'is missing, so the store has no finished generation',
      'Load a snapshot with `biograph store load`.',
      {cause},
    );
  }
  try {
    return JSON.parse(text) as Pointer;
  } catch (cause) {
    throw new FileError(path, 'is not JSON', 'Load a snapshot with `biograph store load`.', {cause});
  }
}

export function generationFile(folder: string, generation: number): string {
  return join(folder, 'generations', `${String(generation).padStart(6, '0')}.duckdb`);
}

/** Builds the next generation from snapshot files and makes it current. Readers never wait and never see half of it. */
export async function addGeneration(
  folder: string,
  input: Omit<BuildInput, 'out'>,
  options: {wait?: boolean} = {},
): Promise<Pointer> {
  await mkdir(join(folder, 'generations'), {recursive: true});
  const unlock = await lock(folder, options.wait === true);
  try {
    const already = options.wait === true && existsSync(join(folder, 'current.json')) ? readPointer(folder) : undefined;
    if (already?.snapshot_id === input.release.snapshot_id) return already;
    if (!isStore(folder)) await replaceFile(folder, 'store.json', {format: 1, id: randomUUID()});
    return await nextGeneration(folder, input.release.snapshot_id, (out) => buildGeneration({...input, out}));
  } finally {
    await unlock();
  }
}

/** Makes the next generation out of the current one: a copy is changed, and becomes current when it is whole. */
export async function changeGeneration(folder: string, change: (file: string) => Promise<unknown>): Promise<Pointer> {
  const unlock = await lock(folder, false);
  try {
    const current = readPointer(folder);
    return await nextGeneration(folder, current.snapshot_id, async (building) => {
      await copyFile(generationFile(folder, current.generation), building, constants.COPYFILE_FICLONE);
      await change(building);
    });
  } finally {
    await unlock();
  }
}

/** What `build` leaves in the file becomes the current generation; when it fails, nothing of it is left. */
async function nextGeneration(
  folder: string,
  snapshot_id: string,
  build: (file: string) => Promise<unknown>,
): Promise<Pointer> {
  await clean(folder);
  const generation = existsSync(join(folder, 'current.json')) ? readPointer(folder).generation + 1 : 1;
  const file = generationFile(folder, generation);
  const building = `${file}.building`;
  try {
    await build(building);
    await rename(building, file);
  } finally {
    for (const left of ['', '.wal', '.spill']) await rm(`${building}${left}`, {recursive: true, force: true});
  }
  const pointer = {generation, file: `generations/${String(generation).padStart(6, '0')}.duckdb`, snapshot_id};
  await replaceFile(folder, 'current.json', pointer);
  await prune(folder, generation);
  return pointer;
}

/** Written beside, flushed, then renamed over: a reader sees the old one or the new one. */
async function replaceFile(folder: string, name: string, value: unknown): Promise<void> {
  const beside = join(folder, `.${name}.${process.pid}`);
  const handle = await open(beside, 'w');
  try {
    await handle.writeFile(`${JSON.stringify(value)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await renameOver(beside, join(folder, name));
}

/** Removes what an interrupted writer left behind. */
async function clean(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^(?:writer\.lock|\.current\.json|\.store\.json)\./.test(name)) await rm(join(folder, name), {force: true});
  }
  for (const name of await readdir(join(folder, 'generations'))) {
    if (name.includes('.building')) await rm(join(folder, 'generations', name), {recursive: true, force: true});
  }
}

async function prune(folder: string, current: number): Promise<void> {
  for (const name of await readdir(join(folder, 'generations'))) {
    const generation = /^(\d{6})\.duckdb$/.exec(name)?.[1];
    if (generation !== undefined && Number(generation) <= current - KEEP)
      await removeUnlessOpen(join(folder, 'generations', name));
  }
}
