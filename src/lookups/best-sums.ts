import type {Scored, WeightedTerm} from '../text-match.ts';
import {KTH, PostingCursor, type PostingList} from './posting-list.ts';

/** A term of a search. */
interface Side {
  cursor: PostingCursor;
  weight: number;
  /** The most that it can add to a sum. */
  bound: number;
}

/** Where to search. */
export interface Scope {
  /** Row ids, first and last; default: all. */
  range?: readonly [from: number, to: number] | undefined;
  /** The only rows that count; default: all in the range. */
  within?: {has(rid: number): boolean} | undefined;
}

/** Up to so many terms that bring entities are merged by row id, which costs a comparison for each of them at every entity. */
const MERGED = 4;

/** Row ids of more terms than that are summed so many at a time. */
const SPAN = 2 ** 15;

/** Windows between two looks at the clock. */
const PATIENCE = 64;

/**
 * The entities with the highest sums of impacts times weights: block-max MaxScore (Turtle and Flood, Query evaluation: strategies and
 * optimizations, 1995; Ding and Suel, Faster top-k document retrieval using block-max indexes, 2011). Terms that together cannot lift an
 * entity into the result are only looked up for entities that others bring, and blocks that cannot are never read. The postings of many
 * terms are added up one term after another, within a range of row ids at a time (as Lucene's BooleanScorer does), so that each costs the
 * same however many terms there are. Exact, ties by row id.
 */
export class BestSums {
  /** By bound, the lowest first. */
  readonly #sides: Side[];
  /** What the terms up to each can add together. */
  readonly #together: number[] = [];
  readonly #most: number;
  readonly #to: number;
  readonly #within: Scope['within'];
  /** A heap of what was found, the worst at the top. */
  readonly #found: Scored[] = [];
  /** The first term that can bring entities; those before it cannot by themselves. */
  #first = 0;
  /** Sums have to exceed it. */
  #threshold = -1;
  #rid: number;
  #isDone: boolean;
  /** What the terms add within a range of row ids, and a bit for each row id that one of them has. */
  #sums: Float64Array | undefined;
  #seen = new Uint32Array(SPAN / 32);

