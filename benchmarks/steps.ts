import {closeSync, cpSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import autocannon from 'autocannon';
import Fastify from 'fastify';
import type {Release} from '../src/generation.ts';
import {createServer} from '../src/http/server.ts';
import {openGraph} from '../src/index.ts';
import {applyChanges} from '../src/snapshot/change.ts';
import type {ChangeSet} from '../src/snapshot/change-set.ts';
import {CHANGE_TABLES} from '../src/snapshot/derive.ts';
import {generateSnapshot} from '../src/snapshot/generate/index.ts';
import {loadSnapshot} from '../src/snapshot/load.ts';
import {is} from '../src/sql/results.ts';
import {quote, sql} from '../src/sql/sql.ts';
import {embedStore} from '../src/store/embed.ts';
import {StoredGeneration} from '../src/store/generation.ts';
import {generationFile, readPointer} from '../src/store/store.ts';
import {readEmbeddings} from '../src/vectors/nearest.ts';
import {anyChanges, restated} from '../test/helpers/changes.ts';
import {type Timing, time} from './measure.ts';
import {measureReads} from './reads.ts';

/**
 * The steps of a benchmark. Each runs in a process of its own, so that its memory is its own, and answers with JSON.
 */
export const STEPS = {generate, load, open, reads, http, embed, similar, follow} as const;

interface Place {
  snapshot: string;
  store: string;
  /** A copy of the store whose entities have embeddings. */
  embedded: string;
  entities: number;
  runs: number;
}

async function generate({snapshot, entities}: Place): Promise<object> {
  const started = performance.now();
  await generateSnapshot({entities, seed: 7, out: snapshot});
  return {seconds: seconds(started), mib: peakMib()};
}

async function load({snapshot, store}: Place): Promise<object> {
  const started = performance.now();
  const pointer = await loadSnapshot({snapshot, store});
  return {seconds: seconds(started), mib: peakMib(), fileMib: statSync(join(store, pointer.file)).size / 2 ** 20};
}

/** From the first line of the program to the first answer. */
async function open({store}: Place): Promise<object> {
  const started = performance.now();
  const graph = await openGraph(store);
  await graph.entities({limit: 25});
  const ms = performance.now() - started;
  await graph.close();
  return {ms};
}

export type Reads = {timings: (Timing & {goal: string})[]; mib: number};

async function reads({store, runs}: Place): Promise<Reads> {
  const floor = await selectOne(store, runs);
  const graph = await openGraph(store);
  const timings = [{...floor, goal: 'the floor'}, ...(await measureReads(graph, runs))];
  await graph.close();
  return {timings, mib: peakMib()};
}

/** What a prepared statement costs before it does anything, in the same process and at the same time. */
async function selectOne(store: string, runs: number): Promise<Timing> {
  const {generation} = readPointer(store);
  const opened = await StoredGeneration.open(generationFile(store, generation), generation, {});
  const timing = await time('prepared select 1', runs, () => opened.columns(sql`select ${1}::integer`, [is.integer]));
  await opened.retire();
  return timing;
}

export type Follow = {
  /** A prepared `select 1` in milliseconds, just before. */
  floor: number;
  changed: number;
  refreshing: number;
  /** As many rows that are only said once more, without edges. */
  restating: number;
  building: number;
  few: number;
  mib: number;
  fileMib: number;
};

/** What it takes to make the next generation of 10,000 changed entities, some new, some folded, with their edges: refreshed, and built anew; and of ten. */
async function follow({store, entities, runs}: Place): Promise<Follow> {
  const changed = Math.min(10_000, Math.floor(entities / 10));
  const {p50: floor} = await selectOne(store, runs);
  const copy = join(store, '..', 'followed');
  const rows = join(store, '..', 'changes');
  const secondsBy = async (by: 'refresh' | 'build', made = anyChanges(1, changed)) => {
    copyFlushed(store, copy);
    const changes = await written(made, copy, rows);
    const started = performance.now();
    const pointer = await applyChanges(changes, {
      store: copy,
      by,
      onObstacle(reason) {
        throw new Error(reason);
      },
    });
    return {seconds: seconds(started), mib: peakMib(), fileMib: statSync(join(copy, pointer.file)).size / 2 ** 20};
  };
  const {seconds: refreshing, mib, fileMib} = await secondsBy('refresh');
  const {seconds: restating} = await secondsBy('refresh', restated(1, changed));
  const {seconds: few} = await secondsBy('refresh', anyChanges(1, 10));
  const {seconds: building} = await secondsBy('build');
  for (const left of [copy, rows]) rmSync(left, {recursive: true, force: true});
  return {floor, changed, refreshing, restating, building, few, mib, fileMib};
}

/** A copy that is on disk, as a store is: else what is timed would share the disk with it. */
function copyFlushed(from: string, to: string): void {
  rmSync(to, {recursive: true, force: true});
  cpSync(from, to, {recursive: true});
  for (const entry of readdirSync(to, {recursive: true, withFileTypes: true})) {
    if (!entry.isFile()) continue;
    const file = openSync(join(entry.parentPath, entry.name), 'r+');
    fsyncSync(file);
    closeSync(file);
  }
}

/** The same changes as Parquet files, as a delta has them: making them up is no part of applying them. */
async function written(changes: ChangeSet, store: string, folder: string): Promise<ChangeSet> {
  const tables = Object.keys(CHANGE_TABLES);
  const file = (table: string) => quote(join(folder, `${table}.parquet`));
  mkdirSync(folder, {recursive: true});
  let release: Release | undefined;
  await applyChanges(
    {
      async fill(connection, base) {
        release = await changes.fill(connection, base);
        for (const table of tables) await connection.run(`COPY change_${table} TO ${file(table)}`);
        return undefined;
      },
    },
    {store},
  );
  return {
    async fill(connection) {
      for (const table of tables) await connection.run(`INSERT INTO change_${table} FROM ${file(table)}`);
      return release;
    },
  };
}

/** Embeddings of every entity, made from the graph itself. */
async function embed({store, embedded}: Place): Promise<object> {
  cpSync(store, embedded, {recursive: true});
  const started = performance.now();
  const {pointer, entities} = await embedStore({store: embedded});
  return {
    seconds: seconds(started),
    mib: peakMib(),
    entities,
    fileMib: statSync(join(embedded, pointer.file)).size / 2 ** 20,
  };
}

export type Similar = {timings: (Timing & {goal: string})[]; recall: number | null; mib: number};

/** Look-alikes over every entity, beside the plain cosine over all vectors. */
async function similar({embedded, runs}: Place): Promise<Similar> {
  const floor = await selectOne(embedded, runs);
  const {generation} = readPointer(embedded);
  const opened = await StoredGeneration.open(generationFile(embedded, generation), generation, {});
  const [rids] = await opened.columns(sql`select rid from embedding order by hash(rid + 7) limit ${4 * runs + 100}`, [
    is.integer,
  ]);
  const about = await readEmbeddings((query, types) => opened.columns(query, types));
  const plain = await time('plain cosine over all vectors', Math.min(runs, 30), (index) =>
    opened.columns(
      sql`select rid, array_cosine_similarity(vector, (select vector from embedding where rid = ${rids.at(index) ?? 0})) as cosine
          from embedding order by cosine desc limit 10`,
      [is.integer, is.number],
    ),
  );
  const [ids] = await opened.columns(sql`select id from entity where rid in ${rids.slice(0, 400)}`, [is.text]);
  await opened.retire();
  const graph = await openGraph(embedded);
  const all = await time('similar', runs, (index) => graph.similar(ids.at(index % ids.length) ?? ''));
  const ofKind = await time('similar, companies only', runs, (index) =>
    graph.similar({entity_id: ids.at(index % ids.length) ?? '', kind: 'company'}),
  );
  await graph.close();
  const timings = [
    {...floor, goal: 'the floor'},
    {...plain, goal: '–'},
    {...all, goal: '80'},
    {...ofKind, goal: '80'},
  ];
  return {timings, recall: about?.recall ?? null, mib: peakMib()};
}

export interface Http {
  bare: number;
  entity: number;
  share: number;
  first: Timing;
  bareFirst: Timing;
}

/** Requests per second of an unchanged repeated GET, beside a bare Fastify route that sends the same bytes. */
async function http({store, runs}: Place): Promise<Http> {
  const graph = await openGraph(store);
  const server = createServer(graph);
  const {results} = await graph.entities({kind: 'company', sort: 'prominence', limit: 1000, fields: 'id'});
  const body = JSON.stringify(await graph.entity(results[0]?.id ?? ''));
  const bare = Fastify();
  bare.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
  const ours = await server.listen({host: '127.0.0.1', port: 0});
  const theirs = await bare.listen({host: '127.0.0.1', port: 0});
  const same = `${ours}/v1/entities/${results[0]?.id}`;
  const rates: {ours: number; theirs: number}[] = [];
  for (let round = 0; round < 3; round++) rates.push({theirs: await rate(theirs), ours: await rate(same)});
  const next = (index: number) => results[(index + results.length) % results.length]?.id;
  const first = await time('GET of an entity not asked for before', Math.min(runs, 900), (index) =>
    text(`${ours}/v1/entities/${next(index)}`),
  );
  const bareFirst = await time('GET of a bare Fastify route', runs, () => text(theirs));
  await server.close();
  await bare.close();
  await graph.close();
  const best = (name: 'ours' | 'theirs') => Math.max(...rates.map((pair) => pair[name]));
  return {bare: best('theirs'), entity: best('ours'), share: best('ours') / best('theirs'), first, bareFirst};
}

async function text(url: string): Promise<string> {
  return (await fetch(url)).text();
}

async function rate(url: string): Promise<number> {
  const {requests} = await autocannon({url, connections: 20, duration: 4});
  return requests.average;
}

function seconds(since: number): number {
  return (performance.now() - since) / 1000;
}

function peakMib(): number {
  return process.resourceUsage().maxRSS / 1024;
}
