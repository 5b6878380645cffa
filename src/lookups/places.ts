import {firstFrom} from '../sorted.ts';

/**
 * Places of an order, from 0: one after the other or, where they are more than one in 32, a bit for each place there is. Either takes at most an
 * eighth of a byte for each place.
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

/** Words of bits for so many places. */
function wordsFor(places: number): number {
  return Math.ceil(places / 32);
}

export const NOBODY: Places = {count: 0, sorted: new Uint32Array()};

/** @param of How many places there are. */
export function placesOf(sorted: Uint32Array, of: number): Places {
  if (sorted.length <= wordsFor(of)) return {count: sorted.length, sorted};
  const bits = new Uint32Array(wordsFor(of));
  for (const place of sorted) set(bits, place);
  return {count: sorted.length, bits};
}

/** As words to be kept: how many there are, then they. Bits are fewer words than what they stand for. */
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
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at] as number;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return {count, bits};
}

/** Those that are in both. */
export function both(one: Places, other: Places): Places {
  if ('bits' in one) {
    if ('sorted' in other) return both(other, one);
    const {bits} = one;
    return counted(bits.map((word, at) => word & (other.bits[at] as number)));
  }
  const kept = 'bits' in other ? one.sorted.filter((place) => has(other.bits, place)) : met(one.sorted, other.sorted);
  return {count: kept.length, sorted: kept};
}

/** Beyond this many times as many, each of the fewer is looked for among the others. */
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

/** So few are sorted sooner than bits are counted. */
const FEW = 256;

/** Those that are in any. @param of How many places there are. */
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

/** All other places. @param of How many places there are. */
export function others(places: Places, of: number): Places {
  const bits = new Uint32Array(wordsFor(of)).fill(0xffffffff);
  if (of % 32 > 0) bits[bits.length - 1] = 2 ** (of % 32) - 1;
  if ('sorted' in places) for (const place of places.sorted) bits[place >>> 5]! &= ~(1 << (place & 31));
  else for (let at = 0; at < bits.length; at++) bits[at]! &= ~(places.bits[at] as number);
  return {count: of - places.count, bits};
}

/** All places, in order. */
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

/** The places from one on, in order. */
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
