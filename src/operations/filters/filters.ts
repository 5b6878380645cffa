import {GraphError} from '../../errors.ts';
import type {Generation, QueryOptions} from '../../generation.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindNumber} from '../../schema/rid.ts';
import type {Condition, Selection} from '../../selection.ts';
import {isOfKind} from '../../sql/fragments.ts';
import {join, type Sql, sql} from '../../sql/sql.ts';
import {type Days, dated} from './dated.ts';
import {LABEL_FILTERS, type LabelFilter, type Meant, meant} from './labels.ts';
import {tiedTo} from './organization.ts';

/** One value, or several alternatives. */
export type Several<T = string> = T | readonly T[];

/** Filters, resolved to value numbers and conditions. */
export interface Filters {
  kind: Kind | undefined;
  groups: Group[];
  /** The gate of this call, and whether it is the one used when labels were marked. */
  minConfidence: number;
  isDefaultGate: boolean;
}

/** No condition but a kind, whatever is known of how sure anything is. */
export function allOf<Of extends Kind | undefined>(kind: Of): Filters & {kind: Of} {
  return {kind, groups: [], minConfidence: 0, isDefaultGate: true};
}

/** Filters with their interpretation. */
export interface Understood extends Filters {
  /** The interpreted values that differ from the given ones, for the echo in answers. */
  meant: Record<string, Several>;
  /** The filters with a value that no entity has, each with at most three suggestions, or none. */
  didYouMean: Record<string, string[]>;
}

export interface Group {
  name:
    | LabelFilter
    | 'kind'
    | 'date'
    | 'organization'
    | 'ids'
    | 'product'
    | 'place'
    | 'site'
    | 'listed'
    | 'pathway'
    | 'route'
    | 'round'
    | 'type'
    | 'class';
  /** Alternative values; none if no entity can match. */
  labelIds: number[];
  gated: boolean;
  /** Number of entities of any kind with one of the values: trusted, and all. */
  trusted: number;
  tagged: number;
  /** For groups that are not about values: a condition on `rid`, and the same for look-up files. */
  where?: Sql;
  condition?: Condition;
  /** The condition's cache key. */
  key?: string;
  /** The only kinds that can match, if limited. */
  kinds?: readonly Kind[];
}

export type FilterParams = {[F in LabelFilter]?: Several<string | number> | undefined} & {
  kind?: Several<Kind> | undefined;
  min_confidence?: number | undefined;
  organization?: Several | undefined;
  rollup?: boolean | undefined;
} & Days;

function unfiltered(generation: Generation, min_confidence: number | undefined): Understood {
  const trusted = generation.release.trusted_confidence;
  const minConfidence = min_confidence ?? trusted;
  return {
    kind: undefined,
    groups: [],
    minConfidence,
    isDefaultGate: minConfidence === trusted,
    meant: {},
    didYouMean: {},
  };
}

/** Resolves filter parameters to value numbers and conditions; a value that no entity has leaves its group empty. */
export async function resolveFilters(
  generation: Generation,
  params: FilterParams,
  options: QueryOptions,
): Promise<Understood> {
  const filters = unfiltered(generation, params.min_confidence);
  const kinds = [...new Set(listOf(params.kind))];
  filters.kind = kinds.length === 1 ? kinds[0] : undefined;
  if (kinds.length > 1) filters.groups.push({...other('kind', {key: kinds.join(), where: anyKind(kinds)}), kinds});
  const days = dated(params);
  if (days !== undefined) filters.groups.push(other('date', days));
  if (params.organization !== undefined) {
    const rollup = params.rollup ?? true;
    const {rids, suggestions, words, ...tied} = await tiedTo(generation, listOf(params.organization), rollup, options);
    filters.groups.push({
      ...other('organization', {key: `${rids.join()} ${rollup}`, ...tied}),
      ...(rids.length === 0 && {labelIds: []}),
    });
    if (suggestions !== undefined) filters.didYouMean.organization = suggestions;
    if (words !== undefined) filters.meant.organization = words.length === 1 ? (words[0] ?? '') : words;
  } else if (params.rollup !== undefined) {
    throw new GraphError('validation_error', 'rollup: Only together with organization.', {
      details: [{path: 'rollup', message: 'Only together with organization.'}],
    });
  }
  const wanted = (Object.keys(LABEL_FILTERS) as LabelFilter[]).filter((name) => params[name] !== undefined);
  const found = await Promise.all(
    wanted.map((name) => meant(generation, name, listOf(params[name]).map(String), options)),
  );
  wanted.forEach((name, index) => {
    const one = found[index] as Meant;
    const {labelIds, trusted, tagged} = one;
    filters.groups.push({name, labelIds, gated: LABEL_FILTERS[name].gated, trusted, tagged});
    if (one.words !== undefined) filters.meant[name] = one.words.length === 1 ? (one.words[0] ?? '') : one.words;
    if (one.suggestions !== undefined) filters.didYouMean[name] = one.suggestions;
  });
  filters.groups.sort((a, b) => a.tagged - b.tagged);
  return filters;
}

