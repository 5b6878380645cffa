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
 * @param built What the build calls it in `dist`.
 * @param address Where it is beside the module that starts it.
 * @throws GraphError where a program has the library bundled into it, but not this file beside it.
 */
export function entryFile(built: string, address: () => URL): string {
  // Bundled as CommonJS a module has no address, and the program stands where it was started from.
  const entry = import.meta.url === undefined ? join(dirname(process.argv[1] ?? '.'), built) : fileURLToPath(address());
  if (existsSync(entry)) return entry;
  throw new GraphError(
    'unavailable',
    `${entry} is missing: a program that bundles the library needs dist/${built} of biograph next to it for this call.`,
  );
}
