/** @module-tag long */
import {cpSync, mkdtempSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, inject, it} from 'vitest';
import {loadSnapshot} from '../../src/index.ts';
import {RELATIONS} from '../../src/schema/kinds.ts';
import {applyChanges} from '../../src/snapshot/change.ts';
import type {ChangeSet} from '../../src/snapshot/change-set.ts';
import {applyDelta, diffSnapshots} from '../../src/snapshot/delta.ts';
import {generateSnapshot} from '../../src/snapshot/generate/index.ts';
import {checkStore} from '../../src/store/check.ts';
import {readPointer} from '../../src/store/store.ts';
import {weigh} from '../../src/tables/refresh.ts';
import {answersOf} from '../helpers/answers.ts';
import {anyChanges, restated} from '../helpers/changes.ts';
import {openShell} from '../helpers/duckdb.ts';
import {property} from '../helpers/property.ts';
import {type RandomGraph, randomGraph, writeRandomGraph} from '../helpers/random-graph.ts';
import {differences, digestOf, tablesOf} from '../helpers/tables.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-refresh-'));
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

/** A history of which each step can be refreshed: an entity has another name and one edge less, and is as it was. */
const plain = ((): RandomGraph[] => {
  const [first, ...others] = ballast.entities;
  const between = {entities: [{...first, name: 'Ballast of Gamma'}, ...others], edges: ballast.edges.slice(1)};
  return [ballast, between, ballast];
})();

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

/** The changes, and whatever a statement makes of them. */
const also = (changes: ChangeSet, statement: string): ChangeSet => ({
  async fill(connection, base) {
    const release = await changes.fill(connection, base);
    await connection.run(statement);
    return release;
  },
});

/** So many texts that stand side by side in the alphabet, as a list in SQL. */
const bunch = (size: number) => `list_transform(range(${size}), lambda i: 'mmq' || lpad(i::VARCHAR, 4, '0'))`;
const forOne = (assignment: string) =>
  `UPDATE change_entities SET ${assignment} WHERE id = (SELECT min(id) FROM change_entities WHERE state = 'live')`;

/** The same changes applied to a store and to a copy of it, refreshed and built anew. */
async function bothWays(store: string, changes: ChangeSet): Promise<{built: string; obstacles: string[]}> {
  const built = join(folder(), 'built');
  cpSync(store, built, {recursive: true});
  const obstacles: string[] = [];
  await applyChanges(changes, {store, by: 'refresh', onObstacle: (reason) => obstacles.push(reason)});
  await applyChanges(changes, {store: built, by: 'build'});
  return {built, obstacles};
}

/** The mean vector is an average of all there were when the codes were made. */
const MADE_ONCE = ['embedding_about'];

const OF_TERMS = ['posting', 'term', 'field_mean', 'text_size'];
const OF_WORDS = ['word', 'name_word', 'full_name', 'trigram', 'symspell_delete'];
const isOfText = (table: string) => [...OF_TERMS, ...OF_WORDS].includes(table);

