import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf} from '../engine/ask.ts';
import {attachReadOnly} from '../engine/database.ts';
import {SNAPSHOT_TABLES} from '../schema/snapshot.ts';
import {quote} from '../sql/sql.ts';
import {keepSuppressed} from '../tables/build.ts';

/** Rows of a snapshot that whoever follows the changes of a store would miss. */
export interface Late {
  /** New ones, and ones that differ from the store's, dated before the latest change that followers have seen. */
  changed: number;
  /** Ones that are no longer there, without a row that says so and not because they are suppressed. */
  gone: number;
  /** The query with a row, for each suppressed entity that the store had, that it is gone: that is told in any case. */
  told: string;
  /** This with the others at the date of the release, or after the latest change if that is later. */
  redated: string;
}

/**
 * Compares the entities of a snapshot with those that a store of the same graph holds.
 * @param entities A query of rows in the snapshot's format.
 * @param held The DuckDB file of the store's current generation.
 * @param asOf The release's.
 * @param suppressed Ids that the new generation must not tell of.
 */
export async function lateRows(
  connection: DuckDBConnection,
  entities: string,
  held: string,
  asOf: string,
  suppressed: readonly string[],
): Promise<Late> {
  await attachReadOnly(connection, held, 'past');
  try {
    const digest = await digestOf(connection);
    await keepSuppressed(
      connection,
      suppressed,
      'SELECT id::VARCHAR AS id, merged_into::VARCHAR AS merged_into FROM past.gone',
    );
    await connection.run(`
      SET VARIABLE seen_until = (SELECT max(updated_at) FROM past.raw_entities);
      SET VARIABLE redated_at = greatest(${quote(asOf)}::TIMESTAMPTZ, getvariable('seen_until') + INTERVAL 1 MILLISECOND);
      CREATE OR REPLACE TEMP TABLE held_row AS SELECT id, ${digest} AS digest FROM past.raw_entities;
      CREATE OR REPLACE TEMP TABLE redated_row AS
        SELECT id FROM (SELECT id, updated_at, ${digest} AS digest FROM (${entities})) n LEFT JOIN held_row h USING (id)
        WHERE n.updated_at <= getvariable('seen_until') AND n.digest IS DISTINCT FROM h.digest;
      CREATE OR REPLACE TEMP TABLE vanished_row AS
        SELECT r.id, r.kind, r.natural_key, r.name, r.slug, r.source FROM past.raw_entities r
        WHERE r.state = 'live' AND r.id NOT IN (SELECT id FROM (${entities})) AND r.id NOT IN (FROM suppressed_id);
      CREATE OR REPLACE TEMP TABLE erased_row AS
        SELECT r.id, r.kind, CASE WHEN r.state = 'removed' AND r.name = r.id THEN r.updated_at ELSE getvariable('redated_at') END AS updated_at
        FROM past.raw_entities r
        WHERE r.id IN (FROM suppressed_id) AND r.id NOT IN (SELECT id FROM (${entities}) WHERE state = 'removed');
      DROP TABLE held_row`);
  } finally {
    await connection.run('DETACH past');
  }
  const told = `FROM (${entities}) WHERE id NOT IN (SELECT id FROM erased_row)
    UNION ALL BY NAME SELECT id, kind, 'removed' AS state, id AS name, id AS slug, 'suppressed' AS source, updated_at FROM erased_row`;
  return {
    changed: await countOf(connection, 'SELECT count(*) FROM redated_row'),
    gone: await countOf(connection, 'SELECT count(*) FROM vanished_row'),
    told,
    redated: `SELECT * REPLACE (CASE WHEN id IN (FROM redated_row) THEN getvariable('redated_at') ELSE updated_at END AS updated_at) FROM (${told})
      UNION ALL BY NAME SELECT *, 'removed' AS state, getvariable('redated_at') AS updated_at FROM vanished_row`,
  };
}

/** A digest of what a row says, of the columns that the generation has; of what is no longer live it has few. */
async function digestOf(connection: DuckDBConnection): Promise<string> {
  const columnsOf = async (relation: string) =>
    (await connection.runAndReadAll(`SELECT * FROM past.${relation} LIMIT 0`)).columnNames();
  const there = await columnsOf('raw_entities');
  const kept = new Set(['id', 'kind', 'state', ...(await columnsOf('gone'))]);
  const compared = Object.keys(SNAPSHOT_TABLES.entities.columns).filter(
    (column) => column !== 'updated_at' && there.includes(column),
  );
  const always = compared.filter((column) => kept.has(column));
  const others = compared.filter((column) => !kept.has(column));
  return `hash(${always.join(', ')}, CASE WHEN state = 'live' THEN hash(${others.join(', ')}) END)`;
}
