type Json = Record<string, unknown>;

interface Drawing {
  /** A description of the file, for people. */
  description: string;
  nodes: readonly Json[];
  edges: readonly Json[];
}

const TYPES = {number: 'double', boolean: 'boolean'} as Record<string, string>;

/**
 * A directed graph as GraphML. Each member of a node or edge that is a text, number or boolean becomes an attribute;
 * `id` identifies a node, `source` and `target` the ends of an edge.
 */
export function graphml({description, nodes, edges}: Drawing): string {
  const of = {node: keysOf(nodes, ['id']), edge: keysOf(edges, ['source', 'target'])};
  const keys = (['node', 'edge'] as const).flatMap((what) =>
    [...of[what]].map(
      ([name, type]) =>
        `  <key id="${what}-${escaped(name)}" for="${what}" attr.name="${escaped(name)}" attr.type="${type}"/>`,
    ),
  );
  const data = (what: 'node' | 'edge', item: Json) =>
    [...of[what].keys()].flatMap((name) => {
      const value = item[name];
      return value === null || value === undefined
        ? []
        : [`<data key="${what}-${escaped(name)}">${escaped(String(value))}</data>`];
    });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">',
    ...keys,
    '  <graph id="biograph" edgedefault="directed">',
    `    <desc>${escaped(description)}</desc>`,
    ...nodes.map((node) => `    <node id="${escaped(String(node.id))}">${data('node', node).join('')}</node>`),
    ...edges.map(
      (edge) =>
        `    <edge source="${escaped(String(edge.source))}" target="${escaped(String(edge.target))}">${data('edge', edge).join('')}</edge>`,
    ),
    '  </graph>',
    '</graphml>',
    '',
  ].join('\n');
}

/** All attributes, each with its type. */
function keysOf(items: readonly Json[], own: readonly string[]): Map<string, string> {
  const keys = new Map<string, string>();
  for (const item of items)
    for (const [name, value] of Object.entries(item))
      if (!keys.has(name) && !own.includes(name) && value !== null && typeof value !== 'object')
        keys.set(name, TYPES[typeof value] ?? 'string');
  return keys;
}

/** Characters that XML cannot represent, not even escaped, are left out. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Record<string, string> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

function escaped(text: string): string {
  return text.replace(UNWRITABLE, '').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
