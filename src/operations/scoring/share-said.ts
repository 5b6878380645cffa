import type {Context} from '../../context.ts';
import {sumsOf} from './best-scored.ts';
import type {Term} from './dictionary.ts';

/** Half of the weight, also where two forms differ a little. */
const ABOUT_HALF = 0.45;

/**
 * How much of the weight of some words an entity has; a word that punctuation joins or that abbreviates others is one, of which it has forms
 * of half of their weight: a T is no CAR-T, and no herpes zoster an HSV.
 *
 * @param had Terms that all of them have, whatever their texts say.
 */
export async function shareSaid(
  context: Context,
  terms: readonly Term[],
  rids: readonly number[],
  had: ReadonlySet<number> = new Set(),
): Promise<(rid: number) => number> {
  const each = await Promise.all(terms.map((term) => sumsOf(context, [term], rids)));
  const weighed = (has: (at: number) => boolean) => {
    const most = new Map<number | undefined, {weight: number; found: number; all: number}>();
    for (const [at, {word, weight}] of terms.entries()) {
      const own = most.get(word) ?? {weight: 0, found: 0, all: 0};
      own.all += weight;
      if (has(at)) {
        own.found += weight;
        own.weight = Math.max(weight, own.weight);
      }
      most.set(word, own);
    }
    return [...most.values()].reduce((sum, {weight, found, all}) => sum + (found >= ABOUT_HALF * all ? weight : 0), 0);
  };
  const whole = weighed(() => true);
  const has = (rid: number, at: number) => had.has(terms[at]?.tid ?? -1) || (each[at]?.get(rid) ?? 0) > 0;
  return (rid) => (whole === 0 ? 1 : weighed((at) => has(rid, at)) / whole);
}
