import {firstFrom} from '../sorted.ts';

/**
 * A set of positions in an order, from 0: a sorted list or, if it holds more than one position in 32, a bitmap. Either takes at most an eighth
 * of a byte for each position of the order.
 */
export type Places = Sorted | Bits;

interface Sorted {
  count: number;
  sorted: Uint32Array;
}

interface Bits {
  count: number;
  bits: Uint32Array;
}

/** Words of a bitmap of this many positions. */
function wordsFor(places: number): number {
  return Math.ceil(places / 32);
}

export const NOBODY: Places = {count: 0, sorted: new Uint32Array()};

/** @param of The length of the order. */
export function placesOf(sorted: Uint32Array, of: number): Places {
  if (sorted.length <= wordsFor(of)) return {count: sorted.length, sorted};
  return asBits({count: sorted.length, sorted}, of);
}

/** The same set as a bitmap, in which others are looked for: of two lists each step waits for a comparison that cannot be foreseen. */
export function asBits(places: Places, of: number): Places {
  if ('bits' in places) return places;
  const bits = new Uint32Array(wordsFor(of));
  for (const place of places.sorted) set(bits, place);
  return {count: places.count, bits};
}

/** Serialises a set: its size, then its words. A bitmap has fewer words than it has members, which tells the two forms apart. */
export function wordsOf(places: Places): Uint32Array {
  const held = 'bits' in places ? places.bits : places.sorted;
  const words = new Uint32Array(1 + held.length);
  words[0] = places.count;
  words.set(held, 1);
  return words;
}

export function fromWords(words: Uint32Array): Places {
  const count = words[0] as number;
  const held = words.subarray(1);
  return held.length < count ? {count, bits: held} : {count, sorted: held};
}

function set(bits: Uint32Array, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
}

function has(bits: Uint32Array, place: number): boolean {
  return (((bits[place >>> 5] as number) >>> (place & 31)) & 1) === 1;
}

function counted(bits: Uint32Array): Bits {
  let count = 0;
  for (let at = 0; at < bits.length; at++) count += onesIn(bits[at] as number);
  return {count, bits};
}

function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The intersection. */
export function both(one: Places, other: Places): Places {
  if ('bits' in one) {
    if ('sorted' in other) return both(other, one);
    const {bits} = one;
    return counted(bits.map((word, at) => word & (other.bits[at] as number)));
  }
  const kept = 'bits' in other ? one.sorted.filter((place) => has(other.bits, place)) : met(one.sorted, other.sorted);
  return {count: kept.length, sorted: kept};
}

/** The size of the intersection, which is not made. */
export function countBoth(one: Places, other: Places): number {
  if ('bits' in one) {
    if ('sorted' in other) return countBoth(other, one);
    let count = 0;
    for (let at = 0; at < one.bits.length; at++) count += onesIn((one.bits[at] as number) & (other.bits[at] as number));
    return count;
  }
  if ('sorted' in other) return met(one.sorted, other.sorted).length;
  let count = 0;
  for (const place of one.sorted) if (has(other.bits, place)) count++;
  return count;
}

/** If one list is longer by this factor, each member of the shorter is searched for in it. */
const FAR_MORE = 16;

function met(one: Uint32Array, other: Uint32Array): Uint32Array {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  const kept = new Uint32Array(few.length);
  let count = 0;
  if (few.length * FAR_MORE < many.length) {
    let from = 0;
    for (const place of few) {
      from = firstFrom(many, place, from);
      if (many[from] === place) kept[count++] = place;
    }
    return kept.subarray(0, count);
  }
  for (let a = 0, b = 0; a < few.length && b < many.length; ) {
    const [left, right] = [few[a] as number, many[b] as number];
    if (left === right) kept[count++] = left;
    if (left <= right) a++;
    if (right <= left) b++;
  }
  return kept.subarray(0, count);
}

/** Up to this many members, sorting is faster than a bitmap. */
const FEW = 256;

/** The union. @param of The length of the order. */
export function either(all: readonly Places[], of: number): Places {
  const some = all.filter(({count}) => count > 0);
  const [first, second] = some;
  if (first === undefined || second === undefined) return first ?? NOBODY;
  const most = some.reduce((sum, {count}) => sum + count, 0);
  if (most <= FEW) {
    const list = some.flatMap((places) => [...sortedOf(places)]);
    const sorted = Uint32Array.from(new Set(list)).sort();
    return {count: sorted.length, sorted};
  }
  const bits = new Uint32Array(wordsFor(of));
  for (const places of some) {
    if ('sorted' in places) for (const place of places.sorted) set(bits, place);
    else for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] as number) | (places.bits[at] as number);
  }
  return counted(bits);
}

/** The members that at least one of some sets has; all of that one's without a set to begin with. @param of The length of the order. */
export function withinAny(places: Places | undefined, all: readonly Places[], of: number): Places {
  if (places === undefined) return either(all, of);
  const most = all.reduce((sum, {count}) => sum + count, 0);
  // Making the union takes a step for each member or word of it.
  if ('bits' in places || places.count > most) return both(places, either(all, of));
  const sorted = places.sorted.filter((place) => all.some((set) => isIn(set, place)));
  return {count: sorted.length, sorted};
}

/** Whether a position is in a set. */
export function isIn(places: Places, place: number): boolean {
  if ('bits' in places) return has(places.bits, place);
  return places.sorted[firstFrom(places.sorted, place)] === place;
}

/** The complement. @param of The length of the order. */
export function others(places: Places, of: number): Places {
  const bits = new Uint32Array(wordsFor(of)).fill(0xffffffff);
  if (of % 32 > 0) bits[bits.length - 1] = 2 ** (of % 32) - 1;
  if ('sorted' in places) for (const place of places.sorted) bits[place >>> 5]! &= ~(1 << (place & 31));
  else for (let at = 0; at < bits.length; at++) bits[at]! &= ~(places.bits[at] as number);
  return {count: of - places.count, bits};
}

/** The members in ascending order. */
export function sortedOf(places: Places): Uint32Array {
  if ('sorted' in places) return places.sorted;
  const {bits, count} = places;
  const sorted = new Uint32Array(count);
  let found = 0;
  for (let at = 0; at < bits.length; at++)
    for (let word = bits[at] as number; word !== 0; word &= word - 1)
      sorted[found++] = at * 32 + 31 - Math.clz32(word & -word);
  return sorted;
}

/** The members from a position on, in ascending order. */
export function* eachOf(places: Places, from = 0): Generator<number, void> {
  if ('sorted' in places) {
    const {sorted} = places;
    for (let at = firstFrom(sorted, from); at < sorted.length; at++) yield sorted[at] as number;
    return;
  }
  const {bits} = places;
  for (let at = from >>> 5; at < bits.length; at++) {
    let word = bits[at] as number;
    if (at === from >>> 5) word &= -1 << (from & 31);
    while (word !== 0) {
      const low = 31 - Math.clz32(word & -word);
      yield at * 32 + low;
      word &= word - 1;
    }
  }
}
