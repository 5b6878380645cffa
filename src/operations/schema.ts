import {z} from 'zod';
import {defineOperation} from '../operation.ts';
import {ENTITY_FIELDS} from '../schema/entity.ts';
import {kindCount, snapshotFacts} from '../schema/envelope.ts';
import {kindOfNumber} from '../schema/rid.ts';
import {is} from '../sql/results.ts';
import {sql} from '../sql/sql.ts';
import {AGGREGATE_FIELDS} from './aggregate.ts';
import {MOA_FACETS} from './facets.ts';
import {OPERATORS, SEARCH_FIELDS} from './filters/predicates.ts';
import {kindCounts} from './stats.ts';

export const schema = defineOperation({
  name: 'schema',
  path: '/v1/schema',
  summary: 'The data dictionary: kinds, fields, facets, relations, sources and capabilities.',
  maxAge: 300,
  params: z.object({}),
  result: z.object({
    version: z.string(),
    snapshot: snapshotFacts,
    kinds: z.array(kindCount),
    entity_fields: z.array(z.string()),
    moa_facets: z.array(z.string()),
    aggregate_fields: z.array(z.string()),
    search_fields: z.array(z.object({field: z.string(), operators: z.array(z.enum(OPERATORS))})),
    relations: z.array(
      z.object({relation: z.string(), count: z.int(), from: z.array(z.string()), to: z.array(z.string())}),
    ),
    disease_tree: z
      .object({origin: z.enum(['snapshot', 'biograph']), version: z.string(), diseases: z.int()})
      .describe(
        'The disease tree used for `disease`: the snapshot’s, or the short list that comes with biograph. Equal trees have equal versions.',
      ),
    capabilities: z.array(z.string()),
  }),
  example: {},
  async run(context) {
    const {generation} = context;
    const {release} = generation;
    const [counts, [tree]] = await Promise.all([
      kindCounts(context),
      generation.rows(
        sql`select origin, version, diseases from disease_about`,
        {origin: is.oneOf('snapshot', 'biograph'), version: is.text, diseases: is.integer},
        context,
      ),
    ]);
    return {
      version: '1.0.0',
      snapshot: {
        id: release.snapshot_id,
        created_at: new Date(release.created_at).toISOString(),
        as_of: new Date(generation.asOf).toISOString(),
        generation: generation.number,
        trusted_confidence: release.trusted_confidence,
        sources: release.sources,
      },
      kinds: Object.entries(counts).map(([kind, count]) => ({kind, count})),
      entity_fields: [...ENTITY_FIELDS],
      moa_facets: [...MOA_FACETS],
      aggregate_fields: [...AGGREGATE_FIELDS],
      search_fields: Object.entries(SEARCH_FIELDS).map(([field, {operators}]) => ({field, operators: [...operators]})),
      relations: await relations(),
      disease_tree: tree,
      capabilities: ['keyset', 'predicate_search', 'min_confidence', 'arrow', 'parquet', 'include=edges'],
    };

    async function relations() {
      const rows = await generation.rows(
        sql`select r.relation, c.count, c.sources, c.targets
            from relation r join relation_count c using (rel) order by r.relation`,
        {relation: is.text, count: is.integer, sources: is.integers, targets: is.integers},
        context,
      );
      return rows.map((row) => ({
        relation: row.relation,
        count: row.count,
        from: row.sources.map(kindOfNumber),
        to: row.targets.map(kindOfNumber),
      }));
    }
  },
});
