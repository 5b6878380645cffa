import {existsSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {GraphError} from '../errors.ts';

/**
 * Node options for running one of our programs: from source, TypeScript needs its loader; the built program does not.
 */
export function loaderOf(entry: string): string[] {
  if (!entry.endsWith('.ts')) return [];
  const {resolve} = createRequire(import.meta.url);
  return ['--import', pathToFileURL(resolve('tsx')).href];
}

/**
 * The program's file.
 * @param built Its name in `dist`.
 * @param address Its address relative to the module that starts it.
 * @throws GraphError if another program has bundled the library without this file.
 */
export function entryFile(built: string, address: () => URL): string {
  // A module bundled as CommonJS has no address; then the file is looked for next to the running program.
  const entry = import.meta.url === undefined ? join(dirname(process.argv[1] ?? '.'), built) : fileURLToPath(address());
  if (existsSync(entry)) return entry;
  throw new GraphError(
    'unavailable',
    `${entry} is missing: a program that bundles the library needs dist/${built} of biograph next to it for this call.`,
  );
}
