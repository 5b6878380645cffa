import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {minConfidence, moaFilters} from '../schema/params.ts';
import {kindNumber} from '../schema/rid.ts';
import {CO_LOCATED, countDistinctIf, countIf, GATHERED, kindOf} from '../sql/fragments.ts';
import {is, type RowOf} from '../sql/results.ts';
import {empty, type Sql, sql} from '../sql/sql.ts';
import {type Filters, resolveFilters} from './parts/filters.ts';
import {filling, gate, gateCaveat, PARTIAL} from './parts/mechanism-cell.ts';
import {rounded} from './parts/ref.ts';

/** The kinds that the map counts, and ranks its axes by. */
const COUNTED = ['paper', 'patent', 'trial', 'approval'] as const;

const counts = z.object({paper: z.int(), patent: z.int(), trial: z.int(), company: z.int(), approval: z.int()});

const AXIS = {label_id: is.integer, value: is.text};

type Axis = RowOf<typeof AXIS>;

const COUNT = {
  target: is.integer,
  modality: is.integer,
  kind_no: is.integer,
  trusted: is.integer,
  tagged: is.integer,
};

type Count = RowOf<typeof COUNT>;

/**
 * The crowding map of targets and modalities. coverage = trusted / tagged rows of a cell, null if nothing is tagged.
 */
export const whitespace = defineOperation({
  name: 'whitespace',
  tool: 'whitespace',
  path: '/v1/whitespace',
  summary: 'Target × modality crowding map: trusted counts by kind and coverage per cell, including empty cells.',
  description:
    'The targets and modalities with the most trusted papers, patents, trials and approvals in the area, ties by name; every pair of them is a cell. `company` counts companies with an entity of that pair in the area: something they develop, sponsor or hold, a patent assigned to them, or the company itself. total, tagged and coverage (trusted / tagged, null if nothing is tagged) cover the other four kinds.',
  params: z.object({
    therapeutic_area: moaFilters.therapeutic_area,
    limit_targets: z.int().min(1).max(200).default(20).describe('Maximum number of targets, 1 to 200; default 20.'),
    limit_modalities: z
      .int()
      .min(1)
      .max(100)
      .default(12)
      .describe('Maximum number of modalities, 1 to 100; default 12.'),
    min_confidence: minConfidence,
  }),
  result: z.object({
    therapeutic_area: z.string().nullable(),
    targets: z.array(z.string()),
    modalities: z.array(z.string()),
    cells: z.array(
      z.object({
        target: z.string(),
        modality: z.string(),
        counts,
        total: z.int(),
        tagged: z.int(),
        coverage: z.number().nullable(),
      }),
    ),
    gate,
    caveats: z.array(z.string()),
  }),
  rows: 'cells',
  example: {therapeutic_area: 'oncology', limit_targets: 8, limit_modalities: 6},
  async run(context, given) {
    const filters = await resolveFilters(context.generation, given, context);
    const [area] = filters.groups;
    const isUnknown = area !== undefined && area.labelIds.length === 0;
    const [targets, modalities, passed] = isUnknown
      ? [[], [], {counted: 0, dropped: 0}]
      : await Promise.all([
          axis(context, filters, 'target', given.limit_targets),
          axis(context, filters, 'modality', given.limit_modalities),
          gateOfMap(context, filters),
        ]);
    const [found, companies, gated] = await Promise.all([
      cellCounts(context, filters, targets, modalities),
      companyCounts(context, filters, targets, modalities),
      filling(context, {min_confidence: filters.minConfidence, ...passed}, surest(filters)),
    ]);
    return {
      therapeutic_area: [filters.meant.therapeutic_area ?? given.therapeutic_area ?? null].flat().join(', ') || null,
      targets: targets.map(({value}) => value),
      modalities: modalities.map(({value}) => value),
      cells: targets.flatMap((target) => modalities.map((modality) => cellOf(target, modality, found, companies))),
      gate: gated,
      caveats: [
        'An empty cell means that this graph has no trusted data there, not that nobody works on it.',
        ...gateCaveat(gated, 'rows of the map'),
        PARTIAL,
      ],
    };
  },
});

function cellOf(target: Axis, modality: Axis, found: Map<string, Count[]>, companies: Map<string, number>) {
  const rows = found.get(`${target.label_id} ${modality.label_id}`) ?? [];
  const of = (kind: (typeof COUNTED)[number]) =>
    rows.filter((row) => row.kind_no === kindNumber(kind)).reduce((sum, {trusted}) => sum + trusted, 0);
  const total = rows.reduce((sum, {trusted}) => sum + trusted, 0);
  const tagged = rows.reduce((sum, row) => sum + row.tagged, 0);
  return {
    target: target.value,
    modality: modality.value,
    counts: {
      paper: of('paper'),
      patent: of('patent'),
      trial: of('trial'),
      company: companies.get(`${target.label_id} ${modality.label_id}`) ?? 0,
      approval: of('approval'),
    },
    total,
    tagged,
    coverage: tagged === 0 ? null : rounded(total / tagged),
  };
}

const KIND_NUMBERS = COUNTED.map(kindNumber);

/** Whether the counts were made with this gate and for this area. Not if a word has several values. */
function isReady({isDefaultGate, groups: [area]}: Filters): boolean {
  return isDefaultGate && (area === undefined || area.labelIds.length === 1);
}

