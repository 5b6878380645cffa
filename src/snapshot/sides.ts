import {countOf} from '../engine/ask.ts';
import {attachReadOnly, type WorkOptions, withSession} from '../engine/database.ts';
import {answerOf} from '../engine/session.ts';
import {type RowOf, type RowShape, rowsOf} from '../sql/results.ts';
import {attachedRelease} from '../store/release.ts';
import {recallDocuments} from '../tables/steps.ts';

/** A list cut to the limit, and its full length. */
export interface Section<T> {
  total: number;
  rows: T[];
}

/** A generation's metadata. */
export interface State {
  snapshot_id: string;
  release: number;
  as_of: string;
}

/**
 * The tables that each side of the comparison is read into, with the prefix `a_` or `b_`. What an entity says is its
 * document: rows may differ where documents do not, such as those that came by a feed (natural keys, spelling of JSON,
 * values that are computed where a row has none).
 */
const READ = (side: string) => `
CREATE TEMP TABLE ${side}_entity AS
SELECT e.rid, e.id, k.kind, e.name, e.slug, md5(concat_ws('|', e.name, e.slug, d.text)) AS said,
  CASE WHEN k.kind IN ('trial', 'program', 'product') THEN coalesce(
    nullif(json_extract_string(r.attributes, '$.phase'), ''), nullif(json_extract_string(r.attributes, '$.stage'), '')) END AS phase,
  CASE WHEN k.kind = 'approval' THEN json_extract_string(r.attributes, '$.approved_at') END AS approved_at
FROM graph.entity e
JOIN graph.kind k ON k.kind_no = graph.kind_of(e.rid)
JOIN graph.raw_entities r ON r.id = e.id::VARCHAR AND r.state = 'live'
JOIN document d ON d.rid = e.rid;

CREATE TEMP TABLE ${side}_gone AS
SELECT g.id, k.kind, g.name, g.slug, g.merged_into, s.id AS survivor FROM graph.gone g
JOIN graph.kind k ON k.kind_no = g.kind_no LEFT JOIN graph.entity s ON s.rid = g.survivor;

CREATE TEMP TABLE ${side}_cell AS
SELECT t.value AS target, m.value AS modality, a.value AS area, sum(c.trusted)::INTEGER AS entities
FROM graph.cell c JOIN graph.value t ON t.label_id = c.target JOIN graph.value m ON m.label_id = c.modality LEFT JOIN graph.value a ON a.label_id = c.area
WHERE c.area >= 0 GROUP BY ALL HAVING sum(c.trusted) > 0;

CREATE TEMP TABLE ${side}_edge AS
SELECT r.relation, s.id AS source, t.id AS target FROM graph.edge_out o
JOIN graph.relation r USING (rel) JOIN graph.entity s ON s.rid = o.src JOIN graph.entity t ON t.rid = o.dst;
`;

/** What `recallDocuments` made, so that it can be run for the other side. */
const FORGET = `
DROP VIEW document; DROP VIEW document_part; DROP TABLE field_provenance;
DROP VIEW snapshot_entities; DROP VIEW snapshot_provenance; DROP TABLE rid_of;
USE memory;
DETACH graph;`;

/** A session in which two generations have been read, and their metadata. */
export interface Sides {
  from: State;
  to: State;
  run(query: string): Promise<void>;
  rows<S extends RowShape>(query: string, shape: S): Promise<RowOf<S>[]>;
  /** The first rows of a query in an order, and the number of all. */
  section<S extends RowShape>(query: string, order: string, shape: S): Promise<Section<RowOf<S>>>;
}

/** A generation's file, and the queries to run while it is attached as `graph`, for tables that remain. */
export interface Side {
  file: string;
  also?: string | undefined;
}

/** Reads two generations, the older one first, and passes their tables on. */
export async function withSides<T>(
  [before, after]: readonly [Side, Side],
  {limit, ...options}: WorkOptions & {limit: number},
  work: (sides: Sides) => Promise<T>,
): Promise<T> {
  return withSession(options, async (connection) => {
    const read = async ({file, also}: Side, side: string) => {
      await attachReadOnly(connection, file);
      const {snapshot_id, release, as_of} = await attachedRelease(connection, file);
      await recallDocuments(connection);
      await connection.run(READ(side));
      if (also !== undefined) await connection.run(also);
      await connection.run(FORGET);
      return {snapshot_id, release, as_of};
    };
    const [from, to] = [await read(before, 'a'), await read(after, 'b')];
    const rows = async <S extends RowShape>(query: string, shape: S) =>
      rowsOf(answerOf(await connection.run(query)), shape);
    return work({
      from,
      to,
      rows,
      async run(query) {
        await connection.run(query);
      },
      async section(query, order, shape) {
        await connection.run(`CREATE OR REPLACE TEMP TABLE section AS ${query}`);
        const total = await countOf(connection, 'SELECT count(*) FROM section');
        return {total, rows: await rows(`FROM section ORDER BY ${order} LIMIT ${limit}`, shape)};
      },
    });
  });
}
