import {existsSync, mkdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import yargs from 'yargs';
import {type Graph, generateSnapshot, loadSnapshot, openGraph, publishStore} from '../src/index.ts';
import {type Cluster, missing, startCluster} from '../test/cluster/engine.ts';
import {answer, type Question} from '../test/helpers/questions.ts';
import {random} from './measure.ts';

/**
 * `npm run bench:cluster`: what an answer costs from DuckDB, from one node of ClickHouse and from three (two shards, one with a replica), all on this machine:
 * processor time of all processes together, wall time, statements, and the rows and bytes that the servers read. Caches of answers are cleared by opening anew; each question is
 * asked with other words every time. Needs Linux.
 */
const args = await yargs(process.argv.slice(2))
  .option('entities', {type: 'number', default: 100_000, describe: 'Size of the graph'})
  .option('runs', {type: 'number', default: 5, describe: 'How often each question is asked'})
  .option('folder', {type: 'string', default: '.cache/bench', describe: 'Where snapshot and store are kept'})
  .strict()
  .parseAsync();

const why = missing();
if (why !== undefined) throw new Error(why);
const place = resolve(args.folder, `cluster-${args.entities}`);
const [snapshot, store] = [join(place, 'snapshot'), join(place, 'store')];
mkdirSync(place, {recursive: true});
if (!existsSync(join(snapshot, 'manifest.json')))
  await generateSnapshot({entities: args.entities, seed: 7, out: snapshot});
await loadSnapshot({snapshot, store});

interface Cost {
  /** Milliseconds of processors, and until the answer was there. */
  cpu: number;
  wall: number;
  statements: number;
  rows: number;
  bytes: number;
}

/** Clock ticks of Linux in a second. */
const TICKS = 100;

/** Milliseconds of processor that this process and some others have used. */
function used(pids: readonly number[]): number {
  const {user, system} = process.cpuUsage();
  const others = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
  });
  return (user + system) / 1000 + others.reduce((sum, ms) => sum + ms, 0);
}

/** What the servers have been asked and have read since they started. */
async function events(cluster: Cluster | undefined): Promise<{statements: number; rows: number; bytes: number}> {
  const sum = {statements: 0, rows: 0, bytes: 0};
  for (const node of cluster?.nodes ?? []) {
    const text = await node.ask(
      "select sumIf(value, event = 'InitialQuery'), sumIf(value, event = 'SelectedRows'), sumIf(value, event = 'SelectedBytes') from system.events",
    );
    const [statements = 0, rows = 0, bytes = 0] = text.split('\t').map(Number);
    // This one is counted as well.
    sum.statements += statements - 1;
    sum.rows += rows;
    sum.bytes += bytes;
  }
  return sum;
}

async function costOf(graph: Graph, cluster: Cluster | undefined, asked: readonly Question[]): Promise<Cost> {
  const pids = cluster?.nodes.map(({pid}) => pid) ?? [];
  const before = await events(cluster);
  const started = performance.now();
  const cpu = used(pids);
  for (const question of asked) await answer(graph, question);
  const spent = used(pids) - cpu;
  const wall = performance.now() - started;
  const after = await events(cluster);
  const share = (what: 'statements' | 'rows' | 'bytes') => (after[what] - before[what]) / asked.length;
  return {
    cpu: spent / asked.length,
    wall: wall / asked.length,
    // Of each node one, that asked for the figures before.
    statements: share('statements') - (cluster?.nodes.length ?? 0) / asked.length,
    rows: share('rows'),
    bytes: share('bytes'),
  };
}

/** Questions of each sort, about others each time. */
async function questionsOf(graph: Graph): Promise<[name: string, asked: Question[]][]> {
  const next = random(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const found = (await graph.entities({sort: 'name', limit: 200})).results;
  const words = found.flatMap(({name = ''}) => name.split(/\s+/)).filter((word) => word.length > 4);
  const {facets} = await graph.facets('trial');
  const companies = (await graph.entities({kind: 'company', sort: 'prominence', limit: 50})).results.map(({id}) => id);
  const area = () => pick(facets.therapeutic_area ?? []).value;
  const target = () => pick(facets.target ?? []).value;
  const times = (ask: () => Question) => Array.from({length: args.runs}, ask);
  return [
    ['entity by id', times(() => ['entity', {entity_id: pick(found).id}])],
    [
      'newest 25 of a kind, three filters',
      times(() => ['entities', {kind: 'trial', phase: 'phase 3', therapeutic_area: area()}]),
    ],
    ['text of 3 words', times(() => ['entities', {q: `${pick(words)} ${pick(words)} cancer`}])],
    ['autocomplete, 4 letters', times(() => ['autocomplete', {q: pick(words).slice(0, 4)}])],
    ['edges', times(() => ['edges', {entity_id: pick(companies)}])],
    ['traverse, depth 2, from a hub', times(() => ['traverse', {entity_id: pick(companies), depth: 2}])],
    ['facets within an area', times(() => ['facets', {kind: 'trial', therapeutic_area: area()}])],
    ['whitespace of an area', times(() => ['whitespace', {therapeutic_area: area()}])],
    ['concentration of a target', times(() => ['concentration', {target: target()}])],
    ['people ranked in a target', times(() => ['rankPeople', {target: target()}])],
    ['similar', times(() => ['similar', {entity_id: pick(found).id}])],
    ['dossier', times(() => ['dossier', {entity_id: pick(companies)}])],
  ];
}

async function measured(of: 'DuckDB' | 1 | 3): Promise<Cost[]> {
  const cluster = of === 'DuckDB' ? undefined : await startCluster(of);
  try {
    if (cluster !== undefined) {
      const started = performance.now();
      const {rows} = await publishStore({store, to: cluster.address('bench'), ...(of === 3 && {cluster: 'graph'})});
      const parts = await cluster.nodes[0]?.ask(
        "select formatReadableSize(sum(bytes_on_disk)) from system.parts where active and database like 'bench_g%'",
      );
      process.stderr.write(
        `${of} published: ${rows} rows in ${Math.round((performance.now() - started) / 1000)} s, ${parts} on the first node\n`,
      );
    }
    await using graph = await openGraph(cluster?.address('bench') ?? store);
    const costs: Cost[] = [];
    for (const [, asked] of questions) {
      // Statements are compiled and connections opened by the first answer.
      await answer(graph, asked[0] as Question);
      costs.push(await costOf(graph, cluster, asked.slice(1)));
    }
    return costs;
  } finally {
    await cluster?.close();
  }
}

const local = await openGraph(store);
const questions = await questionsOf(local);
await local.close();
const all = {DuckDB: await measured('DuckDB'), one: await measured(1), three: await measured(3)};
const row = (name: string, cells: readonly (string | number)[]) =>
  `${name.padEnd(36)}${cells.map((cell) => String(cell).padStart(11)).join('')}\n`;
process.stdout.write(row('CPU ms (wall ms)', ['DuckDB', '1 node', '3 nodes', 'statements', 'rows read', 'KB read']));
for (const [index, [name]] of questions.entries()) {
  const {DuckDB, one, three} = {DuckDB: all.DuckDB[index], one: all.one[index], three: all.three[index]};
  const shown = (cost: Cost | undefined) => `${Math.round(cost?.cpu ?? 0)} (${Math.round(cost?.wall ?? 0)})`;
  process.stdout.write(
    row(name, [
      shown(DuckDB),
      shown(one),
      shown(three),
      (three?.statements ?? 0).toFixed(1),
      Math.round(three?.rows ?? 0),
      Math.round((three?.bytes ?? 0) / 1000),
    ]),
  );
}
