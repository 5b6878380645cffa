import type {Kind} from './schema/kinds.ts';
import {kindOfRid} from './schema/rid.ts';
import type {Parties} from './selection.ts';

/** An assignee or inventor, and its number of patents. */
export interface Holder {
  rid: number;
  patents: number;
}

export interface Assignee extends Holder {
  /** Subsidiaries counted as this company. */
  subsidiaries: readonly number[];
}

/** The holders of some patents, those with most patents first, and how concentrated these are. */
export interface Holders {
  assignees: readonly Assignee[];
  institutions: readonly Holder[];
  inventors: readonly Holder[];
  /** Σ (100 · share)² of the fractional shares, 0 to 10,000, to two decimals; null if nobody is assigned anything. */
  hhi: number | null;
  /** The sum of the four largest shares, to six decimals; null likewise. */
  top4_share: number | null;
  /** Number of patents with an assignee in this graph. */
  assigned: number;
}

/** An assignee with its share of all patents, each divided equally among its assignees. */
export interface Assignment extends Assignee {
  part: number;
}

/** Most patents first. */
const byPatents = (a: Holder, b: Holder) => b.patents - a.patents || a.rid - b.rid;

/**
 * Counts holders from the parties of each patent.
 * @param most Length of each list at most.
 * @param isRolledUp A company counts as its head.
 */
export function countHolders(all: readonly Parties[], most: number, isRolledUp: boolean): Holders {
  const assignments = new Map<number, Assignment & {subsidiaries: number[]}>();
  const makers = new Map<number, Holder>();
  const owners: number[] = [];
  for (const parties of all) {
    owners.length = 0;
    for (const {party, head} of parties) {
      if (kindOfRid(party) === 'person') {
        const maker = makers.get(party);
        if (maker === undefined) makers.set(party, {rid: party, patents: 1});
        else maker.patents++;
        continue;
      }
      const rid = isRolledUp ? head : party;
      if (!owners.includes(rid)) owners.push(rid);
      let own = assignments.get(rid);
      if (own === undefined) {
        own = {rid, patents: 0, part: 0, subsidiaries: []};
        assignments.set(rid, own);
      }
      if (party !== rid && !own.subsidiaries.includes(party)) own.subsidiaries.push(party);
    }
    for (const rid of owners) {
      const own = assignments.get(rid) as Assignment;
      own.patents++;
      own.part += 1 / owners.length;
    }
  }
  return holdersOf(
    [...assignments.values()].sort(byPatents),
    [...makers.values()].sort(byPatents).slice(0, most),
    most,
  );
}

/**
 * Figures and lists from all assignees. HHI after Herfindahl (1950) and Hirschman (1945).
 * @param assignments Most patents first.
 * @param most Length of each list at most.
 */
export function holdersOf(assignments: readonly Assignment[], inventors: readonly Holder[], most: number): Holders {
  const whole = assignments.reduce((sum, {part}) => sum + part, 0);
  const shares = assignments.map(({part}) => part / whole).sort((a, b) => b - a);
  const of = (kind: Kind) => assignments.filter(({rid}) => kindOfRid(rid) === kind).slice(0, most);
  return {
    assignees: of('company'),
    institutions: of('institution'),
    inventors,
    hhi: whole === 0 ? null : Math.round(shares.reduce((sum, share) => sum + (100 * share) ** 2, 0) * 100) / 100,
    top4_share: whole === 0 ? null : Math.round(shares.slice(0, 4).reduce((sum, share) => sum + share, 0) * 1e6) / 1e6,
    assigned: Math.round(whole),
  };
}
