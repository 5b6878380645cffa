// A neighbourhood that is expanded node by node; its members follow from the expanded nodes.

export interface Ref {
  id: string;
  kind: string;
  name: string;
  slug: string;
}

export interface Link {
  relation: string;
  direction: 'in' | 'out';
  neighbor: Ref;
}

/** An expanded node: its visible links, and their total number. */
export interface Opened {
  links: readonly Link[];
  total: number;
}

export interface Net {
  nodes: (Ref & {isOpen: boolean; depth: number; hidden: number})[];
  edges: {source: string; target: string; relation: string}[];
}

/** Maximum number of links of one node, so that a hub leaves space for others. */
export const MOST_LINKS = 18;
/** Maximum number of nodes. */
export const MOST_NODES = 90;

/** Takes links from each relation in turn, so that a large one does not hide the small ones. */
export function someOf(links: readonly Link[]): Link[] {
  const groups = [...Map.groupBy(links, ({relation, direction}) => `${direction} ${relation}`).values()];
  const taken: Link[] = [];
  for (let n = 0; taken.length < MOST_LINKS && groups.some((group) => n < group.length); n++)
    for (const group of groups) {
      const link = group[n];
      if (link !== undefined && taken.length < MOST_LINKS) taken.push(link);
    }
  return taken;
}

/**
 * Everything reachable from the root over expanded nodes; collapsing a node also removes what was expanded behind it.
 */
export function netOf(root: Ref, opened: ReadonlyMap<string, Opened>): Net {
  const nodes = new Map<string, Net['nodes'][number]>();
  const edges = new Map<string, Net['edges'][number]>();
  const add = (ref: Ref, depth: number) => {
    if (nodes.has(ref.id) || nodes.size >= MOST_NODES) return nodes.has(ref.id);
    const of = opened.get(ref.id);
    nodes.set(ref.id, {
      ...ref,
      depth,
      isOpen: of !== undefined,
      hidden: of === undefined ? 0 : of.total - of.links.length,
    });
    return true;
  };
  add(root, 0);
  // A Map may grow during iteration: added nodes are visited in turn.
  for (const {id, depth} of nodes.values())
    for (const {relation, direction, neighbor} of opened.get(id)?.links ?? []) {
      if (!add(neighbor, depth + 1)) continue;
      const [source, target] = direction === 'out' ? [id, neighbor.id] : [neighbor.id, id];
      edges.set(`${source} ${relation} ${target}`, {source, target, relation});
    }
  return {nodes: [...nodes.values()], edges: [...edges.values()]};
}
