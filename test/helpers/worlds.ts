import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, inject} from 'vitest';
import {type Graph, loadSnapshot, openGraph} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {analyticGraph} from './analytic-graph.ts';
import {type Live, type Oracle, readOracle} from './oracle.ts';
import {writeRandomGraph} from './random-graph.ts';
import {hasRealData, publicGraph} from './real-graph.ts';

/** A graph, and the same graph as plain JavaScript reads it. */
export interface World {
  graph: Graph;
  oracle: Oracle;
  everyone: Live[];
}

const RANDOM = ['random 1', 'random 2', 'random 3', 'random 4'];

/** Every answer that can be computed in plain JavaScript is compared on each of these. */
export const WORLDS: readonly string[] = ['generated', 'sample', ...RANDOM, ...(hasRealData ? ['public data'] : [])];

/** Those small enough for checks that look at everybody again and again. */
export const SMALL_WORLDS: readonly string[] = WORLDS.filter((name) => name !== 'public data');

const opened = new Map<string, Promise<World>>();
afterAll(async () => {
  for (const world of opened.values()) await (await world).graph.close();
});

export function worldOf(name: string): Promise<World> {
  const known = opened.get(name) ?? open(name);
  opened.set(name, known);
  return known;
}

async function open(name: string): Promise<World> {
  const {snapshot, source} = await placeOf(name);
  const oracle = await readOracle(snapshot);
  return {graph: await openGraph(source), oracle, everyone: [...oracle.live.values()]};
}

async function placeOf(name: string): Promise<{snapshot: string; source: string | undefined}> {
  if (name === 'generated') return {snapshot: inject('snapshot'), source: inject('store')};
  if (name === 'sample') return {snapshot: SAMPLE, source: undefined};
  if (name === 'public data') {
    const {out, store} = await publicGraph();
    return {snapshot: out, source: store};
  }
  const [graph] = fc.sample(analyticGraph, {numRuns: 1, seed: 1000 + RANDOM.indexOf(name)});
  if (graph === undefined) throw new Error(`No graph for ${name}`);
  const snapshot = await writeRandomGraph(graph);
  return {snapshot, source: await stored(snapshot)};
}

async function stored(snapshot: string): Promise<string> {
  const store = join(mkdtempSync(join(tmpdir(), 'biograph-world-')), 'store');
  await loadSnapshot({snapshot, store});
  return store;
}
