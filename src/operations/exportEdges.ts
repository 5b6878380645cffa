import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {timestamp, uuid} from '../schema/entity.ts';
import {type Kind, kind} from '../schema/kinds.ts';
import {bom, format, several} from '../schema/params.ts';
import {kindNumber} from '../schema/rid.ts';
import {GATHERED, kindOf} from '../sql/fragments.ts';
import {is, type RowOf} from '../sql/results.ts';
import {and, type Sql, sql} from '../sql/sql.ts';
import {withRefs} from './records/ref.ts';
import {relationNumbers} from './records/relations.ts';
import {rowStream} from './records/row-stream.ts';

const COLUMNS = ['source_id', 'relation', 'target_id', 'observed_at', 'source', 'confidence'] as const;

/** Number of texts made together. */
const CHUNK = 5000;

const relation = z.string().min(1).max(100);

export const exportEdges = defineOperation({
  name: 'exportEdges',
  command: 'export-edges',
  path: '/v1/export/edges',
  summary: 'The live edges of the graph as a stream of rows.',
  description:
    'Each edge once, in its direction, by source and relation, newest first. `graphml` also has the entities at both ends, for Gephi, Cytoscape, networkx or igraph. `X-Biograph-Total` is the number of matching edges; `X-Biograph-Truncated` says that `max` cut them.',
  isStream: true,
  params: z.object({
    relation: several(relation).optional().describe('Only this relation, or several.'),
    kind: several(kind)
      .optional()
      .describe('Only edges with an entity of this kind, or of these kinds, at either end.'),
    format: format('ndjson', 'json', 'csv', 'arrow', 'parquet', 'graphml'),
    bom,
    max: z.int().min(1).max(50_000).default(50_000).describe('Most edges to return, 1 to 50,000.'),
  }),
  result: z.object({
    source_id: uuid,
    relation: z.string(),
    target_id: uuid,
    observed_at: timestamp.nullable(),
    source: z.string().nullable().describe('The source that states the edge.'),
    confidence: z.number().nullable(),
  }),
  example: {relation: 'develops', max: 3},
  async run(context, given) {
    const where = condition(context, given);
    const [[total = 0]] = await context.generation.columns(
      sql`select count(*) from edge_out where ${where}`,
      [is.integer],
      context,
    );
    const rows = await edgesOf(context, where, given.max);
    // A drawing contains each of its nodes once.
    const ends = given.format === 'graphml' ? new Set(rows.flatMap(({src, dst}) => [src, dst])) : [];
    const nodes = await withRefs(
      context,
      [...ends].sort((a, b) => a - b).map((rid) => ({rid})),
    );
    return rowStream(context, given.max, total, {columns: COLUMNS, chunks: texts(context, rows), nodes});
  },
});

type Given = {relation?: string | string[] | undefined; kind?: Kind | Kind[] | undefined};

function condition(context: Context, {relation: named, kind: kinds}: Given): Sql {
  const rels = named === undefined ? undefined : relationNumbers(context, [...new Set([named].flat())], 'relation');
  const numbers = kinds === undefined ? undefined : [kinds].flat().map(kindNumber);
  return and([
    rels && sql`rel in ${rels}`,
    numbers && sql`(${kindOf('src')} in ${numbers} or ${kindOf('dst')} in ${numbers})`,
  ]);
}

const ROW = {
  src: is.integer,
  rel: is.integer,
  dst: is.integer,
  observed_at: is.text.orNull,
  source: is.text.orNull,
  confidence: is.number.orNull,
  source_id: is.text,
  target_id: is.text,
};

type Row = RowOf<typeof ROW>;

/** Megabytes: up to 50,000 edges are sorted at once. */
const NEED = 128;

async function edgesOf(context: Context, where: Sql, max: number): Promise<Row[]> {
  return context.generation.rows(
    sql`with page as (
          select src, rel, dst, observed, origin, confidence from edge_out where ${where}
          order by src, rel, observed desc nulls last, dst limit ${max}
        )
        select p.src, p.rel, p.dst, p.observed as observed_at, p.origin as source, p.confidence,
          s.id::varchar as source_id, t.id::varchar as target_id
        from page p join entity s on s.rid = p.src join entity t on t.rid = p.dst
        order by p.src, p.rel, p.observed desc nulls last, p.dst${GATHERED}`,
    ROW,
    {...context, need: NEED},
  );
}

/** JSON texts, made on demand. */
async function* texts({generation}: Context, rows: readonly Row[]): AsyncGenerator<string[]> {
  for (let at = 0; at < rows.length; at += CHUNK)
    yield rows.slice(at, at + CHUNK).map(({source_id, rel, target_id, observed_at, source, confidence}) => {
      const relation = generation.relationName(rel);
      return JSON.stringify({source_id, relation, target_id, observed_at, source, confidence});
    });
}
