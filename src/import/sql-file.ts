import {readdirSync, readFileSync} from 'node:fs';

/** The text of a statement file that lies beside the importer's modules. */
export function readSql(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** The numbered statement files of a folder, in the order they run in. */
export function sqlSteps(folder: 'resolve' | 'enrich'): {name: string; statements: string}[] {
  return readdirSync(new URL(`./${folder}/`, import.meta.url))
    .filter((file) => /^\d{3}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => ({name: file.slice(4, -4), statements: readSql(`./${folder}/${file}`)}));
}
