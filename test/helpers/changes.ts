import type {Release} from '../../src/generation.ts';
import type {ChangeSet} from '../../src/snapshot/change-set.ts';

/**
 * A seeded set of changes to whatever a store holds: rows renamed, described otherwise, moved to another kind, removed, folded, revived,
 * repeated and new; edges gone, new and restated; vectors, where the store has some.
 * @param rows How many rows it touches, of the order of.
 */
export function anyChanges(seed: number, rows = 40): ChangeSet {
  return {
    async fill(connection, base) {
      if (base === undefined) throw new Error('There is nothing to change');
      // Mostly a day later; once so much later that every window of time is another.
      const at = after(base, seed === 3 ? 100 : 1);
      await connection.run(`
        CREATE TEMP TABLE turned AS
        SELECT id, state, row_number() OVER (ORDER BY hash(id, ${seed})) AS turn FROM graph.raw_entities
        QUALIFY turn <= ${rows} OR (state <> 'live' AND turn % 20 = 0);

        INSERT INTO change_entities BY NAME
        SELECT r.* REPLACE (
          CASE turn % 10 WHEN 0 THEN 'removed' WHEN 1 THEN 'merged' ELSE 'live' END AS state,
          CASE WHEN turn % 10 = 1 THEN (SELECT id FROM turned o WHERE o.turn = ((t.turn + ${(seed % 7) + 1}) % ${rows}) + 1) END AS merged_into,
          CASE turn % 10 WHEN 2 THEN r.name || ' of Renewal' WHEN 3 THEN 'Kinase ' || turn ELSE r.name END AS name,
          CASE WHEN turn % 10 = 4 THEN (SELECT min(slug) FROM graph.raw_entities x WHERE x.kind = r.kind) ELSE r.slug END AS slug,
          CASE WHEN turn % 10 = 5 THEN ['Renewed ' || turn, 'PDL' || turn] ELSE r.aliases END AS aliases,
          CASE WHEN turn % 10 = 6 THEN 'product' ELSE r.kind END AS kind,
          CASE WHEN turn % 10 = 3 THEN 'peptide' ELSE r.modality END AS modality,
          CASE WHEN turn % 10 = 2 THEN ['mRNA', 'ADC'] ELSE r.secondary_modalities END AS secondary_modalities,
          CASE WHEN turn % 10 = 3 THEN 0.95 ELSE r.moa_confidence END AS moa_confidence,
          CASE WHEN turn % 10 = 7 THEN '10.1000/' || turn ELSE r.doi END AS doi,
          CASE WHEN turn % 10 = 5 THEN json_merge_patch(coalesce(r.attributes, '{}'), '{"published_at": "2025-02-03", "phase": "Phase 2", "date": "2026-03"}')::VARCHAR
            WHEN turn % 10 = 6 THEN json_merge_patch(coalesce(r.attributes, '{}'), '{"indications": [{"label": "gout", "phase": "phase 3", "confidence": 0.9}]}')::VARCHAR
            ELSE r.attributes END AS attributes,
          CASE WHEN turn % 10 = 8 THEN r.updated_at ELSE '${at}'::TIMESTAMPTZ END AS updated_at)
        FROM graph.raw_entities r JOIN turned t USING (id);

        INSERT INTO change_entities BY NAME
        SELECT * REPLACE (md5(id || '${seed}')::UUID::VARCHAR AS id, name || ' II' AS name) FROM change_entities
        WHERE state = 'live' ORDER BY hash(id, ${seed + 1}) LIMIT ${Math.ceil(rows / 8)};

        INSERT INTO change_provenance BY NAME
        SELECT * FROM graph.raw_provenance WHERE entity_id IN (SELECT id FROM change_entities);
        INSERT INTO change_provenance BY NAME
        SELECT id AS entity_id, 'platform_type' AS field, 'changes' AS source, 0.8 AS confidence, updated_at AS observed_at
        FROM change_entities WHERE state = 'live' AND hash(id) % 3 = 0;

        INSERT INTO change_edges_gone
        SELECT source, relation, target FROM graph.raw_edges ORDER BY hash(source, target, relation, ${seed}) LIMIT ${Math.ceil(rows / 4)};
        INSERT INTO change_edges BY NAME
        SELECT source, relation, target, '${at}'::TIMESTAMPTZ AS observed_at, 'changes' AS origin FROM graph.raw_edges
        ORDER BY hash(source, target, relation, ${seed + 1}) LIMIT ${Math.ceil(rows / 4)};
        INSERT INTO change_edges BY NAME
        SELECT DISTINCT c.id AS source, e.relation, e.target, '${at}'::TIMESTAMPTZ AS observed_at, NULL AS origin
        FROM (SELECT id, row_number() OVER (ORDER BY hash(id, ${seed})) AS n FROM change_entities) c
        JOIN (
          SELECT relation, target, row_number() OVER (ORDER BY hash(source, target, relation, ${seed + 2})) AS n FROM graph.raw_edges QUALIFY n <= ${rows}
        ) e USING (n)
        WHERE (c.id, e.relation, e.target) NOT IN (SELECT (source, relation, target) FROM change_edges)`);
      const embedded = await connection.runAndReadAll(
        `SELECT count(*) FROM duckdb_tables() WHERE database_name = 'graph' AND table_name = 'embedding'`,
      );
      if (embedded.getRows()[0]?.[0] !== 0n && seed % 2 === 0) {
        await connection.run(`INSERT INTO change_embeddings BY NAME
          SELECT id AS entity_id, CASE WHEN hash(id) % 5 = 0 THEN [] ELSE (SELECT arg_min(vector, e.id)::FLOAT[] FROM graph.embedding JOIN graph.entity e USING (rid)) END AS vector
          FROM change_entities WHERE state = 'live'`);
      }
      return {...base, as_of: at, created_at: at, release: base.release + 1, snapshot_id: `changed-${seed}`};
    },
  };
}

/** So many live rows said once more, a day later and with one more attribute: what a feed mostly brings. */
export function restated(seed: number, rows: number): ChangeSet {
  return {
    async fill(connection, base) {
      if (base === undefined) throw new Error('There is nothing to change');
      const at = after(base, 1);
      await connection.run(`
        INSERT INTO change_entities BY NAME
        SELECT * REPLACE (
          '${at}'::TIMESTAMPTZ AS updated_at,
          json_merge_patch(coalesce(attributes, '{}'), '{"note": "looked at again"}')::VARCHAR AS attributes)
        FROM graph.raw_entities WHERE state = 'live' ORDER BY hash(id, ${seed}) LIMIT ${rows};
        INSERT INTO change_provenance BY NAME
        SELECT * FROM graph.raw_provenance WHERE entity_id IN (SELECT id FROM change_entities)`);
      return {...base, as_of: at, created_at: at, release: base.release + 1, snapshot_id: `restated-${seed}`};
    },
  };
}

const after = ({as_of}: Release, days: number) => new Date(Date.parse(as_of) + days * 86_400_000).toISOString();
