import {z} from 'zod';
import {defineOperation} from '../operation.ts';
import {listed} from '../schema/entity.ts';
import {cursor, didYouMean} from '../schema/envelope.ts';
import {after, fields, limit, minConfidence, sort} from '../schema/params.ts';
import {and} from '../sql/sql.ts';
import {countBetween, page, pinnedBy} from './filters/listing.ts';
import {understand} from './filters/predicate-words.ts';
import {compile, isGated, predicate} from './filters/predicates.ts';
import {listItems} from './records/document.ts';

export const search = defineOperation({
  name: 'search',
  command: 'find',
  method: 'POST',
  path: '/v1/search',
  predicates: 'predicates',
  summary: 'Entities that match every predicate.',
  description:
    'Predicates are combined with AND. schema lists the fields and their operators under `search_fields`. Text comparison ignores case and accents; MoA and platform labels count trusted enrichment only. Uses keyset paging.',
  params: z.object({
    predicates: z
      .array(predicate)
      .max(32)
      .describe('At most 32 of `{field, operator, value}`; an empty list matches everything.'),
    sort: sort.default('recent'),
    after,
    limit: limit({default: 25, max: 1000}),
    fields,
    min_confidence: minConfidence,
  }),
  result: z.object({
    predicates: z.array(z.unknown()),
    did_you_mean: didYouMean,
    sort,
    count: z.int(),
    total: z.int().optional(),
    limit: z.int(),
    next_cursor: cursor,
    results: z.array(listed),
  }),
  rows: 'results',
  columns: ['kind', 'name', 'moa.target', 'moa.modality', 'signals.prominence', 'updated_at', 'slug'],
  example: {predicates: [{field: 'kind', operator: 'eq', value: 'company'}], limit: 5},
  async run(outer, given) {
    const question = ['search', given.sort, given.predicates, given.min_confidence ?? null];
    const context = await pinnedBy(outer, given.after, question);
    const {generation} = context;
    const minimum = given.min_confidence ?? generation.release.trusted_confidence;
    const words = await understand(generation, given.predicates, context);
    const conditions = compile(given.predicates, minimum, words);
    const none = {kind: undefined, groups: [], minConfidence: minimum, isDefaultGate: true};
    const where = conditions.length === 0 ? undefined : and(conditions);
    const [found, gate] = await Promise.all([
      page(context, none, {sort: given.sort, limit: given.limit, offset: 0, after: given.after, question}, where),
      isGated(given.predicates)
        ? countBetween(context, and(compile(given.predicates, undefined, words)), and(conditions))
        : null,
    ]);
    if (gate !== null) context.meta.gate = {min_confidence: minimum, ...gate};
    const results = await listItems(generation, found.rids, {...context, fields: given.fields});
    return {
      predicates: given.predicates,
      ...(Object.keys(words.didYouMean).length > 0 && {did_you_mean: words.didYouMean}),
      sort: given.sort,
      count: results.length,
      total: found.total,
      limit: given.limit,
      next_cursor: found.next_cursor,
      results,
    };
  },
});
