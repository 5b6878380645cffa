import {resolve} from 'node:path';
import {countOf, isEmbedded} from '../engine/ask.ts';
import {attachReadOnly, withSession} from '../engine/database.ts';
import {FileError} from '../errors.ts';
import type {OnProgress} from '../progress.ts';
import {attachedRelease} from '../store/release.ts';
import {generationFile, readPointer} from '../store/store.ts';
import type {Manifest} from './manifest.ts';
import {writeSnapshot} from './write.ts';

export interface CreateInput {
  /** The store to read. */
  store: string;
  /** Default: the current one. */
  generation?: number | undefined;
  /** The snapshot folder to write; must not exist or be empty, unless `replace`. */
  out: string;
  replace?: boolean | undefined;
  /** ISO 8601: after this moment, readers of the snapshot are warned. */
  expires?: string | undefined;
  memoryLimit?: string | undefined;
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Writes a generation as a full snapshot, to start a new machine or a new file format of DuckDB from.
 * @throws FileError if the generation does not exist or has another layout, or `out` is in use.
 */
export async function createSnapshot(input: CreateInput): Promise<Manifest> {
  const file = generationFile(input.store, input.generation ?? readPointer(input.store).generation);
  return withSession({...input, spill: `${resolve(input.out)}.spill`}, async (connection) => {
    await attachReadOnly(connection, file).catch((cause) => {
      throw new FileError(file, 'cannot be read', 'See `biograph store generations`.', {cause});
    });
    const release = await attachedRelease(connection, file);
    await connection.run(
      'CREATE TEMP VIEW known AS SELECT id::VARCHAR AS id FROM graph.entity UNION ALL SELECT id::VARCHAR FROM graph.gone',
    );
    return writeSnapshot(connection, {
      ...input,
      replace: input.replace === true,
      tables: {
        // An unknown survivor cannot be referred to.
        entities: `SELECT * REPLACE (
            CASE WHEN state = 'merged' AND merged_into NOT IN (FROM known) THEN 'removed' ELSE state END AS state,
            CASE WHEN merged_into IN (FROM known) THEN merged_into END AS merged_into)
          FROM graph.raw_entities`,
        edges: 'FROM graph.raw_edges',
        provenance: 'FROM graph.raw_provenance',
        ...((await countOf(connection, 'SELECT count(*) FROM graph.raw_diseases')) > 0 && {
          diseases: 'FROM graph.raw_diseases',
        }),
        ...((await isEmbedded(connection)) && {
          embeddings:
            'SELECT e.id::VARCHAR AS entity_id, v.vector::FLOAT[] AS vector FROM graph.embedding v JOIN graph.entity e USING (rid)',
        }),
      },
      meta: {...release, expires_at: input.expires},
    });
  });
}
