import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {ref, uuid} from '../schema/entity.ts';
import {entityId, limit, minConfidence} from '../schema/params.ts';
import {columns, GATHERED, numbers, ONCE} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {type Sql, sql} from '../sql/sql.ts';
import {type CompanyCell, cellsOfCompany, gateOfCells, passes} from './parts/company-cells.ts';
import {groupsOf, relativesOf, rolledUp, rollup, withBelow} from './parts/group.ts';
import {filling, gate, gateCaveat, PARTIAL} from './parts/mechanism-cell.ts';
import {mustBe} from './parts/must-be.ts';
import {withRefs} from './parts/ref.ts';
import {stage, stageName} from './parts/stages.ts';
import {subject} from './parts/subject.ts';
import {familyName, type TargetFamilies, targetFamilies} from './parts/target-families.ts';
import {valueNames} from './parts/value-names.ts';

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
    const [members, relatives, families] = await Promise.all([
      given.rollup ? withBelow(generation, [rid], context) : [rid],
      relativesOf(context, rid),
      targetFamilies(context),
    ]);
    const asked: Asked = {relatives, families, isRolledUp: given.rollup};
    const celled = await cellsOfCompany(context, members);
    const passed = gateOfCells(context, celled, least);
    const own = celled.filter((cell) => passes(context, cell, least));
    const peers = await peersOf(context, asked, own, least, given.limit);
    const [results, rolled_up, gated] = await Promise.all([
      shown(context, peers),
      groupsOf(context, [
        {head: rid, subsidiaries: members.filter((one) => one !== rid)},
        ...peers.map((peer) => ({head: peer.rid, subsidiaries: [...peer.subsidiaries]})),
      ]),
      filling(context, passed, surestShared(asked, celled), peers.length === 0),
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
  /** Excluded from the results. */
  relatives: readonly number[];
  families: TargetFamilies;
  isRolledUp: boolean;
}

/** A cell by the numbers of its values. */
interface PeerCell {
  target: number;
  modality: number;
}

interface Peer {
  rid: number;
  evidence: number;
  stage: number;
  cells: Map<string, PeerCell>;
  subsidiaries: Set<number>;
}

/**
 * Definition of `shared`, the entities of all companies in some cells, where a target stands for its family: of each cell and confidence
 * the highest of the company asked about.
 */
function sharing({families, isRolledUp}: Asked, own: readonly CompanyCell[], condition: Sql): Sql {
  const cells = new Map<string, {family: number; modality: number; confidence: number}>();
  for (const {target, modality, confidence} of own) {
    const family = families.familyOf.get(target) ?? target;
    const key = `${family} ${modality}`;
    const surest = Math.max(confidence ?? -1, cells.get(key)?.confidence ?? -1);
    cells.set(key, {family, modality, confidence: surest});
  }
  const asked = [...cells.values()].flatMap(({family, ...cell}) =>
    (families.members.get(family) ?? [family]).map((target) => ({...cell, family, target})),
  );
  const bound = columns({
    target: {type: 'integer', list: asked.map(({target}) => target)},
    family: {type: 'integer', list: asked.map(({family}) => family)},
    modality: {type: 'integer', list: asked.map(({modality}) => modality)},
    confidence: {type: 'double', list: asked.map(({confidence}) => confidence)},
  });
  return sql`with shared ${ONCE} (
      select ${isRolledUp ? sql`coalesce(h.head, c.company)` : sql`c.company`} as company, c.company as said, c.rid as rid, o.family as target,
        c.modality as modality, c.stage as stage, least(c.confidence, o.confidence) as confidence
      from company_cell c join (${bound}) o on o.target = c.target and o.modality = c.modality${isRolledUp ? sql` left join company_head h on h.company = c.company` : sql``}
      where c.stage is not null and ${condition}
    )`;
}

const SHARED = {
  company: is.integer,
  said: is.integer.orNull,
  target: is.integer.orNull,
  modality: is.integer.orNull,
  number: is.integer,
};

async function peersOf(
  context: Context,
  asked: Asked,
  own: readonly CompanyCell[],
  least: number,
  most: number,
): Promise<Peer[]> {
  if (own.length === 0) return [];
  // The stage of each company in each cell, and for each head how many entities it has in all of them.
  const rows = await context.generation.rows(
    sql`${sharing(asked, own, trusted(context, least))}
        select company, said, target, modality, max(stage) as number from shared group by company, said, target, modality
        union all
        select company, null, null, null, count(distinct rid) from shared group by company${GATHERED}`,
    SHARED,
    context,
  );
  const relatives = new Set(asked.relatives);
  const peers = new Map<number, Peer>();
  for (const {company, said, target, modality, number} of rows) {
    if (relatives.has(company)) continue;
    const peer = peers.get(company) ?? begun(company);
    peers.set(company, peer);
    if (said === null || target === null || modality === null) {
      peer.evidence = number;
      continue;
    }
    peer.stage = Math.max(peer.stage, number);
    peer.cells.set(`${target} ${modality}`, {target, modality});
    if (said !== company) peer.subsidiaries.add(said);
  }
  return [...peers.values()]
    .sort((a, b) => b.cells.size - a.cells.size || b.evidence - a.evidence || a.rid - b.rid)
    .slice(0, most);
}

function begun(rid: number): Peer {
  return {rid, evidence: 0, stage: 0, cells: new Map(), subsidiaries: new Set()};
}

function trusted({generation}: Context, least: number): Sql {
  return least === generation.release.trusted_confidence ? sql`c.trusted` : sql`c.confidence >= ${least}`;
}

/** The highest confidence at which a cell would be shared. */
function surestShared(asked: Asked, celled: readonly CompanyCell[]): Sql {
  const sure = celled.filter(({confidence}) => confidence !== null);
  return sql`${sharing(asked, sure, sql`true`)} select max(confidence) from shared where company not in ${numbers(asked.relatives)}`;
}

/** Results as answers show them, with the names of families, targets and modalities. */
async function shown(context: Context, peers: readonly Peer[]) {
  const names = await valueNames(
    context,
    peers.flatMap(({cells}) => [...cells.values()].flatMap(({target, modality}) => [target, modality])),
  );
  return withRefs(context, peers, ({evidence, stage: furthest, cells}) => ({
    shared_cells: cells.size,
    cells: [...cells.values()]
      .map(({target, modality}) => ({
        target: familyName(names.get(target) ?? ''),
        modality: names.get(modality) ?? '',
      }))
      .sort((a, b) => compare(a.target, b.target) || compare(a.modality, b.modality)),
    evidence,
    furthest_stage: stageName(furthest),
  }));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
