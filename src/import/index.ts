import {existsSync, readdirSync} from 'node:fs';
import {mkdir, mkdtemp, rename, rm} from 'node:fs/promises';
import {availableParallelism} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import type {DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {FileError, GraphError} from '../errors.ts';
import type {OnProgress} from '../progress.ts';
import type {Manifest} from '../snapshot/manifest.ts';
import {sweep, workPrefix} from '../snapshot/workspace.ts';
import {writeSnapshot} from '../snapshot/write.ts';
import {quote} from '../sql/sql.ts';
import {connect, openDatabase} from '../store/database.ts';
import {enrich} from './enrich.ts';
import {matchFiles, type RecipeInput} from './files.ts';
import {describeRecipe, type Recipe} from './recipe.ts';
import {countsOf, type ImportReport, readTables} from './report.ts';
import {resolveIdentity} from './resolve.ts';
import {type RecipeRun, runRecipe} from './run-recipe.ts';
import {readSql} from './sql-file.ts';
import {stagingTables} from './stage.ts';
import {readSuppressions, type Suppressed, suppress, suppressedBefore, suppressedIds} from './suppress.ts';

export {importOptions, readBuildFile} from './build-file.ts';
export {recipesMarkdown} from './markdown.ts';
export {describeRecipe, listRecipes, type Recipe} from './recipe.ts';
export {formatReport, type ImportReport} from './report.ts';

export interface ImportOptions {
  /** Which recipes (a built-in name, or a path such as `./mine.sql`) read what (files and folders, or files by declared name). */
  recipes: {recipe: string; in: RecipeInput}[];
  /** The snapshot folder to write; must not exist or be empty, unless `replace`. */
  out: string;
  /** ISO date every window is measured at. Default: the latest date a recipe declares, else the latest one in its rows. */
  asOf?: string | undefined;
  /** 0–1, default 0.7: the MoA confidence from which a row counts as trusted. */
  trustedConfidence?: number | undefined;
  lineage?: string | undefined;
  release?: number | undefined;
  replace?: boolean | undefined;
  /** A text file of natural keys and ids that must not enter, one a line; what the snapshot it replaces suppressed stays out too. */
  suppress?: string | undefined;
  /** A DuckDB size, default `2GB`; what does not fit is spilled beside the snapshot. */
  memoryLimit?: string | undefined;
  /** Default: the machine's, at most 4. */
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Builds a snapshot from public bulk files: recipes → rows → entities, folded and enriched → Parquet.
 * Malformed rows are written to `<out>.rejects.ndjson` and stop nothing.
 * @throws FileError for a file that is missing or not what a recipe reads, and for a recipe that does not run.
 */
export async function importSnapshot(options: ImportOptions): Promise<ImportReport> {
  const started = performance.now();
  const out = resolve(options.out);
  const work = check(options, out);
  const barred: Suppressed = options.suppress === undefined ? {keys: [], ids: []} : readSuppressions(options.suppress);
  barred.ids.push(...suppressedBefore(out));
  await mkdir(dirname(out), {recursive: true});
  await sweep(dirname(out));
  const folder = await mkdtemp(join(dirname(out), workPrefix()));
  let instance: DuckDBInstance | undefined;
  try {
    instance = await openDatabase({
      memoryLimit: options.memoryLimit ?? '2GB',
      threads: options.threads ?? Math.min(4, availableParallelism()),
      tempDirectory: join(folder, 'spill'),
    });
    const connection = await connect(instance);
    const interrupt = () => connection.interrupt();
    options.signal?.addEventListener('abort', interrupt, {once: true});
    try {
      const report = await build(instance, connection, options, work, barred, folder, out);
      return {
        ...report,
        seconds: (performance.now() - started) / 1000,
        peak_rss: process.resourceUsage().maxRSS * 1024,
      };
    } catch (error) {
      options.signal?.throwIfAborted();
      throw error;
    } finally {
      options.signal?.removeEventListener('abort', interrupt);
      connection.disconnectSync();
    }
  } finally {
    instance?.closeSync();
    await rm(folder, {recursive: true, force: true});
  }
}

type Work = {recipe: Recipe; files: Map<string, string[]>}[];

/** Everything that can be said to be wrong before any file is read. */
function check(options: ImportOptions, out: string): Work {
  if (options.recipes.length === 0) throw new GraphError('validation_error', 'Name at least one recipe to build from.');
  if (options.replace !== true && existsSync(out) && readdirSync(out).length > 0) {
    throw new FileError(options.out, 'exists and is not empty', 'Name another folder, or remove it first.');
  }
  if (options.asOf !== undefined && Number.isNaN(Date.parse(options.asOf))) {
    throw new GraphError('validation_error', `asOf "${options.asOf}" is not an ISO date such as 2025-06-30.`);
  }
  const trust = options.trustedConfidence;
  if (trust !== undefined && !(trust >= 0 && trust <= 1)) {
    throw new GraphError('validation_error', `trustedConfidence ${trust} is not a number from 0 to 1.`);
  }
  const work = options.recipes.map((entry) => {
    const recipe = describeRecipe(entry.recipe);
    return {recipe, files: matchFiles(recipe, entry.in)};
  });
  // One order whatever the caller's, so that the same recipes give the same bytes.
  work.sort((a, b) => (a.recipe.name < b.recipe.name ? -1 : a.recipe.name > b.recipe.name ? 1 : 0));
  const twice = work.find((entry, index) => work[index + 1]?.recipe.name === entry.recipe.name);
  if (twice !== undefined) {
    throw new GraphError(
      'validation_error',
      `Recipe ${twice.recipe.name} is named twice; give it all its files at once.`,
    );
  }
  return work;
}

async function build(
  instance: DuckDBInstance,
  connection: DuckDBConnection,
  options: ImportOptions,
  work: Work,
  barred: Suppressed,
  folder: string,
  out: string,
): Promise<Omit<ImportReport, 'seconds' | 'peak_rss'>> {
  const progress = (phase: string, done: number, total: number, note?: string) => {
    options.signal?.throwIfAborted();
    options.onProgress?.(note === undefined ? {phase, done, total} : {phase, done, total, note});
  };
  await connection.run(`attach ${quote(join(folder, 'build.duckdb'))} as build; use build`);
  await connection.run(stagingTables());
  await connection.run(readSql('./macros.sql'));

  const recipes: RecipeRun[] = [];
  for (const [index, {recipe, files}] of work.entries()) {
    progress('read', index, work.length, recipe.name);
    recipes.push(await runRecipe(instance, recipe, files, folder, options.signal));
  }
  progress('read', work.length, work.length);
  // Before anything else looks at them: what is suppressed vouches for nothing.
  const suppressed = await suppress(connection, barred);
  const leftOut = await keepMatched(
    connection,
    work.map(({recipe}) => recipe),
  );
  const asOf = await decideAsOf(connection, options, work);
  await connection.run(`set variable as_of = ${quote(asOf)}::timestamptz`);
  await connection.run(`set variable trusted = ${options.trustedConfidence ?? 0.7}::double`);

  await resolveIdentity(connection, (name) => progress('resolve', 0, 1, name));
  const enriched = await enrich(connection, (name) => progress('enrich', 0, 1, name));
  const manifest = await write(connection, options, work, asOf, out);
  const rejectsFile = await writeRejects(connection, out, folder);
  return {
    out,
    snapshot_id: manifest.snapshot_id,
    as_of: manifest.as_of,
    recipes,
    ...countsOf(manifest),
    ...(await readTables(connection)),
    enriched,
    suppressed,
    left_out: leftOut,
    rejects_file: rejectsFile,
  };
}

/** Drops the rows of `keep: matched` recipes that share neither key nor organisation name with another recipe's. */
async function keepMatched(connection: DuckDBConnection, recipes: Recipe[]): Promise<Record<string, number>> {
  const left: Record<string, number> = {};
  if (recipes.length < 2) return left;
  const picky = recipes.filter(({keep}) => keep !== 'all');
  const kindOf = ({keep}: Recipe) => keep.slice('matched'.length).trim();
  const waiting = picky
    .map(
      (recipe) =>
        `recipe = ${quote(recipe.name)}${kindOf(recipe) === '' ? '' : ` and kind = ${quote(kindOf(recipe))}`}`,
    )
    .join(' or ');
  if (picky.length === 0) return left;
  await connection.run(readSql('./keep-matched.sql').replaceAll('{waiting}', `(${waiting})`));
  const counts = await connection.runAndReadAll('select recipe, count(*)::integer from unmatched group by recipe');
  await connection.run('drop table unmatched');
  for (const recipe of picky) left[recipe.name] = 0;
  for (const [recipe, count] of counts.getRows()) left[String(recipe)] = Number(count);
  return left;
}

async function decideAsOf(connection: DuckDBConnection, options: ImportOptions, work: Work): Promise<string> {
  if (options.asOf !== undefined) return new Date(options.asOf).toISOString();
  const declared = work.map(({recipe}) => recipe.as_of).filter((date) => date !== null);
  if (declared.length > 0) return new Date(Math.max(...declared.map((date) => Date.parse(date)))).toISOString();
  const latest = await connection.runAndReadAll(`select epoch_ms(max(t))::double from (
    select updated_at as t from staged union all select observed_at from staged union all select observed_at from staged_edge)
    where t <= now()`);
  const ms = latest.getRows()[0]?.[0];
  if (typeof ms === 'number') return new Date(ms).toISOString();
  throw new GraphError(
    'validation_error',
    'None of the recipes says of what date its files are. Say it with as_of, for example 2025-06-30.',
  );
}

async function write(
  connection: DuckDBConnection,
  options: ImportOptions,
  work: Work,
  asOf: string,
  out: string,
): Promise<Manifest> {
  const embedded = await connection.runAndReadAll('select 1 from entity where embedding is not null limit 1');
  return writeSnapshot(connection, {
    out,
    tables: {
      entities: `select * exclude (strength, rule, embedding, c_target, c_modality, c_mechanism, c_area, c_disease),
        list_min([c_target, c_modality, c_mechanism, c_area, c_disease]) as moa_confidence from entity`,
      edges: 'select source, relation, target, observed_at, origin from edge',
      provenance: 'select entity_id, field, source, confidence, observed_at from provenance',
      ...(embedded.currentRowCount > 0
        ? {embeddings: 'select id as entity_id, embedding as vector from entity where embedding is not null'}
        : {}),
    },
    meta: {
      as_of: asOf,
      lineage: options.lineage,
      release: options.release,
      trusted_confidence: options.trustedConfidence,
      sources: work.map(({recipe: {source, licence, attribution}}) => ({source, licence, attribution})),
      suppressed: await suppressedIds(connection),
    },
    replace: options.replace ?? false,
    onProgress: options.onProgress,
    signal: options.signal,
  });
}

/** The refused rows beside the snapshot; an earlier build's are replaced, or removed where nothing was refused. */
async function writeRejects(connection: DuckDBConnection, out: string, folder: string): Promise<string | null> {
  const file = `${out}.rejects.ndjson`;
  const any = await connection.runAndReadAll('select 1 from reject limit 1');
  if (any.currentRowCount === 0) {
    await rm(file, {force: true});
    return null;
  }
  const written = join(folder, 'rejects.ndjson');
  await connection.run(`copy (
      select recipe, relation, file, line, reason, detail, case when json_valid("row") then "row"::json else to_json("row") end as "row"
      from reject order by recipe, relation, file, line, reason, detail, "row"
    ) to ${quote(written)} (format json)`);
  await rename(written, file);
  return file;
}
