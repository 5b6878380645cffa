import type {DuckDBConnection} from '@duckdb/node-api';
import {z} from 'zod';
import {quote} from '../sql/sql.ts';
import {attachReadOnly, withSession} from '../store/database.ts';
import {attachedRelease} from '../store/release.ts';
import {toJson} from '../store/values.ts';

/** Only entities that match, before or after, are told of. */
export const diffFilter = z
  .strictObject({
    kind: z.string(),
    target: z.string(),
    modality: z.string(),
    mechanism: z.string(),
    therapeutic_area: z.string(),
  })
  .partial();

export type DiffFilter = z.output<typeof diffFilter>;

export interface CompareInput {
  /** Files of two generations, the older one first. */
  before: string;
  after: string;
  filter?: DiffFilter | undefined;
  /** Rows of each section at most; default 20. */
  limit?: number | undefined;
  /** Where spilled data goes. */
  spill: string;
  signal?: AbortSignal | undefined;
}

interface Ref {
  id: string;
  kind: string;
  name: string;
  slug: string;
}

interface Cell {
  target: string;
  modality: string;
  /** Null where the entities state none. */
  therapeutic_area: string | null;
  /** Trusted entities in it, after or before. */
  entities: number;
}

/** A list cut to the limit, and how many there are. */
interface Section<T> {
  total: number;
  rows: T[];
}

export interface Comparison {
  from: {snapshot_id: string; release: number; as_of: string};
  to: {snapshot_id: string; release: number; as_of: string};
  filter: DiffFilter;
  /** By kind: entities that came, went, were folded into another, or changed in what they say. */
  kinds: {kind: string; added: number; removed: number; merged: number; changed: number}[];
  /** Trials and programs that moved from one phase to another. */
  phases: Section<Ref & {from: string | null; to: string | null}>;
  approvals: Section<Ref & {approved_at: string | null}>;
  merged: Section<Ref & {into: Ref | null}>;
  removed: Section<Ref>;
  added: Section<Ref>;
  /** Cells of an area that no trusted entity was in before. */
  occupied: Section<Cell>;
  /** Cells of an area that no trusted entity is in any more. */
  emptied: Section<Cell>;
  /** Edges that came and went, by relation. */
  edges: {relation: string; added: number; removed: number}[];
}

/** What each side of the comparison is read into, under the prefix `a_` or `b_`. */
const READ = (side: string) => `
CREATE TEMP TABLE ${side}_entity AS
SELECT e.rid, e.id, k.kind, e.name, e.slug, md5(d.doc || e.name) AS said,
  CASE WHEN k.kind IN ('trial', 'program', 'product') THEN coalesce(
    nullif(json_extract_string(t.attributes, '$.phase'), ''), nullif(json_extract_string(t.attributes, '$.stage'), '')) END AS phase,
  CASE WHEN k.kind = 'approval' THEN json_extract_string(t.attributes, '$.approved_at') END AS approved_at
FROM graph.entity e
JOIN graph.kind k ON k.kind_no = e.rid >> 26
JOIN graph.document d USING (rid)
LEFT JOIN (
  SELECT rid, json_extract('{' || str_split(doc, chr(30))[2] || '}}', '$.attributes') AS attributes
  FROM graph.document WHERE rid >> 26 IN (SELECT kind_no FROM graph.kind WHERE kind IN ('trial', 'program', 'product', 'approval'))
) t USING (rid);

CREATE TEMP TABLE ${side}_gone AS
SELECT g.id, k.kind, g.name, g.slug, g.merged_into, s.id AS survivor FROM graph.gone g
JOIN graph.kind k ON k.kind_no = g.kind_no LEFT JOIN graph.entity s ON s.rid = g.survivor;

CREATE TEMP TABLE ${side}_label AS
SELECT e.id, v.field, v.norm FROM graph.label l JOIN graph.value v USING (vid) JOIN graph.entity e ON e.rid = l.rid
WHERE l.trusted AND v.field IN ('target', 'modality', 'mechanism', 'therapeutic_area');

CREATE TEMP TABLE ${side}_cell AS
SELECT t.value AS target, m.value AS modality, a.value AS area, sum(c.trusted)::INTEGER AS entities
FROM graph.cell c JOIN graph.value t ON t.vid = c.target JOIN graph.value m ON m.vid = c.modality LEFT JOIN graph.value a ON a.vid = c.area
WHERE c.area >= 0 GROUP BY ALL HAVING sum(c.trusted) > 0;

CREATE TEMP TABLE ${side}_edge AS
SELECT r.relation, s.id AS source, t.id AS target FROM graph.edge_out o
JOIN graph.relation r USING (rel) JOIN graph.entity s ON s.rid = o.src JOIN graph.entity t ON t.rid = o.dst;
`;

