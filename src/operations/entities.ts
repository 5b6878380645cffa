import {z} from 'zod';
import type {Context} from '../context.ts';
import {GraphError} from '../errors.ts';
import {type Answer, defineOperation} from '../operation.ts';
import {listEntity} from '../schema/entity.ts';
import {cursor, filterEcho} from '../schema/envelope.ts';
import {after, entityFilters, fields, limit, minConfidence, sort} from '../schema/params.ts';
import {listItems} from './parts/document.ts';
import {echo, resolveFilters} from './parts/filters.ts';
import {gateOf, page, pinnedBy} from './parts/listing.ts';
import {relevance, WINDOW} from './parts/relevance.ts';

/** Offset pages end here when filters are in force; `next_cursor` goes on. */
const FILTER_WINDOW = 10_000;

const FILTER_NAMES = [...Object.keys(entityFilters), 'min_confidence'] as const;
const LABEL_FILTERS = Object.keys(entityFilters).filter((name) => name !== 'kind');

const params = z.object({
  q: z
    .string()
    .max(1000)
    .default('')
    .describe('Text to search for; relevance-ranked, at most 50 results. Empty browses.'),
  ...entityFilters,
  fields,
  limit: limit({default: 25, max: 1000}),
  offset: z.int().min(0).max(1_000_000_000).default(0).describe('Rows to skip, within the window.'),
  after,
  sort: sort.optional(),
  min_confidence: minConfidence,
});

type Given = z.output<typeof params>;
type Common = Record<'query' | 'kind' | 'filters' | 'limit' | 'offset', unknown>;

export const entities = defineOperation({
  name: 'entities',
  command: 'search',
  tool: 'search_entities',
  path: '/v1/entities',
  summary: 'Search, filter and browse entities.',
  description:
    'With `q` the order is relevance (BM25F) within a window of 50, and `sort` is ignored unless filters are given too. Without `q`, `after` pages by keyset and never skips or repeats. MoA filters use trusted enrichment only; their values come from facets.',
  positional: ['q'],
  params,
  result: z.object({
    query: z.string(),
    kind: z.string().nullable(),
    filters: filterEcho,
    count: z.int(),
    total: z.int().optional(),
    offset: z.int(),
    limit: z.int(),
    next_offset: z.int().nullable(),
    next_cursor: cursor,
    results: z.array(listEntity.partial().extend({id: listEntity.shape.id, score: z.number().optional()})),
  }),
  rows: 'results',
  columns: ['kind', 'name', 'moa.target', 'moa.modality', 'signals.prominence', 'updated_at', 'slug'],
  example: {kind: 'company', limit: 5},
  async run(context, given) {
    if (given.after !== undefined && given.offset > 0) {
      throw new GraphError('validation_error', '`offset` and `after` are two ways to page: give one.', {
        details: [{path: 'offset', message: 'Cannot be combined with after.'}],
      });
    }
    const query = given.q.trim();
    const common = {
      query,
      kind: given.kind ?? null,
      filters: echo(given, FILTER_NAMES.slice(1)),
      limit: given.limit,
      offset: given.offset,
    };
    const filtered = LABEL_FILTERS.some((name) => given[name as keyof typeof given] !== undefined);
    return query === '' ? browse(context, given, common, filtered) : ranked(context, given, common, filtered);
  },
});

async function browse(outer: Context, given: Given, common: Common, filtered: boolean): Promise<Answer> {
  const sorted = given.sort ?? 'recent';
  const question = ['entities', sorted, ...FILTER_NAMES.map((name) => given[name as keyof Given] ?? null)];
  const context = await pinnedBy(outer, given.after, question);
  const filters = await resolveFilters(context.generation, given, context);
  const room = filtered && given.after === undefined ? Math.max(0, FILTER_WINDOW - given.offset) : given.limit;
  const request = {
    sort: sorted,
    limit: Math.min(given.limit, Math.max(room, 1)),
    offset: given.offset,
    after: given.after,
    question,
  };
  const [found, gate] = await Promise.all([
    room === 0 ? {rids: [], total: 0, next_cursor: null} : page(context, filters, request),
    filters.groups.some((group) => group.gated) && given.after === undefined ? gateOf(context, filters) : undefined,
  ]);
  if (gate !== undefined) context.meta.gate = gate;
  else if (filtered) context.meta.gate = {min_confidence: filters.minConfidence};
  const results = await listItems(context.generation, found.rids, {...context, fields: given.fields});
  const end = given.offset + results.length;
  const goesOn = given.after === undefined && found.next_cursor !== null && !(filtered && end >= FILTER_WINDOW);
  const {query, kind, filters: echoed, limit: size, offset} = common;
  return {
    query,
    kind,
    filters: echoed,
    count: results.length,
    total: room === 0 ? undefined : found.total,
    offset,
    limit: size,
    next_offset: goesOn ? end : null,
    next_cursor: found.next_cursor,
    results,
  };
}

async function ranked(context: Context, given: Given, common: Common, filtered: boolean): Promise<Answer> {
  if (given.after !== undefined) {
    throw new GraphError(
      'bad_request',
      'A text search has one window of 50 results and no cursor: page with `offset`.',
    );
  }
  const filters = await resolveFilters(context.generation, given, context);
  const window = await relevance(context, given.q, filters, filtered ? given.sort : undefined);
  if (filtered) context.meta.gate = {min_confidence: filters.minConfidence};
  const shown = window.slice(given.offset, given.offset + given.limit);
  const scores = new Map(shown.map((hit) => [hit.rid, hit.score]));
  const results = await listItems(
    context.generation,
    shown.map((hit) => hit.rid),
    {
      ...context,
      fields: given.fields,
      extra: (rid) => ({score: scores.get(rid)}),
    },
  );
  const end = given.offset + shown.length;
  const {query, kind, filters: echoed, limit: size, offset} = common;
  return {
    query,
    kind,
    filters: echoed,
    count: results.length,
    total: Math.min(window.length, WINDOW),
    offset,
    limit: size,
    next_offset: end < window.length && shown.length > 0 ? end : null,
    next_cursor: null,
    results,
  };
}
