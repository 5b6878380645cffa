import {constants, existsSync} from 'node:fs';
import {copyFile, open, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf, isEmbedded, rowsOf} from '../engine/ask.ts';
import {attachNew, attachReadOnly, growMemory, withSession} from '../engine/database.ts';
import {isDiskFull, isOutOfMemory, refreshMemory} from '../engine/memory.ts';
import type {Release} from '../generation.ts';
import {withBeside} from '../lookups/beside.ts';
import {attachedFolder, newFolder, removeFolder} from '../lookups/folder.ts';
import {SNAPSHOT_TABLES, type SnapshotTable} from '../schema/snapshot.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {attachedRelease} from '../store/release.ts';
import {buildGeneration, keepSuppressed} from '../tables/build.ts';
import {Obstacle} from '../tables/refresh/statements.ts';
import {refreshGeneration, weigh} from '../tables/refresh.ts';
import {attachedRowNumbers} from '../tables/steps.ts';
import type {MadeBy} from '../vectors/embedding.ts';
import type {ApplyInput, ChangeSet} from './change-set.ts';

/**
 * Writes a generation's file from another one's and a set of changes.
 * @param base Undefined for the first generation.
 * @throws Unchanged if there are no changes.
 */
export async function derive(
  changes: ChangeSet,
  input: ApplyInput,
  base: string | undefined,
  out: string,
): Promise<Release> {
  const isKept = base !== undefined && input.by !== 'build' && (await keptUp(changes, input, base, out));
  if (isKept !== false) return isKept;
  for (const left of ['', '.wal']) await rm(`${out}${left}`, {force: true});
  return built(changes, input, base, out);
}

/** @returns the generation's metadata, or false if the changes reach too far for a refresh. */
async function keptUp(changes: ChangeSet, input: ApplyInput, base: string, out: string): Promise<Release | false> {
  // The file is copied while the changes are collected, and flushed during the rest of the work.
  const copy = beginCopy(base, out);
  const folder = join(dirname(out), await newFolder(out));
  let isKept = false;
  try {
    return await withSession({...input, spill: `${out}.spill`}, async (connection, another) => {
      const {release, madeBy} = await filled(connection, changes, base);
      if (input.memoryLimit === undefined)
        await growMemory(connection, refreshMemory(await countOf(connection, 'SELECT count(*) FROM graph.entity')));
      if (input.by !== 'refresh') await weigh(connection);
      const before = await attachedFolder(connection, base);
      await withBeside(await another(), (beside) =>
        refreshGeneration(connection, {
          ...input,
          ...{release, madeBy, before, folder, beside},
          async attachCopy() {
            await copy.made;
            await connection.run('USE memory; DETACH graph');
            await attachNew(connection, out);
            await attachReadOnly(connection, base, 'past');
          },
        }).catch((error: unknown) => {
          // A build spills what a refresh keeps in memory.
          if (isOutOfMemory(error) && !isDiskFull(error)) throw new Obstacle('It needs more memory than it has');
          throw error;
        }),
      );
      await connection.run('USE memory; DETACH graph');
      isKept = true;
      return release;
    });
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error;
    input.onObstacle?.(error.message);
    return false;
  } finally {
    await copy.end();
    if (!isKept) await removeFolder(folder);
  }
}

/** Copies a file and flushes the copy. It stays open until `end`: closing it earlier would release DuckDB's lock. */
function beginCopy(from: string, to: string): {made: Promise<void>; end(): Promise<void>} {
  const made = copyFile(from, to, constants.COPYFILE_FICLONE);
  // A failure reaches those who await it; this prevents an unhandled rejection if nobody does yet.
  made.catch(() => {});
  // Windows does not let others open a file that is open here; there it is flushed only when it is finished.
  if (process.platform === 'win32') return {made, end: () => made.catch(() => {})};
  const held = made.then(() => open(to, 'r+'));
  // A failure reappears when the finished file is flushed.
  const flushed = held.then((file) => file.datasync()).catch(() => {});
  return {
    made,
    async end() {
      await flushed;
      await held.then((file) => file.close()).catch(() => {});
    },
  };
}

