import type {Scored} from '../../text-match.ts';

/** Of what the best has of the words, the least that makes another one of the subject. */
const LEAST_SHARE = 0.6;

/** How much each of some that are about a subject counts: the square of its share of the best one's sum; those with little of the words do not. */
export function sharesOfBest(found: readonly Scored[]): Map<number, number> {
  const best = Math.max(...found.map(({sum}) => sum));
  return new Map(found.flatMap(({rid, sum}) => (sum < LEAST_SHARE * best ? [] : [[rid, (sum / best) ** 2] as const])));
}
