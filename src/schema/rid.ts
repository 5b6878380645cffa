import {rowNumbersOf} from '../sql/row-numbers.ts';
import {KINDS, type Kind} from './kinds.ts';

export function kindNumber(kind: Kind): number {
  return KINDS.indexOf(kind) + 1;
}

export function kindOfNumber(number: number): Kind {
  return KINDS[number - 1] as Kind;
}

export function kindOfRid(rid: number): Kind {
  return kindOfNumber(Math.floor(rid / 2 ** rowNumbersOf(rid).kindBits));
}
