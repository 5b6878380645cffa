import {existsSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {makeFolder} from '../disk/files.ts';
import {countOf} from '../engine/ask.ts';
import {withSession} from '../engine/database.ts';
import {FileError} from '../errors.ts';
import type {Release} from '../generation.ts';
import type {OnProgress} from '../progress.ts';
import type {SnapshotTable} from '../schema/snapshot.ts';
import {quote} from '../sql/sql.ts';
import type {Pointer} from '../store/store.ts';
import {keepSuppressed, writeLiveEdges} from '../tables/build.ts';
import {snapshotRows} from '../tables/snapshot-rows.ts';
import {applyChanges} from './change.ts';
import type {ApplyInput} from './change-set.ts';
import {CHANGE_TABLES} from './derive.ts';
import {checkSizes, checkWhole, filesOf, paths, releaseAfter, releaseOf} from './load.ts';
import {type Manifest, readManifest} from './manifest.ts';
import {expiryWarning, type VerifyOptions} from './verify.ts';
import {writeSnapshot} from './write.ts';

export interface DiffInput {
  /** Two full snapshots of one lineage, the older one first. */
  from: string;
  to: string;
  /** The delta's folder; must not exist or must be empty, unless `replace`. */
  out: string;
  replace?: boolean;
  memoryLimit?: string | undefined;
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Writes the changes between two full snapshots as a delta snapshot. A row missing from the later one is `removed`.
 * @throws FileError if they are not two releases of one graph, in this order.
 */
export async function diffSnapshots(input: DiffInput): Promise<Manifest> {
  const [from, to] = [input.from, input.to].map((folder) => whole(folder)) as [Manifest, Manifest];
  checkOrder(input, from, to);
  const out = resolve(input.out);
  makeFolder(dirname(out));
  const spill = `${out}.spill`;
  return withSession({...input, spill}, async (connection) => {
    input.onProgress?.({phase: 'compare', done: 0, total: 3, note: 'edges'});
    for (const [name, folder, manifest] of [
      ['old', input.from, from],
      ['new', input.to, to],
    ] as const) {
      await resolveEdges(join(spill, name), folder, manifest, input);
      for (const table of ['entities', 'provenance', 'embeddings', 'diseases'] as const)
        await connection.run(
          `CREATE TEMP VIEW ${name}_${table} AS ${await rowsOf(connection, folder, manifest, table)}`,
        );
      await connection.run(
        `CREATE TEMP VIEW ${name}_edges AS FROM read_parquet(${quote(join(spill, `${name}.parquet`))})`,
      );
    }
    input.onProgress?.({phase: 'compare', done: 1, total: 3, note: 'rows'});
    await keepSuppressed(connection, to.suppressed ?? [], 'SELECT id, merged_into FROM old_entities');
    await connection.run(CHANGED);
    input.onProgress?.({phase: 'compare', done: 2, total: 3, note: 'write'});
    return writeSnapshot(connection, {
      ...input,
      tables: {
        entities: `FROM changed_entities UNION ALL BY NAME FROM vanished(${quote(to.as_of)})`,
        provenance: 'SELECT p.* FROM new_provenance p WHERE entity_id IN (SELECT id FROM changed_entities)',
        edges: 'FROM new_edges EXCEPT FROM old_edges',
        edges_gone: `SELECT source, relation, target FROM old_edges EXCEPT SELECT source, relation, target FROM new_edges`,
        ...(await embeddingsOf(connection, from, to)),
        ...((await isOtherTree(connection)) && {diseases: 'FROM new_diseases'}),
      },
      meta: {
        ...releaseOf(to),
        delta: {base_snapshot_id: from.snapshot_id, target_snapshot_id: to.snapshot_id, base_cursor: from.cursor},
      },
    });
  });
}

function whole(folder: string): Manifest {
  const manifest = readManifest(folder);
  if (manifest.kind !== 'full')
    throw new FileError(folder, 'is a delta, not a full snapshot', 'Compare full snapshots.');
  checkSizes(folder, manifest);
  return manifest;
}

function checkOrder(input: DiffInput, from: Manifest, to: Manifest): void {
  if (from.lineage !== to.lineage)
    throw new FileError(
      input.to,
      `belongs to another lineage than ${input.from}`,
      'Only releases of one graph can be compared.',
    );
  if (to.release <= from.release) {
    throw new FileError(
      input.to,
      `is release ${to.release}, not later than release ${from.release}`,
      'Give the older snapshot first; a later build has a higher release number.',
    );
  }
}

function rowsOf(
  connection: DuckDBConnection,
  folder: string,
  manifest: Manifest,
  table: SnapshotTable,
): Promise<string> {
  return snapshotRows(connection, table, paths(folder, manifest, table));
}

async function resolveEdges(at: string, folder: string, manifest: Manifest, input: DiffInput): Promise<void> {
  await withSession({...input, spill: `${at}.spill`}, (connection) =>
    writeLiveEdges(connection, {rows: filesOf(folder, manifest), release: releaseOf(manifest), out: `${at}.parquet`}),
  );
}

/** A row counts as changed if any column of it or of its provenance differs. */
const CHANGED = `
CREATE TEMP TABLE changed_provenance AS
WITH told AS (
  SELECT entity_id, false AS later, sum(hash(field, source, confidence, observed_at, record)::HUGEINT) AS digest FROM old_provenance GROUP BY entity_id
  UNION ALL
  SELECT entity_id, true, sum(hash(field, source, confidence, observed_at, record)::HUGEINT) FROM new_provenance GROUP BY entity_id
)
SELECT entity_id FROM told GROUP BY entity_id
HAVING count(*) = 1 OR max(digest) FILTER (later) <> max(digest) FILTER (NOT later);

CREATE TEMP TABLE changed_entities AS
FROM (FROM new_entities EXCEPT FROM old_entities)
UNION
SELECT * FROM new_entities WHERE id IN (FROM changed_provenance);

-- Of what is suppressed nothing is told but that it is gone.
CREATE TEMP MACRO vanished(moment) AS TABLE
SELECT o.* REPLACE ('removed' AS state, NULL::VARCHAR AS merged_into, moment::TIMESTAMPTZ AS updated_at)
FROM old_entities o WHERE o.id NOT IN (SELECT id FROM new_entities) AND o.id NOT IN (FROM suppressed_id)
UNION ALL BY NAME
SELECT id, kind, 'removed' AS state, id AS name, id AS slug, 'suppressed' AS source, moment::TIMESTAMPTZ AS updated_at
FROM old_entities WHERE id NOT IN (SELECT id FROM new_entities) AND id IN (FROM suppressed_id);
`;

/** A tree of diseases is written completely; if the later snapshot has none, the earlier one stays. */
async function isOtherTree(connection: DuckDBConnection): Promise<boolean> {
  const apart = await countOf(
    connection,
    `SELECT (SELECT count(*) FROM (FROM new_diseases EXCEPT FROM old_diseases)) + (SELECT count(*) FROM (FROM old_diseases EXCEPT FROM new_diseases))`,
  );
  return apart > 0 && (await countOf(connection, 'SELECT count(*) FROM new_diseases')) > 0;
}

/** New and changed vectors; a removed one becomes an empty list. */
async function embeddingsOf(
  connection: DuckDBConnection,
  from: Manifest,
  to: Manifest,
): Promise<{embeddings?: string}> {
  if (![from, to].some(({files}) => files.some(({table}) => table === 'embeddings'))) return {};
  await connection.run(`CREATE TEMP TABLE changed_embeddings AS
    FROM (FROM new_embeddings EXCEPT FROM old_embeddings)
    UNION ALL
    SELECT entity_id, []::FLOAT[] FROM old_embeddings WHERE entity_id NOT IN (SELECT entity_id FROM new_embeddings)`);
  return {embeddings: 'FROM changed_embeddings'};
}

/**
 * Applies a delta to a store that holds its base, as the next generation.
 * @throws FileError if the delta was altered, or does not follow the store's generation.
 */
export async function applyDelta(
  delta: string,
  input: ApplyInput & Pick<VerifyOptions, 'key'> & {onWarning?: ((warning: string) => void) | undefined},
): Promise<Pointer> {
  const manifest = await checkWhole(delta, input);
  const expired = expiryWarning(manifest, delta);
  if (expired !== undefined) input.onWarning?.(expired);
  if (manifest.kind !== 'delta')
    throw new FileError(delta, 'is a full snapshot, not a delta', 'Load it with `biograph store load`.');
  if (!existsSync(join(input.store, 'current.json')))
    throw new FileError(input.store, 'has no generation', 'Load the delta’s base first, with `biograph store load`.');
  return applyChanges(
    {
      async fill(connection, base) {
        checkBase(delta, manifest, base);
        for (const table of Object.keys(CHANGE_TABLES) as SnapshotTable[])
          await connection.run(
            `INSERT INTO change_${table} BY NAME ${await rowsOf(connection, delta, manifest, table)}`,
          );
        return {
          ...releaseAfter(base, manifest),
          snapshot_id: manifest.target_snapshot_id ?? manifest.snapshot_id,
        };
      },
    },
    input,
  );
}

function checkBase(delta: string, manifest: Manifest, base: Release | undefined): void {
  if (base?.snapshot_id === manifest.target_snapshot_id)
    throw new FileError(delta, 'has been applied already', 'There is nothing to do.');
  if (base?.lineage !== manifest.lineage)
    throw new FileError(delta, 'belongs to another lineage than the store', 'Apply a delta of the same graph.');
  if (manifest.release <= base.release) {
    throw new FileError(
      delta,
      `leads to release ${manifest.release}, but the store is at release ${base.release}`,
      'An older release is never applied over a newer one.',
    );
  }
  if (base.snapshot_id !== manifest.base_snapshot_id) {
    throw new FileError(
      delta,
      `starts from snapshot ${manifest.base_snapshot_id}, but the store is at ${base.snapshot_id}`,
      'Apply the deltas between them first, or load the full snapshot.',
    );
  }
}
