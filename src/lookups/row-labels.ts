import type {LabelOfRow} from '../generation.ts';
import {GROUPED} from '../schema/grouping.ts';
import {kindNumber, kindOfRid} from '../schema/rid.ts';
import type {Buckets} from './buckets.ts';
import type {Carried} from './carried.ts';

/**
 * The labels of an entity by which entities are counted.
 * @param place Its position in the newest-first order of its kind.
 */
export function labelsOf(
  {buckets, carried}: {buckets: Buckets; carried: Carried},
  rid: number,
  place: number,
): LabelOfRow[] {
  const kind = kindNumber(kindOfRid(rid));
  const beginnings = buckets.beginnings(kind);
  return Array.from(carried.at(kind, place), (slot) => {
    const number = slot >> 1;
    const index = beginnings.findLastIndex((first) => first <= number);
    const field = GROUPED[index] as (typeof GROUPED)[number];
    const at = buckets.values(kind, field).places[number - (beginnings[index] as number)] as number;
    const {labelIds, trusted} = buckets.numbers(field);
    return {
      field,
      value: buckets.texts(field)[at] as string,
      label_id: labelIds[at] as number,
      isTrusted: slot % 2 === 0,
      trusted: trusted[at] as number,
    };
  });
}
