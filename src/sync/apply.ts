import type {DuckDBConnection} from '@duckdb/node-api';
import {v5 as uuidv5} from 'uuid';
import {countOf, rowsOf} from '../engine/ask.ts';
import type {Release} from '../generation.ts';
import {SNAPSHOT_TABLES, type SnapshotTable} from '../schema/snapshot.ts';
import type {ChangeSet} from '../snapshot/change-set.ts';
import {NAMESPACE} from '../snapshot/write.ts';
import {quote} from '../sql/sql.ts';
import type {Followed} from './journal.ts';
import {findKinds, nameGone} from './unstated.ts';

/** The metadata that a service states, for a store that begins with its data. */
export interface About {
  trusted_confidence: number;
  sources: Release['sources'];
}

const struct = (columns: Record<string, string>) =>
  `STRUCT(${Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`;

/** The journal as a table: the latest line of each id, with the kind that any of its lines states, and the latest name and slug. */
export function journalTable(path: string): string {
  const {entities, edges, provenance} = SNAPSHOT_TABLES;
  const columns = {
    seq: 'BIGINT',
    id: 'VARCHAR',
    row: struct(entities.columns),
    provenance: `${struct(provenance.columns)}[]`,
    edges: `${struct(edges.columns)}[]`,
  };
  const list = Object.entries(columns).map(([name, type]) => `${name}: ${quote(type)}`);
  return `CREATE TEMP TABLE journal AS
    SELECT *, max("row".kind) OVER (PARTITION BY id) AS kind,
      arg_max("row".name, seq) OVER (PARTITION BY id) AS name, arg_max("row".slug, seq) OVER (PARTITION BY id) AS slug
    FROM read_json(${quote(path)}, format = 'newline_delimited', maximum_object_size = 67108864, columns = {${list.join(', ')}})
    WHERE id IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY id ORDER BY seq DESC) = 1`;
}

/**
 * The edges after the journal. The edges that an entity lists are all it has, so those in the store are removed. An
 * edge between two listed entities exists if the one read later lists it. Edges of a merged entity pass to its
 * survivor, unless the survivor's own list is known.
 */
const EDGES = `
CREATE TEMP TABLE told_edges AS SELECT id, seq FROM journal WHERE edges IS NOT NULL AND row.state = 'live';

CREATE TEMP TABLE listed AS
SELECT j.id AS by, j.seq, e.source, e.relation, e.target, e.observed_at, e.origin, e.confidence, e.record
FROM journal j, unnest(j.edges) AS u(e) WHERE j.id IN (SELECT id FROM told_edges);

CREATE TEMP TABLE folded AS
WITH RECURSIVE into_of AS (
  SELECT id, row.merged_into AS next FROM journal WHERE row.merged_into IS NOT NULL
  UNION ALL
  SELECT id, merged_into FROM known_gone WHERE merged_into IS NOT NULL AND id NOT IN (SELECT id FROM journal)
),
walk(id, stop, steps) AS (
  SELECT id, next, 1 FROM into_of WHERE id IN (SELECT id FROM journal)
  UNION ALL
  SELECT w.id, i.next, w.steps + 1 FROM walk w JOIN into_of i ON i.id = w.stop WHERE w.steps < 64
)
SELECT DISTINCT id FROM walk WHERE stop IN (SELECT id FROM told_edges);

INSERT INTO change_edges
SELECT l.source, l.relation, l.target, max(l.observed_at),
  -- A service that does not say where its edges come from takes nothing away from what is known of them.
  coalesce(any_value(l.origin), any_value(b.origin)),
  coalesce(any_value(l.confidence), CASE WHEN any_value(l.origin) IS NULL THEN any_value(b.confidence) END),
  coalesce(any_value(l.record), CASE WHEN any_value(l.origin) IS NULL THEN any_value(b.record) END)
FROM listed l
LEFT JOIN told_edges other ON other.id = CASE WHEN l.by = l.source THEN l.target ELSE l.source END AND other.id <> l.by
LEFT JOIN known_edges b ON b.source = l.source AND b.relation = l.relation AND b.target = l.target
WHERE other.seq IS NULL OR other.seq < l.seq
GROUP BY ALL;

INSERT INTO change_edges_gone
SELECT source, relation, target FROM known_edges
WHERE source IN (SELECT id FROM told_edges UNION ALL FROM folded) OR target IN (SELECT id FROM told_edges UNION ALL FROM folded);
`;

const NOTHING_KNOWN = `
CREATE TEMP TABLE known_gone (id VARCHAR, merged_into VARCHAR);
CREATE TEMP TABLE known_edges (source VARCHAR, relation VARCHAR, target VARCHAR, observed_at TIMESTAMPTZ, origin VARCHAR, confidence DOUBLE, record VARCHAR);
`;

