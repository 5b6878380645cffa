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

/** Counts holders from the parties of one patent after another. */
export class HolderCount {
  readonly #isRolledUp: boolean;
  readonly #assignments = new Map<number, Assignment & {subsidiaries: number[]}>();
  readonly #makers = new Map<number, Holder>();
  readonly #owners: number[] = [];

  /** @param isRolledUp A company counts as its head. */
  constructor(isRolledUp: boolean) {
    this.#isRolledUp = isRolledUp;
  }

  add(parties: Parties): void {
    this.#owners.length = 0;
    for (const {party, head} of parties) {
      if (kindOfRid(party) === 'person') this.#addMaker(party);
      else this.#addOwner(party, this.#isRolledUp ? head : party);
    }
    for (const rid of this.#owners) {
      const own = this.#assignments.get(rid) as Assignment;
      own.patents++;
      own.part += 1 / this.#owners.length;
    }
  }

  #addMaker(rid: number): void {
    const maker = this.#makers.get(rid);
    if (maker === undefined) this.#makers.set(rid, {rid, patents: 1});
    else maker.patents++;
  }

  #addOwner(party: number, rid: number): void {
    if (!this.#owners.includes(rid)) this.#owners.push(rid);
    let own = this.#assignments.get(rid);
    if (own === undefined) {
      own = {rid, patents: 0, part: 0, subsidiaries: []};
      this.#assignments.set(rid, own);
    }
    if (party !== rid && !own.subsidiaries.includes(party)) own.subsidiaries.push(party);
  }

  /** @param most Length of each list at most. */
  result(most: number): Holders {
    const inventors = [...this.#makers.values()].sort(byPatents).slice(0, most);
    return holdersOf([...this.#assignments.values()].sort(byPatents), inventors, most);
  }
}

/** The holders of patents, from the parties of each. */
export function countHolders(all: Iterable<Parties>, most: number, isRolledUp: boolean): Holders {
  const count = new HolderCount(isRolledUp);
  for (const parties of all) count.add(parties);
  return count.result(most);
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
