import {z} from 'zod';
import type {Context} from '../context.ts';
import type {EdgeAmong, Header} from '../generation.ts';
import {defineOperation, JsonValue} from '../operation.ts';
import {ref, timestamp, uuid} from '../schema/entity.ts';
import {named} from '../schema/named.ts';
import {entityId, format, names} from '../schema/params.ts';
import {shiftRight, unnestTogether} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {sql} from '../sql/sql.ts';
import {subject} from './filters/subject.ts';
import {edgeProvenance, provenanceOf} from './records/edge-provenance.ts';
import {refValue} from './records/header.ts';
import {relationsNamed} from './records/relations.ts';
import {partOfWalk} from './records/walk.ts';

/** Maximum number of neighbours followed per node, and of nodes visited. */
const FAN_OUT = 100;
const VISITED = 2000;

/**
 * Number of nodes of a hop that are read together: the first few suffice for most walks, and the rest is only counted.
 */
const TOGETHER = [100, 500];

/** How a node was reached: from which node, by which relation, along it (`out`) or against it (`in`). */
interface Via {
  from: number;
  rel: number;
  direction: 'out' | 'in';
}

const caps = named('WalkCaps', z.object({fan_out: z.int(), visited: z.int()}));

/**
 * A bounded breadth-first walk in both directions, most prominent neighbours first, so that the answer is
 * deterministic.
 */
export const traverse = defineOperation({
  name: 'traverse',
  tool: 'traverse',
  path: '/v1/entities/{entity_id}/traverse',
  summary: 'Walk the graph from an entity, breadth first, in both directions, within limits.',
  description: `Depth 1 to 4; at most ${FAN_OUT} neighbours per node, the most prominent first, and ${VISITED.toLocaleString('en')} nodes. \`truncated\` says how many neighbours each limit left out. \`edges\` are the edges of the followed relations between returned nodes.`,
  positional: ['entity_id'],
  params: z.object({
    entity_id: entityId,
    depth: z.int().min(1).max(4).default(2).describe('Hops, 1 to 4; default 2.'),
    relations: names(z.string().min(1).max(1000)).describe(
      'Comma-separated relations to follow; default: every relation.',
    ),
    format: format('json', 'graphml'),
  }),
  result: z.object({
    entity_id: uuid,
    depth: z.int(),
    relations: z.array(z.string()),
    nodes: z.array(
      ref.extend({
        depth: z.int(),
        via: z.object({source: uuid, relation: z.string(), direction: z.enum(['out', 'in'])}).nullable(),
      }),
    ),
    edges: z.array(
      z.object({
        source: uuid,
        target: uuid,
        relation: z.string(),
        observed_at: timestamp.nullable(),
        provenance: edgeProvenance,
      }),
    ),
    truncated: caps,
    limits: caps,
  }),
  rows: 'nodes',
  columns: ['depth', 'kind', 'name', 'via.relation', 'via.direction', 'slug'],
  example: {entity_id: 'product/pembrolizumab', depth: 2, relations: 'targets,develops'},
  part: partOfWalk,
  async run(context, given) {
    const {rid, id} = await subject(context, given.entity_id);
    const followed = relationsNamed(context, given.relations, 'relations');
    const reached = new Map<number, {depth: number; via: Via | null}>([[rid, {depth: 0, via: null}]]);
    const isFollowed = new Set(followed);
    const truncated = {fan_out: 0, visited: 0};
    // Nodes that are not expanded: what they leave out is counted together with the rest.
    const past: number[] = [];
    let frontier = [rid];
    for (let depth = 1; depth <= given.depth && frontier.length > 0; depth++) {
      const next: number[] = [];
      for (let from = 0, part = 0; from < frontier.length; part++) {
        if (given.relations === undefined && reached.size >= VISITED) {
          past.push(...frontier.slice(from));
          break;
        }
        const owns = frontier.slice(from, from + (TOGETHER[part] ?? frontier.length));
        from += owns.length;
        const around = await neighbours(context, owns, given.relations === undefined ? undefined : followed);
        const steps = step(owns, around, (rel) => isFollowed.has(rel));
        truncated.fan_out += steps.left;
        for (const {own, other, rel, direction} of steps.rows) {
          if (reached.has(other)) continue;
          if (reached.size >= VISITED) {
            truncated.visited += 1;
            continue;
          }
          reached.set(other, {depth, via: {from: own, rel, direction}});
          next.push(other);
        }
      }
      frontier = next;
    }
    const rids = [...reached.keys()];
    const [found, edges, beyond] = await Promise.all([
      context.generation.lookups.headers(rids, context),
      edgesAmong(context, rids, (rel) => isFollowed.has(rel)),
      countBeyond(context, past, (rid) => reached.has(rid)),
    ]);
    truncated.fan_out += beyond.fan_out;
    truncated.visited += beyond.visited;
    const headerOf = (row: number): Header => {
      const header = found.get(row);
      if (header === undefined) throw new Error(`No header for row ${row}`);
      return header;
    };
    const {generation} = context;
    const viaOf = ({from, rel, direction}: Via) => ({
      source: headerOf(from).id,
      relation: generation.relationName(rel),
      direction,
    });
    const nodes: JsonValue[] = [];
    for (const [row, {depth, via}] of reached) {
      // To copy the members into another object takes longer than to make them.
      const node = refValue(headerOf(row));
      node.depth = depth;
      node.via = via && viaOf(via);
      nodes.push(new JsonValue(node));
    }
    return {
      entity_id: id,
      depth: given.depth,
      relations: followed.map((rel) => generation.relationName(rel)),
      nodes,
      edges: edges.map(
        ({own, other, rel, observed, origin}) =>
          new JsonValue({
            source: headerOf(own).id,
            target: headerOf(other).id,
            relation: generation.relationName(rel),
            observed_at: observed,
            provenance: provenanceOf(origin),
          }),
      ),
      truncated,
      limits: {fan_out: FAN_OUT, visited: VISITED},
    };
  },
});

