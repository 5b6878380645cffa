import type {DuckDBConnection} from '@duckdb/node-api';
import {FileError} from '../errors.ts';
import {filesOf} from '../snapshot/load.ts';
import {type Manifest, readManifest} from '../snapshot/manifest.ts';
import {quote} from '../sql/sql.ts';
import {withFolded} from '../tables/build.ts';

/**
 * The ids and slugs of the previous release, as the table `previous`; it is empty if there is none. Of what is suppressed, and of what was merged
 * into it, only that it is gone: whoever follows the changes has to learn that.
 * @throws FileError if the folder is not a full snapshot.
 */
export async function readPrevious(
  connection: DuckDBConnection,
  folder: string | undefined,
): Promise<Manifest | undefined> {
  await connection.run(
    `create table previous (id varchar, kind varchar, state varchar, merged_into varchar, natural_key varchar, name varchar, slug varchar, source varchar, updated_at timestamptz)`,
  );
  if (folder === undefined) return undefined;
  const manifest = readManifest(folder);
  if (manifest.kind !== 'full')
    throw new FileError(folder, 'is a delta, not a full snapshot', 'Give the full snapshot of the previous release.');
  const {entities} = filesOf(folder, manifest).files;
  if (entities.length === 0) return manifest;
  const from = `read_parquet([${entities.map(quote).join(', ')}])`;
  await connection.run(`
    create temp table hidden_id as ${withFolded('select distinct id from suppressed_id', `select id, merged_into from ${from}`)};
    insert into previous by name
      select id, kind, state, merged_into, natural_key, name, slug, source, updated_at from ${from} where id not in (from hidden_id)
      union all by name
      select id, kind, 'removed' as state, id as name, id as slug, 'suppressed' as source, updated_at from ${from} where id in (from hidden_id);
    drop table hidden_id`);
  return manifest;
}
