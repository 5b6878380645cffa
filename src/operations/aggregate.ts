import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {bucket, didYouMean, filterEcho} from '../schema/envelope.ts';
import {GROUPED, type Grouped} from '../schema/grouping.ts';
import {entityFilters, limit, minConfidence} from '../schema/params.ts';
import {kindNumber, kindOfNumber} from '../schema/rid.ts';
import type {Selected} from '../selection.ts';
import {countIf, GATHERED, kindOf} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {type Sql, sql} from '../sql/sql.ts';
import {
  echo,
  type Filters,
  gate,
  isEmpty,
  matching,
  ofKind,
  resolveFilters,
  selectionOf,
  suggestionsOf,
} from './filters/filters.ts';
import {type GateCounts, gateOf} from './filters/listing.ts';
import {kindCounts} from './stats.ts';

export const AGGREGATE_FIELDS = ['kind', ...GROUPED] as const;

export type Field = (typeof AGGREGATE_FIELDS)[number];

const UNGATED: readonly Field[] = ['kind', 'product_family', 'source', 'phase', 'status', 'agency', 'country', 'year'];

export const aggregate = defineOperation({
  name: 'aggregate',
  tool: 'aggregate',
  path: '/v1/aggregate',
  summary: 'Counts of entities by one field, with filters.',
  description:
    'An entity counts once for each distinct value it has, so a bucket’s count equals the total of the same filter. MoA and platform groupings count trusted enrichment only. Largest first, then by value.',
  positional: ['field'],
  params: z.object({
    field: z.enum(AGGREGATE_FIELDS).describe('Field to group by.'),
    ...entityFilters,
    limit: limit({default: 50, max: 1000}),
    min_confidence: minConfidence,
  }),
  result: z.object({
    field: z.enum(AGGREGATE_FIELDS),
    filters: filterEcho,
    did_you_mean: didYouMean,
    total_values: z.int().describe('Number of distinct values, listed or not.'),
    buckets: z.array(bucket),
  }),
  rows: 'buckets',
  example: {field: 'modality'},
  async run(context, given) {
    const filters = await resolveFilters(context.generation, given, context);
    const [found, gate] = await Promise.all([
      given.field === 'kind'
        ? byKind(context, filters, given.limit)
        : bucketsOf(context, [given.field], filters, given.limit),
      gateFor(context, given.field, filters),
    ]);
    const [{buckets, total_values} = NOTHING] = found;
    if (gate !== undefined) context.meta.gate = gate;
    return {
      field: given.field,
      filters: echo(given, [...Object.keys(entityFilters), 'min_confidence'], filters.meant),
      ...suggestionsOf(filters),
      total_values,
      buckets,
    };
  },
});

export interface Buckets {
  buckets: readonly {[key: string]: unknown}[];
  total_values: number;
}

/** Steps of counting above which a statement that reads counts made at build time takes less: 1.3 ms of two cores. */
const MOST_STEPS = 2_000_000;

const NOTHING: Buckets = {buckets: [], total_values: 0};

/** The values of each field among the matching entities, with counts. */
export async function bucketsOf(
  context: Context,
  fields: readonly Grouped[],
  filters: Filters,
  most: number,
): Promise<Buckets[]> {
  if (isEmpty(filters)) return fields.map(() => NOTHING);
  const selected = await countable(context, fields, filters);
  const isReady = fields.every((field) => pairOf(field, filters) !== undefined);
  const gated = fields.map((field) => ({field, isGated: !UNGATED.includes(field)}));
  if (selected === undefined || (isReady && selected.tallyEffort(gated) > MOST_STEPS))
    return Promise.all(fields.map((field) => asked(context, field, filters, most)));
  return selected.tally(gated, most).map(({values, all}) => ({buckets: values, total_values: all}));
}

/** The entities selected by filters, if their values can be counted without a statement. */
async function countable(
  {generation, ...options}: Context,
  fields: readonly Field[],
  filters: Filters,
): Promise<Selected | undefined> {
  const isTrust = filters.isDefaultGate || fields.every((field) => UNGATED.includes(field));
  const selection = isTrust ? selectionOf(filters) : undefined;
  return selection && generation.lookups.select(selection, options);
}

/** The same for one field by a statement. */
async function asked(context: Context, field: Grouped, filters: Filters, most: number): Promise<Buckets> {
  if (filters.groups.length === 0 && filters.isDefaultGate) return ready(context, field, filters, most);
  const given = pairOf(field, filters);
  if (given !== undefined) return paired(context, field, filters, given, most);
  return counted(context, field, filters, most);
}

const PAIRED: readonly string[] = ['target', 'modality', 'mechanism', 'therapeutic_area'];

