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
    const {rid, id} = await subject(context, given.entity_id);
    mustBe(rid, 'company');
    const least = given.min_confidence ?? context.generation.release.trusted_confidence;
    const cells = companyCells(context, least);
    const [peers, gated] = await Promise.all([
      context.generation.rows(
        sql`with cells as (${cells}), own as (select target, modality from cells where company = ${rid})
            select c.company as rid, count(*) as shared, sum(c.evidence) as evidence, max(c.stage) as stage,
              list(t.value order by t.value, m.value) as targets, list(m.value order by t.value, m.value) as modalities
            from cells c join own using (target, modality)
            join value t on t.vid = c.target join value m on m.vid = c.modality
            where c.company <> ${rid} group by c.company order by shared desc, evidence desc, rid limit ${given.limit}`,
        context,
      ),
      gateOfCompany(context, rid, least),
    ]);
    const rows = peers.map((row) => ({...row, rid: Number(row.rid)}) as {rid: number} & Record<string, unknown>);
    const results = await withRefs(context, rows, (row) => {
      const modalities = row.modalities as string[];
      return {
        shared_cells: row.shared,
        cells: (row.targets as string[]).map((target, index) => ({target, modality: modalities[index]})),
        evidence: Number(row.evidence),
        furthest_stage: stageName(row.stage),
      };
    });
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

/** `company, target, modality, evidence, stage`: as built, or counted anew for another gate. */
export function companyCells(context: Context, least: number): Sql {
  if (least === context.generation.release.trusted_confidence) return sql`select * from company_cell`;
  return sql`select x.company, t.vid as target, m.vid as modality, count(*) as evidence, max(s.stage) as stage
    from tie x join label t on t.rid = x.rid and t.confidence >= ${least} join value tv on tv.vid = t.vid and tv.field = 'target'
    join label m on m.rid = x.rid join value mv on mv.vid = m.vid and mv.field = 'modality'
    join stage s on s.rid = x.rid group by all`;
}

/** How many entities tied to a company carry a target or modality, with enough confidence and without. */
export async function gateOfCompany(
  context: Context,
  rid: number,
  least: number,
): Promise<{min_confidence: number; counted: number; dropped: number}> {
  const [row] = await context.generation.rows(
    sql`select count(*) filter (sure) as counted, count(*) as tagged from (
          select l.rid, bool_or(l.confidence >= ${least}) as sure from label l join value v using (vid)
          where l.rid in (select rid from tie where company = ${rid}) and v.field in ('target', 'modality') group by l.rid
        )`,
    context,
  );
  const counted = Number(row?.counted ?? 0);
  return {min_confidence: least, counted, dropped: Number(row?.tagged ?? 0) - counted};
}
