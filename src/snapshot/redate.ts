import type {DuckDBConnection} from '@duckdb/node-api';
import {attachReadOnly} from '../engine/database.ts';
import {SNAPSHOT_TABLES} from '../schema/snapshot.ts';

/**
 * The entities of a build of a graph that a store holds already, such that whoever follows the store's changes misses none: a row that differs
 * from the one before, but is dated before what followers have seen, gets the date of the release, and so does a new one; one that is no longer
 * there is removed at that date.
 * @param entities A query of rows in the snapshot's format.
 * @param held The DuckDB file of the store's current generation.
 * @param asOf The release's; no date is given that followers have passed.
 */
export async function redated(
  connection: DuckDBConnection,
  entities: string,
  held: string,
  asOf: string,
): Promise<string> {
  await attachReadOnly(connection, held, 'past');
  try {
    const digest = await digestOf(connection, 'past');
    await nameMoment(connection, 'past', asOf);
    await connection.run(`
      CREATE OR REPLACE TEMP TABLE held_row AS SELECT id, state, ${digest} AS digest FROM past.raw_entities;
      CREATE OR REPLACE TEMP TABLE redated_row AS
        SELECT id FROM (SELECT id, updated_at, ${digest} AS digest FROM (${entities})) n LEFT JOIN held_row h USING (id)
        WHERE n.updated_at <= getvariable('seen_until') AND n.digest IS DISTINCT FROM h.digest;
      CREATE OR REPLACE TEMP TABLE vanished_row AS
        SELECT r.id, r.kind, r.natural_key, r.name, r.slug, r.source FROM past.raw_entities r
        WHERE r.state = 'live' AND r.id NOT IN (SELECT id FROM (${entities}));
      DROP TABLE held_row`);
  } finally {
    await connection.run('DETACH past');
  }
  return `SELECT * REPLACE (CASE WHEN id IN (FROM redated_row) THEN getvariable('redated_at') ELSE updated_at END AS updated_at) FROM (${entities})
    UNION ALL BY NAME SELECT *, 'removed' AS state, getvariable('redated_at') AS updated_at FROM vanished_row`;
}

/** The same for the rows of a delta, in `change_entities`, of the generation attached as `graph`. */
export async function redateChanges(connection: DuckDBConnection, asOf: string): Promise<void> {
  const digest = await digestOf(connection, 'graph');
  await nameMoment(connection, 'graph', asOf);
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE held_row AS
      SELECT id, ${digest} AS digest FROM graph.raw_entities WHERE id IN (SELECT id FROM change_entities);
    UPDATE change_entities SET updated_at = getvariable('redated_at')
      WHERE updated_at <= getvariable('seen_until')
        AND NOT EXISTS (FROM held_row h WHERE h.id = change_entities.id AND h.digest = ${digest});
    DROP TABLE held_row`);
}

/** Until when followers have seen changes, and what later ones are dated. */
async function nameMoment(connection: DuckDBConnection, base: 'past' | 'graph', asOf: string): Promise<void> {
  await connection.run(`
    SET VARIABLE seen_until = (SELECT max(updated_at) FROM ${base}.raw_entities);
    SET VARIABLE redated_at = greatest('${asOf}'::TIMESTAMPTZ, getvariable('seen_until') + INTERVAL 1 MILLISECOND)`);
}

/** A digest of what a row says, of the columns that the generation has. */
async function digestOf(connection: DuckDBConnection, base: 'past' | 'graph'): Promise<string> {
  const there = (await connection.runAndReadAll(`SELECT * FROM ${base}.raw_entities LIMIT 0`)).columnNames();
  const compared = Object.keys(SNAPSHOT_TABLES.entities.columns).filter(
    (column) => column !== 'updated_at' && there.includes(column),
  );
  return `hash(${compared.join(', ')})`;
}
