import {cpSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, inject} from 'vitest';
import {type Graph, loadSnapshot, openGraph} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {analyticGraph} from './analytic-graph.ts';
import {kept, MAKERS} from './kept.ts';
import {type Live, type Oracle, readOracle} from './oracle.ts';
import {writeRandomGraph} from './random-graph.ts';
import {hasRealData, publicGraph} from './real-graph.ts';

/** A graph, and the same graph as plain JavaScript reads it. */
export interface World {
  graph: Graph;
  oracle: Oracle;
  everyone: Live[];
}

const HELPERS = ['test/helpers/analytic-graph.ts', 'test/helpers/random-graph.ts'];

const RANDOM = ['random 1', 'random 2', 'random 3', 'random 4'];

/** Every answer that can be computed in plain JavaScript is compared on each of these. */
export const WORLDS: readonly string[] = ['generated', 'sample', ...RANDOM, ...(hasRealData ? ['public data'] : [])];

/** Those small enough for checks that look at everybody again and again. */
export const SMALL_WORLDS: readonly string[] = WORLDS.filter((name) => name !== 'public data');

/** Worlds that `npm test` looks at; `npm run test:all` goes on with the others. */
const QUICK = ['sample', 'random 1'];

/** The same tests over each world, as `describe.each`; those of the public data, and those `npm test` leaves out, are tagged. */
export function describeWorlds(worlds: readonly string[], title: string, tests: (name: string) => void): void {
  for (const name of worlds) {
    const tags = name === 'public data' ? ['real'] : QUICK.includes(name) ? [] : ['long'];
    describe(title.replace('%s', name), {tags}, () => tests(name));
  }
}

const opened = new Map<string, Promise<World>>();

/** Opened once and left open: the test files that run in one process share it. */
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
  const made = await kept(name.replace(' ', '-'), [...MAKERS, ...HELPERS], async (at) => {
    const [graph] = fc.sample(analyticGraph, {numRuns: 1, seed: 1000 + RANDOM.indexOf(name)});
    if (graph === undefined) throw new Error(`No graph for ${name}`);
    const snapshot = await writeRandomGraph(graph);
    cpSync(snapshot, join(at, 'snapshot'), {recursive: true});
    await loadSnapshot({snapshot, store: join(at, 'store')});
  });
  return {snapshot: join(made, 'snapshot'), source: join(made, 'store')};
}
