import {mkdtemp, rename, rm} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import type {DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {makeFolder} from '../disk/files.ts';
import {connect, openDatabase} from '../engine/database.ts';
import {interruptOnAbort} from '../engine/interrupt.ts';
import {FileError, GraphError} from '../errors.ts';
import type {Manifest} from '../snapshot/manifest.ts';
import {sweep, workPrefix} from '../snapshot/workspace.ts';
import {writeSnapshot} from '../snapshot/write.ts';
import {quote} from '../sql/sql.ts';
import {timeOf} from '../time.ts';
import {applyCorrections, idleCorrections, readCorrections} from './corrections.ts';
import {enrich} from './enrich.ts';
import {dropExcluded, excludedBy} from './licence.ts';
import {macroStatements} from './macros.ts';
import {type ImportOptions, plan, type Work} from './plan.ts';
import {readPrevious} from './previous.ts';
import type {Recipe} from './recipe.ts';
import {countsOf, type ImportReport, leftOutByRecipes, readTables} from './report.ts';
import {readFacts, resolveIdentity} from './resolve.ts';
import {type RecipeRun, runRecipe} from './run-recipe.ts';
import {readSql} from './sql-file.ts';
import {stagingTables} from './stage.ts';
import {readSuppressions, type Suppressed, suppress, suppressedBefore, suppressedIds} from './suppress.ts';
import {WRITTEN_EDGES, WRITTEN_PROVENANCE, writtenEntities} from './written.ts';

export {importOptions, readBuildFile} from './build-file.ts';
export {type FetchOptions, type FetchReport, fetchSources} from './fetch/index.ts';
export type {ImportOptions} from './plan.ts';
export {describeRecipe, listRecipes, type Recipe} from './recipe.ts';
export {formatReport, type ImportReport} from './report.ts';

/**
 * Builds a snapshot from public bulk files: recipes → rows → entities, merged and enriched → Parquet. Malformed rows
 * are written to `<out>.rejects.ndjson` and do not stop the build.
 * @throws FileError if a file is missing or not what a recipe reads, if a recipe fails, or if `out` holds anything but a snapshot to replace.
 */
export async function importSnapshot(options: ImportOptions): Promise<ImportReport> {
  const started = performance.now();
  const out = resolve(options.out);
  const work = plan(options);
  const barred: Suppressed = options.suppress === undefined ? {keys: [], ids: []} : readSuppressions(options.suppress);
  barred.ids.push(...suppressedBefore(out));
  if (options.previous !== undefined) barred.ids.push(...suppressedBefore(options.previous));
  makeFolder(dirname(out));
  await sweep(dirname(out));
  const folder = await mkdtemp(join(dirname(out), workPrefix()));
  let instance: DuckDBInstance | undefined;
  try {
    instance = await openDatabase({
      memoryLimit: options.memoryLimit ?? '3GB',
      threads: options.threads ?? 2,
      tempDirectory: join(folder, 'spill'),
    });
    const connection = await connect(instance);
    const ended = interruptOnAbort(options.signal, () => connection.interrupt());
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
      ended();
      connection.disconnectSync();
    }
  } finally {
    instance?.closeSync();
    await rm(folder, {recursive: true, force: true});
  }
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
  await connection.run(macroStatements());
  // A mistake in them is told before hours of reading.
  await readCorrections(connection, options.corrections);

  const recipes: RecipeRun[] = [];
  for (const [index, {recipe, files}] of work.entries()) {
    progress('read', index, work.length, recipe.name);
    recipes.push(await runRecipe(instance, recipe, files, folder, options.signal));
  }
  progress('read', work.length, work.length);
  if (recipes.every(({entities}) => entities === 0)) {
    throw new FileError(
      work.flatMap(({files}) => [...files.values()].flat()).join(', '),
      `recipe ${recipes.map(({name}) => name).join(', ')} creates no entity from it alone`,
      'Build it together with a recipe that brings entities (biograph import --list), in one build file.',
    );
  }
  const excluded = excludedBy(
    work.map(({recipe}) => recipe),
    options.excludeLicence ?? [],
  );
  const lost = await dropExcluded(connection, excluded);
  const kept = work.filter(({recipe}) => !excluded.includes(recipe));
  // Before anything reads them: suppressed rows must not be evidence for others.
  const suppressed = await suppress(connection, barred);
  await readFacts(connection, folder);
  const leftOut = await keepMatched(
    connection,
    kept.map(({recipe}) => recipe),
  );
  Object.assign(leftOut, await leftOutByRecipes(connection));
  await oneThreadIfSmall(connection);
  const decided = await decideAsOf(connection, options, kept);
  const previous = await readPrevious(connection, options.previous);
  const asOf = await afterPrevious(connection, decided, previous);
  await connection.run(`set variable as_of = ${quote(asOf)}::timestamptz`);
  await connection.run(`set variable trusted = ${options.trustedConfidence ?? 0.7}::double`);

  await resolveIdentity(connection, folder, (name) => progress('resolve', 0, 1, name));
  await applyCorrections(connection);
  const enriched = await enrich(connection, folder, (name) => progress('enrich', 0, 1, name));
  await applyCorrections(connection);
  const manifest = await write(connection, {...options, ...after(options, previous)}, kept, asOf, out);
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
    excluded: lost,
    corrections: await idleCorrections(connection),
    rejects_file: rejectsFile,
  };
}

