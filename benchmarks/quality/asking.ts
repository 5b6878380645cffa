import type {Graph, Kind} from '../../src/index.ts';
import type {Tables} from './snapshot.ts';

/** What a name led to. */
export interface Hit {
  id: string;
  name: string;
}

export interface Asked {
  match: Hit | null;
  /** Those it may be, best first, where it is not one alone. */
  candidates: Hit[];
}

/** What names lead to among entities of a kind, as `resolve` says. */
export async function resolved(graph: Graph, kind: Kind, names: readonly string[]): Promise<Map<string, Asked>> {
  const asked = new Map<string, Asked>();
  const distinct = [...new Set(names)];
  for (let from = 0; from < distinct.length; from += 500) {
    const {results} = await graph.resolve({inputs: distinct.slice(from, from + 500), kind});
    for (const {input, match, candidates} of results) asked.set(input, {match, candidates});
  }
  return asked;
}

/** The first that somebody sees who types a name: what it resolves to, else the first suggestion. */
export async function firstHit(graph: Graph, kind: Kind, name: string, asked: Map<string, Asked>): Promise<Hit | null> {
  const {match} = asked.get(name) ?? {match: null};
  if (match !== null) return match;
  const {suggestions} = await graph.autocomplete({q: name, kind, limit: 1});
  return suggestions[0] ?? null;
}

/** The head of each company's group: the last one reached over `subsidiary_of`, the more confident parent first; a cycle has none. */
export async function groupHeads(tables: Tables): Promise<(id: string) => string> {
  const parents = new Map<string, string>();
  for (const {source, target} of await tables.rows(
    `select e.source, e.target from edges e join entities c on c.id = e.source and c.state = 'live'
     join entities p on p.id = e.target and p.state = 'live' where relation = 'subsidiary_of' order by e.confidence desc nulls last, e.target`,
  )) {
    if (!parents.has(String(source))) parents.set(String(source), String(target));
  }
  return (id) => {
    const seen = new Set<string>();
    let at = id;
    for (let up = parents.get(at); up !== undefined; up = parents.get(at)) {
      if (seen.has(at)) return id;
      seen.add(at);
      at = up;
    }
    return at;
  };
}

/** A list of ids as SQL; they are the graph's own UUIDs. */
export const idList = (ids: Iterable<string>): string =>
  `(${[...ids].map((id) => `'${id.replaceAll("'", "''")}'`).join(', ') || 'null'})`;