const KNOWN = `
CREATE TEMP VIEW known_gone AS SELECT id::VARCHAR AS id, merged_into::VARCHAR AS merged_into FROM graph.gone;
CREATE TEMP TABLE journal_rid AS SELECT rid FROM graph.entity WHERE id IN (SELECT try_cast(id AS UUID) FROM journal);
CREATE TEMP TABLE known_edges AS
SELECT s.id::VARCHAR AS source, r.relation, t.id::VARCHAR AS target, o.observed::TIMESTAMPTZ AS observed_at, o.origin, o.confidence, o.record
FROM graph.edge_out o
JOIN graph.relation r USING (rel) JOIN graph.entity s ON s.rid = o.src JOIN graph.entity t ON t.rid = o.dst
WHERE o.src IN (FROM journal_rid) OR o.dst IN (FROM journal_rid);
`;

/**
 * The journal as a set of changes; none if the store already includes it.
 * @param onUnknown Called with the ids of rows that are left out, because nothing says of which kind they are.
 */
export function journalChanges(
  path: string,
  followed: Followed,
  about: About,
  onUnknown: (ids: readonly string[]) => void,
): ChangeSet {
  return {
    async fill(connection, base) {
      await connection.run(journalTable(path));
      const [count] = await firstRow(connection, 'SELECT count(*) FROM journal');
      if (count === 0n && !followed.full) return undefined;
      await connection.run(base === undefined ? NOTHING_KNOWN : KNOWN);
      await connection.run(`
        INSERT INTO change_entities BY NAME
        SELECT * EXCLUDE (stated) REPLACE (coalesce(kind, stated.kind) AS kind, coalesce(name, stated.name) AS name, coalesce(slug, stated.slug) AS slug)
        FROM (SELECT unnest("row"), {kind: kind, name: name, slug: slug} AS stated FROM journal);`);
      await nameGone(connection, base !== undefined);
      onUnknown(await findKinds(connection, base !== undefined));
      await connection.run(`
        INSERT INTO change_provenance BY NAME SELECT unnest(p) FROM (SELECT unnest(provenance) AS p FROM journal);
        ${EDGES}`);
      if (base !== undefined) await comeLast(connection);
      const [latest, mark] = await firstRow(
        connection,
        `SELECT max(updated_at), md5(string_agg(md5(to_json(journal)::VARCHAR), '' ORDER BY id)) FROM journal JOIN change_entities USING (id)`,
      );
      const removed = followed.full && base !== undefined ? await removeUnmentioned(connection) : null;
      const as_of = later(later(base?.as_of, latest), removed);
      return {
        snapshot_id: uuidv5(JSON.stringify([base?.snapshot_id ?? null, followed.cursor, String(mark)]), NAMESPACE),
        lineage: base?.lineage ?? uuidv5(`feed:${followed.from}`, NAMESPACE),
        release: (base?.release ?? 0) + 1,
        created_at: as_of,
        as_of,
        trusted_confidence: base?.trusted_confidence ?? about.trusted_confidence,
        cursor: followed.cursor,
        sources: allSources([...(base?.sources ?? []), ...about.sources]),
        suppressed: base?.suppressed ?? [],
      };
    },
  };
}

/** Just after everything in the store's own change feed. */
const AFTER_ALL = `(SELECT max(updated_at)::TIMESTAMPTZ + INTERVAL 1 MILLISECOND
  FROM (SELECT updated_at FROM graph.entity UNION ALL SELECT updated_at FROM graph.gone))`;

/** What no service states, or states where it was computed from the rest. */
const NOT_STATED = ['updated_at', 'natural_key', 'pos_probability', 'pos_phase', 'pos_basis'];

/**
 * The store's own feed is ordered by `updated_at`, and whoever follows it has passed its end: a row that changes with an older date, or the
 * date of its end, gets one just after it, or it would never be seen. What is repeated as it is keeps its date.
 */
