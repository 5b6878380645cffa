import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {ref, uuid} from '../schema/entity.ts';
import {entityId, limit, minConfidence} from '../schema/params.ts';
import {countDistinctIf, distinctListOf, GATHERED, listOf, numbers, ONCE} from '../sql/fragments.ts';
import {is, type RowOf} from '../sql/results.ts';
import {type Sql, sql} from '../sql/sql.ts';
import {filling, gate, gateCaveat, PARTIAL} from './filters/mechanism-cell.ts';
import {subject} from './filters/subject.ts';
import {type TargetFamilies, targetFamilies} from './filters/target-families.ts';
import {groupAround, groupsOf, rolledUp, rollup} from './records/group.ts';
import {mustBe} from './records/must-be.ts';
import {withRefs} from './records/ref.ts';
import {stage, stageName} from './records/stages.ts';

/** Companies that share a cell: a family of targets and a modality. */
export const comparables = defineOperation({
  name: 'comparables',
  tool: 'comparables',
  path: '/v1/entities/{entity_id}/comparables',
  summary: 'Peer companies that share a target × modality cell, each with its furthest stage.',
  description:
    'A company’s cells come from the trusted entities linked to it: programs and products it develops, trials it sponsors, patents assigned to it, approvals it holds, and its own MoA. Targets that drugs do not distinguish (HDAC1–11, the tubulins, the proteasome …) count as one. Ranked by shared cells, then by evidence: the number of the peer’s entities in them. Unless `rollup=false`, a company includes its subsidiaries, and peers are the heads of their groups. Its own parents, siblings and subsidiaries are never peers.',
  about: 'company',
  positional: ['entity_id'],
  params: z.object({entity_id: entityId, limit: limit({default: 20, max: 200}), min_confidence: minConfidence, rollup}),
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
    rolled_up: rolledUp,
    gate,
    caveats: z.array(z.string()),
  }),
  rows: 'results',
  columns: ['name', 'shared_cells', 'evidence', 'furthest_stage', 'slug'],
  example: {entity_id: 'company/amgen'},
  async run(context, given) {
    const {rid, id} = await subject(context, given.entity_id, 'company');
    mustBe(rid, 'company');
    const {generation} = context;
    const least = given.min_confidence ?? generation.release.trusted_confidence;
    const [group, families] = await Promise.all([groupAround(context, rid), targetFamilies(context)]);
    const {relatives} = group;
    const members = given.rollup ? group.members : [rid];
    const asked: Asked = {members, relatives, families, isRolledUp: given.rollup};
    const peers = await peersOf(context, asked, least, given.limit);
    // A statement with peers has counted what the gate let through, too.
    const [first] = peers;
    const passed =
      first === undefined
        ? await gateOfCompany(context, members, least)
        : {min_confidence: least, counted: first.counted, dropped: first.tagged - first.counted};
    const [results, rolled_up, gated] = await Promise.all([
      named(context, peers, families),
      groupsOf(context, [
        {head: rid, subsidiaries: members.filter((one) => one !== rid)},
        ...peers.map((peer) => ({head: peer.rid, subsidiaries: peer.subsidiaries ?? []})),
      ]),
      filling(context, passed, surestShared(asked), peers.length === 0),
    ]);
    return {
      entity_id: id,
      count: results.length,
      results,
      rolled_up,
      gate: gated,
      caveats: [
        'Sharing a target and a modality does not make two companies competitors.',
        ...(peers.length > 0 ? [] : [passed.counted > 0 ? NO_PEERS : NO_CELLS]),
        ...gateCaveat(gated, 'entities linked to this company'),
        PARTIAL,
      ],
    };
  },
});

/** Why there are no results: in both cases the graph may simply not know. */
const NO_CELLS =
  'Nothing that is linked to this company here has both a target and a modality that count, so that there is nothing to compare by.';
const NO_PEERS = 'No other company here has anything in one of this company’s cells.';

interface Asked {
  /** The company and those counted with it. */
  members: readonly number[];
  /** Excluded from the results. */
  relatives: readonly number[];
  families: TargetFamilies;
  isRolledUp: boolean;
}

const PEER = {
  rid: is.integer,
  shared: is.integer,
  evidence: is.integer,
  stage: is.integer,
  targets: is.integers,
  target_names: is.texts,
  modalities: is.texts,
  subsidiaries: is.integers.orNull,
  counted: is.integer,
  tagged: is.integer,
};

type Peer = RowOf<typeof PEER>;

