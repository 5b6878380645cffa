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

type Assignments = Map<number, Assignment & {subsidiaries: number[]}>;

/** Counts holders from the parties of one patent after another: companies as they are, as their heads, or in both ways at once. */
export class HolderCount {
  readonly #assignments: readonly (readonly [isRolledUp: boolean, Assignments])[];
  readonly #makers = new Map<number, Holder>();
  readonly #owners: number[] = [];

  constructor(...isRolledUp: boolean[]) {
    this.#assignments = isRolledUp.map((each) => [each, new Map()]);
  }

  add(parties: Parties): void {
    for (const {party} of parties) if (kindOfRid(party) === 'person') this.#addMaker(party);
    for (const [isRolledUp, assignments] of this.#assignments) this.#addOwners(parties, isRolledUp, assignments);
  }

  #addMaker(rid: number): void {
    const maker = this.#makers.get(rid);
    if (maker === undefined) this.#makers.set(rid, {rid, patents: 1});
    else maker.patents++;
  }

  #addOwners(parties: Parties, isRolledUp: boolean, assignments: Assignments): void {
    const owners = this.#owners;
    owners.length = 0;
    for (const {party, head} of parties) {
      if (kindOfRid(party) === 'person') continue;
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

  /**
   * One for each way of counting companies, in order.
   * @param most Length of each list at most.
   */
  results(most: number): Holders[] {
    const inventors = bestOf([...this.#makers.values()], most);
    return this.#assignments.map(([, all]) => holdersOf([...all.values()], inventors, most));
  }
}

/** The first of a list by `byPatents`. Most holders have one patent: only those that may be among the first are sorted. */
function bestOf<T extends Holder>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return all.toSorted(byPatents);
  const least = Uint32Array.from(all, ({patents}) => patents).sort()[all.length - most] as number;
  const above = all.filter(({patents}) => patents > least).sort(byPatents);
  const equal = all.filter(({patents}) => patents === least);
  const last = Float64Array.from(equal, ({rid}) => rid).sort()[most - above.length - 1] as number;
  return [...above, ...equal.filter(({rid}) => rid <= last).sort(byPatents)];
}

/** The holders of patents, from the parties of each. */
export function countHolders(all: Iterable<Parties>, most: number, isRolledUp: boolean): Holders {
  const count = new HolderCount(isRolledUp);
  for (const parties of all) count.add(parties);
  return count.results(most)[0] as Holders;
}

/**
 * Figures and lists from all assignees. HHI after Herfindahl (1950) and Hirschman (1945).
 * @param inventors The first of them, most patents first.
 * @param most Length of each list at most.
 */
export function holdersOf(assignments: readonly Assignment[], inventors: readonly Holder[], most: number): Holders {
  // Summed in one order, whatever the order of assignees: figures are the same to the last digit.
  const parts = Float64Array.from(assignments, ({part}) => part)
    .sort()
    .reverse();
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const of = (kind: Kind) =>
    bestOf(
      assignments.filter(({rid}) => kindOfRid(rid) === kind),
      most,
    );
  return {
    assignees: of('company'),
    institutions: of('institution'),
    inventors,
    hhi: whole === 0 ? null : Math.round(parts.reduce((sum, part) => sum + (100 * (part / whole)) ** 2, 0) * 100) / 100,
    top4_share:
      whole === 0 ? null : Math.round(parts.subarray(0, 4).reduce((sum, part) => sum + part / whole, 0) * 1e6) / 1e6,
    assigned: Math.round(whole),
  };
}
