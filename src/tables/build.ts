import {rm, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf, keepTexts} from '../engine/ask.ts';
import {attachNew, growMemory, withSession} from '../engine/database.ts';
import {buildMemory} from '../engine/memory.ts';
import type {Release} from '../generation.ts';
import {type Beside, EARLY, withBeside} from '../lookups/beside.ts';
import {copyDocuments, indexDocuments} from '../lookups/documents.ts';
import {newFolder, removeFolder} from '../lookups/folder.ts';
import {wholeFiles, writeFile} from '../lookups/make.ts';
import {writePostings} from '../lookups/postings.ts';
import type {OnProgress} from '../progress.ts';
import {type RowNumbers, WIDE} from '../sql/row-numbers.ts';
import {quote} from '../sql/sql.ts';
import {addEmbeddings, type MadeBy} from '../vectors/embedding.ts';
import {inOrder} from './declarations.ts';
import {shipDiseases} from './diseases.ts';
import {EarlyFiles} from './early-files.ts';
import {roomForRows} from './room.ts';
import {snapshotRows} from './snapshot-rows.ts';
import {describe, runStep, stemWords} from './steps.ts';

/**
 * The rows of a snapshot: Parquet files of each table, in order, or queries with the table's columns, which work once
 * `prepare` has run.
 */
export type RowSource =
  | {
      files: Record<RowTable, string[]>;
      /** Makes a query of the entities out of that of their files. */
      entities?(connection: DuckDBConnection, query: string): Promise<string>;
    }
  | {
      /** Runs before the new file is attached. */
      prepare(connection: DuckDBConnection): Promise<Record<RowTable, string>>;
      /** Where the embeddings come from; called after `prepare`. */
      madeBy(): MadeBy;
    };

const ROW_TABLES = ['entities', 'edges', 'provenance', 'embeddings', 'diseases'] as const;

export type RowTable = (typeof ROW_TABLES)[number];

