// Graphs of a few rows that a test writes out: entities by number.
import {type Graph, openGraph} from '../../src/index.ts';
import {writeRandomGraph} from './random-graph.ts';

export const idOf = (n: number) => `6${String(n).padStart(7, '0')}-0000-4000-8000-000000000000`;
export const numberOf = (id: string) => Number(id.slice(1, 8));

export const row = (n: number, kind: string, name: string, more: object = {}) => ({
  ...{id: idOf(n), kind, name, slug: `s-${n}`, state: 'live', source: 'test', updated_at: '2026-01-01T00:00:00Z'},
  ...more,
});

export const edge = (source: number, relation: string, target: number, observed_at: string | null = null) => ({
  ...{source: idOf(source), relation, target: idOf(target), observed_at},
});

/** Writes a snapshot of them. @returns Its path. */
export function writeRows(entities: object[], edges: object[] = [], more: object = {}): Promise<string> {
  return writeRandomGraph({entities, edges} as never, more);
}

export async function openRows(entities: object[], edges: object[] = []): Promise<Graph> {
  const snapshot = await writeRows(entities, edges);
  return openGraph(snapshot, {cache: `${snapshot}-cache`});
}
