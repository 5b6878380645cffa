import {existsSync} from 'node:fs';
import {extname} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {attachNew, withSession} from '../engine/database.ts';
import {FileError} from '../errors.ts';
import {attachedFolder, shareLookups} from '../lookups/folder.ts';
import {recallPostings} from '../lookups/postings.ts';
import type {OnProgress} from '../progress.ts';
import {quote} from '../sql/sql.ts';
import {addEmbeddings} from '../vectors/embedding.ts';
import {project} from '../vectors/projection.ts';
import {attachedRelease} from './release.ts';
import {changeGeneration, type Pointer} from './store.ts';

export interface EmbedInput {
  /** The store folder. */
  store: string;
  /** File of vectors (`entity_id, vector`) as Parquet, CSV or JSON lines; default: computed from the graph itself. */
  embeddings?: string | undefined;
  /** Default `3GB`. */
  memoryLimit?: string | undefined;
  /** Default 2. */
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

export interface Embedded {
  pointer: Pointer;
  entities: number;
  /** Rows of the file whose id is not a live entity. */
  unknown: number;
  dims: number;
  /** Measured recall@10 of the search by codes; null if every vector is compared. */
  recall: number | null;
}

/**
 * Adds embeddings to the current generation's entities, as the next generation.
 * @throws FileError if the file is missing, not readable, or holds inconsistent vectors.
 */
export async function embedStore(input: EmbedInput): Promise<Embedded> {
  const result = {entities: 0, unknown: 0, dims: 0, recall: null};
  const pointer = await changeGeneration(input.store, (copy, file) =>
    withSession({...input, spill: `${copy}.spill`}, async (connection) => {
      await attachNew(connection, copy);
      await connection.run('USE graph');
      await attachedRelease(connection, file);
      await shareLookups(connection, file, copy);
      Object.assign(
        result,
        input.embeddings === undefined
          ? await fromGraph(connection, await attachedFolder(connection, copy), input)
          : await fromFile(connection, input.embeddings),
      );
      Object.assign(result, await about(connection));
      await connection.run('CHECKPOINT graph');
      await connection.run('USE memory; DETACH graph');
    }),
  );
  return {pointer, ...result};
}

async function about(connection: DuckDBConnection): Promise<{dims: number; recall: number | null}> {
  const found = await connection.runAndReadAll('SELECT dims, recall FROM graph.embedding_about');
  const [dims, recall] = found.getRows()[0] ?? [0, null];
  return {dims: Number(dims), recall: recall === null || recall === undefined ? null : Number(recall)};
}

async function fromGraph(connection: DuckDBConnection, folder: string, {onProgress, signal}: EmbedInput) {
  await recallPostings(connection, {folder, table: 'posting'});
  await project(connection, onProgress, signal);
  return {entities: await addEmbeddings(connection, 'FROM projected', 'graph', ''), unknown: 0};
}

const READERS: Record<string, string> = {
  '.parquet': 'read_parquet',
  '.csv': 'read_csv',
  '.json': 'read_json',
  '.jsonl': 'read_json',
  '.ndjson': 'read_json',
};

async function fromFile(connection: DuckDBConnection, path: string): Promise<{entities: number; unknown: number}> {
  const reader = READERS[extname(path).toLowerCase()];
  if (reader === undefined)
    throw new FileError(path, 'is not a file of embeddings', `Give one of ${Object.keys(READERS).join(', ')}.`);
  if (!existsSync(path)) throw new FileError(path, 'is missing', 'Check the path of the embeddings.');
  try {
    await connection.run(
      `CREATE TEMP TABLE given AS SELECT try_cast(entity_id AS uuid) AS id, vector::FLOAT[] AS vector FROM ${reader}(${quote(path)})`,
    );
  } catch (cause) {
    const [reason] = String(cause instanceof Error ? cause.message : cause).split('\n');
    throw new FileError(
      path,
      `cannot be read as embeddings (${reason})`,
      'It needs the columns entity_id (an entity’s id) and vector (a list of numbers).',
      {cause},
    );
  }
  const entities = await addEmbeddings(
    connection,
    'SELECT rid, vector FROM given JOIN graph.entity USING (id)',
    'file',
    path,
  );
  const unknown = await connection.runAndReadAll(
    'SELECT count(*) FROM given WHERE id IS NULL OR id NOT IN (SELECT id FROM graph.entity)',
  );
  return {entities, unknown: Number(unknown.getRows()[0]?.[0] ?? 0)};
}
