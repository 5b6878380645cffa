import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestProject} from 'vitest/node';

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

const FOLDER = 'BIOGRAPH_TEST_FOLDER';

/** Once before all tests, whatever the project: a folder for everything that tests leave behind. */
export function setup(project: TestProject): (() => void) | undefined {
  const known = process.env[FOLDER];
  const folder = known ?? mkdtempSync(join(tmpdir(), 'biograph-test-'));
  const cache = join(folder, 'cache');
  project.provide('cache', cache);
  if (known !== undefined) return undefined;
  // Whatever a test leaves in a folder of its own goes with this one.
  const scratch = join(folder, 'tmp');
  mkdirSync(scratch);
  process.env[FOLDER] = folder;
  process.env.BIOGRAPH_CACHE = cache;
  process.env.BIOGRAPH_STATE = join(folder, 'state');
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = scratch;
  // A test that timed out may still write.
  return () => rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
}
