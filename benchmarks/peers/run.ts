import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {cpus, totalmem} from 'node:os';
import {join, resolve} from 'node:path';
import {openGraph} from '../../src/index.ts';
import {compared, type Likeness} from './compare.ts';
import {measureHttp, type Rate} from './http.ts';
import type {Params, Place, Times} from './peer.ts';
import {PeerProcess} from './process.ts';
import {drawQuestions, type Question} from './questions.ts';
import {writeRows} from './rows.ts';

/** Peers by the name of their module; the first is what the others are compared with. */
const PEERS = ['biograph', 'sqlite', 'postgres', 'tantivy', 'chdb', 'kuzu'] as const;

/** Peers that can be asked everything, and are asked over HTTP too. */
const SERVED: readonly string[] = PEERS.slice(0, 3);

/** Turns by which peers are asked, so that what else the machine does meets all of them. */
const BLOCKS = 5;

/**
 * Milliseconds for which a peer is asked each sort of question, with what is timed afterwards, before its times are taken. V8 compiles what runs
 * often while it runs, and for questions of microseconds a thousand of them are over before it is done: that is timed apart, as what is asked
 * first.
 */
const WARM = 2000;

export interface PeerFigures {
  title: string;
  load: {seconds: number; bytes: number};
  /** MiB after all questions. */
  mib: number;
}

export interface Asked {
  question: string;
  peer: string;
  p50: number;
  p95: number;
  p99: number;
  /** p50 of the first time that each parameter was asked for; of the peers that are asked everything. */
  first?: number;
  /** CPU per answer, in milliseconds, the engine's own processes included. */
  cpu: number;
  likeness?: Likeness;
}

export interface PeerResults {
  date: string;
  entities: number;
  machine: {cpus: number; model: string | undefined; gib: number; node: string};
  peers: Record<string, PeerFigures>;
  asked: Asked[];
  http: Rate[];
}

export interface PeerOptions {
  entities: number;
  /** Folder with `snapshot` and `store`, where what peers load is kept too. */
  folder: string;
  /** Questions of each sort. */
  runs: number;
}

type PlaceOf = (name: string) => Place;

/** Every peer that is installed beside biograph, over the same graph: the same seeded questions, answers compared before times are taken. */
export async function measurePeers({entities, folder, runs}: PeerOptions): Promise<PeerResults> {
  const store = join(folder, 'store');
  const rows = await writeRows(store, join(folder, 'rows'));
  const placeOf: PlaceOf = (name) => {
    const own = resolve(folder, 'peers', name);
    mkdirSync(own, {recursive: true});
    return {rows, folder: own, store};
  };
  const loads = await loadPeers(placeOf);
  const graph = await openGraph(store);
  const questions = await drawQuestions(graph, runs);
  // Over HTTP few are asked twice, so that kept answers do not do the work.
  const many = await drawQuestions(graph, 3000, 8);
  const {rows: drawn} = await graph.sql(
    `select id::varchar as id from live_entities order by hash(id::varchar || 'http') limit 90000`,
  );
  const ids = drawn.map(({id}) => String(id));
  const text = JSON.stringify(await graph.entity(ids[0] ?? ''));
  await graph.close();
  const {peers, asked} = await askPeers(placeOf, loads, questions);
  say('http');
  const http = await measureHttp(
    Object.keys(peers).filter((name) => SERVED.includes(name)),
    placeOf,
    many,
    ids,
    text,
  );
  const machine = {cpus: cpus().length, model: cpus()[0]?.model, gib: Math.round(totalmem() / 2 ** 30)};
  return {
    date: new Date().toISOString().slice(0, 10),
    ...{entities, machine: {...machine, node: process.version}, peers, asked, http},
  };
}

