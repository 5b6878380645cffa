import {Cache} from '../cache.ts';
import type {Days as Between, Condition, Selection, Tie} from '../selection.ts';
import {firstFrom, inOrder, rowsInOrder} from '../sorted.ts';
import {rangeOf, rowNumbersOf} from '../sql/row-numbers.ts';
import type {Days} from './days.ts';
import type {Labels} from './labels.ts';
import {orderNumber, SORT_NUMBER} from './ordered.ts';
import type {Orders} from './orders.ts';
import {both, countBoth, eachOf, NOBODY, type Places, placesOf, sortedOf, withinAny} from './places.ts';
import type {Ranks} from './ranks.ts';
import type {RowList} from './rows.ts';

/** The look-up files that conditions are evaluated on. */
export interface ConditionFiles {
  labels: Labels;
  days: Days;
  orders: Orders;
  ranks: Ranks;
  /** The positions of rows, in ascending order, in the newest-first orders of their kinds. */
  eachPlace(rids: RowList, visit: (place: number) => void): void;
  /** The rows with such an edge, ascending. */
  tied(tie: Tie): RowList;
}

/** Cache size of positions and rows in bytes. */
const CACHED = 4 * 1024 * 1024;

/** At most one in this many is few: an edge or a day is then looked up for each entity. */
const FEW = 4;

/** Evaluates conditions for the entities of a kind, as positions in its newest-first order. */
export class Conditions {
  readonly #files: ConditionFiles;
  readonly #cached = new Cache(CACHED);
  /** What several values select: in a cache of its own, since it is made anew in less time. */
  readonly #selected = new Cache(CACHED);

  constructor(files: ConditionFiles) {
    this.#files = files;
  }

  /**
   * The positions of a kind at which all conditions hold; undefined without conditions. Those that take the most work come last: edges and
   * days are looked up for each remaining entity if few remain.
   */
  within(kind: number, conditions: Selection['groups']): Places | undefined {
    let found: Places | undefined;
    for (const condition of conditions)
      if ('rows' in condition) {
        const own = this.#placesOf(kind, rowsInOrder(condition.rows));
        found = found === undefined ? own : both(found, own);
      }
    found = this.#carrying(kind, conditions, found);
    for (const condition of conditions) {
      if (found?.count === 0) return found;
      if ('tied' in condition) found = this.#tied(kind, condition.tied, found);
    }
    for (const condition of conditions) {
      if (found?.count === 0) return found;
      if ('days' in condition) found = this.#dated(kind, condition.days, found);
    }
    return found;
  }

  /**
   * How many that are, where it can be told without making a set: for one value or for two of different filters. An entity has a value by one
   * label, so that the two lists of a value have nobody in common.
   */
  count(kind: number, conditions: Selection['groups']): number | undefined {
    if (conditions.length === 0 || conditions.length > 2) return undefined;
    const every = conditions.flatMap((condition) =>
      'isGated' in condition && condition.values.length === 1 ? [this.#lists(kind, condition)] : [],
    );
    if (every.length < conditions.length) return undefined;
    const [one = [], other] = every;
    if (other === undefined) return sizeOf(one);
    return one.reduce((sum, a) => other.reduce((all, b) => all + countBoth(a, b), sum), 0);
  }

  #size(kind: number): number {
    return this.#files.orders.size(orderNumber(kind, SORT_NUMBER.recent));
  }

  /** Rare values first: of the frequent ones, only what remains is then looked for. The next page asks for the same. */
  #carrying(kind: number, conditions: Selection['groups'], found: Places | undefined): Places | undefined {
    const valued = conditions.filter((condition) => 'isGated' in condition);
    const [only] = valued;
    if (only === undefined) return found;
    const make = () =>
      valued
        .map((condition) => this.#lists(kind, condition))
        .toSorted((a, b) => sizeOf(a) - sizeOf(b))
        .reduce<Places | undefined>((some, lists) => withinAny(some, lists, this.#size(kind)), found) ?? NOBODY;
    const isStored = valued.length === 1 && only.values.length === 1 && only.isGated;
    if (found !== undefined || isStored) return make();
    const key = valued.map(({isGated, values}) => `${isGated ? '+' : '-'}${values.join()}`).join(' ');
    return this.#remember(`${kind} ${key}`, make, bytesOf, this.#selected);
  }

  #lists(kind: number, {values, isGated}: Extract<Condition, {isGated: boolean}>): Places[] {
    const {labels} = this.#files;
    return values.flatMap((label_id) => [
      labels.carrying(kind, label_id, true),
      ...(isGated ? [] : [labels.carrying(kind, label_id, false)]),
    ]);
  }

  /** Those of a kind among rows in ascending order. */
  #placesOf(kind: number, rids: RowList): Places {
    const [first, last] = rangeOf(kind, rowNumbersOf(rids[0] ?? 0));
    const own = rids.subarray(firstFrom(rids, first), firstFrom(rids, last + 1));
    const places: number[] = [];
    this.#files.eachPlace(own, (place) => places.push(place));
    return placesOf(inOrder(places), this.#size(kind));
  }

  #tied(kind: number, tie: Tie, found: Places | undefined): Places {
    const key = `tied ${tie.besides} ${tie.to.join()}`;
    const rids = this.#remember(
      key,
      () => this.#files.tied(tie),
      (list) => list.byteLength,
    );
    const all = this.#cached.get<Places>(`${key} of ${kind}`);
    if (all === undefined && found !== undefined && found.count * FEW < rids.length) {
      const order = orderNumber(kind, SORT_NUMBER.recent);
      return some(found, (place) => {
        const rid = this.#files.orders.at(order, place) ?? 0;
        return rids[firstFrom(rids, rid)] === rid;
      });
    }
    const own = this.#remember(`${key} of ${kind}`, () => this.#placesOf(kind, rids), bytesOf);
    return found === undefined ? own : both(found, own);
  }

  #dated(kind: number, days: Between, found: Places | undefined): Places {
    const between = this.#files.days.between(kind, days);
    if (between[0] === between[1]) return NOBODY;
    const key = `days ${kind} ${between.join()}`;
    const size = this.#size(kind);
    const all = this.#cached.get<Places>(key);
    if (all === undefined && found !== undefined && found.count * FEW < size) {
      const sorted = this.#files.ranks.among(kind, 'date', eachOf(found), between);
      return {count: sorted.length, sorted};
    }
    const own = this.#remember(key, () => placesOf(this.#files.ranks.between(kind, 'date', between), size), bytesOf);
    return found === undefined ? own : both(found, own);
  }

  #remember<T>(key: string, make: () => T, bytes: (value: T) => number, cache = this.#cached): T {
    const cached = cache.get<T>(key);
    if (cached !== undefined) return cached;
    const made = make();
    cache.set(key, made, bytes(made));
    return made;
  }
}

function sizeOf(lists: readonly Places[]): number {
  return lists.reduce((sum, {count}) => sum + count, 0);
}

function some(places: Places, isAsked: (place: number) => boolean): Places {
  const sorted = sortedOf(places).filter(isAsked);
  return {count: sorted.length, sorted};
}

function bytesOf(places: Places): number {
  return 4 * ('bits' in places ? places.bits.length : places.sorted.length);
}
