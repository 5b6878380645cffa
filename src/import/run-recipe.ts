import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {connect} from '../engine/database.ts';
import {interruptOnAbort} from '../engine/interrupt.ts';
import {FileError} from '../errors.ts';
import {quote} from '../sql/sql.ts';
import {checkFiles, type RefusedLine} from './check/index.ts';
import {mendRows} from './check/mend.ts';
import {convertFile, type Unread} from './convert.ts';
import {macroStatements} from './macros.ts';
import type {Recipe} from './recipe.ts';
import {
  hasCsvRejects,
  MALFORMED,
  madeNothing,
  recipeFailure,
  swallowedIn,
  type Unreadable,
  unreadableIn,
} from './recipe-failure.ts';
import {BUILD, stage} from './stage.ts';

/** The result of one recipe. */
export interface RecipeRun {
  name: string;
  files: number;
  entities: number;
  edges: number;
  diseases: number;
}

/** A copy of a file without the lines that keep the others from being read. */
interface Mended {
  copy: string;
  refused: RefusedLine[];
}

/**
 * Runs a recipe and stages its rows. If a CSV file has rows that DuckDB cannot get over, they become rejects, and the
 * recipe runs again without them.
 */
export async function runRecipe(
  instance: DuckDBInstance,
  recipe: Recipe,
  files: Map<string, string[]>,
  folder: string,
  signal?: AbortSignal,
): Promise<RecipeRun> {
  const mended = new Map<string, Mended>();
  try {
    for (;;) {
      const outcome = await runOnce(instance, recipe, files, folder, mended, signal);
      if (!('unreadable' in outcome)) return outcome;
      for (const {path, dialect} of outcome.unreadable) {
        mkdirSync(join(folder, 'mended'), {recursive: true});
        const copy = join(folder, 'mended', `${mended.size}-${basename(path).replace(/\.gz$/i, '')}`);
        const refused = await mendRows(path, copy, dialect, signal);
        if (outcome.error !== undefined && refused.length === 0) throw outcome.error;
        const [first] = refused;
        if (first !== undefined && !STORES_REJECTS.test(recipe.sql))
          throw new FileError(path, `line ${first.line}: ${first.reason}`, MALFORMED, {cause: outcome.error});
        mended.set(path, {copy, refused});
      }
    }
  } finally {
    rmSync(join(folder, 'mended'), {recursive: true, force: true});
  }
}

const STORES_REJECTS = /store_rejects\s*=\s*true/i;

/**
 * Runs a recipe once in a session and schema of its own, so that the next one does not see what it creates. Lines
 * refused by DuckDB's CSV reader (`store_rejects`) become rejects with file and line.
 * @returns the files to mend, if any; nothing is staged then.
 */
async function runOnce(
  instance: DuckDBInstance,
  recipe: Recipe,
  files: Map<string, string[]>,
  folder: string,
  mended: ReadonlyMap<string, Mended>,
  signal: AbortSignal | undefined,
): Promise<RecipeRun | {unreadable: Unreadable[]; error?: FileError}> {
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
      const whole = read.map((path) => mended.get(path)?.copy ?? path);
      const list = whole.length > 0 ? whole : [placeholder(folder)];
      await session.run(`set variable "${name}" = [${list.map(quote).join(', ')}]`);
    }
    const given = [...files.values()].flat();
    const copies = new Map([...mended].map(([path, {copy}]) => [copy, path]));
    const isMendable = ({path}: Unreadable) => given.includes(path) && !mended.has(path);
    let rows: Awaited<ReturnType<typeof stage>>;
    try {
      await session.run(recipe.sql);
      rows = await stage(session, recipe);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof FileError || !(error instanceof Error)) throw error;
      const failure = recipeFailure(error, recipe, given, copies);
      const unreadable = unreadableIn(error, recipe);
      if (unreadable === undefined || !isMendable(unreadable)) throw failure;
      await unstage(session, recipe);
      return {unreadable: [unreadable], error: failure};
    }
    const unreadable = (await swallowedIn(session, recipe)).filter(isMendable);
    if (unreadable.length > 0) {
      await unstage(session, recipe);
      return {unreadable};
    }
    refused.push(...[...mended.values()].flatMap((one) => one.refused));
    await collectCsvRejects(session, recipe, copies);
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
    if (given.length > 0 && entities + edges + diseases === 0) throw await madeNothing(session, recipe, given);
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

/** Takes back what a recipe staged before it failed. */
async function unstage(session: DuckDBConnection, recipe: Recipe): Promise<void> {
  for (const table of ['staged', 'staged_edge', 'disease', 'left_out', 'reject'])
    await session.run(`delete from ${BUILD}.${table} where recipe = ${quote(recipe.name)}`);
}

/** @param copies The files that were read instead of others, with those. */
async function collectCsvRejects(
  session: DuckDBConnection,
  recipe: Recipe,
  copies: ReadonlyMap<string, string>,
): Promise<void> {
  if (!(await hasCsvRejects(session))) return;
  await session.run(`insert into ${BUILD}.reject
    select ${quote(recipe.name)}, 'file', file_path, line,
      -- A row that is too long has no column.
      min_by(lower(replace(error_type::varchar, '_', ' ')), coalesce(column_idx, 0)),
      min_by(error_message, coalesce(column_idx, 0)), left(any_value(csv_line), 10000)
    from reject_errors e join reject_scans s using (scan_id, file_id)
    group by file_path, line`);
  for (const [copy, path] of copies)
    await session.run(`update ${BUILD}.reject set file = ${quote(path)} where file = ${quote(copy)}`);
}
