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
  const found = {} as Record<N, Tied[]>;
  const sorts = new Map<number, {list: Tied[]; kinds: ReadonlySet<Kind>}[]>();
  for (const [name, [relation, direction, ...kinds]] of Object.entries(asked) as [N, Edges][]) {
    found[name] = [];
    const number = generation.relationNumber(relation);
    if (number === undefined) continue;
    const step = 2 * number + (direction === 'in' ? 1 : 0);
    sorts.set(step, [...(sorts.get(step) ?? []), {list: found[name], kinds: new Set(kinds)}]);
  }
  if (rids.length === 0 || sorts.size === 0) return found;
  for (const end of await generation.lookups.ends(rids, [...sorts.keys()], options))
    for (const {list, kinds} of sorts.get(end.step) ?? [])
      if (kinds.size === 0 || kinds.has(kindOfRid(end.other))) list.push(end);
  return found;
}

/** The other ends, each once. */
export function othersOf(tied: readonly Tied[]): number[] {
  return [...new Set(tied.map(({other}) => other))];
}
