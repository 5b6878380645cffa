import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {ref, uuid} from '../schema/entity.ts';
import {entityId, limit, minConfidence} from '../schema/params.ts';
import {type Sql, sql} from '../sql/sql.ts';
import {gate, gateCaveat, PARTIAL} from './parts/mechanism-cell.ts';
import {mustBe} from './parts/must-be.ts';
import {withRefs} from './parts/ref.ts';
import {stage, stageName} from './parts/stages.ts';
import {subject} from './parts/subject.ts';

/** Peer companies that share a target × modality cell. */
export const comparables = defineOperation({
  name: 'comparables',
  tool: 'comparables',
  path: '/v1/entities/{entity_id}/comparables',
  summary: 'Peer companies that share a target × modality cell, each with its furthest stage.',
  description:
    'A company’s cells are the pairs of trusted entities tied to it: programs and products it develops, trials it sponsors, patents assigned to it, approvals it holds, and its own MoA. Ranked by shared cells, then by evidence, the number of such entities of the peer in them.',
  about: 'company',
  positional: ['entity_id'],
  params: z.object({entity_id: entityId, limit: limit({default: 20, max: 200}), min_confidence: minConfidence}),
  result: z.object({
    entity_id: uuid,
    count: z.int(),
    results: z.array(
      ref.extend({
        shared_cells: z.int(),
        cells: z.array(z.object({target: z.string(), modality: z.string()})),
        evidence: z.int(),
        furthest_stage: stage,
      }),
    ),
    gate,
    caveats: z.array(z.string()),
  }),
  rows: 'results',
  columns: ['name', 'shared_cells', 'evidence', 'furthest_stage', 'slug'],
  example: {entity_id: 'company/amgen'},
  async run(context, given) {
    const {rid, id} = await subject(context, given.entity_id, 'company');
    mustBe(rid, 'company');
    const least = given.min_confidence ?? context.generation.release.trusted_confidence;
    const [peers, gated] = await Promise.all([
      peersOf(context, rid, least, given.limit),
      gateOfCompany(context, rid, least),
    ]);
    const shared = await sharedCells(
      context,
      rid,
      peers.map((peer) => peer.rid),
      least,
    );
    const results = await withRefs(context, peers, (peer) => ({
      shared_cells: peer.shared,
      cells: shared.get(peer.rid) ?? [],
      evidence: peer.evidence,
      furthest_stage: stageName(peer.stage),
    }));
    return {
      entity_id: id,
      count: results.length,
      results,
      gate: gated,
      caveats: [
        'Sharing a target and a modality does not make two companies competitors.',
        ...gateCaveat(gated, 'entities tied to this company'),
        PARTIAL,
      ],
    };
  },
});

interface Peer {
  rid: number;
  shared: number;
  evidence: number;
  stage: number;
}

async function peersOf(context: Context, rid: number, least: number, most: number): Promise<Peer[]> {
  const rows = await context.generation.rows(
    sql`with own as (select target, modality from (${companyCells(context, least)}) where company = ${rid})
        select c.company as rid, count(*) as shared, sum(c.evidence)::integer as evidence, max(c.stage) as stage
        from (${companyCells(context, least)}) c join own using (target, modality)
        where c.company <> ${rid} group by c.company order by shared desc, evidence desc, rid limit ${most}`,
    context,
  );
  return rows as unknown as Peer[];
}

/** The cells that some companies share with one, by their labels. */
async function sharedCells(context: Context, rid: number, peers: readonly number[], least: number) {
  const rows = await context.generation.rows(
    sql`with own as (select target, modality from (${companyCells(context, least)}) where company = ${rid})
        select c.company, t.value as target, m.value as modality
        from (${companyCells(context, least)}) c join own using (target, modality)
        join value t on t.vid = c.target join value m on m.vid = c.modality
        where c.company in ${peers} order by c.company, 2, 3`,
    context,
  );
  const cells = new Map<number, {target: unknown; modality: unknown}[]>();
  for (const {company, target, modality} of rows)
    cells.set(Number(company), [...(cells.get(Number(company)) ?? []), {target, modality}]);
  return cells;
}

/** `company, target, modality, evidence, stage`: as built, or counted anew for another gate. */
function companyCells(context: Context, least: number): Sql {
  if (least === context.generation.release.trusted_confidence)
    return sql`select company, target, modality, evidence, stage from company_cell`;
  return sql`select x.company, c.target, c.modality, count(*) as evidence, max(s.stage) as stage
    from tie x join in_cell c on c.rid = x.rid and c.confidence >= ${least} join stage s on s.rid = x.rid group by all`;
}

/** How many entities tied to a company stand in a cell, with enough confidence and without. */
export async function gateOfCompany(
  context: Context,
  rid: number,
  least: number,
): Promise<{min_confidence: number; counted: number; dropped: number}> {
  if (least === context.generation.release.trusted_confidence) {
    const [sum] = await context.generation.rows(
      sql`select trusted, tagged from company_sum where company = ${rid}`,
      context,
    );
    const [trusted, tagged] = [Number(sum?.trusted ?? 0), Number(sum?.tagged ?? 0)];
    return {min_confidence: least, counted: trusted, dropped: tagged - trusted};
  }
  const [row] = await context.generation.rows(
    sql`select count(distinct rid) filter (confidence >= ${least}) as counted, count(distinct rid) as tagged from in_cell
        where rid in (select rid from tie where company = ${rid})`,
    context,
  );
  const counted = Number(row?.counted ?? 0);
  return {min_confidence: least, counted, dropped: Number(row?.tagged ?? 0) - counted};
}