/**
 * Definitions of `own (target, modality, confidence)`, the company's cells, and `shared`, other companies' entities in
 * them.
 */
function sharing({members, families, isRolledUp}: Asked, condition: Sql): Sql {
  return sql`with family ${ONCE} (${families.rows}),
    celled as (
      select c.company as said, c.rid as rid, coalesce(f.family, c.target) as target, c.modality as modality, c.confidence as confidence, c.stage as stage
      from company_cell c left join family f on f.label_id = c.target where ${condition}
    ),
    own ${ONCE} (
      select target, modality, max(confidence) as confidence from celled where said in ${numbers(members)} group by target, modality
    ),
    shared ${ONCE} (
      select ${isRolledUp ? sql`coalesce(h.head, c.said)` : sql`c.said`} as company, c.said as said, c.rid as rid, c.target as target, c.modality as modality,
        c.stage as stage, least(c.confidence, o.confidence) as confidence
      from celled c join own o using (target, modality) left join company_head h on h.company = c.said
    )`;
}

async function peersOf(context: Context, asked: Asked, least: number, most: number): Promise<Peer[]> {
  return context.generation.rows(
    sql`${sharing(asked, trusted(context, least))},
        peer ${ONCE} (
          select company, target, modality, max(s.stage) as stage
          from shared s
          where s.stage is not null and company not in ${numbers(asked.relatives)} group by company, target, modality
        ),
        tied as (
          select company, count(distinct rid) as evidence from shared
          where stage is not null and company not in ${numbers(asked.relatives)} group by company
        ),
        best as (
          select company as rid, count(*) as shared, max(t.evidence)::integer as evidence, max(stage) as stage
          from peer join tied t using (company) group by company order by shared desc, evidence desc, rid limit ${most}
        ),
        cells as (
          select company, ${listOf('target', ['target', 'modality'])} as targets, ${listOf('t.value', ['target', 'modality'])} as target_names,
            ${listOf('m.value', ['target', 'modality'])} as modalities
          from peer p join value t on t.label_id = p.target join value m on m.label_id = p.modality
          where company in (select rid from best) group by company
        ),
        below as (
          select company, ${distinctListOf('said')} as subsidiaries from shared
          where said <> company and company in (select rid from best) group by company
        )
        select b.rid, b.shared, b.evidence, b.stage, c.targets, c.target_names, c.modalities, w.subsidiaries,
          (select counted from (${passing(context, asked.members, least)}) counts) as counted, (select tagged from (${passing(context, asked.members, least)}) counts) as tagged
        from best b join cells c on c.company = b.rid left join below w on w.company = b.rid order by b.shared desc, b.evidence desc, b.rid${GATHERED}`,
    PEER,
    context,
  );
}

function trusted({generation}: Context, least: number): Sql {
  return least === generation.release.trusted_confidence ? sql`c.trusted` : sql`c.confidence >= ${least}`;
}

/** The highest confidence at which a cell would be shared. */
function surestShared(asked: Asked): Sql {
  return sql`${sharing(asked, sql`true`)} select max(confidence) from shared where stage is not null and company not in ${numbers(asked.relatives)}`;
}

/** Results as answers show them, with the names of families. */
function named(context: Context, peers: readonly Peer[], {names}: TargetFamilies) {
  return withRefs(context, peers, ({shared, evidence, stage: furthest, targets, target_names, modalities}) => ({
    shared_cells: shared,
    cells: targets
      .map((target, index) => ({
        target: names.get(target) ?? target_names[index] ?? '',
        modality: modalities[index] ?? '',
      }))
      .sort((a, b) => compare(a.target, b.target) || compare(a.modality, b.modality)),
    evidence,
    furthest_stage: stageName(furthest),
  }));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** How many of some companies' assets are in a cell with enough confidence (`counted`), and in any (`tagged`). */
function passing(context: Context, members: readonly number[], least: number): Sql {
  return sql`select ${countDistinctIf('c.rid', trusted(context, least))} as counted, count(distinct c.rid) as tagged from company_cell c
    where c.company in ${numbers(members)}`;
}

async function gateOfCompany(
  context: Context,
  members: readonly number[],
  least: number,
): Promise<z.output<typeof gate>> {
  const [row] = await context.generation.rows(
    sql`${passing(context, members, least)}${GATHERED}`,
    {counted: is.integer, tagged: is.integer},
    context,
  );
  const {counted, tagged} = row ?? {counted: 0, tagged: 0};
  return {min_confidence: least, counted, dropped: tagged - counted};
}
