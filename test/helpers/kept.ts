import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';

/** What makes a snapshot and a store; when a file of it changes, what was kept is made again. */
export const MAKERS = [
  ...['src/snapshot', 'src/store', 'src/tables', 'src/lookups', 'src/vectors', 'src/engine', 'src/text', 'src/disk'],
  ...['src/schema', 'src/sql'],
];

/**
 * A folder that is made once and kept between runs, in `.cache/test`, until one of `sources` changes. One process makes it, the
 * others wait.
 * @param sources Folders and files whose bytes count; of those outside the project only path and size.
 */
export async function kept(
  name: string,
  sources: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const all = resolve('.cache/test');
  mkdirSync(all, {recursive: true});
  const folder = join(all, `${name}-${fingerprint(sources)}`);
  const done = join(folder, 'made');
  const lock = `${folder}.lock`;
  while (!existsSync(done)) {
    if (mine(lock)) {
      try {
        rmSync(folder, {recursive: true, force: true});
        mkdirSync(folder);
        await make(folder);
        writeFileSync(`${done}.part`, '');
        renameSync(`${done}.part`, done);
        for (const old of readdirSync(all))
          if (old.slice(0, -17) === name && !folder.endsWith(old))
            rmSync(join(all, old), {recursive: true, force: true});
      } finally {
        rmSync(lock, {recursive: true, force: true});
      }
    } else await new Promise((wait) => setTimeout(wait, 250));
  }
  return folder;
}

/** One process makes, the others wait; a lock ten minutes old is of a process that was killed. */
export function mine(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    if (Date.now() - (statSync(lock, {throwIfNoEntry: false})?.mtimeMs ?? Date.now()) > 600_000)
      rmSync(lock, {recursive: true, force: true});
    return false;
  }
}

function fingerprint(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const path of filesOf(source)) {
      hash.update(path);
      hash.update(resolve(path).startsWith(process.cwd()) ? readFileSync(path) : String(statSync(path).size));
    }
  return hash.digest('hex').slice(0, 16);
}

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, {recursive: true, withFileTypes: true})
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
    .sort();
}
