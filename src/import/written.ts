import type {DuckDBConnection} from '@duckdb/node-api';
import {SNAPSHOT_TABLES} from '../schema/snapshot.ts';
import {filesOf} from '../snapshot/load.ts';
import {readManifest} from '../snapshot/manifest.ts';
import {quote} from '../sql/sql.ts';

/** The edges and the provenance of the snapshot. */
export const WRITTEN_EDGES = `select e.source, e.relation, e.target, e.observed_at, e.origin, coalesce(t.confidence, e.confidence) as confidence, t.record
  from edge e left join edge_told t using (source, relation, target)`;

export const WRITTEN_PROVENANCE = `select p.entity_id, p.field, p.source, p.confidence, p.observed_at, r.record
  from provenance p left join field_record r using (entity_id, field, source)`;

/**
 * The rows of entities; one that the previous release had keeps its `updated_at` if nothing of it changed, neither its
 * edges nor its provenance, or else gets this release's: whoever follows the changes gets both with the row.
 */
export async function writtenEntities(connection: DuckDBConnection, previous: string | undefined): Promise<string> {
  // An entity with additional targets but no label has their confidence.
  const rows = `select entity.* exclude (strength, rule, embedding, c_target, c_modality, c_mechanism, c_area, c_disease),
        coalesce(list_min([c_target, c_modality, c_mechanism, c_area, c_disease]), a.confidence) as moa_confidence
      from entity left join (
        select e.source as id, max(coalesce(t.confidence, e.confidence)) as confidence
        from edge e left join edge_told t using (source, relation, target) where e.relation = 'targets' group by e.source
      ) a using (id)`;
  if (previous === undefined) return rows;
  const {files} = filesOf(previous, readManifest(previous));
  const from = (table: 'entities' | 'edges' | 'provenance') =>
    `(from read_parquet([${files[table].map(quote).join(', ')}]))`;
  await connection.run(
    `create temp table beside_earlier as ${besideOf(from('edges'), from('provenance'))};
     create temp table beside_now as ${besideOf(`(${WRITTEN_EDGES})`, `(${WRITTEN_PROVENANCE})`)};
     create temp table earlier as select e.id, ${digestOf('e')} as digest, e.updated_at
       from ${from('entities')} e left join beside_earlier b using (id)`,
  );
  return `with made as (${rows}) select m.* replace (case when e.id is null then m.updated_at
      when e.digest = ${digestOf('m')} then e.updated_at else getvariable('as_of') end as updated_at)
    from made m left join beside_now b using (id) left join earlier e using (id)`;
}

/** A digest of an entity's columns and of what stands beside it, `b`. */
function digestOf(row: string): string {
  const columns = Object.keys(SNAPSHOT_TABLES.entities.columns).filter((column) => column !== 'updated_at');
  return `md5(concat_ws('|', to_json({${columns.map((column) => `${column}: ${row}.${column}`).join(', ')}})::varchar, b.edges::varchar, b.provenance::varchar))`;
}

/** For each entity a number that depends on its edges, and one that depends on its provenance, in any order. */
function besideOf(edges: string, provenance: string): string {
  const told =
    "coalesce(observed_at::varchar, ''), coalesce(origin, ''), coalesce(confidence::varchar, ''), coalesce(record, '')";
  return `select id, sum(edge) as edges, sum(fact) as provenance from (
      select unnest([source, target]) as id, hash(source, relation, target, ${told}) as edge, null as fact from ${edges}
      union all
      select entity_id, null, hash(field, source, coalesce(observed_at::varchar, ''), coalesce(confidence::varchar, ''), coalesce(record, '')) from ${provenance}
    ) group by id`;
}
