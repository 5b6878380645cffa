// Edges of an entity, a limited number of each relation.
import {useQuestion} from './answers.ts';
import {type Answer, ask} from './ask.ts';
import type {Edges} from './types.ts';

/** The first `each` edges of every relation. Those missing from the page of all relations are requested separately. */
export async function edgesOf(id: string, each: number, signal?: AbortSignal): Promise<Answer<Edges>> {
  const path = `v1/entities/${id}/edges`;
  const first = await ask<Edges>(path, {limit: each}, signal);
  const {edges, relation_counts: counts} = first.value;
  const missing = Object.keys(counts).filter((relation) => {
    const found = edges.filter((edge) => edge.relation === relation).length;
    return found < Math.min(each, counts[relation] ?? 0);
  });
  const more = await Promise.all(missing.map((relation) => ask<Edges>(path, {relation, limit: each}, signal)));
  const rest = edges.filter(({relation}) => !missing.includes(relation));
  return {...first, value: {...first.value, edges: [...rest, ...more.flatMap(({value}) => value.edges)]}};
}

export function useEdges(id: string, each: number) {
  return useQuestion(`edges of ${id}, ${each} each`, (signal) => edgesOf(id, each, signal));
}
