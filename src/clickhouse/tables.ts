/**
 * A table of a published generation. Its columns are those of the query in DuckDB.
 * - `by` names the column by whose hash rows are shared out among the shards; without one the whole table stands on every node.
 * - `order` is how rows are sorted, and so by what they are found.
 * - `also` is another order that is kept, for questions from the other side.
 */
export interface Table {
  by?: string;
  order: readonly string[];
  also?: readonly string[];
  /** The query of its rows; default: the table of this name. */
  query?: string;
}

/** Columns of texts by which entities are asked for as people write them (macro `norm`). */
const COMPARED = [
  'name',
  'slug',
  'domain',
  'cik',
  'ticker',
  'uei',
  'orcid',
  'doi',
  'target',
  'target_id',
  'target_symbol',
  'modality',
];
const ALSO_COMPARED = [
  'mechanism',
  'therapeutic_area',
  'disease_id',
  'disease_label',
  'platform_type',
  'product_family',
  'source',
];

/** What is large goes by the row it is about; dictionaries, facets and ranks are small beside it and stand everywhere. */
export const TABLES: Readonly<Record<string, Table>> = {
  adjacency: {by: 'rid', order: ['rid']},
  adjacency_more: {by: 'rid', order: ['rid']},
  catalyst: {order: ['rid']},
  cell: {order: ['area', 'target', 'modality', 'kind_no']},
  cell_gate: {order: ['area']},
  change: {by: 'seq', order: ['seq']},
  company_count: {order: ['area', 'target', 'modality']},
  company_head: {order: ['company']},
  company_trait: {by: 'company', order: ['vid', 'beside', 'company'], also: ['company']},
  catalyst_subject: {order: ['rid']},
  dated: {by: 'rid', order: ['rid']},
  deal: {order: ['rid']},
  disease: {order: ['id'], query: 'SELECT id, label FROM disease'},
  disease_about: {order: ['version']},
  edge_in: {by: 'dst', order: ['dst', 'rel', 'src']},
  edge_out: {by: 'src', order: ['src', 'rel', 'dst']},
  entity: {
    by: 'rid',
    order: ['rid'],
    query: `SELECT *, ${[...COMPARED, ...ALSO_COMPARED].map((column) => `norm(${column}) AS norm_${column}`).join(', ')} FROM entity`,
  },
  /** Ids, slugs (`kind/slug`) and identifiers, each shared out by its own text, so that one shard is asked. */
  entity_id: {by: 'id', order: ['id'], query: 'SELECT id, rid FROM entity'},
  entity_slug: {
    by: 'key',
    order: ['key'],
    query: `SELECT k.kind || '/' || e.slug AS key, e.rid FROM slug JOIN entity e USING (rid) JOIN kind k ON k.kind_no = kind_of(e.rid)`,
  },
  identifier: {by: 'key', order: ['key', 'rid']},
  identifier_start: {by: 'key', order: ['key', 'rid']},
  facet: {order: ['kind_no', 'field', 'vid']},
  full_name: {by: 'rid', order: ['key', 'rid']},
  gone: {by: 'id', order: ['id']},
  in_cell: {by: 'rid', order: ['rid', 'target', 'modality']},
  kind: {order: ['kind_no']},
  label: {by: 'rid', order: ['vid', 'rid'], also: ['rid', 'vid']},
  name_word: {by: 'rid', order: ['wid', 'rid'], also: ['rid', 'wid']},
  symspell_delete: {order: ['h', 'prefix']},
  own_day: {by: 'rid', order: ['rid']},
  cooccurrence: {order: ['kind_no', 'given', 'vid']},
  person_rank: {order: ['person']},
  position: {by: 'rid', order: ['rid']},
  posting: {by: 'rid', order: ['tid', 'rid']},
  champion: {order: ['tid', 'rid']},
  order_rank: {by: 'rid', order: ['scope', 'sort', 'pos']},
  prefix_top: {order: ['key']},
  relation: {order: ['rel']},
  relation_count: {order: ['rel']},
  signal: {by: 'rid', order: ['rid']},
  stage: {by: 'rid', order: ['rid']},
  target_key: {by: 'rid', order: ['key', 'rid']},
  term: {order: ['h', 'term']},
  company_asset: {by: 'rid', order: ['company', 'rid'], also: ['rid', 'company']},
  trigram: {order: ['gram', 'wid']},
  value: {order: ['vid']},
  value_key: {order: ['h', 'key', 'vid']},
  word: {order: ['word'], also: ['wid']},
  work: {by: 'work', order: ['work', 'person']},
  work_total: {order: ['works']},
};

/** Where there are embeddings; the servers compare every vector, so the first cut of DuckDB's is left out. */
export const EMBEDDED: Readonly<Record<string, Table>> = {
  embedding: {by: 'rid', order: ['rid'], query: 'SELECT rid, vector::FLOAT[] AS vector FROM embedding'},
  embedding_about: {order: ['made_by'], query: 'SELECT * REPLACE (NULL::DOUBLE AS share) FROM embedding_about'},
  embedding_gone: {order: ['rid']},
};

/** What look-up files hold of each row (documents.ts). */
export const DOCUMENT: Table = {by: 'rid', order: ['rid']};
