import {z} from 'zod';
import type {Context} from '../../context.ts';
import {countHolders, type Holder, type Holders, holdersOf} from '../../holders.ts';
import {ref} from '../../schema/entity.ts';
import {named} from '../../schema/named.ts';
import {kindNumber} from '../../schema/rid.ts';
import {anyOf, distinctListOf, GATHERED, kindOf, ONCE} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {isEmpty, selectionOf} from '../filters/filters.ts';
import {type Cell, inCell} from '../filters/mechanism-cell.ts';
import {groupsOf, rolledUp} from '../records/group.ts';
import {rounded, withRefs} from '../records/ref.ts';

/** Assignees or inventors in a cell, their number of patents, and their share of the cell's patents. */
const holder = named('Holder', ref.extend({patents: z.int(), share: z.number()}));

/** Members of every answer about holders. */
export const holderShape = {
  patents: z.int(),
  assignees: z.array(holder),
  institution_assignees: z.array(holder),
  inventors: z.array(holder),
  hhi: z.number().nullable(),
  top4_share: z.number().nullable(),
  rolled_up: rolledUp,
};

/**
 * The holders of a cell's patents. A patent with k assignees counts 1/k for each; HHI is computed over all assignees. With `isRolledUp` a
 * company counts as its head.
 * @param most Length of each list at most.
 */
export async function holders(context: Context, cell: Cell, most: number, isRolledUp: boolean): Promise<Holders> {
  const selection = isEmpty(cell.filters) ? undefined : selectionOf(cell.filters);
  if (selection === undefined) return asked(context, cell, most, isRolledUp);
  const {lookups} = context.generation;
  const [only, ...others] = selection.groups;
  const isOne = only !== undefined && 'values' in only && only.isGated && only.values.length === 1;
  const known =
    isOne && others.length === 0
      ? await lookups.holders(only.values[0] as number, {most, isRolledUp}, context)
      : undefined;
  if (known !== undefined) return known;
  const parties = await lookups.parties(selection.groups, context);
  return parties === undefined ? asked(context, cell, most, isRolledUp) : countHolders(parties, most, isRolledUp);
}

async function asked(context: Context, cell: Cell, most: number, isRolledUp: boolean): Promise<Holders> {
  const {generation} = context;
  const patents = inCell(cell, ['patent']);
  const person = kindNumber('person');
  const [assignments, makers] = await Promise.all([
    generation.rows(
      sql`with named ${ONCE} (
            select patent, party as own, ${isRolledUp ? sql`head` : sql`party`} as rid from patent_party
            where patent in (select rid from ${patents}) and ${kindOf('party')} <> ${person}
          ),
          a as (select patent, rid, 1.0 / count(*) over (partition by patent) as part from (select distinct patent, rid from named)),
          below as (select rid, ${distinctListOf('own')} as subsidiaries from named where own <> rid group by rid)
          select rid, count(*) as patents, sum(part) as part, ${anyOf('subsidiaries')} as subsidiaries
          from a left join below using (rid) group by rid order by patents desc, rid${GATHERED}`,
      {rid: is.integer, patents: is.integer, part: is.number, subsidiaries: is.integers.orNull},
      context,
    ),
    generation.rows(
      sql`select party as rid, count(*) as patents from patent_party
          where patent in (select rid from ${patents}) and ${kindOf('party')} = ${person}
          group by party order by patents desc, rid limit ${most}${GATHERED}`,
      {rid: is.integer, patents: is.integer},
      context,
    ),
  ]);
  return holdersOf(
    assignments.map(({subsidiaries, ...row}) => ({...row, subsidiaries: subsidiaries ?? []})),
    makers,
    most,
  );
}

/**
 * The lists in the form of answers.
 * @param patents Number of patents in the cell.
 */
export async function holderLists(context: Context, found: Holders, patents: number) {
  const shown = (rows: readonly Holder[]) =>
    withRefs(context, rows, (row) => ({patents: row.patents, share: rounded(row.patents / patents)}));
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

export function unassignedCaveat({assigned}: Holders, patents: number): string[] {
  const unassigned = patents - assigned;
  if (unassigned === 0) return [];
  return [
    `${unassigned.toLocaleString('en')} of ${patents.toLocaleString('en')} patents have no assignee in this graph: HHI and the share of the top four are computed over the others, each assignee’s share over all.`,
  ];
}

export const NO_OPINION = 'A triage aid: not a legal, freedom-to-operate or valuation opinion.';
