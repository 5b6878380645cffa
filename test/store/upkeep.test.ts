import {cpSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {loadSnapshot} from '../../src/index.ts';
import {RELATIONS} from '../../src/schema/kinds.ts';
import {applyDelta, diffSnapshots} from '../../src/snapshot/delta.ts';
import {type RandomGraph, randomGraph, writeRandomGraph} from '../helpers/random-graph.ts';
import {differences, digestOf} from '../helpers/tables.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-upkeep-'));
const at = (release: number) => ({release, as_of: `2026-0${release}-01T00:00:00.000Z`});

const KINDS_OF_BALLAST = ['company', 'person', 'paper', 'target', 'technology', 'trial'];
const id = (n: number) => `1${String(n).padStart(7, '0')}-0000-4000-8000-000000000000`;

/** Enough that stays as it is for a random part to come and go beside it: every relation, and texts of every field. */
const ballast: RandomGraph = {
  entities: Array.from({length: 60}, (_, n) => ({
    id: id(n),
    kind: KINDS_OF_BALLAST[n % KINDS_OF_BALLAST.length],
    state: 'live',
    name: `Ballast ${n} of Beta`,
    slug: n % 7 === 0 ? 'a' : `ballast-${n}`,
    aliases: [`B${n}`],
    target: 'PD1',
    modality: 'peptide',
    moa_confidence: 0.9,
    source: 'ballast',
    updated_at: '2026-01-01T00:00:00Z',
  })),
  edges: ['targets', 'employs', ...Object.keys(RELATIONS).slice(0, 3)].flatMap((relation, step) =>
    Array.from({length: 20}, (_, n) => ({
      source: id(n),
      relation,
      target: id((n + step + 1) % 60),
      observed_at: '2025-12-01T00:00:00Z',
    })),
  ),
};

/** Edges between the random part and the ballast, so that folds and removals reach beyond themselves. */
const bridged = fc.tuple(randomGraph, fc.array(fc.tuple(fc.nat(13), fc.nat(59), fc.boolean()), {maxLength: 10})).map(
  ([graph, bridges]): RandomGraph => ({
    entities: [...graph.entities, ...ballast.entities],
    edges: [
      ...graph.edges,
      ...ballast.edges,
      ...[...new Map(bridges.map((bridge) => [bridge.join(), bridge])).values()].flatMap(([n, m, isOut]) => {
        const own = graph.entities[n]?.id;
        return own === undefined
          ? []
          : [{source: isOut ? own : id(m), relation: 'targets', target: isOut ? id(m) : own, observed_at: null}];
      }),
    ],
  }),
);

describe('a generation that was kept up', () => {
  it('equals one built anew, table by table, over any history', async () => {
    const obstacles: string[] = [];
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(bridged, {minLength: 4, maxLength: 4}), async (graphs: RandomGraph[]) => {
        const snapshots: string[] = [];
        for (const [index, graph] of graphs.entries()) snapshots.push(await writeRandomGraph(graph, at(index + 1)));
        const [first = '', ...later] = snapshots;
        const store = join(folder(), 'kept');
        await loadSnapshot({snapshot: first, store});
        let before = first;
        for (const next of later) {
          const delta = join(folder(), 'delta');
          await diffSnapshots({from: before, to: next, out: delta});
          const built = join(folder(), 'built');
          cpSync(store, built, {recursive: true});
          const told = obstacles.length;
          await applyDelta(delta, {store, by: 'upkeep', onObstacle: (reason) => obstacles.push(reason)});
          if (obstacles.length === told) kept++;
          await applyDelta(delta, {store: built, by: 'building'});
          expect(await differences(store, built)).toEqual([]);
          expect(await digestOf(store)).toBe(await digestOf(built));
          before = next;
        }
      }),
      {numRuns: 8},
    );
    console.log(kept, obstacles);
    expect(kept).toBeGreaterThan(5);
  }, 240_000);
});
