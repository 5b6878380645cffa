import {join} from 'node:path';
import {readManifest} from '../../src/snapshot/manifest.ts';
import {writeSnapshot} from '../../src/snapshot/write.ts';
import {quote} from '../../src/sql/sql.ts';
import {openShell} from '../helpers/duckdb.ts';

/**
 * A later release of a snapshot: some entities renamed, some folded into others, some removed, some edges gone and some new.
 * @param changed How many rows are touched in each of these ways.
 */
export async function nextRelease(from: string, out: string, changed = 40): Promise<void> {
  const manifest = readManifest(from);
  const as_of = new Date(Date.parse(manifest.as_of) + 86_400_000).toISOString();
  const shell = await openShell();
  const read = (table: string) => `read_parquet(${quote(join(from, table, '*.parquet'))})`;
  try {
    await shell.connection.run(`
      CREATE TEMP TABLE e AS SELECT *, row_number() OVER (ORDER BY hash(id, ${manifest.release})) AS turn FROM ${read('entities')} WHERE state = 'live';
      CREATE TEMP TABLE gone AS SELECT id, turn FROM e WHERE turn > ${changed} AND turn <= ${3 * changed};
      CREATE TEMP TABLE lost AS SELECT source, relation, target FROM ${read('edges')} ORDER BY hash(source, target, ${manifest.release}) LIMIT ${changed};
      CREATE TEMP TABLE ends AS SELECT source AS id FROM lost UNION SELECT target FROM lost`);
    await writeSnapshot(shell.connection, {
      out,
      tables: {
        entities: `
          SELECT * EXCLUDE (turn) REPLACE (
            CASE WHEN turn <= ${changed} THEN name || ' revised' ELSE name END AS name,
            CASE WHEN turn > ${changed} AND turn <= ${2 * changed} THEN 'merged' WHEN turn > ${2 * changed} AND turn <= ${3 * changed} THEN 'removed' ELSE state END AS state,
            CASE WHEN turn > ${changed} AND turn <= ${2 * changed} THEN (SELECT id FROM e o WHERE o.turn = e.turn + ${3 * changed}) END AS merged_into,
            CASE WHEN turn <= ${3 * changed} OR id IN (FROM ends) THEN ${quote(as_of)}::TIMESTAMPTZ ELSE updated_at END AS updated_at)
          FROM e UNION ALL FROM ${read('entities')} WHERE state <> 'live'`,
        edges: `FROM ${read('edges')} ANTI JOIN lost USING (source, relation, target)`,
        provenance: `FROM ${read('provenance')}`,
      },
      meta: {...manifest, as_of, created_at: as_of, release: manifest.release + 1, cursor: null},
    });
  } finally {
    shell.close();
  }
}