describe('a refreshed generation', () => {
  property('equals one built anew, table by table, over any history', {few: 2, all: 5}, async (numRuns) => {
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(bridged, {minLength: 3, maxLength: 3}), async (graphs: RandomGraph[]) => {
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
          let isKept = true;
          await applyDelta(delta, {store, by: 'refresh', onObstacle: () => (isKept = false)});
          if (isKept) kept++;
          await applyDelta(delta, {store: built, by: 'build'});
          expect(await differences(store, built)).toEqual([]);
          expect(await digestOf(store)).toBe(await digestOf(built));
          before = next;
        }
      }),
      {numRuns, examples: [[plain]]},
    );
    expect(kept).toBeGreaterThanOrEqual(2);
  });

  for (const [what, few, changesOf] of [
    ['everything a real graph has', 1, (seed: number) => anyChanges(seed, 60)],
    ['rows that are only said again, so that nobody’s edges change', 0, (seed: number) => restated(seed, 200)],
  ] as const) {
    property(
      `equals it with ${what}, generation after generation, and answers alike`,
      {few, all: 3},
      async (rounds) => {
        const store = join(folder(), 'kept');
        cpSync(inject('store'), store, {recursive: true});
        for (let seed = 1; seed <= rounds; seed++) {
          const {built, obstacles} = await bothWays(store, changesOf(seed));
          expect(obstacles).toEqual([]);
          expect(await differences(store, built, MADE_ONCE)).toEqual([]);
          expect(await answersOf(store)).toEqual(await answersOf(built));
          expect((await checkStore(store, readPointer(store).generation)).problems).toEqual([]);
        }
      },
      240_000,
    );
  }

  it('keeps the postings of terms that thousands have, and the order of words where a bunch comes between two', {
    tags: ['long'],
  }, async () => {
    const [snapshot, store] = [join(folder(), 'snapshot'), join(folder(), 'kept')];
    await generateSnapshot({entities: 24_000, seed: 3, out: snapshot});
    await loadSnapshot({snapshot, store});
    const {built, obstacles} = await bothWays(
      store,
      also(anyChanges(9, 800), forOne(`name = name || ' ' || array_to_string(${bunch(3000)}, ' ')`)),
    );
    expect(obstacles).toEqual([]);
    const [ours, theirs] = [await tablesOf(store, isOfText), await tablesOf(built, isOfText)];
    expect(ours.get('posting')?.length).toBeGreaterThan(100_000);
    expect(ours).toEqual(theirs);
    expect((await checkStore(store, readPointer(store).generation)).problems).toEqual([]);
  });

  /** Applies changes to a copy of a store and to another that is built anew, and says what stood in the way of a refresh. */
  async function obstaclesOf(changes: ChangeSet, by?: 'refresh'): Promise<string[]> {
    const [store, built] = [join(folder(), 'kept'), join(folder(), 'built')];
    for (const one of [store, built]) cpSync(inject('store'), one, {recursive: true});
    const obstacles: string[] = [];
    await applyChanges(changes, {store, by, onObstacle: (reason) => obstacles.push(reason)});
    await applyChanges(changes, {store: built, by: 'build'});
    expect(await differences(store, built, MADE_ONCE)).toEqual([]);
    return obstacles;
  }

  it('gives way to a build where it runs out of memory', async () => {
    const [store, built] = [join(folder(), 'kept'), join(folder(), 'built')];
    for (const one of [store, built]) cpSync(inject('store'), one, {recursive: true});
    const changes = anyChanges(1);
    let turns = 0;
    const starved: ChangeSet = {
      async fill(connection, base) {
        const release = await changes.fill(connection, base);
        if (turns++ === 0) await connection.run(`SET memory_limit = '20MB'`);
        return release;
      },
    };
    const obstacles: string[] = [];
    await applyChanges(starved, {store, memoryLimit: '1GB', by: 'refresh', onObstacle: (one) => obstacles.push(one)});
    expect(obstacles).toEqual(['It needs more memory than it has']);
    await applyChanges(changes, {store: built, by: 'build'});
    expect(await differences(store, built, MADE_ONCE)).toEqual([]);
  });

  it('gives way to a build where the changes reach too far: a new relation, no room between two ids, half of the graph', {
    tags: ['long'],
  }, async () => {
    const anyEdge = `SELECT source, 'unheard_of' AS relation, target FROM graph.raw_edges ORDER BY ALL LIMIT 1`;
    expect(
      await obstaclesOf(also(anyChanges(4, 20), `INSERT INTO change_edges BY NAME ${anyEdge}`), 'refresh'),
    ).toEqual(['There is a new relation']);
    const crowd = `INSERT INTO change_entities BY NAME
      SELECT r.* REPLACE (r.id[:24] || lpad(i::VARCHAR, 12, '0') AS id) FROM range(80) AS t(i),
        (FROM graph.raw_entities WHERE kind = 'paper' AND state = 'live' ORDER BY id LIMIT 1 OFFSET 3) AS r`;
    expect(await obstaclesOf(also(anyChanges(5, 20), crowd), 'refresh')).toEqual([
      'No room is left between two row numbers',
    ]);
    expect(await obstaclesOf(anyChanges(6, 1500))).toEqual(['Too much changes at once']);
    expect(await obstaclesOf(anyChanges(7, 30))).toEqual([]);
  });

  it('takes in any number of new values between two, and gives way where another confidence is trusted', {
    tags: ['long'],
  }, async () => {
    for (const [seed, size] of [
      [9, 30],
      [10, 6000],
    ] as const)
      expect(
        await obstaclesOf(also(anyChanges(seed, 20), forOne(`secondary_modalities = ${bunch(size)}`)), 'refresh'),
      ).toEqual([]);
    const changes = anyChanges(11, 20);
    const otherwise: ChangeSet = {
      async fill(connection, base) {
        const release = await changes.fill(connection, base);
        return release && {...release, trusted_confidence: 0.4};
      },
    };
    expect(await obstaclesOf(otherwise, 'refresh')).toEqual(['Another confidence is trusted']);
  });

  it('is built anew after many rounds, and after many changes', async () => {
    const shell = await openShell();
    const weighed = (entities: number, changed: number, generations: number, replaced: number) =>
      shell.connection
        .run(
          `CREATE OR REPLACE TEMP TABLE change_entities AS FROM range(${changed});
           CREATE OR REPLACE TABLE graph.entity AS FROM range(${entities});
           CREATE OR REPLACE TABLE graph.refreshed AS SELECT ${generations} AS generations, ${replaced} AS replaced`,
        )
        .then(() => weigh(shell.connection))
        .then(
          () => undefined,
          (error: Error) => error.message,
        );
    await shell.connection.run("ATTACH ':memory:' AS graph");
    expect(await weighed(1000, 100, 23, 150)).toBeUndefined();
    expect(await weighed(1000, 101, 0, 0)).toMatch(/at once/);
    expect(await weighed(1000, 1, 24, 0)).toMatch(/24 times/);
    expect(await weighed(1000, 50, 3, 201)).toMatch(/since it was built/);
    shell.close();
  });

  it('leaves nothing when it is interrupted', async () => {
    const store = join(folder(), 'kept');
    cpSync(inject('store'), store, {recursive: true});
    const before = readPointer(store);
    const files = readdirSync(join(store, 'generations'));
    const stop = new AbortController();
    const stopped = applyChanges(anyChanges(8), {
      store,
      by: 'refresh',
      signal: stop.signal,
      onProgress: ({note}) => note === 'label' && stop.abort(new Error('stopped')),
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(readPointer(store)).toEqual(before);
    expect(readdirSync(join(store, 'generations'))).toEqual(files);
  });
});
