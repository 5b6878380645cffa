/**
 * Part of the nodes of a walk. An edge belongs to the later of its nodes, so that the parts
 * together have each once.
 */
export function partOfWalk(answer: Record<string, unknown>, from: number, to: number): Record<string, unknown> {
  const {nodes, edges, ...rest} = answer as {nodes: {id: string}[]; edges: Record<'source' | 'target', string>[]};
  const place = new Map(nodes.map(({id}, index) => [id, index]));
  const later = ({source, target}: (typeof edges)[number]) => Math.max(place.get(source) ?? 0, place.get(target) ?? 0);
  return {
    ...rest,
    nodes: nodes.slice(from, to),
    edges: edges.filter((edge) => later(edge) >= from && later(edge) < to),
  };
}
