import {byColumn, type FieldType} from './fields.ts';

const DUCKDB_TYPES: Record<FieldType, string> = {
  text: 'VARCHAR',
  list: 'VARCHAR[]',
  share: 'DOUBLE',
  object: 'VARCHAR',
};

/**
 * The columns of a snapshot's Parquet files, in file order, with their DuckDB types. docs/snapshot-format.md defines
 * their meaning; a test checks that the two agree.
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
      ...byColumn(({type}) => DUCKDB_TYPES[type]),
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
      confidence: 'DOUBLE',
      record: 'VARCHAR',
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
      record: 'VARCHAR',
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
  diseases: {
    columns: {id: 'VARCHAR', label: 'VARCHAR', synonyms: 'VARCHAR[]', parents: 'VARCHAR[]'},
    required: ['id', 'label'],
    order: ['id'],
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
  {
    columns: Record<string, string>;
    required: readonly string[];
    order: readonly string[];
    optional: boolean;
  }
>;

/** A query of a table's rows with all of its columns; columns missing from rows of earlier versions are null. */
export function widened(table: SnapshotTable, query: string): string {
  const none = Object.entries<string>(SNAPSHOT_TABLES[table].columns).map(([name, type]) => `NULL::${type} AS ${name}`);
  return `FROM (${query}) UNION ALL BY NAME (SELECT ${none.join(', ')} LIMIT 0)`;
}

export type SnapshotTable = keyof typeof SNAPSHOT_TABLES;