  constructor(terms: readonly {list: PostingList; weight: number}[], most: number, {range, within}: Scope = {}) {
    this.#sides = terms
      .map(({list, weight}) => ({cursor: new PostingCursor(list), weight, bound: weight * list.most}))
      .sort((a, b) => a.bound - b.bound);
    let sum = 0;
    for (const {bound} of this.#sides) {
      sum += bound;
      this.#together.push(sum);
    }
    this.#most = most;
    this.#within = within;
    [this.#rid, this.#to] = range ?? [0, Number.MAX_SAFE_INTEGER];
    // So many entities have that much by one term alone.
    if (range === undefined && within === undefined && most <= KTH)
      for (const {list, weight} of terms)
        if (list.count >= KTH) this.#threshold = Math.max(this.#threshold, list.kth * weight - 1);
    this.#raise();
    this.#isDone = terms.length === 0;
  }

  /** Searches on. @param until When to stop for now, on the clock of `performance`. @returns whether it is done. */
  run(until: number): boolean {
    for (let windows = 1; !this.#isDone; windows++) {
      this.#window();
      if (windows % PATIENCE === 0 && performance.now() > until) break;
    }
    return this.#isDone;
  }

  /** The best first. */
  results(): Scored[] {
    return [...this.#found].sort((a, b) => b.sum - a.sum || a.rid - b.rid);
  }

  /** Searches up to the next end of a block of a term that brings entities. */
  #window(): void {
    const sides = this.#sides;
    let end = Number.POSITIVE_INFINITY;
    let bound = this.#first > 0 ? (this.#together[this.#first - 1] as number) : 0;
    for (let at = this.#first; at < sides.length; at++) {
      const {cursor, weight} = sides[at] as Side;
      const block = cursor.ahead(this.#rid);
      if (block === cursor.list.lasts.length) continue;
      end = Math.min(end, cursor.list.lasts[block] as number);
      bound += weight * (cursor.list.highest[block] as number);
    }
    if (end === Number.POSITIVE_INFINITY || this.#rid > this.#to || this.#first === sides.length) {
      this.#isDone = true;
      return;
    }
    if (bound > this.#threshold) {
      const last = Math.min(end, this.#to);
      const done = this.#searched(last);
      if (done < last) {
        this.#rid = done + 1;
        return;
      }
    }
    this.#rid = end + 1;
  }

  /** @returns the last row id searched: less than `last` where fewer terms bring entities from there on, or the range is a long one. */
  #searched(last: number): number {
    const terms = this.#sides.length - this.#first;
    if (terms === 1) return this.#searchOne(last);
    return terms <= MERGED ? this.#search(last) : this.#sum(last);
  }

  #searchOne(last: number): number {
    const {cursor, weight} = this.#sides[this.#first] as Side;
    const below = this.#first > 0 ? (this.#together[this.#first - 1] as number) : 0;
    for (cursor.seek(this.#rid); cursor.rid <= last; cursor.next()) {
      const own = cursor.impact * weight;
      if (own + below > this.#threshold && this.#offer(cursor.rid, own)) return cursor.rid;
    }
    return last;
  }

  #search(last: number): number {
    const sides = this.#sides;
    for (let at = this.#first; at < sides.length; at++) (sides[at] as Side).cursor.seek(this.#rid);
    for (;;) {
      let rid = Number.POSITIVE_INFINITY;
      for (let at = this.#first; at < sides.length; at++) rid = Math.min(rid, (sides[at] as Side).cursor.rid);
      if (rid > last) return last;
      let sum = 0;
      for (let at = this.#first; at < sides.length; at++) {
        const {cursor, weight} = sides[at] as Side;
        if (cursor.rid !== rid) continue;
        sum += cursor.impact * weight;
        cursor.next();
      }
      if (this.#offer(rid, sum)) return rid;
    }
  }

  #sum(to: number): number {
    const [first, seen] = [this.#first, this.#seen];
    // Where nobody has any of the terms, as between two kinds, there may be very many row ids.
    let from = Number.POSITIVE_INFINITY;
    for (let at = first; at < this.#sides.length; at++) {
      const {cursor} = this.#sides[at] as Side;
      cursor.seek(this.#rid);
      from = Math.min(from, cursor.rid);
    }
    if (from > to) return to;
    const last = Math.min(to, from + SPAN - 1);
    this.#sums ??= new Float64Array(SPAN);
    const sums = this.#sums;
    for (let at = first; at < this.#sides.length; at++) {
      const {cursor, weight} = this.#sides[at] as Side;
      for (; cursor.rid <= last; cursor.next()) {
        const place = cursor.rid - from;
        sums[place]! += cursor.impact * weight;
        seen[place >>> 5]! |= 1 << (place & 31);
      }
    }
    for (let word = 0; word <= (last - from) >>> 5; word++) {
      for (let bits = seen[word] as number; bits !== 0; bits &= bits - 1) {
        const place = 32 * word + 31 - Math.clz32(bits & -bits);
        // Of all these terms, though some of them may bring no entities any longer.
        this.#offer(from + place, sums[place] as number, first);
        sums[place] = 0;
      }
      seen[word] = 0;
    }
    return last;
  }

  /**
   * Adds what the other terms give an entity, and keeps it if that is enough.
   * @param first The first of the terms that gave what is given.
   * @returns whether fewer terms bring entities from now on.
   */
  #offer(rid: number, given: number, first = this.#first): boolean {
    if (this.#within?.has(rid) === false) return false;
    let sum = given;
    for (let at = first - 1; at >= 0; at--) {
      if (sum + (this.#together[at] as number) <= this.#threshold) return false;
      const {cursor, weight} = this.#sides[at] as Side;
      const block = cursor.ahead(rid);
      if (block === cursor.list.lasts.length) continue;
      const below = at > 0 ? (this.#together[at - 1] as number) : 0;
      if (sum + below + weight * (cursor.list.highest[block] as number) <= this.#threshold) return false;
      cursor.seek(rid);
      if (cursor.rid === rid) sum += cursor.impact * weight;
    }
    if (sum <= this.#threshold) return false;
    this.#keep({rid, sum});
    return this.#raise();
  }

  /** Terms whose sum no longer suffices bring no more entities. @returns whether there are any. */
  #raise(): boolean {
    const before = this.#first;
    while (this.#first < this.#sides.length && (this.#together[this.#first] as number) <= this.#threshold)
      this.#first++;
    return this.#first > before;
  }

  #keep(one: Scored): void {
    const heap = this.#found;
    if (heap.length < this.#most) {
      heap.push(one);
      for (let at = heap.length - 1; at > 0; ) {
        const above = (at - 1) >>> 1;
        if (!isWorse(heap[at] as Scored, heap[above] as Scored)) break;
        [heap[at], heap[above]] = [heap[above] as Scored, heap[at] as Scored];
        at = above;
      }
    } else {
      heap[0] = one;
      for (let at = 0; ; ) {
        let worst = at;
        for (const below of [2 * at + 1, 2 * at + 2])
          if (below < heap.length && isWorse(heap[below] as Scored, heap[worst] as Scored)) worst = below;
        if (worst === at) break;
        [heap[at], heap[worst]] = [heap[worst] as Scored, heap[at] as Scored];
        at = worst;
      }
    }
    if (heap.length === this.#most) this.#threshold = Math.max(this.#threshold, (heap[0] as Scored).sum);
  }
}

function isWorse(one: Scored, other: Scored): boolean {
  return one.sum < other.sum || (one.sum === other.sum && one.rid > other.rid);
}

/** The sums of given entities. */
export function sumsOfRows(
  terms: readonly (WeightedTerm & {list: PostingList})[],
  rids: readonly number[],
): Map<number, number> {
  const sums = new Map<number, number>();
  const sorted = [...new Set(rids)].sort((a, b) => a - b);
  for (const {list, weight} of terms) {
    const cursor = new PostingCursor(list);
    for (const rid of sorted) {
      cursor.seek(rid);
      if (cursor.rid === rid) sums.set(rid, (sums.get(rid) ?? 0) + cursor.impact * weight);
    }
  }
  return sums;
}
