import {z} from 'zod';
import type {Context} from '../../context.ts';
import {ref} from '../../schema/entity.ts';
import type {Kind} from '../../schema/kinds.ts';
import {named} from '../../schema/named.ts';
import {kindNumber, kindOfRid, ridRange} from '../../schema/rid.ts';
import {anyOf, distinctListOf, GATHERED, kindOf, ONCE} from '../../sql/fragments.ts';
import {sql} from '../../sql/sql.ts';
import {groupsOf, rolledUp} from './group.ts';
import {type Cell, inCell} from './mechanism-cell.ts';
import {rounded, withRefs} from './ref.ts';

/** Who holds or made patents of a cell, how many, and what share of the cell's patents that is. */
const holder = named('Holder', ref.extend({patents: z.int(), share: z.number()}));

/** What every answer about holders has. */
export const holderShape = {
  patents: z.int(),
  assignees: z.array(holder),
  institution_assignees: z.array(holder),
  inventors: z.array(holder),
  hhi: z.number().nullable(),
  top4_share: z.number().nullable(),
  rolled_up: rolledUp,
};

interface Holder {
  rid: number;
  patents: number;
}

interface Assignee extends Holder {
  /** The part of all patents, each shared by its assignees alike. */
  part: number;
  /** Counted as this one. */
  subsidiaries: number[];
}

export interface Holders {
  patents: number;
  assignees: Assignee[];
  institutions: Holder[];
  inventors: Holder[];
  hhi: number | null;
  top4_share: number | null;
  /** Patents that name no assignee of this graph. */
  unassigned: number;
}

/**
 * Concentration of a cell's patents. A patent with k assignees gives each 1/k of it; HHI (Herfindahl 1950, Hirschman
 * 1945) is Σ (100 · share)² over all assignees, 0 to 10,000; null without any. With `isRolledUp` a company counts as its head.
 */
export async function holders(context: Context, cell: Cell, most: number, isRolledUp: boolean): Promise<Holders> {
  const {generation} = context;
  const assigned = generation.relationNumber('assigned_to') ?? 0;
  const invented = generation.relationNumber('invented') ?? 0;
  const patents = inCell(cell, ['patent']);
  const [company, institution] = [kindNumber('company'), kindNumber('institution')];
  const [firstPerson, lastPerson] = ridRange('person');
  const [assignments, makers, counted] = await Promise.all([
    generation.rows(
      sql`with named ${ONCE} (
            select src, dst as own, ${isRolledUp ? sql`coalesce(h.head, dst)` : sql`dst`} as rid
            from edge_out left join company_head h on h.company = dst
            where rel = ${assigned} and src in (select rid from ${patents}) and ${kindOf('dst')} in ${[company, institution]}
          ),
          a as (select src, rid, 1.0 / count(*) over (partition by src) as part from (select distinct src, rid from named)),
          below as (select rid, ${distinctListOf('own')} as subsidiaries from named where own <> rid group by rid)
          select rid, count(*) as patents, sum(part) as part, ${anyOf('subsidiaries')} as subsidiaries
          from a left join below using (rid) group by rid order by patents desc, rid${GATHERED}`,
      context,
    ),
    generation.rows(
      sql`select src as rid, count(*) as patents from edge_in
          where rel = ${invented} and dst in (select rid from ${patents}) and src between ${firstPerson} and ${lastPerson}
          group by src order by patents desc, rid limit ${most}${GATHERED}`,
      context,
    ),
    generation.columns(sql`select count(*) from ${patents}${GATHERED}`, context),
  ]);
  const all = assignments.map((row) => ({
    rid: Number(row.rid),
    patents: Number(row.patents),
    part: Number(row.part),
    subsidiaries: (row.subsidiaries ?? []) as number[],
  }));
  const whole = all.reduce((sum, {part}) => sum + part, 0);
  const shares = all.map(({part}) => part / whole).sort((a, b) => b - a);
  const of = (kind: Kind) => all.filter(({rid}) => kindOfRid(rid) === kind).slice(0, most);
  const total = Number(counted[0]?.[0] ?? 0);
  return {
    patents: total,
    assignees: of('company'),
    institutions: of('institution'),
    inventors: makers.map((row) => ({rid: Number(row.rid), patents: Number(row.patents)})),
    hhi: whole === 0 ? null : Math.round(shares.reduce((sum, share) => sum + (100 * share) ** 2, 0) * 100) / 100,
    top4_share: whole === 0 ? null : rounded(shares.slice(0, 4).reduce((sum, share) => sum + share, 0)),
    unassigned: total - Math.round(whole),
  };
}

/** The lists as every answer shows them. */
export async function holderLists(context: Context, found: Holders) {
  const shown = (rows: Holder[]) =>
    withRefs(context, rows, (row) => ({patents: row.patents, share: rounded(row.patents / found.patents)}));
  return {
    assignees: await shown(found.assignees),
    institution_assignees: await shown(found.institutions),
    inventors: await shown(found.inventors),
    hhi: found.hhi,
    top4_share: found.top4_share,
    rolled_up: await groupsOf(
      context,
      found.assignees.map(({rid, subsidiaries}) => ({head: rid, subsidiaries})),
    ),
  };
}

export function unassignedCaveat({patents, unassigned}: Holders): string[] {
  if (unassigned === 0) return [];
  return [
    `${unassigned.toLocaleString('en')} of ${patents.toLocaleString('en')} patents have no assignee here: shares and HHI are over the others.`,
  ];
}

export const NO_OPINION = 'A triage aid: not a legal, freedom-to-operate or valuation opinion.';
