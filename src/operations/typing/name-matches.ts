import type {Context} from '../../context.ts';
import type {NameMatch} from '../../name-match.ts';
import {KINDS, type Kind, partOf, WORK_BITS} from '../../schema/kinds.ts';
import {kindNumber, kindOfRid} from '../../schema/rid.ts';
import {
  GATHERED,
  kindOf,
  matchedPlace,
  matchedRid,
  matchKey,
  shiftRight,
  smallest,
  unnest,
} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {join, type Sql, sql, whole} from '../../sql/sql.ts';
import {ofKind} from '../filters/filters.ts';
import {LONGEST_KEY} from '../names/by-name.ts';

/** A match of a typed prefix other than a whole name, and its position (macro `match_key`, without the row). */
export interface Match {
  rid: number;
  place: number;
  /** The whole text is one of its names. */
  isCalled: boolean;
}

/** Matches of the whole text, and of its words. */
export interface Matches {
  named: readonly Match[];
  others: readonly Match[];
}

/** Lengths to which names and their words are cut where they are looked up (ddl/naming.sql). */
export const CUT = {name: LONGEST_KEY, word: 40};

/** Additional rows to read, since a name may have several words with the prefix. */
const SPARE = 4;

const numbersOf = (those: (kind: Kind) => boolean): Sql =>
  sql`(${join(
    KINDS.filter(those).map((kind) => whole(kindNumber(kind))),
    ', ',
  )})`;

/** 1 for works and events, or else 0. */
export const IS_WORK: Sql = sql`(${shiftRight(whole(WORK_BITS), kindOf('rid'))} % 2)`;
const LEADS = numbersOf((kind) => partOf(kind) === 'leads');
/** Approvals, trials and programs. */
export const FOLLOWS: Sql = sql`(${kindOf('rid')} in ${numbersOf((kind) => partOf(kind) === 'follows')})`;

/** The number of the part for whole names. */
const CALLED = 3;

/** The best of some rows of (rid, order_key, rung), as many of each part as can be shown; rung 1 is for whole names. */
export async function best(context: Context, rows: Sql, kind: Kind | undefined, limit: number): Promise<Match[]> {
  const part = sql`case when rung = 1 then ${whole(CALLED)} when ${kindOf('rid')} in ${LEADS} then 1 when ${FOLLOWS} then 2 else 0 end`;
  const [rids, places, parts] = await context.generation.columns(
    sql`select ${matchedRid('key')}, ${matchedPlace('key')}, part
        from (
          select ${part} as part, ${unnest(smallest(matchKey(sql`greatest(rung, 2)`, IS_WORK, 'order_key', 'rid'), limit * SPARE))} as key
          from (${rows}) where ${ofKind(kind)} group by part
        )${GATHERED}`,
    [is.integer, is.integer, is.integer],
    context,
  );
  return rids.map((rid, index) => ({rid, place: places[index] ?? 0, isCalled: parts[index] === CALLED}));
}

/** The same for rows in memory. @param as The rung of all, whatever theirs are. */
export function bestOf(rows: readonly NameMatch[], kind: Kind | undefined, limit: number, as?: number): Match[] {
  const most = limit * SPARE;
  const parts = new Map<string, Match[]>();
  for (const {rid, orderKey, rung: own} of rows) {
    const rung = as ?? own;
    const kindOfRow = kindOfRid(rid);
    if (kind !== undefined && kindOfRow !== kind) continue;
    const isCalled = rung === 1;
    const part = isCalled ? 'called' : partOf(kindOfRow);
    const step = (Math.max(rung, 2) - 2) * 2 + ((WORK_BITS >> kindNumber(kindOfRow)) % 2) - 3;
    const match = {rid, place: step * 2 ** 31 + orderKey, isCalled};
    const matches = parts.get(part);
    if (matches === undefined) parts.set(part, [match]);
    else if (matches.push(match) === 8 * most) matches.sort(inOrder).splice(most);
  }
  return [...parts.values()].flatMap((matches) => matches.sort(inOrder).slice(0, most));
}

const inOrder = (a: Match, b: Match) => a.place - b.place || a.rid - b.rid;