/** Of a few rows a second thread saves nothing, and each statement readies its regular expressions once for each thread. */
async function oneThreadIfSmall(connection: DuckDBConnection): Promise<void> {
  const rows = await connection.runAndReadAll(
    'select (select count(*) from staged) + (select count(*) from staged_edge) < 10000',
  );
  if (rows.getRows()[0]?.[0] === true) await connection.run('set threads = 1');
}

/** The number of this release: the one after the previous, unless it is given. */
function after(
  {lineage, release}: ImportOptions,
  previous: Manifest | undefined,
): Pick<ImportOptions, 'lineage' | 'release'> {
  return {lineage: lineage ?? previous?.lineage, release: release ?? (previous && previous.release + 1)};
}

/**
 * Drops the rows of `keep: matched` recipes that share neither a key nor an organisation's name with another recipe's, but for those that the
 * recipe keeps by their name.
 */
async function keepMatched(connection: DuckDBConnection, recipes: Recipe[]): Promise<Record<string, number>> {
  const left: Record<string, number> = {};
  if (recipes.length < 2) return left;
  const picky = recipes.filter(({matched}) => matched !== undefined);
  const waiting = picky.map(({name, matched}) => {
    const kind = matched?.kind === undefined ? '' : ` and kind = ${quote(matched.kind)}`;
    return `recipe = ${quote(name)}${kind}`;
  });
  const wanted = picky.flatMap(({name, matched}) =>
    matched?.unless === undefined ? [] : `recipe = ${quote(name)} and ${matched.unless}(name)`,
  );
  if (picky.length === 0) return left;
  const either = (conditions: string[]) => (conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`);
  await connection.run(
    readSql('./keep-matched.sql').replaceAll('{waiting}', either(waiting)).replaceAll('{wanted}', either(wanted)),
  );
  const counts = await connection.runAndReadAll('select recipe, count(*)::integer from unmatched group by recipe');
  await connection.run('drop table unmatched');
  for (const recipe of picky) left[recipe.name] = 0;
  for (const [recipe, count] of counts.getRows()) left[String(recipe)] = Number(count);
  return left;
}

async function decideAsOf(connection: DuckDBConnection, options: ImportOptions, work: Work): Promise<string> {
  if (options.asOf !== undefined) return timeOf(options.asOf);
  const declared = work.map(({recipe}) => recipe.as_of).filter((date) => date !== null);
  if (declared.length > 0) return declared.map(timeOf).sort().at(-1) as string;
  const latest = await connection.runAndReadAll(`select epoch_ms(max(t))::double from (
    select updated_at as t from staged union all select observed_at from staged union all select observed_at from staged_edge)
    where t <= now()`);
  const ms = latest.getRows()[0]?.[0];
  if (typeof ms === 'number') return new Date(ms).toISOString();
  throw new GraphError(
    'validation_error',
    'No recipe gives a date for its files. Give one with as_of, for example 2025-06-30.',
  );
}

/**
 * A release is dated after everything in the one before, by a millisecond at least: a changed row takes the release's date, and whoever follows
 * the change feed has passed the end of the release before.
 */
async function afterPrevious(
  connection: DuckDBConnection,
  asOf: string,
  previous: Manifest | undefined,
): Promise<string> {
  if (previous === undefined) return asOf;
  const found = await connection.runAndReadAll('select epoch_ms(max(updated_at))::double from previous');
  const last = Math.max(Date.parse(previous.as_of), Math.ceil(Number(found.getRows()[0]?.[0] ?? 0)));
  return Date.parse(asOf) > last ? asOf : new Date(last + 1).toISOString();
}

async function write(
  connection: DuckDBConnection,
  options: ImportOptions,
  work: Work,
  asOf: string,
  out: string,
): Promise<Manifest> {
  const diseases = await connection.runAndReadAll('select 1 from disease_tree limit 1');
  const embedded = await connection.runAndReadAll('select 1 from entity where embedding is not null limit 1');
  return writeSnapshot(connection, {
    out,
    tables: {
      entities: await writtenEntities(connection, options.previous),
      edges: WRITTEN_EDGES,
      provenance: WRITTEN_PROVENANCE,
      ...(embedded.currentRowCount > 0
        ? {embeddings: 'select id as entity_id, embedding as vector from entity where embedding is not null'}
        : {}),
      ...(diseases.currentRowCount > 0 ? {diseases: 'select id, label, synonyms, parents from disease_tree'} : {}),
    },
    meta: {
      as_of: asOf,
      lineage: options.lineage,
      release: options.release,
      trusted_confidence: options.trustedConfidence,
      sources: [
        ...work.map(({recipe: {source, licence, attribution}}) => ({source, licence, attribution})),
        ...(await ownSources(connection)),
      ],
      suppressed: await suppressedIds(connection),
    },
    replace: options.replace ?? false,
    onProgress: options.onProgress,
    signal: options.signal,
  });
}

/** The project's own lists, if any statement uses them. */
async function ownSources(connection: DuckDBConnection): Promise<Manifest['sources']> {
  const used = await connection.runAndReadAll(`select distinct source from (
      select origin as source from edge union all select source from entity where state = 'live')
    where source in ('company list', 'drug list') order by source`);
  const attribution: Record<string, string> = {
    'company list': 'biograph, from filings and annual reports named in each record',
    'drug list': 'biograph, usage of the trade',
  };
  return used.getRows().map(([source]) => ({
    source: String(source),
    licence: 'MIT',
    attribution: attribution[String(source)] ?? 'biograph',
  }));
}

/**
 * Writes the refused rows next to the snapshot; those of an earlier build are replaced, or removed if nothing was
 * refused.
 */
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
