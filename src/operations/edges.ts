import {z} from 'zod';
import type {Context} from '../context.ts';
import {GraphError} from '../errors.ts';
import type {EdgeOfRow} from '../generation.ts';
import {defineOperation, JsonValue} from '../operation.ts';
import {uuid} from '../schema/entity.ts';
import {cursor} from '../schema/envelope.ts';
import {after, entityId} from '../schema/params.ts';
import {decodeCursor, encodeCursor, fingerprint} from '../sql/cursor.ts';
import {pinnedBy} from './filters/listing.ts';
import {subject} from './filters/subject.ts';
import {UUID} from './names/identifier-keys.ts';
import {edge, edgeValues, inEdgeOrder} from './records/edge.ts';
import {relationNumbers} from './records/relations.ts';

export const edges = defineOperation({
  name: 'edges',
  path: '/v1/entities/{entity_id}/edges',
  summary: 'The neighbours of an entity: one hop, both directions, live edges only.',
  description:
    'Newest first within a relation. Complete unless `relation`, `limit` or `after` is given; `relation_counts` is always complete. `limit` applies to each relation, and the next page continues in each. A self-loop is listed in both directions.',
  positional: ['entity_id'],
  params: z.object({
    entity_id: entityId,
    relation: z.string().min(1).max(100).optional().describe('Only this relation.'),
    limit: z.int().min(1).max(1000).optional().describe('Most edges per relation, newest first; default: all.'),
    after,
  }),
  result: z.object({
    entity_id: uuid,
    edges: z.array(edge),
    by_relation: z.record(z.string(), z.object({count: z.int(), edges: z.array(edge)})),
    relation_counts: z.record(z.string(), z.int()),
    next_cursor: cursor.optional(),
  }),
  rows: 'edges',
  columns: [
    'relation',
    'direction',
    'neighbor.kind',
    'neighbor.name',
    'neighbor.date',
    'source',
    'confidence',
    'neighbor.slug',
  ],
  example: {entity_id: 'company/pfizer'},
  // A name may need a search.
  isLookup: ({entity_id}) => UUID.test(entity_id),
  async run(outer, given) {
    const question = ['edges', given.relation ?? null];
    const context = await pinnedBy(outer, given.after, question);
    const {rid, id} = await subject(context, given.entity_id);
    const rel =
      given.relation === undefined ? undefined : (relationNumbers(context, [given.relation], 'relation')[0] ?? 0);
    const all = (await context.generation.lookups.edges([rid], context)).get(rid) ?? [];
    const from = given.after === undefined ? 0 : startOf(context, given.after, fingerprint(question), id);
    const to = from + (given.limit ?? Number.POSITIVE_INFINITY);
    const asked = rel === undefined ? all : all.filter((edge) => edge.rel === rel);
    const {shown, goesOn} = pageOf(await inEdgeOrder(context, asked, to), from, to);
    const counts = countRelations(context, all);
    const describe = await edgeValues(context, shown);
    const items = shown.map((one) => ({rel: one.rel, json: new JsonValue(describe(one))}));
    return {
      entity_id: id,
      edges: items.map(({json}) => json),
      by_relation: group(context, items, counts),
      relation_counts: counts,
      ...(given.limit !== undefined && {
        next_cursor: goesOn
          ? encodeCursor(
              {generation: context.generation.number, position: to, key: '', id},
              fingerprint(question),
              context.cursorKey,
            )
          : null,
      }),
    };
  },
});

/** Cursors contain the entity's id, so they are the same however the entity was named. */
function startOf({cursorKey}: Context, after: string, print: string, id: string): number {
  const cursor = decodeCursor(after, print, cursorKey);
  if (cursor.id !== id)
    throw new GraphError('bad_request', 'This cursor belongs to the edges of another entity. Start without `after`.');
  return cursor.position;
}

/** The edges at some places of each relation, and whether any relation has more after them. */
function pageOf(edges: readonly EdgeOfRow[], from: number, to: number): {shown: EdgeOfRow[]; goesOn: boolean} {
  const shown: EdgeOfRow[] = [];
  let goesOn = false;
  let place = 0;
  let last: number | undefined;
  for (const edge of edges) {
    place = edge.rel === last ? place + 1 : 0;
    last = edge.rel;
    if (place >= to) goesOn = true;
    else if (place >= from) shown.push(edge);
  }
  return {shown, goesOn};
}

/** How many edges of each relation, in the order of relations. */
function countRelations({generation}: Context, rows: readonly EdgeOfRow[]): Record<string, number> {
  const counts = new Map<number, number>();
  for (const {rel} of rows) counts.set(rel, (counts.get(rel) ?? 0) + 1);
  const inOrder = [...counts].sort(([a], [b]) => a - b);
  return Object.fromEntries(inOrder.map(([rel, count]) => [generation.relationName(rel), count]));
}

function group(context: Context, items: readonly {rel: number; json: JsonValue}[], counts: Record<string, number>) {
  const groups: Record<string, {count: number; edges: JsonValue[]}> = {};
  for (const {rel, json} of items) {
    const relation = context.generation.relationName(rel);
    groups[relation] ??= {count: counts[relation] ?? 0, edges: []};
    groups[relation].edges.push(json);
  }
  return groups;
}
