import {readdirSync, readFileSync} from 'node:fs';
import {rm, stat} from 'node:fs/promises';
import {type DuckDBConnection, DuckDBDataChunk, type DuckDBInstance, VARCHAR} from '@duckdb/node-api';
import type {OnProgress} from '../progress.ts';
import {KINDS} from '../schema/kinds.ts';
import {quote} from '../sql/sql.ts';
import {connect, openDatabase} from './database.ts';
import {addEmbeddings} from './embedding.ts';
import {STOPWORDS, stem} from './words.ts';

/** The layout of a generation; a reader refuses another one and asks for a rebuild from the snapshot. */
export const STORE_FORMAT = 13;

/** What a generation knows about itself. */
export interface Release {
  snapshot_id: string;
  lineage: string;
  release: number;
  created_at: string;
  as_of: string;
  trusted_confidence: number;
  cursor: string | null;
  sources: {source: string; licence: string; attribution: string}[];
}

export interface BuildInput {
  /** Parquet files of each snapshot table, in order; `embeddings` may be empty. */
  files: {entities: string[]; edges: string[]; provenance: string[]; embeddings: string[]};
  release: Release;
  /** The DuckDB file to write; must not exist. */
  out: string;
  /** Default `3GB`. */
  memoryLimit?: string | undefined;
  /** Default 2. */
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

const DDL = new URL('./ddl/', import.meta.url);

interface Step {
  name: string;
  statements: string;
}

/** Every statement file in order; a generation is what they leave behind. */
export function ddlSteps(): Step[] {
  return readdirSync(DDL)
    .filter((file) => /^\d{3}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => ({name: file.slice(4, -4), statements: readFileSync(new URL(file, DDL), 'utf8')}));
}

/**
 * Writes one generation: the data and every derived table, in one DuckDB file.
 * Interrupted or failed, it removes what it had written.
 */
export async function buildGeneration(input: BuildInput): Promise<{bytes: number}> {
  const spill = `${input.out}.spill`;
  const instance = await openDatabase({
    memoryLimit: input.memoryLimit ?? '3GB',
    threads: input.threads ?? 2,
    tempDirectory: spill,
  });
  try {
    const connection = await connect(instance);
    const interrupt = () => connection.interrupt();
    input.signal?.addEventListener('abort', interrupt, {once: true});
    try {
      await build(connection, input);
    } finally {
      input.signal?.removeEventListener('abort', interrupt);
      connection.disconnectSync();
    }
    instance.closeSync();
  } catch (error) {
    closeQuietly(instance);
    await rm(input.out, {force: true});
    await rm(`${input.out}.wal`, {force: true});
    input.signal?.throwIfAborted();
    throw error;
  } finally {
    await rm(spill, {recursive: true, force: true});
  }
  return {bytes: (await stat(input.out)).size};
}

function closeQuietly(instance: DuckDBInstance): void {
  try {
    instance.closeSync();
  } catch {
    // Already closed: the failure that brought us here is the one to report.
  }
}

async function build(connection: DuckDBConnection, input: BuildInput): Promise<void> {
  await connection.run(`ATTACH ${quote(input.out)} AS graph (ROW_GROUP_SIZE 16384)`);
  await connection.run('USE graph');
  await describe(connection, input);
  const steps = ddlSteps();
  for (const [index, step] of steps.entries()) {
    input.signal?.throwIfAborted();
    input.onProgress?.({phase: 'build', done: index, total: steps.length + 1, note: step.name});
    if (step.name === 'posting') await stemWords(connection);
    await connection.run(step.statements);
  }
  await addEmbeddings(
    connection,
    'SELECT rid, vector FROM snapshot_embeddings JOIN rid_of ON id = try_cast(entity_id AS uuid)',
    'snapshot',
    input.files.embeddings.join(', '),
  );
  input.onProgress?.({phase: 'build', done: steps.length, total: steps.length + 1, note: 'checkpoint'});
  await connection.run('CHECKPOINT graph');
  await connection.run('USE memory; DETACH graph');
  input.onProgress?.({phase: 'build', done: steps.length + 1, total: steps.length + 1});
}

/** The tables the statements start from: the release, the kinds, and the snapshot's files under fixed names. */
async function describe(connection: DuckDBConnection, {files, release}: BuildInput): Promise<void> {
  await connection.run(
    `CREATE TABLE graph.release AS SELECT ${STORE_FORMAT} AS store_format,
    $1 AS snapshot_id, $2 AS lineage, $3::BIGINT AS release, $4 AS created_at,
    make_timestamp_ms(epoch_ms($5::TIMESTAMPTZ)) AS as_of, $6::DOUBLE AS trusted_confidence, $7 AS cursor, $8 AS sources`,
    [
      release.snapshot_id,
      release.lineage,
      release.release,
      release.created_at,
      release.as_of,
      release.trusted_confidence,
      release.cursor,
      JSON.stringify(release.sources),
    ],
  );
  const kinds = KINDS.map((kind, index) => `(${index + 1}, ${quote(kind)})`).join(', ');
  await connection.run(`CREATE TABLE graph.kind AS SELECT * FROM (VALUES ${kinds}) AS t(kind_no, kind)`);
  await connection.run(
    `CREATE TEMP TABLE stopword AS SELECT unnest([${[...STOPWORDS].map(quote).join(', ')}]) AS word`,
  );
  for (const table of ['entities', 'edges', 'provenance', 'embeddings'] as const) {
    const paths = files[table];
    const from = paths.length === 0 ? EMPTY[table] : `FROM read_parquet([${paths.map(quote).join(', ')}])`;
    await connection.run(`CREATE TEMP VIEW snapshot_${table} AS ${from}`);
  }
  if (!(await isSorted(connection))) {
    await connection.run('ALTER VIEW snapshot_entities RENAME TO snapshot_entities_unsorted');
    await connection.run('CREATE TEMP VIEW snapshot_entities AS FROM snapshot_entities_unsorted ORDER BY kind, id');
  }
}

const EMPTY: Record<string, string> = {
  provenance: `SELECT NULL::VARCHAR AS entity_id, NULL::VARCHAR AS field, NULL::VARCHAR AS source, NULL::DOUBLE AS confidence, NULL::TIMESTAMPTZ AS observed_at LIMIT 0`,
  embeddings: 'SELECT NULL::VARCHAR AS entity_id, NULL::FLOAT[] AS vector LIMIT 0',
};

async function isSorted(connection: DuckDBConnection): Promise<boolean> {
  const reader = await connection.runAndReadAll(
    `SELECT count(*) FROM (SELECT kind, id, lag(kind) OVER () AS k, lag(id) OVER () AS i FROM snapshot_entities)
     WHERE kind < k OR (kind = k AND id < i)`,
  );
  return reader.getRows()[0]?.[0] === 0n;
}

/** Fills `stemmed`: the distinct dictionary goes through the stemmer once, not every occurrence of a word. */
async function stemWords(connection: DuckDBConnection): Promise<void> {
  await connection.run('CREATE TEMP TABLE stemmed (word VARCHAR, term VARCHAR)');
  const words = (
    await connection.runAndReadAll("SELECT word FROM seen WHERE NOT protected AND regexp_full_match(word, '[a-z]{3,}')")
  ).getColumns()[0] as string[] | undefined;
  const appender = await connection.createAppender('stemmed', 'main', 'temp');
  const changed = (words ?? []).map((word) => [word, stem(word)] as const).filter(([word, term]) => word !== term);
  for (let at = 0; at < changed.length; at += 2048) {
    const part = changed.slice(at, at + 2048);
    const chunk = DuckDBDataChunk.create([VARCHAR, VARCHAR], part.length);
    chunk.setColumnValues(
      0,
      part.map(([word]) => word),
    );
    chunk.setColumnValues(
      1,
      part.map(([, term]) => term),
    );
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}
