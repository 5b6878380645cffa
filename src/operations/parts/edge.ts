import {z} from 'zod';
import type {Context} from '../../context.ts';
import type {EdgeOfRow} from '../../generation.ts';
import {ref, timestamp} from '../../schema/entity.ts';
import {named} from '../../schema/named.ts';
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

/** Sorts the edges of an entity as answers list them, in place: by relation, newest first, then by neighbour. */
export function inEdgeOrder(edges: EdgeOfRow[]): EdgeOfRow[] {
  return edges.sort(
    (a, b) =>
      a.rel - b.rel ||
      compare(b.observed ?? '', a.observed ?? '') ||
      a.other - b.other ||
      compare(b.direction, a.direction),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
