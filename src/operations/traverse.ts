import {z} from 'zod';
import type {Context} from '../context.ts';
import {GraphError} from '../errors.ts';
import {defineOperation} from '../operation.ts';
import {ref, timestamp, uuid} from '../schema/entity.ts';
import {entityId} from '../schema/params.ts';
import {sql} from '../sql/sql.ts';
import {briefs, MOST_KEYS} from './parts/brief.ts';
import {withRefs} from './parts/ref.ts';
import {subject} from './parts/subject.ts';

/** Neighbours followed per node, and nodes visited at most. */
const FAN_OUT = 100;
const VISITED = 2000;

/** How a node was reached: from which one, by which relation, along it (`out`) or against it (`in`). */
interface Via {
  from: number;
  rel: number;
  direction: 'out' | 'in';
}

/** A bounded walk, breadth first, both directions, most prominent neighbours first: the same answer every time. */
export const traverse = defineOperation({
  name: 'traverse',
  tool: 'traverse',
  path: '/v1/entities/{entity_id}/traverse',
  summary: 'Bounded multi-hop walk from an entity, breadth first, in both directions.',
  description: `Depth 1 to 4; at most ${FAN_OUT} neighbours per node, the most prominent first, and ${VISITED.toLocaleString('en')} nodes. \`truncated\` says how many neighbours each cap left out. \`edges\` are those of the followed relations among the returned nodes.`,
  positional: ['entity_id'],
  params: z.object({
    entity_id: entityId,
    depth: z.int().min(1).max(4).default(2).describe('Hops, 1 to 4; default 2.'),
    relations: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('Comma-separated relations to follow; default: every relation.'),
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
    edges: z.array(z.object({source: uuid, target: uuid, relation: z.string(), observed_at: timestamp.nullable()})),
    truncated: z.object({fan_out: z.int(), visited: z.int()}),
    limits: z.object({fan_out: z.int(), visited: z.int()}),
  }),
  rows: 'nodes',
  columns: ['depth', 'kind', 'name', 'via.relation', 'via.direction', 'slug'],
  example: {entity_id: 'product/pembrolizumab', depth: 2, relations: 'targets,develops'},
  async run(context, given) {
    const {rid, id} = await subject(context, given.entity_id);
    const followed = relationNumbers(context, given.relations);
    const reached = new Map<number, {depth: number; via: Via | null}>([[rid, {depth: 0, via: null}]]);
    const truncated = {fan_out: 0, visited: 0};
    let frontier = [rid];
    for (let depth = 1; depth <= given.depth && frontier.length > 0; depth++) {
      const steps = await step(context, frontier, followed);
      truncated.fan_out += steps.left;
      frontier = [];
      for (const {own, other, rel, direction} of steps.rows) {
        if (reached.has(other)) continue;
        if (reached.size >= VISITED) {
          truncated.visited += 1;
          continue;
        }
        reached.set(other, {depth, via: {from: own, rel, direction}});
        frontier.push(other);
      }
    }
    const rids = [...reached.keys()];
    const [found, edges] = await Promise.all([
      briefs(context.generation, rids, context),
      edgesAmong(context, rids, followed),
    ]);
    const idOf = (row: number) => found.get(row)?.id;
    const nodes = await withRefs(
      context,
      rids.map((row) => ({rid: row, ...reached.get(row)})),
      ({depth, via}) => ({
        depth,
        via: via
          ? {source: idOf(via.from), relation: context.generation.relationName(via.rel), direction: via.direction}
          : null,
      }),
    );
    return {
      entity_id: id,
      depth: given.depth,
      relations: followed.map((rel) => context.generation.relationName(rel)),
      nodes,
      edges: edges.map(({src, dst, rel, observed}) => ({
        source: idOf(src),
        target: idOf(dst),
        relation: context.generation.relationName(rel),
        observed_at: observed,
      })),
      truncated,
      limits: {fan_out: FAN_OUT, visited: VISITED},
    };
  },
});

/** @throws GraphError `validation_error` naming a relation the graph does not have. */
function relationNumbers({generation}: Context, text: string | undefined): number[] {
  const names =
    text === undefined
      ? generation.relations
      : [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const unknown = names.filter((name) => generation.relationNumber(name) === undefined);
  if (unknown.length > 0) {
    const message = `Unknown relation ${unknown.join(', ').slice(0, 200)}. Relations: ${generation.relations.join(', ')}.`;
    throw new GraphError('validation_error', `relations: ${message}`, {details: [{path: 'relations', message}]});
  }
  return names.map((name) => generation.relationNumber(name) ?? 0).sort((a, b) => a - b);
}

interface Step {
  own: number;
  other: number;
  rel: number;
  direction: 'out' | 'in';
}

/** One hop from every node of the frontier: its most prominent neighbours, each once, up to the cap. */
async function step(
  context: Context,
  frontier: readonly number[],
  followed: readonly number[],
): Promise<{rows: Step[]; left: number}> {
  const isFollowed = new Set(followed);
  const around = await neighbours(context, frontier);
  const rows: Step[] = [];
  let left = 0;
  for (const own of frontier) {
    const {others, steps} = around.get(own) ?? {others: [], steps: []};
    let taken = 0;
    let last = -1;
    for (let at = 0; at < others.length; at++) {
      const other = others[at] ?? 0;
      const rel = (steps[at] ?? 0) >> 1;
      // Several edges to one neighbour stand side by side; the first that is followed is the way.
      if (other === last || other === own || !isFollowed.has(rel)) continue;
      last = other;
      if (taken === FAN_OUT) left++;
      else {
        taken++;
        rows.push({own, other, rel, direction: (steps[at] ?? 0) % 2 === 0 ? 'out' : 'in'});
      }
    }
  }
  return {rows, left};
}

interface Around {
  others: number[];
  steps: number[];
}

/** Neighbours of some nodes, from the adjacency lists (ddl/094_adjacency.sql). */
async function neighbours({generation, ...options}: Context, rids: readonly number[]): Promise<Map<number, Around>> {
  const around = new Map<number, Around>();
  for (let at = 0; at < rids.length; at += MOST_KEYS) {
    const [owns = [], others = [], steps = []] = (await generation.columns(
      sql`select rid, unnest(others), unnest(steps) from adjacency where rid in ${rids.slice(at, at + MOST_KEYS)}`,
      options,
    )) as [number[], number[], number[]];
    owns.forEach((own, index) => {
      const known = around.get(own) ?? {others: [], steps: []};
      known.others.push(others[index] ?? 0);
      known.steps.push(steps[index] ?? 0);
      around.set(own, known);
    });
  }
  return around;
}

interface Edge {
  src: number;
  rel: number;
  dst: number;
  observed: string | null;
}

/** The followed edges between any two of the nodes, loops included. */
async function edgesAmong(context: Context, rids: readonly number[], followed: readonly number[]): Promise<Edge[]> {
  const edges: Edge[] = [];
  for (let at = 0; at < rids.length; at += MOST_KEYS) {
    const part = rids.slice(at, at + MOST_KEYS);
    const rows = await context.generation.rows(
      sql`select src, (step >> 1)::integer as rel, dst, observed
          from (
            select rid as src, unnest(others) as dst, unnest(steps) as step, unnest(observed) as observed
            from adjacency where rid in ${part}
          )
          where step % 2 = 0 and (step >> 1) in ${followed} and dst in ${rids}`,
      context,
    );
    edges.push(...(rows as unknown as Edge[]));
  }
  return edges.sort((a, b) => a.src - b.src || a.rel - b.rel || a.dst - b.dst);
}
