/** @module-tag long */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {createSnapshot} from '../../src/snapshot/create.ts';
import {applyDelta, diffSnapshots} from '../../src/snapshot/delta.ts';
import {readManifest} from '../../src/snapshot/manifest.ts';
import {syncStore} from '../../src/sync/sync.ts';
import {type RandomGraph, randomGraph, writeRandomGraph} from '../helpers/random-graph.ts';
import {serveWorld} from '../helpers/upstream.ts';

import {newStore, quick, worldOf} from './helpers.ts';

describe('what is suppressed', () => {
  it('stays gone, by name too, through loads, deltas, syncs and a store written back out', async () => {
    const [graph] = fc.sample(
      randomGraph.filter(({entities}) => entities.filter(({state}) => state === 'live').length > 3),
      {numRuns: 1, seed: 9},
    ) as [RandomGraph];
    const [person, other] = graph.entities.filter(({state}) => state === 'live');
    const id = String(person?.id);
    const named = {
      ...graph,
      entities: graph.entities.map((row) => (row.id === id ? {...row, name: 'Jane Doe', slug: 'jane-doe'} : row)),
    };
    const at = (release: number) => ({release, as_of: `2026-0${release}-01T00:00:00.000Z`});
    const first = await writeRandomGraph(named, at(1));
    const store = newStore();
    await loadSnapshot({snapshot: first, store});

    // The next release has been asked to leave her out.
    const without = {
      entities: named.entities.filter((row) => row.id !== id && row.merged_into !== id),
      edges: named.edges.filter(
        ({source, target}) =>
          source !== id && target !== id && leadsElsewhere(named, source, id) && leadsElsewhere(named, target, id),
      ),
    };
    const second = await writeRandomGraph(without, {...at(2), suppressed: [id]});
    const delta = join(mkdtempSync(join(tmpdir(), 'biograph-suppress-')), 'delta');
    await diffSnapshots({from: first, to: second, out: delta});
    await applyDelta(delta, {store});
    await expectGone(store, id);

    // A service that still has her, and a snapshot that does.
    const server = await serveWorld(
      worldOf({...named, entities: named.entities.map((row) => ({...row, updated_at: '2026-05-01T00:00:00.000Z'}))}),
    );
    await syncStore({store, from: server.url, restart: true, ...quick});
    await server.close();
    await expectGone(store, id);
    await loadSnapshot({snapshot: await writeRandomGraph(named, at(9)), store});
    await expectGone(store, id);
    const out = `${delta}-out`;
    await createSnapshot({store, out});
    expect(readManifest(out).suppressed).toEqual([id]);
    const again = newStore();
    await loadSnapshot({snapshot: out, store: again});
    await expectGone(again, id);
    await using reader = await openGraph(again);
    expect((await reader.entity(String(other?.id))).id).toBe(other?.id);
  }, 60_000);
});

/** Does an end that was folded lead elsewhere? */
function leadsElsewhere({entities}: RandomGraph, end: unknown, id: string): boolean {
  return entities.find((row) => row.id === end)?.merged_into !== id;
}

async function expectGone(store: string, id: string): Promise<void> {
  await using graph = await openGraph(store);
  await expect(graph.entity(id)).rejects.toMatchObject({code: 'not_found'});
  expect((await graph.entities({q: 'Jane Doe'})).results.map((row) => row.id)).not.toContain(id);
  for await (const row of graph.changes.all({since: '1900-01-01'}))
    expect(JSON.stringify(row)).not.toMatch(/jane.doe/i);
}
