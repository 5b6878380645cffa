import type {Context} from '../../context.ts';
import {COUNTED, type Crowding, type CrowdingCell, MOST_MODALITIES, MOST_TARGETS} from '../../crowding.ts';
import {kindNumber, kindOfNumber} from '../../schema/rid.ts';
import {CO_LOCATED, countDistinctIf, countIf, GATHERED, kindOf} from '../../sql/fragments.ts';
import {is, type RowOf} from '../../sql/results.ts';
import {empty, type Sql, sql} from '../../sql/sql.ts';
import type {Filters} from '../filters/filters.ts';

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

const COMPANIES = {target: is.integer, modality: is.integer, companies: is.integer};

interface Axes {
  targets: number;
  modalities: number;
}

/** The crowding map of the area that filters name, with the first values of each axis. */
export async function crowdingOf(context: Context, filters: Filters, most: Axes): Promise<Crowding> {
  const [area] = filters.groups;
  if (area !== undefined && area.labelIds.length === 0)
    return {counted: 0, tagged: 0, targets: [], modalities: [], cell: () => undefined};
  const isStored = isReady(filters) && most.targets <= MOST_TARGETS && most.modalities <= MOST_MODALITIES;
  const known = isStored && (await context.generation.lookups.crowding(area?.labelIds[0], most, context));
  return known || crowdingByStatements(context, filters, most);
}

/** The same where it is not stored: by another gate, or for a word with several values. */
async function crowdingByStatements(context: Context, filters: Filters, most: Axes): Promise<Crowding> {
  const [targets, modalities, size] = await Promise.all([
    axis(context, filters, 'target', most.targets),
    axis(context, filters, 'modality', most.modalities),
    sizeOfMap(context, filters),
  ]);
  const [counts, companies] = await Promise.all([
    cellCounts(context, filters, targets, modalities),
    companyCounts(context, filters, targets, modalities),
  ]);
  const cells = new Map<string, CrowdingCell>();
  const cellOf = ({target, modality}: {target: number; modality: number}) => {
    const key = `${target} ${modality}`;
    const cell = cells.get(key) ?? {trusted: {paper: 0, patent: 0, trial: 0, approval: 0}, tagged: 0, company: 0};
    cells.set(key, cell);
    return cell;
  };
  for (const row of counts) {
    const cell = cellOf(row);
    cell.trusted[kindOfNumber(row.kind_no) as (typeof COUNTED)[number]] += row.trusted;
    cell.tagged += row.tagged;
  }
  for (const row of companies) cellOf(row).company = row.companies;
  return {
    ...size,
    targets: targets.map(({value}) => value),
    modalities: modalities.map(({value}) => value),
    cell: (target, modality) => cells.get(`${targets[target]?.label_id} ${modalities[modality]?.label_id}`),
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
): Promise<Count[]> {
  const of = (axisOf: readonly Axis[]) => axisOf.map(({label_id}) => label_id);
  const {within, isTrusted} = labelsInArea(filters);
  const query = isReady(filters)
    ? sql`select target, modality, kind_no, trusted, tagged from cell
          where area = ${filters.groups[0]?.labelIds[0] ?? -1} and target in ${of(targets)} and modality in ${of(modalities)}`
    : sql`select l.label_id as target, m.label_id as modality, ${kindOf('l.rid')} as kind_no, ${countIf(isTrusted)} as trusted, count(*) as tagged
          from label l join label m on m.rid = l.rid
          where l.label_id in ${of(targets)} and m.label_id in ${of(modalities)} and ${within} group by all${CO_LOCATED}`;
  return context.generation.rows(query, COUNT, context);
}

/** The number of companies in each cell, by entities in the area. */
async function companyCounts(
  context: Context,
  filters: Filters,
  targets: readonly Axis[],
  modalities: readonly Axis[],
): Promise<RowOf<typeof COMPANIES>[]> {
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
  return context.generation.rows(query, COMPANIES, context);
}

/** The highest confidence in the map. */
export function surest({groups: [area]}: Filters): Sql {
  return sql`select max(confidence) from in_cell
    where ${kindOf('rid')} in ${KIND_NUMBERS} ${area === undefined ? empty : sql`and rid in (select rid from label where label_id in ${area.labelIds})`}`;
}

async function sizeOfMap(context: Context, filters: Filters): Promise<{counted: number; tagged: number}> {
  const {within, isTrusted} = labelsInArea(filters);
  const query = isReady(filters)
    ? sql`select trusted, tagged from cell_gate where area = ${filters.groups[0]?.labelIds[0] ?? -1}`
    : sql`select ${countDistinctIf('rid', 'sure')} as trusted, count(distinct rid) as tagged
          from (select l.rid, ${isTrusted} as sure, v.field from label l join value v using (label_id) where v.field = 'target' and ${within})
          where rid in (select rid from label join value using (label_id) where field = 'modality')${GATHERED}`;
  const [row] = await context.generation.rows(query, {trusted: is.integer, tagged: is.integer}, context);
  const {trusted, tagged} = row ?? {trusted: 0, tagged: 0};
  return {counted: trusted, tagged};
}
