import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {connect} from '../engine/database.ts';
import {interruptOnAbort} from '../engine/interrupt.ts';
import {FileError} from '../errors.ts';
import {quote} from '../sql/sql.ts';
import {checkFiles, type RefusedLine} from './check/index.ts';
import {convertFile, type Unread} from './convert.ts';
import {macroStatements} from './macros.ts';
import type {Recipe} from './recipe.ts';
import {BUILD, stage} from './stage.ts';

/** The result of one recipe. */
export interface RecipeRun {
  name: string;
  files: number;
  entities: number;
  edges: number;
  diseases: number;
}

/**
 * Runs a recipe in a session and schema of its own, so that the next one does not see what it creates, and stages its
 * rows. Lines refused by DuckDB's CSV reader (`store_rejects`) become rejects with file and line.
 */
export async function runRecipe(
  instance: DuckDBInstance,
  recipe: Recipe,
  files: Map<string, string[]>,
  folder: string,
  signal?: AbortSignal,
): Promise<RecipeRun> {
  const session = await connect(instance);
  const unread: Unread[] = [];
  const refused: RefusedLine[] = [];
  const ended = interruptOnAbort(signal, () => session.interrupt());
  try {
    await session.run('create or replace schema memory.recipe; use memory.recipe');
    await session.run(macroStatements());
    for (const [name, given] of files) {
      const file = recipe.files.find((one) => one.name === name);
      const {paths, refused: lines} =
        file === undefined ? {paths: given, refused: []} : await checkFiles(file, given, folder, session, signal);
      refused.push(...lines);
      const read = await readable(recipe, name, paths, folder, unread, signal);
      const list = read.length > 0 ? read : [placeholder(folder)];
      await session.run(`set variable "${name}" = [${list.map(quote).join(', ')}]`);
    }
    const rows = await asRecipe(recipe, files, async () => {
      await session.run(recipe.sql);
      return stage(session, recipe);
    });
    await collectCsvRejects(session, recipe);
    for (const {file, line, reason} of unread) {
      await session.run(`insert into ${BUILD}.reject values
        (${quote(recipe.name)}, 'file', ${quote(file)}, ${line}, 'the rest of the file cannot be read', ${quote(reason)}, null)`);
    }
    for (const {file, line, reason, text} of refused) {
      await session.run(`insert into ${BUILD}.reject values ($1, 'file', $2, ${line}, $3, null, $4)`, [
        recipe.name,
        file,
        reason,
        text,
      ]);
    }
    const {entities, edges, diseases} = rows;
    const given = [...files.values()].flat();
    if (given.length > 0 && entities + edges + diseases === 0) throw await nothing(session, recipe, given);
    return {name: recipe.name, files: given.length, entities, edges, diseases};
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    ended();
    await session.run('use memory.main; drop schema memory.recipe cascade').catch(() => {});
    session.disconnectSync();
    rmSync(join(folder, 'converted'), {recursive: true, force: true});
  }
}

/** The message about a recipe that made nothing from its files. */
async function nothing(session: DuckDBConnection, recipe: Recipe, files: string[]): Promise<FileError> {
  const refused = (
    await session.runAndReadAll(
      `select count(*)::integer, any_value(reason) from ${BUILD}.reject where recipe = ${quote(recipe.name)}`,
    )
  ).getRows()[0];
  const why =
    Number(refused?.[0]) > 0
      ? `${String(refused?.[0])} rows were rejected (${String(refused?.[1])})`
      : 'they have no rows';
  return new FileError(
    files.join(', '),
    `recipe ${recipe.name} created no entities and no edges from it: ${why}`,
    'Check that these are the files it reads: biograph import --describe shows where they come from.',
  );
}

/** The files in a form that DuckDB can read: unchanged, or as JSON lines if the recipe declares a reader. */
async function readable(
  recipe: Recipe,
  name: string,
  paths: string[],
  folder: string,
  unread: Unread[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const reader = recipe.files.find((file) => file.name === name)?.reader ?? null;
  if (reader === null) return paths;
  const converted = join(folder, 'converted');
  mkdirSync(converted, {recursive: true});
  const lines: string[] = [];
  for (const [index, path] of paths.entries()) {
    const to = join(converted, `${name}-${index}.jsonl.gz`);
    const ended = await convertFile(path, reader, to, signal);
    if (ended !== undefined) unread.push(ended);
    lines.push(to);
  }
  return lines;
}

/** A missing optional file is read as an empty one. */
function placeholder(folder: string): string {
  mkdirSync(folder, {recursive: true});
  const path = join(folder, 'empty');
  writeFileSync(path, '');
  return path;
}

async function asRecipe<T>(recipe: Recipe, files: Map<string, string[]>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileError || !(error instanceof Error)) throw error;
    throw new FileError(
      recipe.path,
      `the recipe's SQL failed on ${[...files.values()].flat().join(', ') || 'no file'}: ${error.message.trim().slice(0, 2000)}`,
      'If a malformed row is the cause, read the file with store_rejects = true; it then goes to the rejects file.',
      {cause: error},
    );
  }
}

async function collectCsvRejects(session: DuckDBConnection, recipe: Recipe): Promise<void> {
  const there = await session.runAndReadAll(
    `select 1 from duckdb_tables() where table_name in ('reject_errors', 'reject_scans') and temporary`,
  );
  if (there.currentRowCount < 2) return;
  await session.run(`insert into ${BUILD}.reject
    select ${quote(recipe.name)}, 'file', file_path, line, min_by(lower(replace(error_type::varchar, '_', ' ')), column_idx),
      min_by(error_message, column_idx), any_value(csv_line)
    from reject_errors e join reject_scans s using (scan_id, file_id)
    group by file_path, line`);
}
