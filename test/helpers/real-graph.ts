import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join, relative, resolve} from 'node:path';
import {type ImportReport, importOptions, importSnapshot, readBuildFile} from '../../src/import/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';

export const DATA = resolve(process.env.BIOGRAPH_TEST_DATA ?? '../shared/data');

/** The build of all public files, as the example shows it, with the files where they are here. */
const BUILD = importOptions(readBuildFile('examples/public-graph.json'));
const RECIPES = BUILD.recipes.map(({recipe, in: paths}) => ({
  recipe,
  in: (paths as string[]).map((path) => join(DATA, relative(resolve('examples/data'), path))),
}));
const FOLDERS = [...new Set(RECIPES.flatMap(({in: paths}) => paths))];

/** Are the public files there? Where they are not, tests of them are skipped. */
export const hasRealData = FOLDERS.every((folder) => existsSync(folder));

/** The public files as a snapshot and a store: made once before all tests, and kept until our code or a file changes. */
export async function publicGraph(): Promise<{out: string; store: string; report: ImportReport}> {
  const folder = resolve('.cache/test');
  mkdirSync(folder, {recursive: true});
  const at = join(folder, `public-${fingerprint()}`);
  const out = join(at, 'snapshot');
  const done = join(at, 'report.json');
  const store = join(at, 'store');
  const lock = `${at}.lock`;
  while (!existsSync(done)) {
    if (mine(lock)) {
      try {
        rmSync(at, {recursive: true, force: true});
        mkdirSync(at, {recursive: true});
        const report = await importSnapshot({...BUILD, recipes: RECIPES, out});
        await loadSnapshot({snapshot: out, store});
        writeFileSync(`${done}.part`, JSON.stringify(report));
        renameSync(`${done}.part`, done);
        for (const old of readdirSync(folder))
          if (old.startsWith('public-') && !at.endsWith(old) && !old.endsWith('.lock'))
            rmSync(join(folder, old), {recursive: true});
      } finally {
        rmSync(lock, {recursive: true, force: true});
      }
    } else await new Promise((wait) => setTimeout(wait, 250));
  }
  return {out, store, report: JSON.parse(readFileSync(done, 'utf8')) as ImportReport};
}

/** One process builds, the others wait; a lock ten minutes old is of a process that was killed. */
function mine(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    if (Date.now() - (statSync(lock, {throwIfNoEntry: false})?.mtimeMs ?? Date.now()) > 600_000)
      rmSync(lock, {recursive: true, force: true});
    return false;
  }
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const folder of ['src/import', 'src/snapshot', 'src/store', ...FOLDERS])
    for (const entry of readdirSync(folder, {recursive: true, withFileTypes: true}).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      hash.update(path.startsWith(DATA) ? `${path} ${statSync(path).size}` : readFileSync(path));
    }
  return hash.digest('hex').slice(0, 16);
}
