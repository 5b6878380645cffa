// Importing this makes sure that `dist` is what the sources say: for tests that start the command.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {mine} from './kept.ts';

const BUILT = 'dist/licences.txt';
const LOCK = '.cache/test/build.lock';

build();

/** As a global setup of a project. */
export function setup(): void {}

function build(): void {
  mkdirSync('.cache/test', {recursive: true});
  while (isStale()) {
    if (!mine(LOCK)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
      continue;
    }
    try {
      if (isStale()) execFileSync('npm', ['run', 'build'], {stdio: 'inherit', shell: process.platform === 'win32'});
    } finally {
      rmSync(LOCK, {recursive: true, force: true});
    }
  }
}

/** The last file a build writes is older than a source. */
function isStale(): boolean {
  return !existsSync(BUILT) || statSync(BUILT).mtimeMs <= Math.max(newest('src'), newest('.ci'));
}

function newest(folder: string): number {
  return Math.max(
    ...readdirSync(folder, {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}
