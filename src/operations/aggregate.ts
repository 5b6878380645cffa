import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {bucket, filterEcho} from '../schema/envelope.ts';
import {KINDS, kind} from '../schema/kinds.ts';
import {limit, minConfidence, moaFilters} from '../schema/params.ts';
import {sql} from '../sql/sql.ts';
import {kindNumber} from '../store/generation.ts';
import {echo, type Filters, type Group, gate, matching, resolveFilters} from './parts/filters.ts';
import {kindCounts} from './stats.ts';

export const AGGREGATE_FIELDS = [
  'kind',
  'target',
  'modality',
  'mechanism',
  'therapeutic_area',
  'target_id',
  'disease_id',
  'platform_type',
  'product_family',
  'source',
] as const;

type Field = (typeof AGGREGATE_FIELDS)[number];

const UNGATED: readonly Field[] = ['kind', 'product_family', 'source'];

export const aggregate = defineOperation({
  name: 'aggregate',
  tool: 'aggregate',
  path: '/v1/aggregate',
  summary: 'Counts of entities by one field, after narrowing filters.',
  description:
    'An entity counts once in each distinct value it carries, so a bucket’s count is the total of the same filter. MoA and platform groupings count trusted enrichment only. Largest first, then by value.',
  positional: ['field'],
  params: z.object({
    field: z.enum(AGGREGATE_FIELDS).describe('What to group by.'),
    kind: kind.optional().describe('Restrict to one kind.'),
    ...moaFilters,
    limit: limit({default: 50, max: 1000}),
    min_confidence: minConfidence,
  }),
  result: z.object({field: z.enum(AGGREGATE_FIELDS), filters: filterEcho, buckets: z.array(bucket)}),
  rows: 'buckets',
  example: {field: 'modality'},
  async run(context, given) {
    const filters = await resolveFilters(context.generation, given, context);
    if (filters.groups.length > 0 || !UNGATED.includes(given.field))
      context.meta.gate = {min_confidence: filters.minConfidence};
    return {
      field: given.field,
      filters: echo(given, ['kind', ...Object.keys(moaFilters), 'min_confidence']),
      buckets: await buckets(context, given.field, filters, given.limit),
    };
  },
});

async function buckets(context: Context, field: Field, filters: Filters, most: number) {
  if (filters.groups.some((group) => group.vids.length === 0)) return [];
  if (field === 'kind') return byKind(context, filters, most);
  if (filters.groups.length === 0 && filters.isDefaultGate) return ready(context, field, filters, most);
  const [only, ...others] = filters.groups;
  if (only !== undefined && others.length === 0 && filters.isDefaultGate && isPaired(only, field))
    return paired(context, field, filters, only.vids[0] ?? 0, most);
  return counted(context, field, filters, most);
}

const PAIRED: readonly string[] = ['target', 'modality', 'mechanism', 'therapeutic_area'];

function isPaired({name, vids}: Group, field: Field): boolean {
  return vids.length === 1 && name !== field && PAIRED.includes(name) && PAIRED.includes(field);
}

/** Counts within one value of another field, made when the generation was built (ddl/055_pair.sql). */
async function paired(context: Context, field: Field, filters: Filters, given: number, most: number) {
  const scope = filters.kind === undefined ? 0 : kindNumber(filters.kind);
  return context.generation.rows(
    sql`select v.value, p.count from pair p join value v using (vid)
        where p.kind_no = ${scope} and p.given = ${given} and v.field = ${field} order by p.count desc, v.value limit ${most}`,
    context,
  );
}

/** Counts made when the generation was built. */
async function ready(context: Context, field: Field, filters: Filters, most: number) {
  const scope = filters.kind === undefined ? 0 : kindNumber(filters.kind);
  return context.generation.rows(
    sql`select value, trusted as count from facet
        where kind_no = ${scope} and field = ${field} and trusted > 0 order by trusted desc, value limit ${most}`,
    context,
  );
}

async function counted(context: Context, field: Field, filters: Filters, most: number) {
  return context.generation.rows(
    sql`with chosen as (${matching(filters)}),
        range as (select min(vid) as first, max(vid) as last from value where field = ${field})
        select v.value, c.count
        from (
          select vid, count(*) as count from label
          where vid between (select first from range) and (select last from range)
            and ${gate(filters, !UNGATED.includes(field))} and rid in (select rid from chosen)
          group by vid
        ) c join value v using (vid)
        order by c.count desc, v.value limit ${most}`,
    context,
  );
}

async function byKind(context: Context, filters: Filters, most: number) {
  if (filters.groups.length === 0) {
    const counts = await kindCounts(context);
    return Object.entries(counts)
      .filter(([name, count]) => count > 0 && (filters.kind === undefined || name === filters.kind))
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, most)
      .map(([value, count]) => ({value, count}));
  }
  const rows = await context.generation.rows(
    sql`select rid >> 26 as kind_no, count(*) as count from (${matching(filters)}) group by 1`,
    context,
  );
  return rows
    .map((row) => ({value: KINDS[Number(row.kind_no) - 1] ?? '', count: Number(row.count)}))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, most);
}
