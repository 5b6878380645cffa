import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestProject} from 'vitest/node';
import {generateSnapshot} from '../../src/snapshot/generate/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {hasRealData, publicGraph} from './real-graph.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A generated snapshot of 3,000 entities, for reading only. */
    snapshot: string;
    /** A store of that snapshot, for reading only. */
    store: string;
    /** Where sources are turned into stores during the tests. */
    cache: string;
  }
}

/** Once before all tests: the built command, one generated graph, that of the public files, and a cache of the tests' own. */
export async function setup(project: TestProject): Promise<() => void> {
  build();
  const folder = mkdtempSync(join(tmpdir(), 'biograph-test-'));
  // Whatever a test leaves in a folder of its own goes with this one.
  const scratch = join(folder, 'tmp');
  mkdirSync(scratch);
  const snapshot = join(folder, 'snapshot');
  const store = join(folder, 'store');
  const cache = join(folder, 'cache');
  process.env.BIOGRAPH_CACHE = cache;
  process.env.BIOGRAPH_STATE = join(folder, 'state');
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = scratch;
  if (hasRealData) await publicGraph();
  await generateSnapshot({entities: 3000, seed: 7, out: snapshot});
  await loadSnapshot({snapshot, store});
  project.provide('snapshot', snapshot);
  project.provide('store', store);
  project.provide('cache', cache);
  return () => rmSync(folder, {recursive: true, force: true});
}

function build(): void {
  const built = 'dist/index.js';
  if (existsSync(built) && statSync(built).mtimeMs > newest('src')) return;
  execFileSync('npm', ['run', 'build'], {stdio: 'inherit', shell: process.platform === 'win32'});
}

function newest(folder: string): number {
  return Math.max(
    ...readdirSync(folder, {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}
