import {KINDS, type Kind} from './kinds.ts';

/** Row numbers hold the kind above these bits. */
const BITS = 26;

/** The range of row ids a kind occupies: `[first, last]`. */
export function ridRange(kind: Kind): [number, number] {
  const first = kindNumber(kind) << BITS;
  return [first, first + (1 << BITS) - 1];
}

export function kindNumber(kind: Kind): number {
  return KINDS.indexOf(kind) + 1;
}

export function kindOfNumber(number: number): Kind {
  return KINDS[number - 1] as Kind;
}

export function kindOfRid(rid: number): Kind {
  return kindOfNumber(rid >> BITS);
}
