import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf, isEmbedded} from '../../engine/ask.ts';
import {addEmbeddings, type MadeBy} from '../../vectors/embedding.ts';
import {runStatements} from './statements.ts';

/**
 * Vectors move with their entities. If there are new vectors, or rows with codes get other numbers, all codes are
 * computed again.
 */
export async function replaceEmbeddings(connection: DuckDBConnection, madeBy: MadeBy): Promise<void> {
  const had = await isEmbedded(connection);
  const comes = await countOf(connection, 'SELECT count(*) FROM change_embeddings');
  if (!had && comes === 0) return;
  if (had) await runStatements(connection, 'embedding_kept');
  if (
    comes === 0 &&
    (await countOf(connection, 'SELECT count(*) FROM embedding_moved, embedding_about WHERE share IS NOT NULL')) === 0
  )
    return runStatements(connection, 'embeddings');
  await connection.run(`CREATE TEMP TABLE embedding_next AS
    SELECT e.rid, c.vector FROM change_embeddings c JOIN entity e ON e.id = try_cast(c.entity_id AS UUID) WHERE len(c.vector) > 0
    ${had ? 'UNION ALL FROM embedding_kept' : ''}`);
  await addEmbeddings(connection, 'FROM embedding_next', madeBy, 'the store');
}