/** Labels of the four kinds in the area, for a gate other than that of the stored counts. */
function labelsInArea({groups: [area], minConfidence: least}: Filters): {within: Sql; isTrusted: Sql} {
  const within =
    area === undefined
      ? sql`${kindOf('l.rid')} in ${KIND_NUMBERS}`
      : sql`${kindOf('l.rid')} in ${KIND_NUMBERS} and l.rid in (select rid from label where label_id in ${area.labelIds})`;
  return {within, isTrusted: sql`l.confidence >= ${least}`};
}

async function axis(context: Context, filters: Filters, field: 'target' | 'modality', most: number): Promise<Axis[]> {
  const [area] = filters.groups;
  const {within, isTrusted} = labelsInArea(filters);
  const counted = !isReady(filters)
    ? sql`select l.label_id, count(*) as n from label l join value v using (label_id) where v.field = ${field} and ${within} and ${isTrusted} group by l.label_id`
    : area === undefined
      ? sql`select label_id, sum(trusted) as n from facet where kind_no in ${KIND_NUMBERS} and field = ${field} group by label_id`
      : sql`select p.label_id, sum(p.count) as n from cooccurrence p join value v using (label_id)
            where p.kind_no in ${KIND_NUMBERS} and p.given = ${area.labelIds[0] ?? 0} and v.field = ${field} group by p.label_id`;
  return context.generation.rows(
    sql`select v.label_id, v.value from (${counted}) c join value v using (label_id) where c.n > 0 order by c.n desc, v.value limit ${most}${GATHERED}`,
    AXIS,
    context,
  );
}

async function cellCounts(
  context: Context,
  filters: Filters,
  targets: readonly Axis[],
  modalities: readonly Axis[],
): Promise<Map<string, Count[]>> {
  const of = (axisOf: readonly Axis[]) => axisOf.map(({label_id}) => label_id);
  const {within, isTrusted} = labelsInArea(filters);
  const query = isReady(filters)
    ? sql`select target, modality, kind_no, trusted, tagged from cell
          where area = ${filters.groups[0]?.labelIds[0] ?? -1} and target in ${of(targets)} and modality in ${of(modalities)}`
    : sql`select l.label_id as target, m.label_id as modality, ${kindOf('l.rid')} as kind_no, ${countIf(isTrusted)} as trusted, count(*) as tagged
          from label l join label m on m.rid = l.rid
          where l.label_id in ${of(targets)} and m.label_id in ${of(modalities)} and ${within} group by all${CO_LOCATED}`;
  const found = new Map<string, Count[]>();
  for (const row of await context.generation.rows(query, COUNT, context)) {
    const key = `${row.target} ${row.modality}`;
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}

/** The number of companies in each cell, by entities in the area. */
async function companyCounts(
  context: Context,
  filters: Filters,
  targets: readonly Axis[],
  modalities: readonly Axis[],
): Promise<Map<string, number>> {
  const of = (axisOf: readonly Axis[]) => axisOf.map(({label_id}) => label_id);
  const [area] = filters.groups;
  const query = isReady(filters)
    ? sql`select target, modality, companies from company_count
          where area = ${area?.labelIds[0] ?? -1} and target in ${of(targets)} and modality in ${of(modalities)}`
    : sql`select l.label_id as target, m.label_id as modality, count(distinct t.company) as companies
          from label l join label m on m.rid = l.rid join company_asset t on t.rid = l.rid
          where l.label_id in ${of(targets)} and m.label_id in ${of(modalities)} and l.confidence >= ${filters.minConfidence}
            ${area === undefined ? empty : sql`and l.rid in (select rid from label where label_id in ${area.labelIds})`}
          group by all${CO_LOCATED}`;
  const shape = {target: is.integer, modality: is.integer, companies: is.integer};
  const rows = await context.generation.rows(query, shape, context);
  return new Map(rows.map((row) => [`${row.target} ${row.modality}`, row.companies]));
}

/** The highest confidence in the map. */
function surest({groups: [area]}: Filters): Sql {
  return sql`select max(confidence) from in_cell
    where ${kindOf('rid')} in ${KIND_NUMBERS} ${area === undefined ? empty : sql`and rid in (select rid from label where label_id in ${area.labelIds})`}`;
}

async function gateOfMap(context: Context, filters: Filters): Promise<{counted: number; dropped: number}> {
  const {within, isTrusted} = labelsInArea(filters);
  const query = isReady(filters)
    ? sql`select trusted, tagged from cell_gate where area = ${filters.groups[0]?.labelIds[0] ?? -1}`
    : sql`select ${countDistinctIf('rid', 'sure')} as trusted, count(distinct rid) as tagged
          from (select l.rid, ${isTrusted} as sure, v.field from label l join value v using (label_id) where v.field = 'target' and ${within})
          where rid in (select rid from label join value using (label_id) where field = 'modality')${GATHERED}`;
  const [row] = await context.generation.rows(query, {trusted: is.integer, tagged: is.integer}, context);
  const {trusted, tagged} = row ?? {trusted: 0, tagged: 0};
  return {counted: trusted, dropped: tagged - trusted};
}
