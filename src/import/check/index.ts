import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import type {RecipeFile} from '../recipe.ts';
import {checkHeader} from './header.ts';
import {type RefusedLine, readLines, readThrough} from './read-through.ts';

export type {RefusedLine} from './read-through.ts';

/**
 * Checks the files of one declared name before the recipe runs: complete, in UTF-8, in the expected format, with the
 * columns the recipe reads.
 * @returns the paths to read, and lines that were left out.
 * @throws FileError naming the file, what was expected and the remedy.
 */
export async function checkFiles(
  file: RecipeFile,
  paths: readonly string[],
  folder: string,
  session: DuckDBConnection,
  signal?: AbortSignal,
): Promise<{paths: string[]; refused: RefusedLine[]}> {
  const checked: string[] = [];
  const refused: RefusedLine[] = [];
  const isLines = file.format?.format === 'jsonl' || /\.(jsonl|ndjson)(\.gz)?$/i.test(file.glob);
  for (const [index, path] of paths.entries()) {
    const isBinary = file.format?.format === 'parquet' || /\.parquet$/i.test(path);
    // The type of a file is checked before its contents, so that an entirely wrong file is reported as such.
    if (!isBinary && file.format === null) await readThrough(path, signal);
    if (file.format !== null) await checkHeader(path, file.format, session);
    if (isLines) {
      mkdirSync(join(folder, 'converted'), {recursive: true});
      const read = await readLines(path, join(folder, 'converted', `${file.name}-${index}.jsonl`), signal);
      checked.push(read.path);
      refused.push(...read.refused);
    } else {
      if (!isBinary && file.format !== null) await readThrough(path, signal);
      checked.push(path);
    }
  }
  return {paths: checked, refused};
}
