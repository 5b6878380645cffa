import {escaped, TINT} from './html.ts';

interface Walk {
  nodes: readonly {id: string; kind: string; name: string; depth: number; via: {source: string} | null}[];
  edges: readonly {source: string; target: string; relation: string}[];
}

const SIZE = 620;
/** More nodes would be unreadable; the number of the others is shown. */
const MOST = 40;
/** Maximum length of a name. */
const LONG = 22;

interface Spot {
  x: number;
  y: number;
}

/** A walk as rings around its start, one for each hop, each node outside the one that led to it. */
export function walkPicture({nodes, edges}: Walk): string {
  const shown = nodes.slice(0, MOST);
  const places = rings(shown);
  const lines = edges.flatMap(({source, target, relation}) => {
    const [from, to] = [places.get(source), places.get(target)];
    if (from === undefined || to === undefined) return [];
    return `<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" stroke="currentColor" stroke-opacity="0.3"><title>${escaped(relation)}</title></line>`;
  });
  const dots = shown.map(({id, kind, name, depth}) => {
    const {x, y} = places.get(id) as Spot;
    const short = name.length > LONG ? `${name.slice(0, LONG - 1)}…` : name;
    const end = x < SIZE / 2 - 1 ? 'end' : x > SIZE / 2 + 1 ? 'start' : 'middle';
    const beside = end === 'middle' ? {x, y: y - 9} : {x: x + (end === 'end' ? -8 : 8), y: y + 4};
    return `<g><title>${escaped(`${name} (${kind})`)}</title><circle cx="${x}" cy="${y}" r="${depth === 0 ? 7 : 4.5}" fill="rgb(${TINT})"/><text x="${beside.x}" y="${beside.y}" text-anchor="${end}" font-size="10" fill="currentColor">${escaped(short)}</text></g>`;
  });
  const side = 150;
  return `<svg role="img" aria-label="${escaped(`${shown.length} entities around ${shown[0]?.name ?? ''}`)}" viewBox="${-side} -16 ${SIZE + 2 * side} ${SIZE + 32}" style="max-width:900px;width:100%">${lines.join('')}${dots.join('')}</svg>`;
}

/** @returns The number of nodes in the picture. */
export function drawn({nodes}: Walk): number {
  return Math.min(MOST, nodes.length);
}

function rings(nodes: Walk['nodes']): Map<string, Spot> {
  const places = new Map<string, Spot>();
  const deepest = Math.max(1, ...nodes.map(({depth}) => depth));
  const angles = new Map<string, number>();
  for (let depth = 0; depth <= deepest; depth++) {
    const ring = nodes.filter((node) => node.depth === depth);
    // In the order of the nodes that led to them, so that few lines cross.
    const led = (node: Walk['nodes'][number]) => angles.get(node.via?.source ?? '') ?? 0;
    ring.sort((a, b) => led(a) - led(b));
    ring.forEach(({id}, n) => {
      const angle = ((n + 0.5) / ring.length) * 2 * Math.PI;
      angles.set(id, angle);
      const radius = (depth / deepest) * (SIZE / 2);
      const round = (value: number) => Math.round(value * 10) / 10;
      places.set(id, {
        x: round(SIZE / 2 + radius * Math.cos(angle)),
        y: round(SIZE / 2 + radius * Math.sin(angle)),
      });
    });
  }
  return places;
}
