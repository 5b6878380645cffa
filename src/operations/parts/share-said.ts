import type {Context} from '../../context.ts';
import {sumsOf} from './best-scored.ts';
import type {Term} from './dictionary.ts';

/**
 * How much of the weight of some words an entity has; a word that punctuation joins or that abbreviates others is one, of which it has at least half
 * of the forms: a T is no CAR-T.
 */
export async function shareSaid(
  context: Context,
  terms: readonly Term[],
  rids: readonly number[],
): Promise<(rid: number) => number> {
  const each = await Promise.all(terms.map((term) => sumsOf(context, [term], rids)));
  const weighed = (has: (at: number) => boolean) => {
    const most = new Map<number | undefined, {weight: number; had: number; forms: number}>();
    for (const [at, {word, weight}] of terms.entries()) {
      const own = most.get(word) ?? {weight: 0, had: 0, forms: 0};
      own.forms++;
      if (has(at)) {
        own.had++;
        own.weight = Math.max(weight, own.weight);
      }
      most.set(word, own);
    }
    return [...most.values()].reduce((sum, {weight, had, forms}) => sum + (2 * had >= forms ? weight : 0), 0);
  };
  const whole = weighed(() => true);
  return (rid) => (whole === 0 ? 1 : weighed((at) => (each[at]?.get(rid) ?? 0) > 0) / whole);
}