/** What changed between two generations, in the words of the field. */
export async function compareGenerations(input: CompareInput): Promise<Comparison> {
  const filter = diffFilter.parse(input.filter ?? {});
  const limit = input.limit ?? 20;
  return withSession({spill: input.spill, signal: input.signal}, async (connection) => {
    const read = async (file: string, side: string) => {
      await attachReadOnly(connection, file);
      const {snapshot_id, release, as_of} = await attachedRelease(connection, file);
      await connection.run(READ(side));
      await connection.run('DETACH graph');
      return {snapshot_id, release, as_of};
    };
    const [from, to] = [await read(input.before, 'a'), await read(input.after, 'b')];
    await connection.run(`CREATE TEMP TABLE chosen AS ${chosen(filter)}`);
    const rows = (query: string) => rowsOf(connection, query);
    const section = async <T>(query: string, order: string): Promise<Section<T>> => {
      await connection.run(`CREATE OR REPLACE TEMP TABLE section AS ${query}`);
      const [count] = (await rows('SELECT count(*) AS total FROM section')) as {total: number}[];
      return {total: count?.total ?? 0, rows: (await rows(`FROM section ORDER BY ${order} LIMIT ${limit}`)) as T[]};
    };
    return {
      from,
      to,
      filter,
      kinds: (await rows(KINDS)) as unknown as Comparison['kinds'],
      phases: await section(PHASES, 'name, id'),
      approvals: await section(APPROVALS, 'approved_at DESC NULLS LAST, name, id'),
      merged: await section(MERGED, 'name, id'),
      removed: await section(REMOVED, 'kind, name, id'),
      added: await section(ADDED, 'kind, name, id'),
      occupied: await section(cells(filter, 'b', 'a'), CELL_ORDER),
      emptied: await section(cells(filter, 'a', 'b'), CELL_ORDER),
      edges: (await rows(EDGES)) as unknown as Comparison['edges'],
    };
  });
}

async function rowsOf(connection: DuckDBConnection, query: string): Promise<Record<string, unknown>[]> {
  const reader = await connection.runAndReadAll(query);
  return reader
    .getRowObjects()
    .map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, toJson(value)])));
}

const norm = (value: string) => `lower(strip_accents(trim(${quote(value)})))`;

/** The entities that match on one side or the other. */
function chosen({kind, ...labels}: DiffFilter): string {
  const everybody =
    'SELECT id, kind FROM (SELECT id, kind FROM a_entity UNION SELECT id, kind FROM b_entity UNION SELECT id, kind FROM b_gone)';
  const conditions = Object.entries(labels).flatMap(([field, value]) =>
    value === undefined
      ? []
      : [
          `id IN (SELECT id FROM (FROM a_label UNION ALL FROM b_label) WHERE field = ${quote(field)} AND norm = ${norm(value)})`,
        ],
  );
  if (kind !== undefined) conditions.push(`kind = ${quote(kind)}`);
  return `SELECT DISTINCT id FROM (${everybody}) ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`;
}

const PHASES = `
SELECT b.id, b.kind, b.name, b.slug, a.phase AS "from", b.phase AS "to"
FROM a_entity a JOIN b_entity b USING (id) JOIN chosen USING (id)
WHERE lower(a.phase) IS DISTINCT FROM lower(b.phase)`;

const APPROVALS = `
SELECT b.id, b.kind, b.name, b.slug, b.approved_at FROM b_entity b JOIN chosen USING (id) ANTI JOIN a_entity a USING (id)
WHERE b.kind = 'approval'`;

const MERGED = `
SELECT g.id, g.kind, g.name, g.slug,
  CASE WHEN s.id IS NOT NULL THEN {id: s.id, kind: s.kind, name: s.name, slug: s.slug} END AS "into"
FROM b_gone g JOIN chosen USING (id) JOIN a_entity a USING (id) LEFT JOIN b_entity s ON s.id = g.survivor
WHERE g.merged_into IS NOT NULL`;

const REMOVED = `
SELECT a.id, a.kind, a.name, a.slug FROM a_entity a JOIN chosen USING (id) ANTI JOIN b_entity b USING (id)
WHERE a.id NOT IN (SELECT id FROM b_gone WHERE merged_into IS NOT NULL)`;

const ADDED =
  'SELECT b.id, b.kind, b.name, b.slug FROM b_entity b JOIN chosen USING (id) ANTI JOIN a_entity a USING (id)';

const KINDS = `
SELECT kind, count(*) FILTER (what = 'added') AS added, count(*) FILTER (what = 'removed') AS removed,
  count(*) FILTER (what = 'merged') AS merged, count(*) FILTER (what = 'changed') AS changed
FROM (
  SELECT kind, 'added' AS what FROM (${ADDED})
  UNION ALL SELECT kind, 'removed' FROM (${REMOVED})
  UNION ALL SELECT kind, 'merged' FROM (${MERGED})
  UNION ALL SELECT b.kind, 'changed' FROM a_entity a JOIN b_entity b USING (id) JOIN chosen USING (id) WHERE a.said <> b.said
)
GROUP BY kind ORDER BY kind`;

const EDGES = `
SELECT relation, count(*) FILTER (came) AS added, count(*) FILTER (NOT came) AS removed
FROM (
  SELECT *, true AS came FROM (FROM b_edge EXCEPT FROM a_edge)
  UNION ALL
  SELECT *, false FROM (FROM a_edge EXCEPT FROM b_edge)
)
WHERE source IN (SELECT id FROM chosen) OR target IN (SELECT id FROM chosen)
GROUP BY relation ORDER BY relation`;

const CELL_ORDER = 'entities DESC, target, modality, therapeutic_area';

/** Cells that one side has and the other has not. */
function cells({target, modality, therapeutic_area}: DiffFilter, has: string, lacks: string): string {
  const conditions = Object.entries({target, modality, area: therapeutic_area}).flatMap(([column, value]) =>
    value === undefined ? [] : [`lower(strip_accents(trim(x.${column}))) = ${norm(value)}`],
  );
  return `
    SELECT x.target, x.modality, x.area AS therapeutic_area, x.entities
    FROM ${has}_cell x ANTI JOIN ${lacks}_cell y
      ON x.target = y.target AND x.modality = y.modality AND x.area IS NOT DISTINCT FROM y.area
    ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`;
}