/** Conditions come after labels, whose rows are read in order. */
function other(name: Group['name'], asked: Pick<Group, 'key' | 'where' | 'condition'>): Group {
  return {name, labelIds: [1], gated: false, trusted: 0, tagged: Number.MAX_SAFE_INTEGER, ...asked};
}

function listOf<T>(given: Several<T> | undefined): readonly T[] {
  return given === undefined ? [] : Array.isArray(given) ? (given as readonly T[]) : [given as T];
}

/** Whether no entity can match. */
export function isEmpty({groups}: Pick<Filters, 'groups'>): boolean {
  return groups.some(({labelIds}) => labelIds.length === 0);
}

/** The gate as a condition on a label row. */
export function gate(filters: Pick<Filters, 'minConfidence' | 'isDefaultGate'>, gated: boolean): Sql {
  if (!gated) return sql`true`;
  return filters.isDefaultGate ? sql`trusted` : sql`confidence >= ${filters.minConfidence}`;
}

/** Label rows with a group's values. */
export function carries(group: Group, filters: Filters, gated = group.gated): Sql {
  const labelIds =
    group.labelIds.length === 1 ? sql`label_id = ${group.labelIds[0] ?? 0}` : sql`label_id in ${group.labelIds}`;
  return sql`${labelIds} and ${gate(filters, gated)}`;
}

/** A group as a condition on `rid`. */
export function holds(group: Group, filters: Filters, gated = group.gated): Sql {
  return group.where ?? sql`rid in (select rid from label where ${carries(group, filters, gated)})`;
}

/** Row ids of a kind. */
export function ofKind(kind: Kind | undefined, column: Sql = sql`rid`): Sql {
  if (kind === undefined) return sql`true`;
  return isOfKind(column, kindNumber(kind));
}

function anyKind(kinds: readonly Kind[]): Sql {
  return sql`(${join(
    kinds.map((kind) => ofKind(kind)),
    ' or ',
  )})`;
}

/** The group whose labels are read, if there is one with values, and the others. */
export function led({groups}: Pick<Filters, 'groups'>): {first: Group | undefined; others: Group[]} {
  const first = groups.find(({where}) => where === undefined);
  return {first, others: groups.filter((group) => group !== first)};
}

/** The row ids that match all groups and the kind, each once, as a subquery body. */
export function matching(filters: Filters, gated: (group: Group) => boolean = (group) => group.gated): Sql {
  const {first, others} = led(filters);
  const rest = others.map((group) => sql` and ${holds(group, filters, gated(group))}`);
  if (first === undefined) return sql`select rid from entity where ${ofKind(filters.kind)}${join(rest, '')}`;
  const distinct = first.labelIds.length > 1 ? sql`distinct ` : sql``;
  return sql`select ${distinct}rid from label where ${carries(first, filters, gated(first))} and ${ofKind(filters.kind)}${join(rest, '')}`;
}

/** The filters for look-up files, if the gate is the one used when labels were marked. */
export function selectionOf(
  {kind, groups, isDefaultGate}: Filters,
  gated: (group: Group) => boolean = (group) => group.gated,
): Selection | undefined {
  if (groups.some((group) => gated(group) && !isDefaultGate)) return undefined;
  const kinds = kind === undefined ? (groups.find((group) => group.kinds !== undefined)?.kinds ?? []) : [kind];
  const conditions = groups.flatMap((group): Condition[] =>
    group.kinds === undefined ? [group.condition ?? {values: group.labelIds, isGated: gated(group)}] : [],
  );
  return {kinds, groups: conditions};
}

/** The filters in responses, as interpreted. */
export function echo(
  params: Record<string, unknown>,
  names: readonly string[],
  said: Record<string, Several> = {},
): Record<string, Several | number | boolean> {
  const entries = names.flatMap((name) => {
    const given = said[name] ?? params[name];
    const value = Array.isArray(given) && given.length === 1 ? given[0] : given;
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** `did_you_mean` of an answer, if a filter has a value that no entity has. */
export function suggestionsOf({didYouMean}: Understood): {did_you_mean?: Record<string, string[]>} {
  return Object.keys(didYouMean).length === 0 ? {} : {did_you_mean: didYouMean};
}
