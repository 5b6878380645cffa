/**
 * The columns of a snapshot's Parquet files, in file order, with their DuckDB types.
 * docs/snapshot-format.md gives their meaning; a test holds the two together.
 */
export const SNAPSHOT_TABLES = {
  entities: {
    columns: {
      id: 'VARCHAR',
      kind: 'VARCHAR',
      state: 'VARCHAR',
      merged_into: 'VARCHAR',
      natural_key: 'VARCHAR',
      name: 'VARCHAR',
      slug: 'VARCHAR',
      aliases: 'VARCHAR[]',
      domain: 'VARCHAR',
      cik: 'VARCHAR',
      ticker: 'VARCHAR',
      uei: 'VARCHAR',
      orcid: 'VARCHAR',
      doi: 'VARCHAR',
      target: 'VARCHAR',
      target_id: 'VARCHAR',
      target_symbol: 'VARCHAR',
      modality: 'VARCHAR',
      secondary_modalities: 'VARCHAR[]',
      mechanism: 'VARCHAR',
      therapeutic_area: 'VARCHAR',
      disease_id: 'VARCHAR',
      disease_label: 'VARCHAR',
      moa_confidence: 'DOUBLE',
      platform_type: 'VARCHAR',
      product_family: 'VARCHAR',
      product_categories: 'VARCHAR[]',
      product_uid: 'VARCHAR',
      pos_probability: 'DOUBLE',
      pos_phase: 'VARCHAR',
      pos_basis: 'VARCHAR',
      funding: 'VARCHAR',
      attributes: 'VARCHAR',
      source: 'VARCHAR',
      observed_at: 'TIMESTAMPTZ',
      identity_confidence: 'DOUBLE',
      updated_at: 'TIMESTAMPTZ',
    },
    required: ['id', 'kind', 'state', 'name', 'slug', 'source', 'updated_at'],
    order: ['kind', 'id'],
    optional: false,
  },
  edges: {
    columns: {
      source: 'VARCHAR',
      relation: 'VARCHAR',
      target: 'VARCHAR',
      observed_at: 'TIMESTAMPTZ',
      origin: 'VARCHAR',
    },
    required: ['source', 'relation', 'target'],
    order: ['source', 'relation', 'target'],
    optional: false,
  },
  provenance: {
    columns: {
      entity_id: 'VARCHAR',
      field: 'VARCHAR',
      source: 'VARCHAR',
      confidence: 'DOUBLE',
      observed_at: 'TIMESTAMPTZ',
    },
    required: ['entity_id', 'field', 'source'],
    order: ['entity_id', 'field', 'source'],
    optional: false,
  },
  embeddings: {
    columns: {entity_id: 'VARCHAR', vector: 'FLOAT[]'},
    required: ['entity_id', 'vector'],
    order: ['entity_id'],
    optional: true,
  },
  edges_gone: {
    columns: {source: 'VARCHAR', relation: 'VARCHAR', target: 'VARCHAR'},
    required: ['source', 'relation', 'target'],
    order: ['source', 'relation', 'target'],
    optional: true,
  },
} as const satisfies Record<
  string,
  {columns: Record<string, string>; required: readonly string[]; order: readonly string[]; optional: boolean}
>;

export type SnapshotTable = keyof typeof SNAPSHOT_TABLES;
