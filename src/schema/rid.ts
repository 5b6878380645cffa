import {KIND_BITS} from '../sql/fragments.ts';
import {KINDS, type Kind} from './kinds.ts';

/** The range of row ids a kind occupies: `[first, last]`. */
export function ridRange(kind: Kind): [number, number] {
  const first = kindNumber(kind) << KIND_BITS;
  return [first, first + (1 << KIND_BITS) - 1];
}

export function kindNumber(kind: Kind): number {
  return KINDS.indexOf(kind) + 1;
}

export function kindOfNumber(number: number): Kind {
  return KINDS[number - 1] as Kind;
}

export function kindOfRid(rid: number): Kind {
  return kindOfNumber(rid >> KIND_BITS);
}
