import type {Kind} from '../schema/kinds.ts';
import {kindNumber} from '../schema/rid.ts';
import type {Sharing, WeightedTrait} from '../sharing.ts';
import {rowsInOrder} from '../sorted.ts';
import {type RowNumbers, rangeOf} from '../sql/row-numbers.ts';
import type {ConditionFiles} from './conditions.ts';
import type {NameIndex} from './name-index.ts';
import {orderNumber, SORT_NUMBER} from './ordered.ts';
import {eachOf, isIn, type Places, placesOf} from './places.ts';

/** The look-up files that traits are read from. */
export interface SharedFiles extends Pick<ConditionFiles, 'eachPlace' | 'labels' | 'orders'> {
  names: NameIndex;
  rows: RowNumbers;
}

/**
 * What the entities of a kind share, as sums by their positions in its newest-first order: the lists of values are read whole, one addition for
 * each member, which takes less time than any choice among them.
 */
export class SharedRows implements Sharing {
  readonly kind: Kind;
  readonly #files: SharedFiles;
  readonly #order: number;
  readonly #traits: readonly Places[];
  readonly #sums: Float64Array;

  /**
   * @param pause Awaited after each trait.
   * @returns undefined if a word is in too many names to read them here, or is not compared here.
   */
  static async of(
    files: SharedFiles,
    traits: readonly WeightedTrait[],
    kind: Kind,
    pause: () => Promise<void> | undefined,
  ): Promise<SharedRows | undefined> {
    const order = orderNumber(kindNumber(kind), SORT_NUMBER.recent);
    const sums = new Float64Array(files.orders.size(order));
    const lists: Places[] = [];
    for (const trait of traits) {
      const places =
        'word' in trait
          ? named(files, trait.word, kind, sums.length)
          : files.labels.carrying(kindNumber(kind), trait.label_id, true);
      if (places === undefined) return undefined;
      for (const place of eachOf(places)) sums[place]! += trait.weight;
      lists.push(places);
      await pause();
    }
    return new SharedRows(files, kind, order, lists, sums);
  }

  private constructor(files: SharedFiles, kind: Kind, order: number, traits: readonly Places[], sums: Float64Array) {
    this.kind = kind;
    this.#files = files;
    this.#order = order;
    this.#traits = traits;
    this.#sums = sums;
  }

  best(most: number): {rid: number; score: number}[] {
    let found: {rid: number; score: number}[] = [];
    let least = 0;
    const cut = () => {
      found.sort((a, b) => b.score - a.score || a.rid - b.rid);
      found = found.slice(0, most);
      if (found.length === most) least = found.at(-1)?.score ?? 0;
    };
    for (let place = 0; place < this.#sums.length; place++) {
      const score = this.#sums[place] as number;
      if (score === 0 || score < least) continue;
      found.push({rid: this.#files.orders.at(this.#order, place) as number, score});
      if (found.length >= 4 * most) cut();
    }
    cut();
    return found;
  }

  sums(rids: readonly number[]): number[] {
    return rids.map((rid) => {
      const place = this.#placeOf(rid);
      return place === undefined ? 0 : (this.#sums[place] as number);
    });
  }

  traitsOf(rid: number): number[] {
    const place = this.#placeOf(rid);
    if (place === undefined || this.#sums[place] === 0) return [];
    return this.#traits.flatMap((places, index) => (isIn(places, place) ? index : []));
  }

  #placeOf(rid: number): number | undefined {
    let found: number | undefined;
    this.#files.eachPlace(rowsInOrder([rid]), (place) => {
      found = place;
    });
    return found;
  }
}

/** The positions of the entities of a kind with a name that has a word. */
function named(files: SharedFiles, word: string, kind: Kind, size: number): Places | undefined {
  const all = files.names.havingWord(word);
  if (all === undefined) return undefined;
  const [first, last] = rangeOf(kindNumber(kind), files.rows);
  const own = all.filter((rid) => rid >= first && rid <= last);
  const places: number[] = [];
  files.eachPlace(rowsInOrder(own), (place) => places.push(place));
  return placesOf(Uint32Array.from(places).sort(), size);
}
