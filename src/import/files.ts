import {readdirSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {FileError} from '../errors.ts';
import {matchesGlob, type Recipe} from './recipe.ts';

/** The input of a recipe: files and folders, or the files of each declared name. */
export type RecipeInput = readonly string[] | Readonly<Record<string, readonly string[]>>;

/**
 * The files of each name that a recipe declares. Files are identified by their own names; folders are searched without
 * subfolders. `name=path` in a list assigns a file whatever its name.
 * @throws FileError if a path is missing, a file matches no declared name, or a required one is missing.
 */
export function matchFiles(recipe: Recipe, input: RecipeInput): Map<string, string[]> {
  const found = new Map<string, string[]>(recipe.files.map((file) => [file.name, []]));
  const expected = recipe.files.map((file) => `${file.glob}${file.optional ? ' (optional)' : ''}`).join(', ');
  const put = (name: string, path: string) => {
    const list = found.get(name);
    if (list !== undefined && !list.includes(path)) list.push(path);
  };
  if (isList(input)) {
    for (const item of input) {
      const named = /^([a-z][a-z0-9_]*)=(.+)$/.exec(item);
      if (named?.[1] !== undefined && named[2] !== undefined && found.has(named[1])) {
        put(named[1], existingFile(named[1], named[2]));
        continue;
      }
      const path = existing(item);
      const folder = statSync(path).isDirectory();
      const files = folder ? filesIn(path) : [path];
      for (const file of files) {
        const declared = recipe.files.find((entry) => matchesGlob(file, entry.glob));
        if (declared !== undefined) put(declared.name, file);
        else if (!folder) {
          throw new FileError(
            file,
            `recipe ${recipe.name} does not read it`,
            `It reads ${expected}; use name=path to say which one a file is.`,
          );
        }
      }
    }
  } else {
    for (const [name, paths] of Object.entries(input)) {
      if (!found.has(name)) {
        throw new FileError(
          recipe.path,
          `the recipe declares no file "${name}"`,
          `It declares ${[...found.keys()].join(', ')}.`,
        );
      }
      for (const path of paths) put(name, existingFile(name, path));
    }
  }
  const missing = recipe.files.filter((file) => !file.optional && found.get(file.name)?.length === 0);
  if (missing.length > 0) {
    throw new FileError(
      isList(input) ? input.join(', ') || '(no file given)' : '(the files given)',
      `recipe ${recipe.name} does not find ${missing.map((file) => `${file.name} (${file.glob})`).join(', ')}`,
      recipe.url === null ? 'Give the missing file too.' : `Download it from ${recipe.url}`,
    );
  }
  for (const list of found.values()) list.sort();
  return found;
}

function isList(input: RecipeInput): input is readonly string[] {
  return Array.isArray(input);
}

function existing(path: string): string {
  const full = resolve(path);
  if (statSync(full, {throwIfNoEntry: false}) === undefined) {
    throw new FileError(full, 'there is no such file or folder', 'Check the path.');
  }
  return full;
}

/** The files of a folder; what lies in its subfolders is not searched. */
function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, {throwIfNoEntry: false})?.isDirectory() === false);
}

function existingFile(name: string, path: string): string {
  const full = existing(path);
  if (!statSync(full).isDirectory()) return full;
  throw new FileError(
    full,
    `is a folder, but ${name} is a file`,
    `Name the file within it, or give the folder without "${name}=" to find its files by their names.`,
  );
}
