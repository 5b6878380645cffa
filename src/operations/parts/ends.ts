import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';

/** Edges of a relation in one direction, to entities of some kinds; to all if none is named. */
export type Edges = readonly [relation: string, direction: 'out' | 'in', ...kinds: Kind[]];

/** Both ends of an edge. */
export interface Tied {
  own: number;
  other: number;
}

/** The other ends of edges of some rows, for each sort of edge that is asked for. */
export async function endsOf<N extends string>(
  {generation, ...options}: Context,
  rids: readonly number[],
  asked: Readonly<Record<N, Edges>>,
): Promise<Record<N, Tied[]>> {
  const sorts = (Object.entries(asked) as [N, Edges][]).map(([name, [relation, direction, ...kinds]]) => {
    const number = generation.relationNumber(relation);
    const step = number === undefined ? undefined : 2 * number + (direction === 'in' ? 1 : 0);
    return {name, step, kinds: new Set(kinds)};
  });
  const steps = sorts.flatMap(({step}) => step ?? []);
  const ends = rids.length === 0 || steps.length === 0 ? [] : await generation.lookups.ends(rids, steps, options);
  const found = Object.fromEntries(sorts.map(({name}) => [name, [] as Tied[]])) as Record<N, Tied[]>;
  for (const {own, step, other} of ends)
    for (const {name, kinds, ...sort} of sorts)
      if (sort.step === step && (kinds.size === 0 || kinds.has(kindOfRid(other)))) found[name].push({own, other});
  return found;
}

/** The other ends, each once. */
export function othersOf(tied: readonly Tied[]): number[] {
  return [...new Set(tied.map(({other}) => other))];
}