/** The single value in the filters, if the counts of the field within it were made when the generation was built. */
function pairOf(field: Field, {groups: [only, ...others], isDefaultGate}: Filters): number | undefined {
  if (only === undefined || others.length > 0 || !isDefaultGate) return undefined;
  const {name, labelIds} = only;
  const isPaired = labelIds.length === 1 && name !== field && PAIRED.includes(name) && PAIRED.includes(field);
  return isPaired ? labelIds[0] : undefined;
}

/** Counts within one value of another field, made when the generation was built (ddl/cooccurrence.sql). */
async function paired(context: Context, field: Field, filters: Filters, given: number, most: number): Promise<Buckets> {
  return read(
    context,
    sql`select v.value, p.count, count(*) over () from cooccurrence p join value v using (label_id)
        where p.kind_no = ${scopeOf(filters)} and p.given = ${given} and v.field = ${field} order by p.count desc, v.value limit ${most}`,
  );
}

/** Counts made when the generation was built. */
async function ready(context: Context, field: Field, filters: Filters, most: number): Promise<Buckets> {
  return read(
    context,
    sql`select value, trusted, count(*) over () from facet
        where kind_no = ${scopeOf(filters)} and field = ${field} and trusted > 0 order by trusted desc, value limit ${most}`,
  );
}

async function counted(context: Context, field: Field, filters: Filters, most: number): Promise<Buckets> {
  return read(
    context,
    sql`with chosen as (${matching(filters)}),
        range as (select min(label_id) as first, max(label_id) as last from value where field = ${field})
        select v.value, c.count, count(*) over ()
        from (
          select label_id, count(*) as count from label
          where label_id between (select first from range) and (select last from range)
            and ${gate(filters, !UNGATED.includes(field))} and rid in (select rid from chosen)
          group by label_id
        ) c join value v using (label_id)
        order by c.count desc, v.value limit ${most}${GATHERED}`,
  );
}

/** Values with their counts; each row also has the number of values. */
async function read(context: Context, query: Sql): Promise<Buckets> {
  const types = [is.text, is.integer, is.integer] as const;
  const [values, counts, [all = 0]] = await context.generation.columns(query, types, context);
  return {buckets: values.map((value, index) => ({value, count: counts[index] ?? 0})), total_values: all};
}

function scopeOf({kind}: Filters): number {
  return kind === undefined ? 0 : kindNumber(kind);
}

/**
 * What the gate let through: the entities that match the filters if one of them is gated, or else the labels of the
 * field. Undefined if nothing is gated.
 */
async function gateFor(context: Context, field: Field, filters: Filters): Promise<GateCounts | undefined> {
  if (filters.groups.length > 0) return gateOf(context, filters);
  if (UNGATED.includes(field)) return undefined;
  const {minConfidence} = filters;
  return context.generation.cache.remember(`gate ${field} ${scopeOf(filters)} ${minConfidence}`, 24, async () => {
    const [[counted], [tagged]] = await context.generation.columns(
      filters.isDefaultGate
        ? sql`select sum(trusted)::bigint, sum(tagged)::bigint from facet where kind_no = ${scopeOf(filters)} and field = ${field}`
        : sql`select ${countIf(sql`confidence >= ${minConfidence}`)}, count(*) from label
              where label_id in (select label_id from value where field = ${field}) and ${ofKind(filters.kind)}${GATHERED}`,
      [is.integer.orNull, is.integer.orNull],
      context,
    );
    return {min_confidence: minConfidence, counted: counted ?? 0, dropped: (tagged ?? 0) - (counted ?? 0)};
  });
}

async function byKind(context: Context, filters: Filters, most: number): Promise<Buckets[]> {
  if (isEmpty(filters)) return [NOTHING];
  const found =
    filters.groups.length === 0 ? Object.entries(await kindCounts(context)) : await kindsWithin(context, filters);
  const buckets = found
    .filter(([name, count]) => count > 0 && (filters.kind === undefined || name === filters.kind))
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([value, count]) => ({value, count}));
  return [{buckets: buckets.slice(0, most), total_values: buckets.length}];
}

async function kindsWithin(context: Context, filters: Filters): Promise<[string, number][]> {
  const selected = await countable(context, ['kind'], filters);
  if (selected !== undefined) return selected.kinds().map(({value, count}) => [value, count]);
  const rows = await context.generation.rows(
    sql`select ${kindOf('rid')} as kind_no, count(*) as count from (${matching(filters)}) group by 1${GATHERED}`,
    {kind_no: is.integer, count: is.integer},
    context,
  );
  return rows.map((row) => [kindOfNumber(row.kind_no), row.count]);
}
