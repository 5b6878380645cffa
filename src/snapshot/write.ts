import {mkdir, rm, stat, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {v5 as uuidv5} from 'uuid';
import {makeFolder} from '../disk/files.ts';
import {hashFile} from '../disk/hash.ts';
import {countOf} from '../engine/ask.ts';
import type {OnProgress} from '../progress.ts';
import {SNAPSHOT_TABLES, type SnapshotTable, widened} from '../schema/snapshot.ts';
import {quote} from '../sql/sql.ts';
import {timeOf} from '../time.ts';
import {breachesOf} from './breaches.ts';
import {countsOf} from './counts.ts';
import {FORMAT_VERSION, type Manifest} from './manifest.ts';
import {checkTarget, putInPlace} from './target.ts';
import {workPrefix} from './workspace.ts';

/** Namespace of the ids that biograph makes: of entities from their natural keys, of snapshots from their content. */
export const NAMESPACE = 'b10c0de5-6a4f-5e8b-9d3c-7f2a41e6c901';

/** Rows per Parquet file, so that a large table can be read and checked in parts. */
const PART_ROWS = 2_000_000;

export interface WriteInput {
  /** The folder to write; must not exist or must be empty, or, with `replace`, be a snapshot. */
  out: string;
  /** A SELECT for each table that returns its columns by name. */
  tables: Record<'entities' | 'edges' | 'provenance', string> & {
    embeddings?: string;
    diseases?: string;
    edges_gone?: string;
  };
  meta: {
    as_of: string;
    lineage?: string | undefined;
    release?: number | undefined;
    trusted_confidence?: number | undefined;
    sources: Manifest['sources'];
    /** Ids that must not return. */
    suppressed?: string[] | undefined;
    /** Default: `as_of`, so that equal builds give equal bytes. */
    created_at?: string | undefined;
    cursor?: string | null | undefined;
    expires_at?: string | undefined;
    /** For a delta: its edges may refer to entities outside it. */
    delta?: {base_snapshot_id: string; target_snapshot_id: string; base_cursor: string | null} | undefined;
  };
  replace?: boolean;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Writes a full snapshot: checked, sorted, hashed, and moved into place when it is complete.
 * @throws FileError if `out` is in use; Error naming the first row that violates the format.
 */
export async function writeSnapshot(connection: DuckDBConnection, input: WriteInput): Promise<Manifest> {
  const out = checkTarget(input.out, input.replace);
  const building = join(dirname(out), `${workPrefix()}${Date.now()}`);
  makeFolder(building);
  try {
    const files: Manifest['files'] = [];
    const tables = (Object.keys(SNAPSHOT_TABLES) as SnapshotTable[]).filter(
      (table) => input.tables[table] !== undefined,
    );
    for (const [index, table] of tables.entries()) {
      input.signal?.throwIfAborted();
      input.onProgress?.({phase: 'write', done: index, total: tables.length, note: table});
      await connection.run(
        `CREATE OR REPLACE TEMP VIEW writing_${table} AS SELECT ${columnList(table)} FROM (${widened(table, input.tables[table] ?? '')})`,
      );
    }
    await check(connection, tables, input.meta);
    for (const table of tables) files.push(...(await writeTable(connection, table, building)));
    input.onProgress?.({phase: 'write', done: tables.length, total: tables.length});
    const manifest = await describe(connection, input, files);
    await writeFile(join(building, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await putInPlace(building, out);
    return manifest;
  } finally {
    await rm(building, {recursive: true, force: true});
  }
}

function columnList(table: SnapshotTable): string {
  return Object.entries(SNAPSHOT_TABLES[table].columns)
    .map(([name, type]) =>
      type === 'TIMESTAMPTZ'
        ? `date_trunc('milliseconds', ${name}::TIMESTAMPTZ) AS ${name}`
        : `${name}::${type} AS ${name}`,
    )
    .join(', ');
}

async function writeTable(
  connection: DuckDBConnection,
  table: SnapshotTable,
  folder: string,
): Promise<Manifest['files']> {
  await mkdir(join(folder, table));
  const order = SNAPSHOT_TABLES[table].order.join(', ');
  const rows = await countOf(connection, `SELECT count(*) FROM writing_${table}`);
  const parts = Math.max(1, Math.ceil(rows / PART_ROWS));
  if (parts > 1)
    await connection.run(`CREATE OR REPLACE TEMP TABLE sorted_${table} AS FROM writing_${table} ORDER BY ${order}`);
  const files: Manifest['files'] = [];
  for (let part = 0; part < parts; part++) {
    const path = `${table}/part-${String(part).padStart(4, '0')}.parquet`;
    const from =
      parts > 1
        ? `sorted_${table} LIMIT ${PART_ROWS} OFFSET ${part * PART_ROWS}`
        : `writing_${table} ORDER BY ${order}`;
    await connection.run(
      `COPY (FROM ${from}) TO ${quote(join(folder, path))} (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2, ROW_GROUP_SIZE 100000)`,
    );
    const written = await countOf(connection, `SELECT count(*) FROM read_parquet(${quote(join(folder, path))})`);
    files.push({
      path,
      table,
      rows: written,
      bytes: (await stat(join(folder, path))).size,
      sha256: await hashFile(join(folder, path)),
    });
  }
  if (parts > 1) await connection.run(`DROP TABLE sorted_${table}`);
  return files;
}

async function describe(connection: DuckDBConnection, {meta}: WriteInput, files: Manifest['files']): Promise<Manifest> {
  const lineage = meta.lineage ?? uuidv5('lineage', NAMESPACE);
  const release = meta.release ?? 1;
  const content = JSON.stringify([
    FORMAT_VERSION,
    lineage,
    release,
    meta.as_of,
    files.map(({path, sha256}) => [path, sha256]),
    ...(meta.delta === undefined ? [] : [meta.delta]),
  ]);
  return {
    format_version: FORMAT_VERSION,
    snapshot_id: uuidv5(content, NAMESPACE),
    kind: meta.delta === undefined ? 'full' : 'delta',
    lineage,
    created_at: timeOf(meta.created_at ?? meta.as_of),
    as_of: timeOf(meta.as_of),
    release,
    cursor: meta.cursor ?? null,
    base_cursor: meta.delta?.base_cursor ?? null,
    ...(meta.delta && {
      base_snapshot_id: meta.delta.base_snapshot_id,
      target_snapshot_id: meta.delta.target_snapshot_id,
    }),
    ...(meta.expires_at !== undefined && {expires_at: timeOf(meta.expires_at)}),
    trusted_confidence: meta.trusted_confidence ?? 0.7,
    sources: meta.sources,
    ...(meta.suppressed !== undefined && meta.suppressed.length > 0 && {suppressed: meta.suppressed}),
    counts: await countsOf(connection, {entities: 'writing_entities', edges: 'writing_edges'}),
    files,
  };
}

/** Columns that identify a row. */
const KEYS: Record<SnapshotTable, string> = {
  entities: 'id',
  edges: 'source, relation, target',
  provenance: 'entity_id, field',
  embeddings: 'entity_id',
  diseases: 'id',
  edges_gone: 'source, relation, target',
};

/** @throws Error naming the first row that violates docs/snapshot-format.md. */
async function check(connection: DuckDBConnection, tables: readonly SnapshotTable[], meta: WriteInput['meta']) {
  const [found] = await breachesOf(connection, {
    views: Object.fromEntries(tables.map((table) => [table, `writing_${table}`])),
    place: (table) => KEYS[table],
    asOf: meta.as_of,
    isWhole: meta.delta === undefined,
    most: 1,
  });
  if (found === undefined) return;
  const {breach, table, column, value, place} = found;
  throw new Error(
    `The snapshot would contain ${breach}: ${table} ${place.map(String).join(' ')}, column ${column} (${JSON.stringify(value)})`,
  );
}
