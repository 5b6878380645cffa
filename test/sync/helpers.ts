import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect} from 'vitest';
import {openGraph} from '../../src/index.ts';
import type {RandomGraph} from '../helpers/random-graph.ts';
import type {World} from '../helpers/upstream.ts';

export const newStore = () => join(mkdtempSync(join(tmpdir(), 'biograph-sync-')), 'store');

/** Trials do not wait. */
export const quick = {pause: 1, attempts: 6};

/** What a service that follows the specification would say of a graph. */
export function worldOf(graph: RandomGraph): World {
  const entities: World['entities'] = new Map();
  for (const {
    id,
    kind,
    name,
    slug,
    state,
    merged_into,
    updated_at,
    aliases,
    target,
    modality,
    moa_confidence,
  } of graph.entities) {
    const common = {id: String(id), kind: String(kind), name, slug, updated_at: String(updated_at)};
    entities.set(
      common.id,
      state === 'live'
        ? {
            ...common,
            moa: {target, modality, confidence: moa_confidence},
            attributes: {aliases},
            provenance: {
              source: 'random',
              fields: [{field: 'name', source: 'random', confidence: 1, observed_at: null}],
            },
          }
        : {...common, op: 'merged', merged_into: (merged_into as string | null) ?? null},
    );
  }
  const isLive = (id: unknown) => entities.get(String(id))?.op === undefined;
  return {
    entities,
    edges: graph.edges
      .filter(({source, target}) => isLive(source) && isLive(target))
      .map(({source, relation, target, observed_at}) => ({
        source: String(source),
        relation: String(relation),
        target: String(target),
        observed_at: (observed_at as string | null) ?? null,
      })),
  };
}

export async function expectSame(store: string, world: World): Promise<void> {
  await using graph = await openGraph(store);
  const live = [...world.entities.values()].filter(({op}) => op === undefined);
  const ids: string[] = [];
  for await (const row of graph.entities.all({})) ids.push(row.id);
  expect(ids.sort()).toEqual(live.map(({id}) => id).sort());
  for (const {id, name} of live) {
    expect((await graph.entity(id)).name).toBe(name);
    const got = (await graph.edges(id)).edges.map(
      ({relation, direction, neighbor, observed_at}) => `${relation} ${direction} ${neighbor.id} ${observed_at}`,
    );
    const want = world.edges.flatMap((edge) => {
      const at = edge.observed_at === null ? null : new Date(edge.observed_at).toISOString();
      return [
        ...(edge.source === id ? [`${edge.relation} out ${edge.target} ${at}`] : []),
        ...(edge.target === id ? [`${edge.relation} in ${edge.source} ${at}`] : []),
      ];
    });
    expect(got.sort()).toEqual(want.sort());
  }
  for (const row of world.entities.values())
    if (row.op === 'merged') {
      let to = row.merged_into;
      for (let steps = 0; steps < 40 && world.entities.get(to ?? '')?.op === 'merged'; steps++)
        to = world.entities.get(to ?? '')?.merged_into;
      const end = world.entities.get(to ?? '');
      if (end === undefined || end.op === 'merged')
        await expect(graph.entity(row.id)).rejects.toMatchObject({code: 'not_found'});
      else expect((await graph.entity(row.id)).id).toBe(end.id);
    }
}
