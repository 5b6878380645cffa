import {chmodSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join, resolve} from 'node:path';
import './built.ts';

/** A folder of its own with the command in it, and an environment in which documents' examples find the command. */
export function commandOnPath(): {folder: string; env: NodeJS.ProcessEnv} {
  const folder = mkdtempSync(join(tmpdir(), 'biograph-docs-'));
  writeFileSync(
    join(folder, 'biograph'),
    `#!/bin/sh\nexec "${process.execPath}" "${resolve('bin/biograph.js')}" "$@"\n`,
  );
  chmodSync(join(folder, 'biograph'), 0o755);
  return {folder, env: {...process.env, PATH: `${folder}${delimiter}${process.env.PATH}`}};
}
