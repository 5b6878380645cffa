import {KINDS, type Kind} from '../schema/kinds.ts';
import type {Sort} from '../schema/params.ts';
import {kindNumber, kindOfNumber} from '../schema/rid.ts';
import type {Selected, Selection} from '../selection.ts';
import type {Tally, TallyField} from '../tally.ts';
import type {Conditions} from './conditions.ts';
import {orderNumber, SORT_NUMBER} from './ordered.ts';
import type {Orders} from './orders.ts';
import {eachOf, type Places} from './places.ts';
import {leastAbove, type Ranks} from './ranks.ts';
import {type TallyFiles, tally, tallyEffort} from './tally.ts';

/** The look-up files that a selection reads. */
export interface SelectFiles extends TallyFiles {
  conditions: Conditions;
  orders: Orders;
  ranks: Ranks;
  /** The number of a row in an order over all kinds. */
  numberOf(rid: number, sort: Sort): number;
}

/** The selected entities of one kind: some positions of its newest-first order, found when they are first asked for, or all. */
class Part {
  readonly kind: number;
  readonly #conditions: Conditions;
  readonly #groups: Selection['groups'];
  #found: {places: Places | undefined} | undefined;

  constructor(kind: number, conditions: Conditions, groups: Selection['groups']) {
    [this.kind, this.#conditions, this.#groups] = [kind, conditions, groups];
  }

  get places(): Places | undefined {
    this.#found ??= {places: this.#conditions.within(this.kind, this.#groups)};
    return this.#found.places;
  }

  /** How many they are; undefined for all. Whoever asks for nothing else needs no set of them in most cases. */
  get count(): number | undefined {
    const told = this.#found === undefined ? this.#conditions.count(this.kind, this.#groups) : undefined;
    return told ?? this.places?.count;
  }
}

/**
 * The entities that pass filters, as sets of positions in the newest-first order of each kind. An order over several kinds merges theirs by
 * order key (ddl/order_key.sql), which ascends within each kind.
 */
export class SelectedRows implements Selected {
  readonly #files: SelectFiles;
  readonly #parts: readonly Part[];
  readonly #ranked = new Map<string, Uint32Array>();

  constructor(files: SelectFiles, {kinds, groups}: Selection) {
    this.#files = files;
    this.#parts = (kinds.length === 0 ? KINDS : kinds).map(
      (name) => new Part(kindNumber(name), files.conditions, groups),
    );
  }

  kinds(): {value: Kind; count: number}[] {
    return this.#parts.flatMap((part) => {
      const {kind} = part;
      const count = part.count ?? this.#sizeOf(kind);
      return count === 0 ? [] : [{value: kindOfNumber(kind), count}];
    });
  }

  tally(fields: readonly TallyField[], most: number): Tally[] {
    return tally(this.#files, this.#sized(), fields, most);
  }

  tallyEffort(fields: readonly TallyField[]): number {
    return tallyEffort(this.#files, this.#sized(), fields);
  }

  #sized(): {kind: number; places: Places | undefined; of: number}[] {
    return this.#parts.map(({kind, places}) => ({kind, places, of: this.#sizeOf(kind)}));
  }

  #sizeOf(kind: number): number {
    return this.#files.orders.size(orderNumber(kind, SORT_NUMBER.recent));
  }

  size(sort: Sort): number {
    const isSignal = sort === 'prominence' || sort === 'momentum';
    return this.#parts.reduce((sum, part) => {
      const {kind} = part;
      if (isSignal && part.places !== undefined) return sum + this.#ranks(kind, part.places, sort).length;
      return sum + (part.count ?? this.#files.orders.size(orderNumber(kind, SORT_NUMBER[sort])));
    }, 0);
  }

  page(sort: Sort, after: number, offset: number, rows: number): number[] {
    const sources = this.#parts.map((part) => this.#rowsOf(part, sort, after, offset + rows));
    const [only] = sources;
    if (only !== undefined && sources.length === 1) return taken(only, offset, rows);
    return taken(this.#merged(sources, sort), offset, rows);
  }

  rows(): number[] {
    const {orders} = this.#files;
    return this.#parts.flatMap(({kind, places}) => {
      const order = orderNumber(kind, SORT_NUMBER.recent);
      if (places === undefined) return [...rowsFrom(orders, order, 0)];
      return Array.from(eachOf(places), (place) => orders.at(order, place) ?? 0);
    });
  }

  /** The positions of one kind in its newest-first order. */
  places(): Iterable<number> {
    const [part] = this.#parts;
    if (part?.places === undefined) throw new Error('Nothing is asked of them');
    return eachOf(part.places);
  }

  numberOf(rid: number, sort: Sort): number {
    return this.#files.numberOf(rid, sort);
  }

  /** Rows of a part in an order after an order key; at least this many, if there are. */
  *#rowsOf({kind, places}: Part, sort: Sort, after: number, most: number): Generator<number, void> {
    const {orders} = this.#files;
    const order = orderNumber(kind, SORT_NUMBER[sort]);
    const from = after === 0 ? 0 : this.#firstAfter(order, sort, after);
    if (places === undefined) yield* rowsFrom(orders, order, from);
    else if (sort === 'recent') for (const place of eachOf(places, from)) yield orders.at(order, place) ?? 0;
    else
      for (const rank of leastAbove(this.#ranks(kind, places, sort), from, most)) yield orders.at(order, rank - 1) ?? 0;
  }

  #ranks(kind: number, places: Places, sort: Sort): Uint32Array {
    const key = `${kind} ${sort}`;
    let found = this.#ranked.get(key);
    if (found === undefined) {
      found = this.#files.ranks.of(kind, sort, eachOf(places), places.count);
      this.#ranked.set(key, found);
    }
    return found;
  }

  /** The number of positions of an order with an order key up to this one. */
  #firstAfter(order: number, sort: Sort, number: number): number {
    let from = 0;
    let to = this.#files.orders.size(order);
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.numberOf(this.#files.orders.at(order, middle) ?? 0, sort) <= number) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Merges the rows of several orders. */
  *#merged(sources: readonly Generator<number, void>[], sort: Sort): Generator<number, void> {
    const heads: {rid: number; number: number; rest: Generator<number, void>}[] = [];
    const add = (rest: Generator<number, void>) => {
      const {value, done} = rest.next();
      if (done !== true) heads.push({rid: value, number: this.numberOf(value, sort), rest});
    };
    for (const source of sources) add(source);
    while (heads.length > 0) {
      let first = 0;
      for (let at = 1; at < heads.length; at++) if ((heads[at]?.number ?? 0) < (heads[first]?.number ?? 0)) first = at;
      const [head] = heads.splice(first, 1);
      if (head === undefined) return;
      yield head.rid;
      add(head.rest);
    }
  }
}

/** Rows of an order that are read at once. */
const PAGE = 64;

function* rowsFrom(orders: Orders, order: number, from: number): Generator<number, void> {
  for (let at = from; ; at += PAGE) {
    const page = orders.page(order, at, PAGE);
    for (const {rid} of page) yield rid;
    if (page.length < PAGE) return;
  }
}

function taken(rows: Generator<number, void>, offset: number, most: number): number[] {
  const found: number[] = [];
  let at = 0;
  for (const rid of rows) {
    if (at++ >= offset) found.push(rid);
    if (found.length >= most) break;
  }
  return found;
}
