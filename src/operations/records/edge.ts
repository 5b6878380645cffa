import {z} from 'zod';
import type {Context} from '../../context.ts';
import type {EdgeOfRow} from '../../generation.ts';
import {ref, timestamp} from '../../schema/entity.ts';
import {named} from '../../schema/named.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {edgeProvenance} from './edge-provenance.ts';
import {refValue} from './header.ts';

/** An edge seen from one end, with the entity at the other. */
export const edge = named(
  'Edge',
  z.object({
    relation: z.string(),
    direction: z.enum(['out', 'in']),
    observed_at: timestamp.nullable(),
    ...edgeProvenance.shape,
    neighbor: named('Neighbor', ref.extend({date: z.string().nullable().describe('Its own date, YYYY-MM-DD.')})),
  }),
);

/** How answers show these edges: a function of each of them, once what they tell of their neighbours has been read. */
export async function edgeValues(
  context: Context,
  edges: readonly EdgeOfRow[],
): Promise<(edge: EdgeOfRow) => Record<string, unknown>> {
  const {generation} = context;
  const others = edges.map(({other}) => other);
  const [headers, days] = await Promise.all([
    generation.lookups.headers(others, context),
    generation.lookups.days(others, context),
  ]);
  return ({rel, direction, observed, origin: [source, confidence, record], other}) => {
    const header = headers.get(other);
    if (header === undefined) throw new Error(`No header for row ${other}`);
    const neighbor = refValue(header);
    neighbor.date = days.get(other) ?? null;
    return {
      relation: generation.relationName(rel),
      direction,
      observed_at: observed,
      source,
      confidence,
      record,
      neighbor,
    };
  };
}

/**
 * The edges of an entity as answers list them: by relation, newest first, then by the neighbour's id.
 * @param most How many of each relation have to be in order; default: all.
 */
export async function inEdgeOrder(
  context: Context,
  edges: readonly EdgeOfRow[],
  most = Number.POSITIVE_INFINITY,
): Promise<EdgeOfRow[]> {
  const found = [...edges].sort(
    (a, b) =>
      a.rel - b.rel ||
      compare(b.observed ?? '', a.observed ?? '') ||
      a.other - b.other ||
      compare(b.direction, a.direction),
  );
  // Rows of one kind are numbered by id, so only edges to several kinds that were observed at one moment need the ids.
  for (const {from, to, wanted} of tiesAcrossKinds(found, most)) {
    const [first, rest] = parted(found.slice(from, to), wanted);
    const headers = await context.generation.lookups.headers(
      first.map(({other}) => other),
      context,
    );
    const idOf = ({other}: EdgeOfRow) => headers.get(other)?.id ?? '';
    first.sort((a, b) => compare(idOf(a), idOf(b)) || compare(b.direction, a.direction));
    for (const [at, edge] of [...first, ...rest].entries()) found[from + at] = edge;
  }
  return found;
}

/** The stretches of sorted edges that are of one relation and moment, and lead to several kinds; `wanted` is how many of each are asked for. */
function tiesAcrossKinds(edges: readonly EdgeOfRow[], most: number): {from: number; to: number; wanted: number}[] {
  const ties: {from: number; to: number; wanted: number}[] = [];
  let start = 0;
  for (let from = 0, to = 0; from < edges.length; from = to) {
    const {rel, observed, other} = edges[from] as EdgeOfRow;
    if (rel !== edges[start]?.rel) start = from;
    while (to < edges.length && edges[to]?.rel === rel && edges[to]?.observed === observed) to++;
    const wanted = most - (from - start);
    const last = edges[to - 1] as EdgeOfRow;
    if (wanted > 0 && kindOfRid(other) !== kindOfRid(last.other)) ties.push({from, to, wanted});
  }
  return ties;
}

/** Those among which the first so many by id are, whatever their kinds, and the others. */
function parted(edges: readonly EdgeOfRow[], wanted: number): [first: EdgeOfRow[], rest: EdgeOfRow[]] {
  const seen = new Map<string, number>();
  const [first, rest]: [EdgeOfRow[], EdgeOfRow[]] = [[], []];
  for (const edge of edges) {
    const kind = kindOfRid(edge.other);
    const count = seen.get(kind) ?? 0;
    seen.set(kind, count + 1);
    (count < wanted ? first : rest).push(edge);
  }
  return [first, rest];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
