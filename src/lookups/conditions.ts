import {Cache} from '../cache.ts';
import type {Days as Between, Condition, Selection, Tie} from '../generation.ts';
import {firstFrom, inOrder, rowsInOrder} from '../sorted.ts';
import {rangeOf, rowNumbersOf} from '../sql/row-numbers.ts';
import type {Days} from './days.ts';
import type {Labels} from './labels.ts';
import {orderNumber, SORT_NUMBER} from './ordered.ts';
import type {Orders} from './orders.ts';
import {both, eachOf, either, NOBODY, type Places, placesOf, sortedOf} from './places.ts';
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

/** Conditions in the order of evaluation; the last two are checked for each remaining entity if few remain. */
const ORDER = ['rows', 'values', 'tied', 'days'];

/** At most one in this many is few: the condition is then checked for each entity. */
const FEW = 4;

/** Evaluates conditions for the entities of a kind, as positions in its newest-first order. */
export class Conditions {
  readonly #files: ConditionFiles;
  readonly #cached = new Cache(CACHED);

  constructor(files: ConditionFiles) {
    this.#files = files;
  }

  /** The positions of a kind at which all conditions hold; undefined without conditions. */
  within(kind: number, conditions: Selection['groups']): Places | undefined {
    let found: Places | undefined;
    for (const condition of conditions.toSorted((a, b) => turnOf(a) - turnOf(b))) {
      if (found?.count === 0) return found;
      if ('days' in condition) found = this.#dated(kind, condition.days, found);
      else if ('tied' in condition) found = this.#tied(kind, condition.tied, found);
      else {
        const own =
          'rows' in condition ? this.#placesOf(kind, rowsInOrder(condition.rows)) : this.#carrying(kind, condition);
        found = found === undefined ? own : both(found, own);
      }
    }
    return found;
  }

  #size(kind: number): number {
    return this.#files.orders.size(orderNumber(kind, SORT_NUMBER.recent));
  }

  #carrying(kind: number, {values, isGated}: Extract<Condition, {isGated: boolean}>): Places {
    const {labels} = this.#files;
    const lists = values.flatMap((label_id) => [
      labels.carrying(kind, label_id, true),
      ...(isGated ? [] : [labels.carrying(kind, label_id, false)]),
    ]);
    return either(lists, this.#size(kind));
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

  #remember<T>(key: string, make: () => T, bytes: (value: T) => number): T {
    const cached = this.#cached.get<T>(key);
    if (cached !== undefined) return cached;
    const made = make();
    this.#cached.set(key, made, bytes(made));
    return made;
  }
}

function turnOf(condition: Condition): number {
  return ORDER.findIndex((name) => name in condition);
}

function some(places: Places, isAsked: (place: number) => boolean): Places {
  const sorted = sortedOf(places).filter(isAsked);
  return {count: sorted.length, sorted};
}

function bytesOf(places: Places): number {
  return 4 * ('bits' in places ? places.bits.length : places.sorted.length);
}
