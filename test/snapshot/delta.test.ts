/** @module-tag long */
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, inject, it} from 'vitest';
import {loadSnapshot} from '../../src/index.ts';
import {createSnapshot} from '../../src/snapshot/create.ts';
import {applyDelta, diffSnapshots} from '../../src/snapshot/delta.ts';
import {verifySnapshot} from '../../src/snapshot/verify.ts';
import {readPointer} from '../../src/store/store.ts';
import {property} from '../helpers/property.ts';
import {type RandomGraph, randomGraph, writeRandomGraph} from '../helpers/random-graph.ts';
import {differences, digestOf} from '../helpers/tables.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-delta-'));
const at = (release: number) => ({release, as_of: `2026-0${release}-01T00:00:00.000Z`});

/** Three releases of one graph: any of the rows may come, go, merge, part again and change; so may any edge. */
const history: fc.Arbitrary<RandomGraph[]> = fc.array(randomGraph, {minLength: 3, maxLength: 3});

async function loaded(snapshot: string): Promise<string> {
  const store = join(folder(), 'store');
  await loadSnapshot({snapshot, store});
  return store;
}

describe('a delta', () => {
  property(
    'leads from one release to the next: the store is the same as after a full load, table by table',
    {few: 1, all: 8},
    async (numRuns) => {
      await fc.assert(
        fc.asyncProperty(history, async (graphs) => {
          const snapshots: string[] = [];
          for (const [index, graph] of graphs.entries()) snapshots.push(await writeRandomGraph(graph, at(index + 1)));
          const [first = '', ...later] = snapshots;
          const store = await loaded(first);
          let before = first;
          for (const next of later) {
            const delta = join(folder(), 'delta');
            await diffSnapshots({from: before, to: next, out: delta});
            expect((await verifySnapshot(delta)).problems).toEqual([]);
            await applyDelta(delta, {store});
            const full = await loaded(next);
            expect(await digestOf(store)).toBe(await digestOf(full));
            // Rows of what no longer lives are kept as removed where a full load would not know them.
            expect(await differences(store, full, GONE)).toEqual([]);
            before = next;
          }
        }),
        {numRuns},
      );
    },
  );

  it('is refused where it does not follow: another base, an older release, another graph, twice, or altered', async () => {
    const [a, b, c] = fc.sample(randomGraph, {numRuns: 3, seed: 5}) as [RandomGraph, RandomGraph, RandomGraph];
    const one = await writeRandomGraph(a, at(1));
    const two = await writeRandomGraph(b, at(2));
    const three = await writeRandomGraph(c, at(3));
    const foreign = await writeRandomGraph(b, {...at(2), lineage: '11111111-1111-4111-8111-111111111111'});
    const out = folder();
    await diffSnapshots({from: one, to: two, out: join(out, '12')});
    await diffSnapshots({from: two, to: three, out: join(out, '23')});
    const store = await loaded(one);
    await expect(applyDelta(join(out, '23'), {store})).rejects.toThrow(/starts from snapshot/);
    await expect(applyDelta(one, {store})).rejects.toThrow(/full snapshot, not a delta/);
    await expect(loadSnapshot({snapshot: join(out, '12'), store})).rejects.toThrow(/is a delta/);
    await expect(diffSnapshots({from: two, to: one, out: join(out, 'x')})).rejects.toThrow(/not later than/);
    await expect(diffSnapshots({from: one, to: foreign, out: join(out, 'x')})).rejects.toThrow(/another lineage/);
    await expect(applyDelta(join(out, '12'), {store: await loaded(foreign)})).rejects.toThrow(/another lineage/);
    await expect(applyDelta(join(out, '12'), {store: join(folder(), 'none')})).rejects.toThrow(/no generation/);
    expect(readPointer(store).generation).toBe(1);
    await applyDelta(join(out, '12'), {store});
    await expect(applyDelta(join(out, '12'), {store})).rejects.toThrow(/applied already/);
    await applyDelta(join(out, '23'), {store});
    await expect(applyDelta(join(out, '12'), {store})).rejects.toThrow(/older release is never applied/);
    const path = join(out, '23', 'entities/part-0000.parquet');
    const bytes = readFileSync(path);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    await expect(applyDelta(join(out, '23'), {store: await loaded(two)})).rejects.toThrow(
      /altered.*nothing was loaded/,
    );
  }, 120_000);
});

const GONE = ['gone', 'relation', 'edge_out', 'edge_in', 'relation_count', 'adjacency', 'adjacency_more', 'parted'];

describe('a store written back out', () => {
  it('loads into the same graph', async () => {
    for (const store of [inject('store')]) {
      const out = join(folder(), 'snapshot');
      await createSnapshot({store, out});
      expect((await verifySnapshot(out)).problems).toEqual([]);
      const again = await loaded(out);
      expect(await digestOf(again)).toBe(await digestOf(store));
      expect(await differences(again, store)).toEqual([]);
    }
  }, 120_000);
});