/** Loads every peer once, and knows from then on what it cost. */
async function loadPeers(placeOf: PlaceOf): Promise<Map<string, PeerFigures['load']>> {
  const loads = new Map<string, PeerFigures['load']>();
  for (const name of PEERS) {
    const place = placeOf(name);
    const kept = `${place.folder}.json`;
    if (!existsSync(kept)) {
      say(`${name}: load`);
      const peer = new PeerProcess(name, place);
      try {
        writeFileSync(kept, JSON.stringify(await peer.tell<PeerFigures['load']>({do: 'load'})));
      } catch (error) {
        say(`${name} is left out: ${String(error)}`);
        continue;
      } finally {
        await peer.end();
      }
    }
    loads.set(name, JSON.parse(readFileSync(kept, 'utf8')) as PeerFigures['load']);
  }
  return loads;
}

async function askPeers(
  placeOf: PlaceOf,
  loads: ReadonlyMap<string, PeerFigures['load']>,
  questions: readonly Question[],
): Promise<Pick<PeerResults, 'peers' | 'asked'>> {
  const open = new Map<string, {process: PeerProcess; title: string; questions: string[]}>();
  for (const name of loads.keys()) {
    const process = new PeerProcess(name, placeOf(name));
    open.set(name, {process, ...(await process.tell<{title: string; questions: string[]}>({do: 'open'}))});
  }
  const asked: Asked[] = [];
  for (const question of questions) {
    const able = new Map([...open].filter(([, peer]) => peer.questions.includes(question.name)));
    for (const one of await askOne(able, question)) {
      asked.push(one);
      say(`${one.question.padEnd(16)}${one.peer.padEnd(10)} p50 ${one.p50.toFixed(2)} p95 ${one.p95.toFixed(2)} ms`);
    }
  }
  const peers: Record<string, PeerFigures> = {};
  for (const [name, load] of loads) {
    const {process, title} = open.get(name) as {process: PeerProcess; title: string};
    peers[name] = {title, load, mib: await process.end()};
  }
  return {peers, asked};
}

async function askOne(able: ReadonlyMap<string, {process: PeerProcess}>, question: Question): Promise<Asked[]> {
  const likeness = new Map<string, Likeness>();
  const first = new Map<string, number>();
  let ours: string[][] = [];
  for (const [name, peer] of able) {
    const {answers, ms} = await peer.process.tell<{answers: string[][]; ms: number[]}>({
      ...{do: 'answers', question: question.name, params: question.params},
    });
    if (SERVED.includes(name)) first.set(name, quantile(firstOf(question.params, ms), 0.5));
    if (name === PEERS[0]) ours = answers;
    else likeness.set(name, compared(question, name, ours, answers));
    await warm(peer.process, question, sum(ms));
  }
  const figures = [...able].map(([name, {process}]) => ({name, process, ms: [] as number[], cpu: 0}));
  for (const params of blocks(question.params))
    for (const own of figures) {
      const times = await own.process.tell<Times>({do: 'times', question: question.name, params});
      own.ms.push(...times.ms);
      own.cpu += times.cpu;
    }
  return figures.map(({name, ms, cpu}) => {
    const at = (share: number) => quantile(ms, share);
    const [like, asked] = [likeness.get(name), first.get(name)];
    return {
      ...{question: question.name, peer: name, p50: at(0.5), p95: at(0.95), p99: at(0.99), cpu: cpu / ms.length},
      ...(asked !== undefined && {first: asked}),
      ...(like !== undefined && {likeness: like}),
    };
  });
}

/** The time of each parameter when it came first: some come often. */
function firstOf(params: readonly Params[], ms: readonly number[]): number[] {
  const texts = params.map((one) => JSON.stringify(one));
  return ms.filter((_, at) => texts.indexOf(texts[at] as string) === at);
}

/** Asks again until the peer was asked for as long as `WARM` in all. @param spent Milliseconds of that which are over. */
async function warm(peer: PeerProcess, {name, params}: Question, spent: number): Promise<void> {
  if (params.length === 0) return;
  for (let all = spent; all < WARM; ) all += sum((await peer.tell<Times>({do: 'times', question: name, params})).ms);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function blocks<T>(list: readonly T[]): T[][] {
  const size = Math.ceil(list.length / BLOCKS);
  return Array.from({length: Math.ceil(list.length / size)}, (_, at) => list.slice(at * size, (at + 1) * size));
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