/** Builds from the rows of both. */
async function built(changes: ChangeSet, input: ApplyInput, base: string | undefined, out: string): Promise<Release> {
  let found: Filled | undefined;
  await buildGeneration({
    ...input,
    out,
    rows: {
      async prepare(connection) {
        found = await filled(connection, changes, base);
        await mergeRows(connection, base !== undefined);
        if (base !== undefined) await connection.run('DETACH graph');
        return {
          entities: 'FROM merged_entities',
          edges: 'FROM merged_edges',
          provenance: 'FROM merged_provenance',
          embeddings: 'FROM merged_embeddings',
          diseases: 'FROM merged_diseases',
        };
      },
      madeBy: () => (found as Filled).madeBy,
    },
    release: () => (found as Filled).release,
    rowNumbers: () => (found as Filled).rowNumbers,
  });
  return (found as unknown as Filled).release;
}

interface Filled {
  release: Release;
  madeBy: MadeBy;
  /** Of the base; what was made wide stays so. */
  rowNumbers: RowNumbers | undefined;
}

/** Attaches the base, if there is one, as `graph`, and fills the change tables. */
async function filled(connection: DuckDBConnection, changes: ChangeSet, base: string | undefined): Promise<Filled> {
  const before = base === undefined ? undefined : await attachBase(connection, base, changes.anyLayout);
  const madeBy = before === undefined ? 'snapshot' : await embeddedBy(connection);
  const rowNumbers = before === undefined ? undefined : await attachedRowNumbers(connection);
  for (const [table, columns] of Object.entries(CHANGE_TABLES))
    await connection.run(`CREATE TEMP TABLE change_${table} (${columns})`);
  const release = await changes.fill(connection, before);
  if (release === undefined) throw new Unchanged();
  await suppress(connection, release.suppressed, before !== undefined);
  return {release, madeBy, rowNumbers};
}

/** Nothing to apply: the new generation is abandoned. */
export class Unchanged extends Error {}

async function attachBase(connection: DuckDBConnection, file: string, anyLayout?: boolean): Promise<Release> {
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  await attachReadOnly(connection, file);
  return attachedRelease(connection, file, anyLayout);
}

