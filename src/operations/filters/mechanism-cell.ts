import {z} from 'zod';
import type {Context} from '../../context.ts';
import {GraphError} from '../../errors.ts';
import type {Kind} from '../../schema/kinds.ts';
import {named} from '../../schema/named.ts';
import {minConfidence, moaFilters} from '../../schema/params.ts';
import {GATHERED} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {join, type Sql, sql} from '../../sql/sql.ts';
import {norm} from '../../text/words.ts';
import {
  echo,
  type Filters,
  type Group,
  isEmpty,
  matching,
  ofKind,
  resolveFilters,
  selectionOf,
  type Understood,
} from './filters.ts';

const {target, modality, therapeutic_area} = moaFilters;

/** The parameters that name a mechanism cell. */
export const cellParams = {target, modality, therapeutic_area, min_confidence: minConfidence};

const NAMES = ['target', 'modality', 'therapeutic_area'] as const;

/** The numbers of rows that the trust gate let through and left out. */
export const gate = named(
  'Gate',
  z.object({
    min_confidence: z.number(),
    counted: z.int(),
    dropped: z.int(),
    would_fill: z
      .number()
      .nullable()
      .optional()
      .describe('If the gate leaves nothing: the highest min_confidence that would show something; otherwise null.'),
  }),
);

export interface Cell {
  filters: Filters;
  /** False if none of its parameters was given. */
  isNamed: boolean;
  echo: ReturnType<typeof echo>;
  /** What nothing in the graph has of what was asked for, each as a caveat. */
  unknown: string[];
}

type Given = {[N in (typeof NAMES)[number]]?: string | undefined} & {min_confidence?: number | undefined};

/**
 * The cell in the parameters.
 * @throws GraphError `bad_request` if one of target, modality, therapeutic_area is required and none is given.
 */
