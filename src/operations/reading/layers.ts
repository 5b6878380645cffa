import type {Scored} from '../../text-match.ts';

/** The share of the preference of those that are less of what a text says. */
export const BESIDE = 0.5;

/** More than a layer has: the places of a layer follow those of the layers above it. */
const LARGEST_LAYER = 1_000_000;

/** The share of those whose texts alone say the disease or the target. */
const UNLABELLED = 0.7;

/** A candidate, and whether it is what a text asks for. */
export interface Candidate extends Scored {
  isMeant: boolean;
  /** Whether it has nearly all that the text says. */
  isWhole?: boolean;
  /** Its place among the others of a class of drugs, whatever their sums are. */
  place?: number;
  /** Whether it is one of an owner's drugs that seldom is looked for. */
  isMinor?: boolean;
}

/** An entity with its sum, and its place among those of a class of drugs. */
export type Placed = Pick<Candidate, 'rid' | 'sum' | 'place'>;

/** The same rows by their layers, 0 first, each layer as it was. */
export function byLayer(rids: readonly number[], layerOf: (rid: number) => number): number[] {
  const layers = new Map(rids.map((rid) => [rid, layerOf(rid)]));
  return rids.toSorted((a, b) => (layers.get(a) ?? 0) - (layers.get(b) ?? 0));
}

/** Some entities by their sums, with those that have a place in the order of the places: where the best of them would be is the first. */
export function inPlaces(rids: readonly number[], places: ReadonlyMap<number, number>): number[] {
  const order = rids.filter((rid) => places.has(rid)).sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  let next = 0;
  return rids.map((rid) => (places.has(rid) ? (order[next++] ?? rid) : rid));
}

/**
 * The best by the words with candidates of several layers, each in the first that means it: those with the disease, then those of the layers.
 * What follows those that have all has less of the preference.
 */
export function merged(
  best: readonly Scored[],
  ofLabels: readonly Candidate[],
  layers: readonly (readonly Candidate[])[],
  preferenceOf: (rid: number) => number,
): Placed[] {
  const sums = new Map(best.map(({rid, sum}) => [rid, sum]));
  const placed = new Set<number>();
  const places = new Map<number, number>();
  let before = 0;
  const place = (layer: readonly Candidate[], share: number) => {
    before += LARGEST_LAYER;
    for (const {rid, sum, isMeant, isMinor, place: at} of layer) {
      if (placed.has(rid)) continue;
      if (isMeant) placed.add(rid);
      if (isMeant && at !== undefined) places.set(rid, before + at);
      const preferred = isMinor === true ? Math.min(share, BESIDE) : share;
      sums.set(rid, sum + (isMeant ? Math.round(preferred * preferenceOf(rid)) : 0));
    }
  };
  place(ofLabels, 1);
  const most = placed.size > 0 ? UNLABELLED : 1;
  let isFirst = true;
  for (const layer of layers) {
    place(layer, isFirst ? most : BESIDE);
    isFirst = isFirst && !layer.some(({isMeant}) => isMeant);
  }
  return [...sums].map(([rid, sum]) => {
    const place = places.get(rid);
    return {rid, sum, ...(place !== undefined && {place})};
  });
}