const columnsOf = (table: SnapshotTable) =>
  Object.entries(SNAPSHOT_TABLES[table].columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

/** The columns of the tables of changes. */
export const CHANGE_TABLES = {
  entities: columnsOf('entities'),
  provenance: columnsOf('provenance'),
  edges: columnsOf('edges'),
  edges_gone: 'source VARCHAR, relation VARCHAR, target VARCHAR',
  embeddings: columnsOf('embeddings'),
  diseases: columnsOf('diseases'),
};

async function embeddedBy(connection: DuckDBConnection): Promise<MadeBy> {
  const [found] = await rowsOf(connection, 'SELECT made_by FROM graph.embedding_about');
  return (found?.[0] as MadeBy | undefined) ?? 'snapshot';
}

/**
 * In every set of changes: suppressed entities are removed, with their names, the entities merged into them, and their
 * edges.
 */
async function suppress(connection: DuckDBConnection, ids: readonly string[], hasBase: boolean): Promise<void> {
  if (ids.length === 0) return;
  await keepSuppressed(
    connection,
    ids,
    `SELECT id, merged_into FROM change_entities ${
      hasBase
        ? `UNION ALL SELECT id::VARCHAR, merged_into::VARCHAR FROM graph.gone
          WHERE id::VARCHAR NOT IN (SELECT id FROM change_entities WHERE state = 'live')`
        : ''
    }`,
  );
  await connection.run(`
    DELETE FROM change_provenance WHERE entity_id IN (FROM suppressed_id);
    DELETE FROM change_edges WHERE source IN (FROM suppressed_id) OR target IN (FROM suppressed_id);
    DELETE FROM change_embeddings WHERE entity_id IN (FROM suppressed_id);
    CREATE TEMP TABLE told AS SELECT id, kind, updated_at FROM change_entities WHERE id IN (FROM suppressed_id);
    DELETE FROM change_entities WHERE id IN (FROM suppressed_id);
    ${hasBase ? `INSERT INTO told ${SUPPRESSED_IN_BASE}` : ''};
    INSERT INTO change_entities BY NAME
      SELECT id, kind, 'removed' AS state, id AS name, id AS slug, 'suppressed' AS source, updated_at FROM told;
    DROP TABLE told`);
}

/** Their rows in the base. */
const SUPPRESSED_IN_BASE = `
  SELECT e.id::VARCHAR, k.kind, e.updated_at::TIMESTAMPTZ FROM graph.entity e JOIN graph.kind k ON k.kind_no = graph.kind_of(e.rid)
  WHERE e.id IN (SELECT id::UUID FROM suppressed_id) AND e.id::VARCHAR NOT IN (SELECT id FROM told)
  UNION ALL
  SELECT g.id::VARCHAR, k.kind, g.updated_at::TIMESTAMPTZ FROM graph.gone g JOIN graph.kind k USING (kind_no)
  WHERE g.id IN (SELECT id::UUID FROM suppressed_id) AND g.name <> g.id::VARCHAR AND g.id::VARCHAR NOT IN (SELECT id FROM told)`;

/** The rows of the base, replaced by the changes. */
async function mergeRows(connection: DuckDBConnection, hasBase: boolean): Promise<void> {
  const kept = async (table: SnapshotTable, view: string, key: string, but: string) => {
    // Columns that an older layout lacks are null.
    const there = hasBase ? (await connection.runAndReadAll(`SELECT * FROM ${view} LIMIT 0`)).columnNames() : [];
    const names = Object.keys(SNAPSHOT_TABLES[table].columns).map((name) =>
      there.includes(name) ? name : `NULL AS ${name}`,
    );
    const same = key.split(', ').map((column) => `${but}.${column} = t.${column}`);
    return `SELECT ${names.join(', ')} FROM ${view} t WHERE NOT EXISTS (FROM ${but} WHERE ${same.join(' AND ')})`;
  };
  const merged = async (table: SnapshotTable, parts: readonly string[], order = '') => {
    const all = [
      ...(hasBase ? parts : []),
      `FROM change_${table}${table === 'embeddings' ? ' WHERE len(vector) > 0' : ''}`,
    ].join(' UNION ALL ');
    await connection.run(`CREATE TEMP TABLE merged_${table} AS ${all} ${order}`);
  };
  await merged(
    'entities',
    [await kept('entities', 'graph.raw_entities', 'id', 'change_entities')],
    'ORDER BY kind, id',
  );
  await connection.run('CREATE TEMP VIEW change_ids AS SELECT id AS entity_id FROM change_entities');
  await merged('provenance', [await kept('provenance', 'graph.raw_provenance', 'entity_id', 'change_ids')]);
  await connection.run(`CREATE TEMP VIEW edges_replaced AS
    SELECT source, relation, target FROM change_edges UNION ALL FROM change_edges_gone`);
  await merged('edges', [await kept('edges', 'graph.raw_edges', 'source, relation, target', 'edges_replaced')]);
  // A tree of diseases replaces the previous one completely.
  await merged('diseases', ['FROM graph.raw_diseases WHERE NOT EXISTS (FROM change_diseases)']);
  const embedded = hasBase && (await isEmbedded(connection));
  await merged(
    'embeddings',
    embedded
      ? [
          `SELECT e.id::VARCHAR AS entity_id, v.vector::FLOAT[] AS vector FROM graph.embedding v JOIN graph.entity e USING (rid)
           WHERE NOT EXISTS (FROM change_embeddings c WHERE c.entity_id = e.id::VARCHAR)`,
        ]
      : [],
  );
}
