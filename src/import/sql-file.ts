import {sqlTexts} from '../inline.ts';

const TEXTS = {
  '': sqlTexts('./', import.meta.url),
  'resolve/': sqlTexts('./resolve/', import.meta.url),
  'enrich/': sqlTexts('./enrich/', import.meta.url),
};

/** The text of a statement file next to the importer's modules. */
export function readSql(path: `./${string}.sql`): string {
  const [, folder = '', name = ''] = /^\.\/(\w+\/)?([\w-]+)\.sql$/.exec(path) ?? [];
  const text = (TEXTS as Record<string, Record<string, string>>)[folder]?.[name];
  if (text === undefined) throw new Error(`There are no statements ${path}`);
  return text;
}

/** The numbered statement files of a folder, in their order. */
export function sqlSteps(folder: 'resolve' | 'enrich'): {name: string; statements: string}[] {
  return Object.entries(TEXTS[`${folder}/`])
    .filter(([file]) => /^\d{3}_\w+$/.test(file))
    .map(([file, statements]) => ({name: file.slice(4), statements}));
}
