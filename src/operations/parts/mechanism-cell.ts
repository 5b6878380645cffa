import {z} from 'zod';
import type {Context} from '../../context.ts';
import {GraphError} from '../../errors.ts';
import type {Kind} from '../../schema/kinds.ts';
import {named} from '../../schema/named.ts';
import {minConfidence, moaFilters} from '../../schema/params.ts';
import {join, type Sql, sql} from '../../sql/sql.ts';
import {echo, type Filters, isEmpty, matching, resolveFilters} from './filters.ts';

const {target, modality, therapeutic_area} = moaFilters;

/** The parameters that name a mechanism cell. */
export const cellParams = {target, modality, therapeutic_area, min_confidence: minConfidence};

const NAMES = ['target', 'modality', 'therapeutic_area'] as const;

/** What the trust gate let through and kept out. */
export const gate = named('Gate', z.object({min_confidence: z.number(), counted: z.int(), dropped: z.int()}));

export interface Cell {
  filters: Filters;
  /** False when none of its parameters was given. */
  isNamed: boolean;
  echo: ReturnType<typeof echo>;
}

type Given = {[N in (typeof NAMES)[number]]?: string | undefined} & {min_confidence?: number | undefined};

/**
 * The cell a caller asks about.
 * @throws GraphError `bad_request` where one of target, modality, therapeutic_area is needed and none is given.
 */
export async function resolveCell(context: Context, given: Given, isNeeded: boolean): Promise<Cell> {
  const isNamed = NAMES.some((name) => given[name] !== undefined);
  if (isNeeded && !isNamed)
    throw new GraphError('bad_request', `Name a mechanism cell: give one or more of ${NAMES.join(', ')}.`);
  const filters = await resolveFilters(context.generation, given, context);
  return {filters, isNamed, echo: echo(given, [...NAMES, 'min_confidence'], filters.meant)};
}

/** Row ids of trusted entities of some kinds in the cell, as a subquery body. */
export function inCell({filters}: Cell, kinds: readonly Kind[]): Sql {
  if (isEmpty(filters)) return sql`(select 0 as rid where false)`;
  const [first, second] = kinds;
  const one = (kind: Kind | undefined) => matching({...filters, kind});
  return second === undefined ? sql`(${one(first)})` : sql`(${one(first)} union all ${one(second)})`;
}

/** How many entities of some kinds the gate let through, and how many carry the labels without enough confidence. */
export async function gateOfCell(
  context: Context,
  {filters}: Cell,
  kinds: readonly Kind[],
): Promise<z.output<typeof gate>> {
  const {minConfidence: min_confidence} = filters;
  if (isEmpty(filters)) return {min_confidence, counted: 0, dropped: 0};
  const count = (gated: boolean) =>
    join(
      kinds.map(
        (kind) => sql`(select count(*) from (${matching({...filters, kind}, gated ? undefined : () => false)}))`,
      ),
      ' + ',
    );
  const rows = await context.generation.rows(sql`select ${count(true)} as counted, ${count(false)} as tagged`, context);
  const {counted, tagged} = rows[0] as {counted: number; tagged: number};
  return {min_confidence, counted, dropped: tagged - counted};
}

export const PARTIAL = 'Coverage is partial: what the sources of this graph do not hold is not counted.';

/** A sentence about rows that the gate kept out; none when it kept out none. */
export function gateCaveat({min_confidence, counted, dropped}: z.output<typeof gate>, what: string): string[] {
  if (dropped === 0) return [];
  const share = Math.round((100 * dropped) / (counted + dropped)) || 'under 1';
  return [
    `${dropped.toLocaleString('en')} of ${(counted + dropped).toLocaleString('en')} ${what} (${share} %) carry these labels with a confidence below ${min_confidence} and are left out.`,
  ];
}
