import {readdirSync, rmSync, statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Graph} from '../../src/index.ts';
import type {Params, Peer, Place} from './peer.ts';

/** As it is shipped: what runs from source names each function that it makes, which takes longer than a look-up. */
const built = new URL('../../dist/index.js', import.meta.url).href;
const {loadSnapshot, openGraph} = (await import(built)) as typeof import('../../src/index.ts');

/** biograph itself, through the library. It loads its snapshot, and is asked over the store that was made by an earlier load. */
export async function load({store, folder}: Place): Promise<void> {
  rmSync(folder, {recursive: true, force: true});
  await loadSnapshot({snapshot: join(dirname(store), 'snapshot'), store: folder});
}

export function size({store}: Place): number {
  const files = readdirSync(store, {recursive: true, encoding: 'utf8'}).map((file) => statSync(join(store, file)));
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

const ids = (results: readonly {id: string}[]) => results.map(({id}) => id);

const counts = (
  facets: Readonly<Record<string, readonly {value: string; count: number}[] | undefined>>,
  names: readonly string[],
) => names.flatMap((name) => (facets[name] ?? []).map(({value, count}) => `${name} ${value} ${count}`)).sort();

async function walk(graph: Graph, id: string, depth: number): Promise<string[]> {
  const {nodes, edges} = await graph.traverse({entity_id: id, depth});
  return [...nodes.map((node) => node.id).sort(), `${edges.length} edges`];
}

export async function open({store}: Place): Promise<Peer> {
  const graph = await openGraph(store);
  const text = async ({q}: Params) => ids((await graph.entities({q: q ?? '', limit: 25})).results);
  return {
    title: 'biograph',
    answers: {
      id: async ({id}) => [(await graph.entity(id ?? '')).name],
      slug: async ({kind, slug}) => [(await graph.entityBySlug({kind: kind as 'company', slug: slug ?? ''})).id],
      edges: async ({id}) =>
        (await graph.edges(id ?? '')).edges
          .map(({relation, direction, neighbor}) => `${relation} ${direction} ${neighbor.id}`)
          .sort(),
      newest: async () => ids((await graph.entities({})).results),
      filtered: async ({kind, target, area}) =>
        ids(
          (await graph.entities({kind: kind as 'company', target: target ?? '', therapeutic_area: area ?? ''})).results,
        ),
      typing: async ({q}) => ids((await graph.autocomplete({q: q ?? '', limit: 10})).suggestions),
      'one word': text,
      'two words': text,
      'four words': text,
      'two hops': ({id}) => walk(graph, id ?? '', 2),
      'three hops': ({id}) => walk(graph, id ?? '', 3),
      facets: async ({kind}) => counts((await graph.facets(kind as 'trial')).facets, ['modality', 'therapeutic_area']),
      aggregate: async ({area}) => {
        const {buckets} = await graph.aggregate({field: 'modality', therapeutic_area: area ?? ''});
        return buckets.map(({value, count}) => `${value} ${count}`).sort();
      },
      concentration: async ({target}) => {
        const found = await graph.concentration({target: target ?? '', rollup: false});
        const lists = {company: found.assignees, institution: found.institution_assignees, person: found.inventors};
        return [
          `${found.patents} patents`,
          ...Object.entries(lists).flatMap(([kind, list]) => list.map(({patents}) => `${kind} ${patents}`)),
        ];
      },
      whitespace: async ({area}) => {
        const {cells} = await graph.whitespace({therapeutic_area: area ?? ''});
        return cells
          .flatMap(({target, modality, total}) => (total > 0 ? [`${target} ${modality} ${total}`] : []))
          .sort();
      },
      changes: async ({since}) =>
        (await graph.changes({since: since ?? '', limit: 200})).changes.flatMap(({op, id}) =>
          op === 'upsert' ? [id] : [],
        ),
      export: async ({kind}) => {
        let rows = 0;
        for await (const _row of graph.export({kind: kind as 'paper', max: 50_000})) rows++;
        return [String(rows)];
      },
    },
    close: () => graph.close(),
  };
}
