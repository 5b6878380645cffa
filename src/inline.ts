import {readdirSync, readFileSync} from 'node:fs';

// The build replaces each call `xText('PATH', import.meta.url)` by its result, so that neither the command nor a
// program that bundles the library needs a file next to its code. Write calls just so: a literal path, and
// `import.meta.url`.

/** The text of a file, by its path from the module that asks. */
export function fileText(path: string, module: string): string {
  return readFileSync(new URL(path, module), 'utf8');
}

/** The texts of the statement files (`*.sql`) right in a folder, by name without the ending, sorted by name. */
export function sqlTexts(folder: string, module: string): Record<string, string> {
  const at = new URL(folder, module);
  const names = readdirSync(at).flatMap((file) => (file.endsWith('.sql') ? [file.slice(0, -4)] : []));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(new URL(`${name}.sql`, at), 'utf8')]));
}