export async function resolveCell(context: Context, given: Given, isNeeded: boolean): Promise<Cell> {
  const isNamed = NAMES.some((name) => given[name] !== undefined);
  if (isNeeded && !isNamed) throw new GraphError('bad_request', `Give at least one of ${NAMES.join(', ')}.`);
  const {min_confidence} = given;
  const own = Object.fromEntries(NAMES.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
  const filters = await resolveFilters(context.generation, {...own, min_confidence}, context);
  return {
    filters,
    isNamed,
    echo: echo(given, [...NAMES, 'min_confidence'], filters.meant),
    unknown: await unknownCaveats(context, filters, own),
  };
}

/** That nothing in the graph has a value that was asked for, and what may have been meant. */
export async function unknownCaveats(
  {generation, ...options}: Context,
  {didYouMean}: Understood,
  given: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  return Promise.all(
    NAMES.filter((name) => didYouMean[name] !== undefined).map(async (name) => {
      const value = String(given[name]);
      const likely = didYouMean[name] ?? [];
      const key = `disease:${norm(value)}`;
      const isDisease =
        name === 'therapeutic_area' && ((await generation.lookups.values([key], options)).get(key) ?? []).length > 0;
      const hint = isDisease
        ? ' It is a disease, by which `entities`, `export` and `aggregate` filter.'
        : likely.length > 0
          ? ` Did you mean ${likely.join(', ')}?`
          : '';
      return `Nothing in this graph has the ${name.replace('_', ' ')} ${JSON.stringify(value.slice(0, 80))}.${hint}`;
    }),
  );
}

/** Row ids of trusted entities of some kinds in the cell, as a subquery body. */
export function inCell({filters}: Cell, kinds: readonly Kind[]): Sql {
  if (isEmpty(filters)) return sql`(select 0 as rid where false)`;
  const [first, second] = kinds;
  const one = (kind: Kind | undefined) => matching({...filters, kind});
  return second === undefined ? sql`(${one(first)})` : sql`(${one(first)} union all ${one(second)})`;
}

/** What an answer shows of the entities that are counted, if not all of them. */
interface Shown {
  /** Whether it shows nothing. */
  isEmptied: Promise<boolean>;
  /** A condition on `rid`: what it can show. */
  only: Sql;
}

/**
 * The numbers of entities of some kinds that the gate let through, and that have the labels without enough confidence.
 */
export async function gateOfCell(
  context: Context,
  {filters}: Cell,
  kinds: readonly Kind[],
  shown?: Shown,
): Promise<z.output<typeof gate>> {
  const {minConfidence: min_confidence} = filters;
  if (isEmpty(filters)) return {min_confidence, counted: 0, dropped: 0};
  const sizes = await Promise.all([sizeOf(context, filters, kinds), sizeOf(context, filters, kinds, () => false)]);
  if (sizes[0] !== undefined && sizes[1] !== undefined) {
    const passed = {min_confidence, counted: sizes[0], dropped: sizes[1] - sizes[0]};
    // If no entity has the labels, a lower confidence would not help.
    return sizes[1] === 0 ? passed : fillingCell(context, passed, surest(filters, kinds, shown?.only), shown);
  }
  const count = (gated: boolean) =>
    join(
      kinds.map(
        (kind) => sql`(select count(*) from (${matching({...filters, kind}, gated ? undefined : () => false)}))`,
      ),
      ' + ',
    );
  const [[counted = 0], [tagged = 0]] = await context.generation.columns(
    sql`select ${count(true)} as counted, ${count(false)} as tagged${GATHERED}`,
    [is.integer, is.integer],
    context,
  );
  const passed = {min_confidence, counted, dropped: tagged - counted};
  return fillingCell(context, passed, surest(filters, kinds, shown?.only), shown);
}

async function fillingCell(context: Context, passed: z.output<typeof gate>, highest: Sql, shown: Shown | undefined) {
  return filling(context, passed, highest, shown === undefined ? undefined : await shown.isEmptied);
}

/** The number of entities of some kinds with the labels, if that needs no statement. */
async function sizeOf(
  {generation, ...options}: Context,
  filters: Filters,
  kinds: readonly Kind[],
  gated?: (group: Group) => boolean,
): Promise<number | undefined> {
  const selection = selectionOf(filters, gated);
  return selection && (await generation.lookups.select({...selection, kinds}, options))?.size('recent');
}

/**
 * Adds the confidence that would fill an answer emptied by the gate: the maximum that a query returns, or else null. If
 * the gate leaves nothing out, it has not emptied the answer.
 */
export async function filling(
  context: Context,
  passed: z.output<typeof gate>,
  highest: Sql,
  isEmptied = passed.counted === 0,
): Promise<z.output<typeof gate>> {
  if (!isEmptied) return passed;
  const query = sql`${highest}${GATHERED}`;
  const [[would_fill = null]] = await context.generation.columns(query, [is.number.orNull], context);
  return would_fill === null && passed.dropped === 0 ? passed : {...passed, would_fill};
}

/** The highest confidence of an entity of some kinds in the cell, which is that of its least confident label there. */
function surest({groups}: Filters, kinds: readonly Kind[], only = sql`true`): Sql {
  const within = join(
    kinds.map((kind) => ofKind(kind)),
    ' or ',
  );
  const labels = groups.map(
    ({labelIds}, index) =>
      sql`select rid, ${index} as place, max(confidence) as sure from label where label_id in ${labelIds} and (${within}) and ${only} group by rid`,
  );
  return sql`select max(least_sure) from (
    select rid, min(sure) as least_sure from (${join(labels, ' union all ')}) group by rid
    having count(sure) = ${groups.length})`;
}

export const PARTIAL = 'Coverage is partial: only what the sources of this graph contain is counted.';

/** A sentence about rows that the gate left out; none if there are none. */
export function gateCaveat({min_confidence, counted, dropped}: z.output<typeof gate>, what: string): string[] {
  if (dropped === 0) return [];
  const share = Math.round((100 * dropped) / (counted + dropped)) || 'under 1';
  return [
    `${dropped.toLocaleString('en')} of ${(counted + dropped).toLocaleString('en')} ${what} (${share} %) have these labels with a confidence below ${min_confidence} and are left out.`,
  ];
}