interface Step {
  own: number;
  other: number;
  rel: number;
  direction: 'out' | 'in';
}

/** One hop from every node of the frontier: its most prominent neighbours, each once, up to the cap. */
function step(
  frontier: readonly number[],
  around: ReadonlyMap<number, Around>,
  isFollowed: (rel: number) => boolean,
): {rows: Step[]; left: number} {
  const rows: Step[] = [];
  let left = 0;
  for (const own of frontier) {
    const {others, steps, beyond} = around.get(own) ?? NO_NEIGHBOURS;
    let taken = 0;
    let last = -1;
    for (let at = 0; at < others.length; at++) {
      const other = others[at] ?? 0;
      const rel = (steps[at] ?? 0) >> 1;
      // Several edges to one neighbour follow each other; the first matching one is used.
      if (other === last || other === own || !isFollowed(rel)) continue;
      last = other;
      if (taken++ < FAN_OUT) rows.push({own, other, rel, direction: (steps[at] ?? 0) % 2 === 0 ? 'out' : 'in'});
    }
    left += Math.max(0, taken + beyond - FAN_OUT);
  }
  return {rows, left};
}

/** The neighbours of a node, most prominent first, an entry for each edge (ddl/adjacency.sql). */
interface Around {
  others: ArrayLike<number>;
  steps: ArrayLike<number>;
  /** Neighbours beyond those listed. */
  beyond: number;
}

const NO_NEIGHBOURS: Around = {others: [], steps: [], beyond: 0};

/** `followed`: also a hub's neighbours beyond the first hundred, if they are of a followed relation. */
async function neighbours(
  context: Context,
  rids: readonly number[],
  followed: readonly number[] | undefined,
): Promise<Map<number, Around>> {
  const around = new Map<number, Around>();
  for (const [own, {others, steps, count}] of await context.generation.lookups.neighbours(rids, context)) {
    let listed = 0;
    for (let at = 0; at < others.length; at++) if (others[at] !== others[at - 1] && others[at] !== own) listed++;
    around.set(own, {others, steps, beyond: count - listed});
  }
  if (followed === undefined) return around;
  for (const known of around.values()) known.beyond = 0;
  const isHub = await hubs(context);
  const some = rids.filter((rid) => isHub.has(rid));
  if (some.length === 0) return around;
  const [owns, others, steps] = await context.generation.columns(
    sql`select rid, other, step from (select rid, ${unnestTogether({other: 'others', step: 'steps'})} from adjacency_more where rid in ${some})
        where ${shiftRight('step', 1)} in ${followed}`,
    [is.integer, is.integer, is.integer],
    context,
  );
  const more = new Map<number, {others: number[]; steps: number[]}>();
  owns.forEach((own, index) => {
    const known = around.get(own);
    if (known === undefined) return;
    const list = more.get(own) ?? {others: Array.from(known.others), steps: Array.from(known.steps)};
    more.set(own, list);
    list.others.push(others[index] ?? 0);
    list.steps.push(steps[index] ?? 0);
  });
  for (const [own, lists] of more) around.set(own, {...lists, beyond: 0});
  return around;
}

/**
 * The number of neighbours left out by the caps: those beyond the cap of each node, and those within it that were not
 * reached, over every relation. The 101st of a hub's row counts as beyond.
 */
async function countBeyond(
  context: Context,
  rids: readonly number[],
  isReached: (rid: number) => boolean,
): Promise<{fan_out: number; visited: number}> {
  const beyond = {fan_out: 0, visited: 0};
  for (const [own, {others, count}] of await context.generation.lookups.neighbours(rids, context)) {
    beyond.fan_out += Math.max(0, count - FAN_OUT);
    let left = FAN_OUT;
    let last = -1;
    for (let at = 0; at < others.length && left > 0; at++) {
      const other = others[at] ?? 0;
      // Several edges to one neighbour follow each other.
      if (other === last || other === own) continue;
      last = other;
      left--;
      if (!isReached(other)) beyond.visited++;
    }
  }
  return beyond;
}

/** The followed edges between any two of the nodes, loops included. */
async function edgesAmong(
  context: Context,
  rids: readonly number[],
  isFollowed: (rel: number) => boolean,
): Promise<EdgeAmong[]> {
  const edges = await context.generation.lookups.edgesAmong(rids, context);
  return edges.filter(({rel}) => isFollowed(rel)).sort((a, b) => a.own - b.own || a.rel - b.rel || a.other - b.other);
}

/** Entities with more neighbours than their row holds. */
function hubs({generation, ...options}: Context): Promise<ReadonlySet<number>> {
  return generation.cache.remember(
    'hubs',
    ({size}) => 16 * size,
    async () => {
      const [rids] = await generation.columns(sql`select rid from adjacency_more`, [is.integer], options);
      return new Set(rids);
    },
  );
}
