import {FIELDS} from '../schema/fields.ts';

/**
 * A table of a published generation. Its columns are those of the query in DuckDB.
 * - `by` is the column whose hash distributes rows among shards; without it every node has the whole table.
 * - `order` is the sort order, and thus the key by which rows are found.
 * - `also` is a second sort order, for queries from the other side.
 * - `granule` is the minimum number of rows read; default 8192, which suits scans. Tables for look-ups have small ones.
 */
export interface Table {
  by?: string;
  order: readonly string[];
  also?: readonly string[];
  granule?: number;
  /** The query of its rows; default: the table of this name. */
  query?: string;
}

/** Text columns that filters match in normalised form (macro `norm`). */
const COMPARED = [
  'name',
  'slug',
  'source',
  ...FIELDS.flatMap(({column, search}) => (search === 'text' || search === 'label' ? [column] : [])),
];

/** Large tables are sharded by the row they are about; dictionaries, facets and ranks are small and on every node. */
export const TABLES: Readonly<Record<string, Table>> = {
  adjacency: {by: 'rid', order: ['rid'], granule: 256},
  adjacency_more: {by: 'rid', order: ['rid'], granule: 256},
  catalyst: {order: ['rid']},
  cell: {order: ['area', 'target', 'modality', 'kind_no']},
  cell_gate: {order: ['area']},
  /** The change feed: one row per id with its latest change, numbered so that `updated_at` never decreases. */
  change: {
    by: 'seq',
    order: ['seq'],
    granule: 1024,
    query: `SELECT row_number() OVER (ORDER BY updated_at, id)::INTEGER AS seq, updated_at, id, rid
      FROM (SELECT updated_at, id, rid FROM entity UNION ALL SELECT updated_at, id, NULL FROM gone)`,
  },
  company_count: {order: ['area', 'target', 'modality']},
  company_head: {order: ['company']},
  company_trait: {by: 'company', order: ['label_id', 'beside', 'company'], also: ['company']},
  catalyst_subject: {order: ['rid']},
  dated: {by: 'rid', order: ['rid'], granule: 1024},
  deal: {order: ['rid']},
  disease: {order: ['id'], query: 'SELECT id, label FROM disease'},
  disease_about: {order: ['version']},
  disease_below: {order: ['own', 'key']},
  edge_in: {by: 'dst', order: ['dst', 'rel', 'src'], granule: 1024},
  edge_out: {by: 'src', order: ['src', 'rel', 'dst'], granule: 1024},
  entity: {
    by: 'rid',
    order: ['rid'],
    granule: 1024,
    query: `SELECT *, ${COMPARED.map((column) => `norm(${column}) AS norm_${column}`).join(', ')} FROM entity`,
  },
  /** Ids, slugs (`kind/slug`) and identifiers, each sharded by its own text, so that only one shard is queried. */
  entity_id: {by: 'id', order: ['id'], query: 'SELECT id, rid FROM entity', granule: 512},
  entity_slug: {
    by: 'key',
    order: ['key'],
    granule: 512,
    query: `SELECT k.kind || '/' || lower(e.slug) AS key, e.rid FROM slug JOIN entity e USING (rid) JOIN kind k ON k.kind_no = kind_of(e.rid)`,
  },
  identifier: {by: 'key', order: ['key', 'rid'], granule: 512},
  identifier_start: {by: 'key', order: ['key', 'rid'], granule: 512},
  facet: {order: ['kind_no', 'field', 'label_id']},
  full_name: {by: 'rid', order: ['key', 'rid'], granule: 1024},
  gone: {by: 'id', order: ['id'], granule: 1024},
  in_cell: {by: 'rid', order: ['rid', 'target', 'modality'], granule: 1024},
  kind: {order: ['kind_no']},
  label: {by: 'rid', order: ['label_id', 'rid'], also: ['rid', 'label_id'], granule: 2048},
  name_word: {by: 'rid', order: ['wid', 'rid'], also: ['rid', 'wid'], granule: 2048},
  symspell_delete: {order: ['h', 'prefix'], granule: 1024},
  own_day: {by: 'rid', order: ['rid'], granule: 1024},
  cooccurrence: {order: ['kind_no', 'given', 'label_id']},
  patent_party: {by: 'patent', order: ['patent', 'party']},
  person_rank: {order: ['person'], granule: 1024},
  order_key: {by: 'rid', order: ['rid'], granule: 1024},
  /** A temporary table, made from the look-up file. */
  posting: {by: 'rid', order: ['tid', 'rid']},
  /** The champion list of each term that more than 4,096 entities contain: its best 64 postings, by impact, then row. */
  champion: {
    order: ['tid', 'rid'],
    query: `SELECT tid, (65535 - key_number(k))::USMALLINT AS impact, key_rid(k) AS rid
      FROM (SELECT tid, unnest(min(row_key(65535 - impact, rid), 64)) AS k FROM posting
        WHERE tid IN (SELECT tid FROM term WHERE df > 4096) GROUP BY tid)`,
  },
  order_rank: {by: 'rid', order: ['scope', 'sort', 'pos']},
  prefix_top: {order: ['key'], granule: 256},
  recent_rank: {by: 'rid', order: ['scope', 'pos']},
  relation: {order: ['rel']},
  relation_count: {order: ['rel']},
  signal: {by: 'rid', order: ['rid'], granule: 1024},
  stage: {by: 'rid', order: ['rid'], granule: 1024},
  target_key: {by: 'rid', order: ['key', 'rid']},
  term: {order: ['h', 'term'], granule: 512, query: 'SELECT key_hash(term) AS h, * FROM term'},
  asset_catalyst: {by: 'asset', order: ['asset', 'day', 'rid'], granule: 1024},
  company_cell: {by: 'rid', order: ['company', 'rid'], granule: 1024},
  company_asset: {by: 'rid', order: ['company', 'rid'], also: ['rid', 'company'], granule: 1024},
  trigram: {order: ['gram', 'wid'], granule: 1024},
  value: {order: ['label_id'], granule: 1024},
  value_key: {order: ['h', 'key', 'label_id'], granule: 512},
  word: {order: ['word'], also: ['wid'], granule: 1024},
  work: {by: 'work', order: ['work', 'person'], granule: 1024},
  work_total: {order: ['works']},
};

/** Only if there are embeddings. The servers compare every vector, so DuckDB's candidate filter is left out. */
export const EMBEDDED: Readonly<Record<string, Table>> = {
  embedding: {by: 'rid', order: ['rid'], query: 'SELECT rid, vector::FLOAT[] AS vector FROM embedding'},
  embedding_about: {order: ['made_by'], query: 'SELECT * REPLACE (NULL::DOUBLE AS share) FROM embedding_about'},
  embedding_gone: {order: ['rid']},
};

/** The contents of look-up files for each row (documents.ts). */
export const DOCUMENT: Table = {by: 'rid', order: ['rid'], granule: 128};
