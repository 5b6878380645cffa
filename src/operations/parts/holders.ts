import {z} from 'zod';
import type {Context} from '../../context.ts';
import {ref} from '../../schema/entity.ts';
import type {Kind} from '../../schema/kinds.ts';
import {named} from '../../schema/named.ts';
import {kindNumber, kindOfRid} from '../../schema/rid.ts';
import type {Parties} from '../../selection.ts';
import {anyOf, distinctListOf, GATHERED, kindOf, ONCE} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {isEmpty, selectionOf} from './filters.ts';
import {groupsOf, rolledUp} from './group.ts';
import {type Cell, inCell} from './mechanism-cell.ts';
import {rounded, withRefs} from './ref.ts';

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

interface Holder {
  rid: number;
  patents: number;
}

interface Assignee extends Holder {
  /** The share of all patents, with each patent divided equally among its assignees. */
  part: number;
  /** Subsidiaries counted as this company. */
  subsidiaries: number[];
}

export interface Holders {
  assignees: Assignee[];
  institutions: Holder[];
  inventors: Holder[];
  hhi: number | null;
  top4_share: number | null;
  /** Number of patents with an assignee in this graph. */
  assigned: number;
}

/**
 * Concentration of a cell's patents. A patent with k assignees counts 1/k for each; HHI (Herfindahl 1950, Hirschman
 * 1945) is Σ (100 · share)² over all assignees, 0 to 10,000; null without patents. With `isRolledUp` a company counts
 * as its head.
 */
export async function holders(context: Context, cell: Cell, most: number, isRolledUp: boolean): Promise<Holders> {
  const selection = isEmpty(cell.filters) ? undefined : selectionOf(cell.filters);
  const parties = selection && (await context.generation.lookups.parties(selection.groups, context));
  const {assignments, makers} =
    parties === undefined ? await asked(context, cell, most, isRolledUp) : counted(parties, most, isRolledUp);
  const whole = assignments.reduce((sum, {part}) => sum + part, 0);
  const shares = assignments.map(({part}) => part / whole).sort((a, b) => b - a);
  const of = (kind: Kind) => assignments.filter(({rid}) => kindOfRid(rid) === kind).slice(0, most);
  return {
    assignees: of('company'),
    institutions: of('institution'),
    inventors: makers,
    hhi: whole === 0 ? null : Math.round(shares.reduce((sum, share) => sum + (100 * share) ** 2, 0) * 100) / 100,
    top4_share: whole === 0 ? null : rounded(shares.slice(0, 4).reduce((sum, share) => sum + share, 0)),
    assigned: Math.round(whole),
  };
}

interface Counted {
  assignments: Assignee[];
  makers: Holder[];
}

/** Most patents first. */
const byPatents = (a: Holder, b: Holder) => b.patents - a.patents || a.rid - b.rid;

/** Counted from the parties of each patent. */
function counted(all: readonly Parties[], most: number, isRolledUp: boolean): Counted {
  const assignments = new Map<number, Assignee>();
  const makers = new Map<number, Holder>();
  for (const parties of all) {
    const owners = new Set<number>();
    for (const {party, head} of parties) {
      if (kindOfRid(party) === 'person') {
        const maker = makers.get(party);
        if (maker === undefined) makers.set(party, {rid: party, patents: 1});
        else maker.patents++;
        continue;
      }
      const rid = isRolledUp ? head : party;
      owners.add(rid);
      const own = assignments.get(rid) ?? {rid, patents: 0, part: 0, subsidiaries: []};
      assignments.set(rid, own);
      if (party !== rid && !own.subsidiaries.includes(party)) own.subsidiaries.push(party);
    }
    for (const rid of owners) {
      const own = assignments.get(rid) as Assignee;
      own.patents++;
      own.part += 1 / owners.size;
    }
  }
  return {
    assignments: [...assignments.values()].sort(byPatents),
    makers: [...makers.values()].sort(byPatents).slice(0, most),
  };
}

async function asked(context: Context, cell: Cell, most: number, isRolledUp: boolean): Promise<Counted> {
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
  return {
    assignments: assignments.map(({subsidiaries, ...row}) => ({...row, subsidiaries: subsidiaries ?? []})),
    makers,
  };
}

/**
 * The lists in the form of answers.
 * @param patents Number of patents in the cell.
 */
export async function holderLists(context: Context, found: Holders, patents: number) {
  const shown = (rows: Holder[]) =>
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
    `${unassigned.toLocaleString('en')} of ${patents.toLocaleString('en')} patents have no assignee in this graph: shares and HHI are computed over the others.`,
  ];
}

export const NO_OPINION = 'A triage aid: not a legal, freedom-to-operate or valuation opinion.';