async function comeLast(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `CREATE TEMP TABLE repeated AS SELECT id, state FROM change_entities WHERE updated_at < ${AFTER_ALL}`,
  );
  if ((await countOf(connection, 'SELECT count(*) FROM repeated')) > 0) {
    // A store of an older layout does not have every column.
    const there = async (table: SnapshotTable) => {
      const {columns} = SNAPSHOT_TABLES[table];
      const known = (await connection.runAndReadAll(`SELECT * FROM graph.raw_${table} LIMIT 0`)).columnNames();
      return known.filter((name) => name in columns && !NOT_STATED.includes(name));
    };
    const changed = (columns: readonly string[], from: string, to: string, ids: string, key: string) =>
      `SELECT ${key} AS id FROM (
        (SELECT ${columns.join(', ')} FROM ${from} WHERE ${key} IN (${ids}) EXCEPT ALL SELECT ${columns.join(', ')} FROM ${to} WHERE ${key} IN (${ids}))
        UNION ALL
        (SELECT ${columns.join(', ')} FROM ${to} WHERE ${key} IN (${ids}) EXCEPT ALL SELECT ${columns.join(', ')} FROM ${from} WHERE ${key} IN (${ids})))`;
    const live = `SELECT id FROM repeated WHERE state = 'live'`;
    const edge = 'source, relation, target';
    await connection.run(`
      CREATE TEMP TABLE survivor AS SELECT merged_into AS id FROM change_entities WHERE merged_into IS NOT NULL;
      CREATE TEMP TABLE come_last AS
      ${changed(await there('entities'), 'change_entities', 'graph.raw_entities', live, 'id')}
      UNION
      SELECT id FROM repeated WHERE state <> 'live' AND id NOT IN (SELECT id::VARCHAR FROM graph.gone)
      UNION
      ${changed(await there('provenance'), 'change_provenance', 'graph.raw_provenance', live, 'entity_id')}
      UNION
      -- Edges that pass to the survivor of a merge are told with that; others with an end that has a later date.
      SELECT unnest([source, target]) FROM (
        (SELECT ${edge} FROM change_edges EXCEPT SELECT ${edge} FROM known_edges)
        UNION ALL
        (SELECT ${edge} FROM change_edges_gone EXCEPT SELECT ${edge} FROM change_edges))
      WHERE source IN (${live} AND id NOT IN (FROM survivor)) AND target IN (${live} AND id NOT IN (FROM survivor));
      UPDATE change_entities SET updated_at = ${AFTER_ALL}
      WHERE id IN (FROM come_last) AND id IN (SELECT id FROM repeated);
      DROP TABLE come_last;
      DROP TABLE survivor`);
  }
  await connection.run('DROP TABLE repeated');
}

/**
 * After a complete fetch, removes entities that the service no longer has.
 * @returns when they are said to have been removed; null if there are none.
 */
async function removeUnmentioned(connection: DuckDBConnection): Promise<unknown> {
  await connection.run(`
    INSERT INTO change_entities BY NAME
    SELECT r.* REPLACE ('removed' AS state, NULL::VARCHAR AS merged_into, ${AFTER_ALL} AS updated_at)
    FROM graph.raw_entities r WHERE r.state = 'live' AND r.id NOT IN (SELECT id FROM journal)`);
  const [removed] = await firstRow(
    connection,
    `SELECT max(updated_at) FROM change_entities WHERE state = 'removed' AND id NOT IN (SELECT id FROM journal)`,
  );
  return removed ?? null;
}

/** Before every change. */
export const BEGINNING = '1900-01-01T00:00:00.000Z';

function later(base: string | undefined, latest: unknown): string {
  const found =
    latest === null || latest === undefined ? Number.NaN : Number((latest as {micros: bigint}).micros / 1000n);
  const moment = Math.max(
    base === undefined ? Number.NEGATIVE_INFINITY : Date.parse(base),
    Number.isNaN(found) ? Number.NEGATIVE_INFINITY : found,
  );
  return new Date(Number.isFinite(moment) ? moment : 0).toISOString();
}

function allSources(sources: Release['sources']): Release['sources'] {
  return [...new Map(sources.map((source) => [source.source, source])).values()];
}

async function firstRow(connection: DuckDBConnection, query: string): Promise<unknown[]> {
  return (await rowsOf(connection, query))[0] ?? [];
}

/** Ends of listed edges that are neither in the journal nor in the store. */
export async function unknownEnds(connection: DuckDBConnection, path: string, hasBase: boolean): Promise<string[]> {
  await connection.run(journalTable(path));
  const found = await connection.runAndReadAll(`
    SELECT DISTINCT t.id FROM (
      SELECT unnest([e.source, e.target]) AS id FROM journal j, unnest(j.edges) AS u(e)
    ) t
    WHERE t.id NOT IN (SELECT id FROM journal)
    ${hasBase ? 'AND t.id NOT IN (SELECT id::VARCHAR FROM graph.entity) AND t.id NOT IN (SELECT id::VARCHAR FROM graph.gone)' : ''}
    ORDER BY 1`);
  return found.getRows().map(([id]) => String(id));
}

/** The greatest `updated_at` of the journal and the store, as ISO 8601; that of the first page if there is none. */
export async function latestUpdate(connection: DuckDBConnection, path: string, hasBase: boolean): Promise<string> {
  await connection.run(journalTable(path));
  const [latest] = await firstRow(
    connection,
    `SELECT max(updated_at) FROM (
      SELECT "row".updated_at FROM journal
      ${hasBase ? 'UNION ALL SELECT updated_at::TIMESTAMPTZ FROM graph.entity UNION ALL SELECT updated_at::TIMESTAMPTZ FROM graph.gone' : ''})`,
  );
  return later(BEGINNING, latest);
}
