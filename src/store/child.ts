import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

/** What Node is told before it runs a program of ours: from source, TypeScript needs its loader; the built program does not. */
export function loaderOf(entry: string): string[] {
  if (!entry.endsWith('.ts')) return [];
  const {resolve} = createRequire(import.meta.url);
  return ['--import', pathToFileURL(resolve('tsx')).href];
}
