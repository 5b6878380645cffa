import type {Tally} from '../generation.ts';
import {GROUPED, type Grouped} from '../schema/grouping.ts';
import type {Buckets} from './buckets.ts';
import type {Carried} from './carried.ts';
import {others, type Places} from './places.ts';

/** Some of a kind, at places of its newest-first order: undefined for all, of whom there are `of`. */
interface Part {
  kind: number;
  places: Places | undefined;
  of: number;
}

/**
 * How many carry each value of some fields. Values of everybody are written down, and so of more than half of a kind those who are left out are
 * counted.
 */
export function tally(
  {buckets, carried}: {buckets: Buckets; carried: Carried},
  parts: readonly Part[],
  fields: readonly {field: Grouped; isGated: boolean}[],
  most: number,
): Tally[] {
  const sums = fields.map(({field}) => new Uint32Array(buckets.texts(field).length));
  for (const {kind, places, of} of parts) {
    if (places?.count === 0) continue;
    const isMost = places !== undefined && 2 * places.count > of;
    const beginnings = buckets.beginnings(kind);
    const looked = isMost ? others(places, of) : places;
    const counted = looked && carried.count(kind, beginnings.at(-1) ?? 0, looked);
    for (const [index, {field, isGated}] of fields.entries()) {
      const sum = sums[index] as Uint32Array;
      const {places: own, trusted, tagged} = buckets.values(kind, field);
      const from = 2 * (beginnings[GROUPED.indexOf(field)] as number);
      for (let at = 0; at < own.length; at++) {
        const among = counted?.[from + 2 * at] ?? 0;
        const found = isGated ? among : among + (counted?.[from + 2 * at + 1] ?? 0);
        const all = (isGated ? trusted[at] : tagged[at]) as number;
        sum[own[at] as number]! += counted === undefined || isMost ? all - found : found;
      }
    }
  }
  return fields.map(({field}, index) => largest(sums[index] as Uint32Array, buckets.texts(field), most));
}

/** Counts and places in one number, as many as there are numbers: places rise with the letters of their texts. */
const PLACES = 2 ** 24;

function largest(counts: Uint32Array, texts: readonly string[], most: number): Tally {
  const keys = new Float64Array(counts.length);
  let all = 0;
  for (let place = 0; place < counts.length; place++)
    if (counts[place] !== 0) keys[all++] = (counts[place] as number) * PLACES + (PLACES - 1 - place);
  const values: Tally['values'] = [];
  const sorted = keys.subarray(0, all).sort();
  for (let at = all - 1; at >= 0 && values.length < most; at--) {
    const key = sorted[at] as number;
    values.push({value: texts[PLACES - 1 - (key % PLACES)] as string, count: Math.floor(key / PLACES)});
  }
  return {values, all};
}