export interface BuildInput {
  /** Where the rows of each snapshot table come from. */
  rows: RowSource;
  /** A function is called after `prepare`, for a release that depends on the rows. */
  release: Release | (() => Release);
  /** `WIDE` makes row ids wide though the rows would not need it; asked after `prepare`. */
  rowNumbers?: (() => RowNumbers | undefined) | undefined;
  /** The DuckDB file to write; must not exist. */
  out: string;
  /** Default `3GB`, more for more than five million entities (`buildMemory`). */
  memoryLimit?: string | undefined;
  /** Default 2. */
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Writes one generation: the data and every derived table in one DuckDB file, and the look-up files in a folder beside
 * it. If it fails or is interrupted, it removes what it has written.
 */
export async function buildGeneration(input: BuildInput): Promise<{bytes: number}> {
  const files = await newFolder(input.out);
  try {
    await withSession({...input, spill: `${input.out}.spill`}, async (connection, another) =>
      withBeside(await another(), (beside) => build(connection, beside, input, files)),
    );
  } catch (error) {
    await rm(input.out, {force: true});
    await rm(`${input.out}.wal`, {force: true});
    await removeFolder(join(dirname(input.out), files));
    throw error;
  }
  return {bytes: (await stat(input.out)).size};
}

/**
 * Writes the live edges of a snapshot, redirected from merged entities to their survivors, as a Parquet file of
 * `source, relation, target, observed_at, origin, confidence, record`. Uses the same statements as a build.
 */
export async function writeLiveEdges(
  connection: DuckDBConnection,
  {rows, release, out}: Pick<BuildInput, 'rows' | 'out'> & {release: Release},
): Promise<void> {
  await connection.run("ATTACH ':memory:' AS graph");
  await connection.run('USE graph');
  await nameRows(connection, (table) => fromFiles(connection, table, rows));
  const numbers = await roomForRows(connection, out);
  await describe(connection, release, '', numbers);
  for (const name of ['macros', 'entity', 'gone', 'survivor', 'relation', 'edge'])
    await runStep(connection, name, numbers);
  await connection.run(`COPY (
    SELECT s.id::VARCHAR AS source, r.relation, t.id::VARCHAR AS target, o.observed::TIMESTAMPTZ AS observed_at, o.origin, o.confidence, o.record
    FROM graph.edge_out o JOIN graph.relation r USING (rel) JOIN graph.entity s ON s.rid = o.src JOIN graph.entity t ON t.rid = o.dst
  ) TO ${quote(out)} (FORMAT parquet)`);
}

/** Tables that statements read but code makes, just before they are first read. */
const MADE_BY_CODE: Record<string, (connection: DuckDBConnection) => Promise<void>> = {
  shipped_disease: shipDiseases,
  stemmed: stemWords,
};

/** Look-up files of what steps leave as views, not as tables, and what goes on beside them. */
const WRITTEN: Record<string, (connection: DuckDBConnection, folder: string, beside: Beside) => Promise<void>> = {
  document: async (connection, folder, beside) => {
    await copyDocuments(connection, folder);
    beside.begin((other) => indexDocuments(other, folder));
  },
  // Once postings are sorted Node is busy with them and the engine is not: the files that need a sort of many rows are made meanwhile.
  posting: (connection, folder, beside) => {
    for (const name of wholeFiles([...Object.keys(EARLY), TERMS]))
      beside.begin((other) => writeFile(other, folder, name));
    return writePostings(connection, folder);
  },
};

/** The file of terms, which need the number of postings of each. */
const TERMS = 'terms';

async function build(connection: DuckDBConnection, beside: Beside, input: BuildInput, files: string): Promise<void> {
  const folder = join(dirname(input.out), files);
  const queries = 'prepare' in input.rows ? await input.rows.prepare(connection) : undefined;
  await attachNew(connection, input.out);
  await connection.run('USE graph');
  const release = typeof input.release === 'function' ? input.release() : input.release;
  const entities = queries?.entities ?? (await entitiesOf(connection, input.rows));
  const barred = await suppressing(connection, release.suppressed, entities);
  await nameRows(connection, async (table) =>
    barred(
      table,
      table === 'entities' ? entities : (queries?.[table] ?? (await fromFiles(connection, table, input.rows))),
    ),
  );
  if (input.memoryLimit === undefined)
    await growMemory(connection, buildMemory(await countOf(connection, 'SELECT count(*) FROM snapshot_entities')));
  const needed = await roomForRows(connection, input.out);
  const numbers = input.rowNumbers?.() === WIDE ? WIDE : needed;
  await describe(connection, release, files, numbers);
  const steps = inOrder();
  beside.begin((other) => other.run('USE graph'));
  const early = new EarlyFiles(
    {beside, folder},
    steps.map(({name}) => [name]),
  );
  for (const [index, {name, reads}] of steps.entries()) {
    input.signal?.throwIfAborted();
    input.onProgress?.({phase: 'build', done: index, total: steps.length + 1, note: name});
    for (const table of reads) await MADE_BY_CODE[table]?.(connection);
    await runStep(connection, name, numbers);
    await WRITTEN[name]?.(connection, folder, beside);
    early.begin(name);
    beside.check();
  }
  await writeFile(connection, folder, TERMS);
  await addEmbeddings(
    connection,
    'SELECT rid, vector FROM snapshot_embeddings JOIN rid_of ON id = try_cast(entity_id AS uuid)',
    'madeBy' in input.rows ? input.rows.madeBy() : 'snapshot',
    'files' in input.rows ? input.rows.files.embeddings.join(', ') : 'the store',
  );
  await beside.end();
  // An interrupted session ends a stream of rows early, without saying so.
  input.signal?.throwIfAborted();
  input.onProgress?.({phase: 'build', done: steps.length, total: steps.length + 1, note: 'checkpoint'});
  await connection.run('CHECKPOINT graph');
  await connection.run('USE memory; DETACH graph');
  input.onProgress?.({phase: 'build', done: steps.length + 1, total: steps.length + 1});
}

/**
 * Lets a row of a suppressed entity through only if it says that the entity was removed, and without its name. The same
 * holds for entities merged into a suppressed one. Their edges and other rows are left out.
 */
async function suppressing(
  connection: DuckDBConnection,
  ids: readonly string[],
  entities: string,
): Promise<(table: RowTable, from: string) => string> {
  if (ids.length === 0) return (_, from) => from;
  await keepSuppressed(connection, ids, `SELECT id, merged_into FROM (${entities})`);
  await keepTexts(connection, 'barred_id', 'id', ids);
  return (table, from) =>
    table !== 'entities'
      ? from
      : `SELECT * EXCLUDE (hidden) REPLACE (
          CASE WHEN hidden THEN 'removed' ELSE state END AS state, CASE WHEN NOT hidden THEN merged_into END AS merged_into,
          CASE WHEN NOT hidden THEN natural_key END AS natural_key, CASE WHEN hidden THEN id ELSE name END AS name,
          CASE WHEN hidden THEN id ELSE slug END AS slug, CASE WHEN hidden THEN 'suppressed' ELSE source END AS source
        ) FROM (SELECT *, id IN (FROM suppressed_id) AS hidden FROM (${from}))
        WHERE NOT hidden OR state = 'removed' OR id NOT IN (FROM barred_id)`;
}

/**
 * Stores the suppressed ids as `suppressed_id`, together with those of all entities merged into them, which have the
 * same names.
 * @param folded A query of `id` and `merged_into`.
 */
export async function keepSuppressed(
  connection: DuckDBConnection,
  ids: readonly string[],
  folded: string,
): Promise<void> {
  await keepTexts(connection, 'suppressing_id', 'id', ids);
  await connection.run(`CREATE OR REPLACE TEMP TABLE suppressed_id AS ${withFolded('FROM suppressing_id', folded)}`);
}

/**
 * A query of ids and of those of all entities merged into them.
 * @param ids A query of one column, `id`.
 * @param folded A query of `id` and `merged_into`.
 */
export function withFolded(ids: string, folded: string): string {
  return `WITH RECURSIVE folded AS MATERIALIZED (SELECT id, merged_into FROM (${folded}) WHERE merged_into IS NOT NULL),
    hidden AS (${ids} UNION SELECT f.id FROM folded f JOIN hidden h ON h.id = f.merged_into)
    FROM hidden`;
}

/** Makes the snapshot's rows available under fixed names, entities sorted. */
async function nameRows(connection: DuckDBConnection, from: (table: RowTable) => Promise<string>): Promise<void> {
  for (const table of ROW_TABLES) await connection.run(`CREATE TEMP VIEW snapshot_${table} AS ${await from(table)}`);
  if (!(await isSorted(connection))) {
    await connection.run('ALTER VIEW snapshot_entities RENAME TO snapshot_entities_unsorted');
    await connection.run('CREATE TEMP VIEW snapshot_entities AS FROM snapshot_entities_unsorted ORDER BY kind, id');
  }
}

async function entitiesOf(connection: DuckDBConnection, rows: RowSource): Promise<string> {
  const query = await fromFiles(connection, 'entities', rows);
  return 'files' in rows ? (rows.entities?.(connection, query) ?? query) : query;
}

function fromFiles(connection: DuckDBConnection, table: RowTable, rows: RowSource): Promise<string> {
  return snapshotRows(connection, table, 'files' in rows ? rows.files[table] : []);
}

async function isSorted(connection: DuckDBConnection): Promise<boolean> {
  const early = `SELECT count(*) FROM (SELECT kind, id, lag(kind) OVER () AS k, lag(id) OVER () AS i FROM snapshot_entities)
     WHERE kind < k OR (kind = k AND id < i)`;
  return (await countOf(connection, early)) === 0;
}
