import {existsSync, statSync} from 'node:fs';
import {releaseOf} from './release.ts';
import {generationFile, generationsOf, lookupFiles, pinsOf, readPointer} from './store.ts';

export interface Kept {
  generation: number;
  current: boolean;
  pinned: boolean;
  /** Null if the file has another layout or is damaged. */
  release: number | null;
  as_of: string | null;
  snapshot_id: string | null;
  bytes: number;
  made_at: string;
}

/** Every generation whose file exists, oldest first. */
export async function listGenerations(folder: string): Promise<Kept[]> {
  const current = existsSync(`${folder}/current.json`) ? readPointer(folder).generation : undefined;
  const pins = new Set(pinsOf(folder));
  const kept: Kept[] = [];
  for (const generation of generationsOf(folder)) {
    const {mtime} = statSync(generationFile(folder, generation));
    const said = await releaseOf(folder, generation).catch(() => undefined);
    kept.push({
      generation,
      current: generation === current,
      pinned: pins.has(generation),
      release: said?.release ?? null,
      as_of: said?.as_of ?? null,
      snapshot_id: said?.snapshot_id ?? null,
      bytes: bytesOf(folder, generation),
      made_at: mtime.toISOString(),
    });
  }
  return kept;
}

/** The size of a generation, including its look-up files; files shared with another generation count for both. */
export function bytesOf(folder: string, generation: number): number {
  const file = generationFile(folder, generation);
  let bytes = 0;
  for (const path of [file, ...lookupFiles(file)]) bytes += statSync(path).size;
  return bytes;
}

/** The newest kept generation with this or an earlier date. */
export async function generationAsOf(folder: string, moment: string): Promise<number | undefined> {
  const kept = await listGenerations(folder);
  const until = Date.parse(moment);
  return kept.filter(({as_of}) => as_of !== null && Date.parse(as_of) <= until).at(-1)?.generation;
}
