import {NARROW, WIDE} from '../sql/row-numbers.ts';
import {KINDS, type Kind} from './kinds.ts';

/** Computed once, since a power takes longer than the division by it, and answers ask for the kind of each row. */
const NARROW_ROWS = 2 ** NARROW.rowBits;
const WIDE_UNIT = 2 ** WIDE.kindBits;

export function kindNumber(kind: Kind): number {
  return KINDS.indexOf(kind) + 1;
}

export function kindOfNumber(number: number): Kind {
  return KINDS[number - 1] as Kind;
}

export function kindNumberOfRid(rid: number): number {
  return rid < NARROW_ROWS ? rid >>> NARROW.kindBits : Math.floor(rid / WIDE_UNIT);
}

export function kindOfRid(rid: number): Kind {
  return kindOfNumber(kindNumberOfRid(rid));
}
