import {GROUPED} from '../schema/grouping.ts';
import type {Tally, TallyField} from '../tally.ts';
import type {Buckets, Values} from './buckets.ts';
import type {Carried} from './carried.ts';
import type {Labels} from './labels.ts';
import {asBits, countBoth, others, type Places} from './places.ts';

/** The look-up files that are counted from. */
export interface TallyFiles {
  buckets: Buckets;
  carried: Carried;
  labels: Labels;
}

/** Some of a kind, at places of its newest-first order: undefined for all, of whom there are `of`. */
interface Part {
  kind: number;
  places: Places | undefined;
  of: number;
}

/**
 * How many carry each value of some fields. Values of everybody are written down. Of some entities either the list of each value is intersected
 * with them, or the values of each are counted, whichever reads less; of more than half of a kind those who are left out are counted.
 */
export function tally(files: TallyFiles, parts: readonly Part[], fields: readonly TallyField[], most: number): Tally[] {
  const {buckets} = files;
  const sums = fields.map(({field}) => new Uint32Array(buckets.texts(field).length));
  for (const part of parts) {
    if (part.places?.count === 0) continue;
    const {lists, each} = effortOf(files, part, fields);
    const count = lists < each ? countByList(files, part) : countEach(files, part);
    for (const [index, field] of fields.entries())
      count(field, buckets.values(part.kind, field.field), sums[index] as Uint32Array);
  }
  return fields.map(({field}, index) => largest(sums[index] as Uint32Array, buckets.texts(field), most));
}

/** What `tally` has to do, in steps of about a nanosecond. */
export function tallyEffort(files: TallyFiles, parts: readonly Part[], fields: readonly TallyField[]): number {
  return parts.reduce((sum, part) => {
    const {lists, each} = effortOf(files, part, fields);
    return sum + Math.min(lists, each);
  }, 0);
}

/** Values of a field with more than this are counted from the entities. */
const MOST_LISTS = 128;

/** Steps for a list however short, for a record of 512 entities, and for the values of one. */
const [PER_LIST, PER_RECORD, PER_ENTITY] = [300, 3000, 15];

function effortOf(
  files: TallyFiles,
  {kind, places, of}: Part,
  fields: readonly TallyField[],
): {lists: number; each: number} {
  if (places === undefined) return {lists: 0, each: 0};
  const looked = Math.min(places.count, of - places.count);
  const each = looked * PER_ENTITY + Math.min(looked, Math.ceil(of / 512)) * PER_RECORD;
  let lists = of / 32;
  for (const {field, isGated} of fields) {
    const {trusted, tagged} = files.buckets.values(kind, field);
    if (files.buckets.texts(field).length > MOST_LISTS) return {lists: Number.POSITIVE_INFINITY, each};
    for (let at = 0; at < trusted.length; at++) {
      lists += PER_LIST + Math.min(trusted[at] as number, of / 32);
      if (!isGated) lists += Math.min((tagged[at] as number) - (trusted[at] as number), of / 32);
    }
  }
  return {lists, each};
}

/** Adds the counts of the values of a field within a part to those of its texts. */
type Count = (field: TallyField, values: Values, sum: Uint32Array) => void;

function countByList({buckets, labels}: TallyFiles, {kind, places, of}: Part): Count {
  const bits = places && asBits(places, of);
  return ({field, isGated}, {places: own, trusted, tagged}, sum) => {
    const {labelIds} = buckets.numbers(field);
    for (let at = 0; at < own.length; at++) {
      const place = own[at] as number;
      const label = labelIds[place] as number;
      const [sure, all] = [trusted[at] as number, tagged[at] as number];
      if (bits === undefined) sum[place]! += isGated ? sure : all;
      else {
        if (sure > 0) sum[place]! += countBoth(bits, labels.carrying(kind, label, true));
        if (!isGated && all > sure) sum[place]! += countBoth(bits, labels.carrying(kind, label, false));
      }
    }
  };
}

function countEach({buckets, carried}: TallyFiles, {kind, places, of}: Part): Count {
  const isMost = places !== undefined && 2 * places.count > of;
  const beginnings = buckets.beginnings(kind);
  const looked = isMost ? others(places, of) : places;
  const counted = looked && carried.count(kind, beginnings.at(-1) ?? 0, looked);
  return ({field, isGated}, {places: own, trusted, tagged}, sum) => {
    const from = 2 * (beginnings[GROUPED.indexOf(field)] as number);
    for (let at = 0; at < own.length; at++) {
      const among = counted?.[from + 2 * at] ?? 0;
      const found = isGated ? among : among + (counted?.[from + 2 * at + 1] ?? 0);
      const all = (isGated ? trusted[at] : tagged[at]) as number;
      sum[own[at] as number]! += counted === undefined || isMost ? all - found : found;
    }
  };
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
