import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf} from '../engine/ask.ts';

/** What rows of a feed may leave out, and the store knows. */

/**
 * Gives rows that state no kind the kind that the store knows, or else the kind of what they were merged into, however
 * many merges away. Whatever is left without one is removed from the journal.
 * @returns the ids of those.
 */
export async function findKinds(connection: DuckDBConnection, hasBase: boolean): Promise<string[]> {
  const lacking = async () => {
    const found = await connection.runAndReadAll('SELECT id FROM change_entities WHERE kind IS NULL ORDER BY id');
    return found.getRows().map(([id]) => String(id));
  };
  if ((await lacking()).length === 0) return [];
  const stored = hasBase
    ? 'SELECT id, kind, merged_into FROM graph.raw_entities'
    : 'SELECT NULL::VARCHAR, NULL::VARCHAR, NULL::VARCHAR WHERE false';
  await connection.run(`
    CREATE TEMP TABLE kind_of AS
    WITH RECURSIVE stored(id, kind, merged_into) AS (${stored}),
    walk(id, stop, kind, steps) AS (
      SELECT c.id, c.merged_into, s.kind, 0 FROM change_entities c LEFT JOIN stored s ON s.id = c.id WHERE c.kind IS NULL
      UNION ALL
      SELECT w.id, coalesce(c.merged_into, s.merged_into), coalesce(c.kind, s.kind), w.steps + 1
      FROM walk w LEFT JOIN change_entities c ON c.id = w.stop LEFT JOIN stored s ON s.id = w.stop
      WHERE w.kind IS NULL AND w.stop IS NOT NULL AND w.steps < 64
    )
    SELECT id, kind FROM walk WHERE kind IS NOT NULL;
    UPDATE change_entities c SET kind = k.kind FROM kind_of k WHERE k.id = c.id;
    DELETE FROM journal WHERE id IN (SELECT id FROM change_entities WHERE kind IS NULL)`);
  const left = await lacking();
  await connection.run('DELETE FROM change_entities WHERE kind IS NULL');
  return left;
}

/** Gives merged and removed rows that state no name or slug those that the store knows: its slug redirects. What nobody knows is called by its id. */
export async function nameGone(connection: DuckDBConnection, hasBase: boolean): Promise<void> {
  const nameless = `state <> 'live' AND (name IS NULL OR slug IS NULL)`;
  if ((await countOf(connection, `SELECT count(*) FROM change_entities WHERE ${nameless}`)) === 0) return;
  if (hasBase)
    await connection.run(`
      UPDATE change_entities c SET name = coalesce(c.name, known.name), slug = coalesce(c.slug, known.slug)
      FROM (
        SELECT id, name, slug FROM graph.raw_entities WHERE id IN (SELECT id FROM change_entities WHERE ${nameless})
      ) known WHERE known.id = c.id`);
  await connection.run(
    `UPDATE change_entities SET name = coalesce(name, id), slug = coalesce(slug, id) WHERE ${nameless}`,
  );
}
