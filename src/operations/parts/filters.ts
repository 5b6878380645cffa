import type {Kind} from '../../schema/kinds.ts';
import {empty, type Sql, sql} from '../../sql/sql.ts';
import {type Generation, ridRange} from '../../store/generation.ts';
import type {QueryOptions} from '../../store/pool.ts';
import {keyHash, norm} from '../../store/words.ts';

/** A filter's field, and whether the trust gate applies to it. */
const FIELDS = {
  target: {field: 'target', gated: true},
  modality: {field: 'modality', gated: true},
  mechanism: {field: 'mechanism', gated: true},
  therapeutic_area: {field: 'therapeutic_area', gated: true},
  target_id: {field: 'target_id', gated: true},
  disease_id: {field: 'disease_id', gated: true},
  platform_type: {field: 'platform_type', gated: true},
  family: {field: 'product_family', gated: false},
  product_family: {field: 'product_family', gated: false},
  technology: {field: 'technology', gated: false},
  source: {field: 'source', gated: false},
} as const;

export type LabelFilter = keyof typeof FIELDS;

/** Labels an entity must carry, resolved to value numbers, and the kind it must have. */
export interface Filters {
  kind: Kind | undefined;
  groups: Group[];
  /** The gate of this call, and whether it is the one that labels were marked with when they were built. */
  minConfidence: number;
  isDefaultGate: boolean;
}

export interface Group {
  name: LabelFilter;
  vids: number[];
  gated: boolean;
  /** Entities of any kind that carry one of the values: trusted, and all. */
  trusted: number;
  tagged: number;
}

/** Turns filter parameters into value numbers; a value nobody carries leaves its group without any. */
export async function resolveFilters(
  generation: Generation,
  params: {kind?: Kind | undefined; min_confidence?: number | undefined} & {[F in LabelFilter]?: string | undefined},
  options: QueryOptions,
): Promise<Filters> {
  const wanted = (Object.keys(FIELDS) as LabelFilter[]).filter((name) => params[name] !== undefined);
  const groups = await Promise.all(wanted.map((name) => resolveGroup(generation, name, params[name] ?? '', options)));
  groups.sort((a, b) => a.tagged - b.tagged);
  const trusted = generation.release.trusted_confidence;
  const minConfidence = params.min_confidence ?? trusted;
  return {kind: params.kind, groups, minConfidence, isDefaultGate: minConfidence === trusted};
}

async function resolveGroup(
  generation: Generation,
  name: LabelFilter,
  value: string,
  options: QueryOptions,
): Promise<Group> {
  const {field, gated} = FIELDS[name];
  const key = `${field}:${norm(value)}`;
  const kept = generation.cache.get<Group>(`v${key}`);
  if (kept !== undefined) return {...kept, name};
  const rows = await generation.rows(
    sql`select vid, trusted, tagged from value_key where h = ${keyHash(key)} and key = ${key}`,
    options,
  );
  const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);
  const group: Group = {
    name,
    vids: rows.map((row) => Number(row.vid)),
    gated,
    trusted: sum('trusted'),
    tagged: sum('tagged'),
  };
  generation.cache.set(`v${key}`, group, 64);
  return group;
}

/** The gate on a label row. */
export function gate(filters: Pick<Filters, 'minConfidence' | 'isDefaultGate'>, gated: boolean): Sql {
  if (!gated) return sql`true`;
  return filters.isDefaultGate ? sql`trusted` : sql`confidence >= ${filters.minConfidence}`;
}

/** Rows of `label` that carry a group's values. */
export function carries(group: Group, filters: Filters, gated = group.gated): Sql {
  const vids = group.vids.length === 1 ? sql`vid = ${group.vids[0] ?? 0}` : sql`vid in ${group.vids}`;
  return sql`${vids} and ${gate(filters, gated)}`;
}

/** Row ids of a kind. */
export function ofKind(kind: Kind | undefined, column: Sql = sql`rid`): Sql {
  if (kind === undefined) return sql`true`;
  const [first, last] = ridRange(kind);
  return sql`${column} between ${first} and ${last}`;
}

/** The row ids that pass every group and the kind, as a subquery body. */
export function matching(filters: Filters, gated: (group: Group) => boolean = (group) => group.gated): Sql {
  const [first, ...others] = filters.groups;
  if (first === undefined) return sql`select rid from entity where ${ofKind(filters.kind)}`;
  const distinct = first.vids.length > 1 ? sql`distinct ` : empty;
  let query = sql`select ${distinct}rid from label where ${carries(first, filters, gated(first))} and ${ofKind(filters.kind)}`;
  for (const group of others)
    query = sql`${query} and rid in (select rid from label where ${carries(group, filters, gated(group))})`;
  return query;
}

/** The filters in force, as responses echo them. */
export function echo(params: Record<string, unknown>, names: readonly string[]): Record<string, string | number> {
  const entries = names.flatMap((name) => {
    const value = params[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}
