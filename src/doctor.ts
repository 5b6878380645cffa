import {readdirSync, statfsSync, statSync} from 'node:fs';
import {Socket} from 'node:net';
import {isClickHouse} from './clickhouse/address.ts';
import {heldBy} from './disk/lock.ts';
import {type DuckdbFacts, duckdbFacts} from './engine/facts.ts';
import {openGraph} from './graph.ts';
import type {OnProgress} from './progress.ts';
import {checkStore} from './store/check.ts';
import {bytesOf} from './store/generations.ts';
import {generationsOf, readPointer} from './store/store.ts';

export interface Finding {
  check: string;
  ok: boolean;
  finding: string;
  /** What to do; null where there is no problem. */
  remedy: string | null;
}

export interface ExamineInput {
  /** The store behind what was given; undefined where there is nothing at that path. */
  store: string | undefined;
  given: string | undefined;
  /** Folder of keys, webhooks and messages. */
  state: string;
  /** Skip the checks that read the whole store. */
  quick: boolean;
  /** Called as these go on. */
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/** Node before this lacks what the code uses. */
const OLDEST_NODE = [20, 19] as const;

/** Checks a store and its environment, with one finding per check. */
export async function examine({store, given, state, quick, ...watched}: ExamineInput): Promise<Finding[]> {
  const facts = await duckdbFacts();
  const findings = [node(), duckdb(facts), threads(), extensions(facts)];
  if (isClickHouse(given)) return [...findings, writable('state folder', state), await published(given)];
  if (store === undefined)
    return [
      ...findings,
      wrong('data', `${given} does not exist`, 'Check the path, or leave out --data to use the sample.'),
    ];
  const opened = await readable(store);
  return [
    ...findings,
    writable('state folder', state),
    disk(store),
    writer(store),
    leftovers(store),
    opened,
    // A store that cannot be opened answers no questions, and may have no generation to look at.
    ...(quick || !opened.ok ? [] : [await whole(store, watched)]),
    ...(opened.ok ? [await silent(store)] : []),
  ];
}

/** The published graph answers and has a layout that this version reads. */
async function published(given: string): Promise<Finding> {
  try {
    await using graph = await openGraph(given);
    const {generation, snapshot} = await graph.current();
    await graph.stats();
    return well(
      'published graph',
      `generation ${generation} of ${snapshot} answers; ${(await graph.kept()).length} kept`,
    );
  } catch (error) {
    return wrong('published graph', String((error as Error).message), 'See docs/scaling.md.');
  }
}

const well = (check: string, finding: string): Finding => ({check, ok: true, finding, remedy: null});
const wrong = (check: string, finding: string, remedy: string): Finding => ({check, ok: false, finding, remedy});

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  return isOld
    ? wrong('Node.js', process.version, `Use ${OLDEST_NODE.join('.')} or later.`)
    : well('Node.js', `${process.version} on ${process.platform} ${process.arch}`);
}

function duckdb({version, pinned}: DuckdbFacts): Finding {
  return version === pinned
    ? well('DuckDB', version)
    : wrong(
        'DuckDB',
        `${version}, but this version was tested with ${pinned}`,
        'Install again from the lock file: another version may not be able to read the files.',
      );
}

function threads(): Finding {
  const size = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  return size >= 6
    ? well('thread pool', `${size} threads`)
    : wrong(
        'thread pool',
        `${size} threads, two of them reserved for files and DNS`,
        'Set UV_THREADPOOL_SIZE=12 before Node starts.',
      );
}

/** What is linked in; an extension that could reach out would have to be installed first. */
function extensions({loaded, reaching}: DuckdbFacts): Finding {
  return reaching.length === 0
    ? well('extensions', `${loaded.join(', ')}: none that uses a network or is installed on demand`)
    : wrong('extensions', loaded.join(', '), `Remove ${reaching.join(', ')} from the user’s DuckDB folder.`);
}

function writable(check: string, folder: string): Finding {
  const found = statSync(folder, {throwIfNoEntry: false});
  if (found === undefined) return well(check, `${folder}, created on first use`);
  return found.isDirectory()
    ? well(check, folder)
    : wrong(check, `${folder} is not a folder`, 'Give another one with --state or BIOGRAPH_STATE.');
}

/** A load needs room for a whole generation beside those that are kept. */
function disk(store: string): Finding {
  const {bavail, bsize} = statfsSync(store);
  const free = bavail * bsize;
  const largest = Math.max(0, ...generationsOf(store).map((one) => bytesOf(store, one)));
  const text = `${mebibytes(free)} free, the largest generation has ${mebibytes(largest)}`;
  return free > largest * 2
    ? well('disk', text)
    : wrong('disk', text, 'Free some space: a load needs twice that. `biograph store prune` removes old generations.');
}

const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString('en')} MiB`;

function writer(store: string): Finding {
  const holder = heldBy(store);
  if (holder === undefined) return well('writer', 'nobody writes');
  const text = `process ${holder.pid} on ${holder.host} since ${holder.since}`;
  return holder.isGone
    ? well('writer', `${text} no longer runs; the next writer takes over the lock`)
    : well('writer', `${text} writes`);
}

function leftovers(store: string): Finding {
  const left = readdirSync(store, {recursive: true, encoding: 'utf8'}).filter((name) =>
    /\.building|\.spill$/.test(name),
  );
  const isWriting = heldBy(store)?.isGone === false;
  return left.length === 0 || isWriting
    ? well('left-over files', 'none')
    : well('left-over files', `${left.length} left by an interrupted writer; the next writer removes them`);
}

async function readable(store: string): Promise<Finding> {
  try {
    const {generation} = readPointer(store);
    await using graph = await openGraph(store);
    const {total} = await graph.stats();
    return well('store', `generation ${generation}, ${total.toLocaleString('en')} entities`);
  } catch (error) {
    return wrong(
      'store',
      error instanceof Error ? error.message : String(error),
      'Go back with `biograph store rollback`, or load the snapshot again.',
    );
  }
}

async function whole(store: string, watched: Pick<ExamineInput, 'onProgress' | 'signal'>): Promise<Finding> {
  const {generation} = readPointer(store);
  const {ok, problems, digest} = await checkStore(store, generation, watched);
  return ok
    ? well('hashes and tables', `generation ${generation} is complete, digest ${digest}`)
    : wrong(
        'hashes and tables',
        problems.join(' '),
        'Go back with `biograph store rollback`, or load the snapshot again.',
      );
}

/** Asks one question of every kind while every attempt of this process to open a connection is counted. */
async function silent(store: string): Promise<Finding> {
  const {connect: real} = Socket.prototype;
  const attempts: string[] = [];
  Socket.prototype.connect = function counted(this: Socket, ...args: unknown[]) {
    attempts.push(JSON.stringify(args[0]));
    return real.apply(this, args as never);
  } as typeof real;
  let asked = 0;
  try {
    await using graph = await openGraph(store);
    const {
      results: [one],
    } = await graph.entities({limit: 1});
    for (const operation of graph.operations) {
      if (operation.method !== 'GET' || operation.isStream === true) continue;
      const params =
        one !== undefined && 'entity_id' in operation.params.shape ? {entity_id: one.id} : operation.example;
      await graph.answer(operation, params).catch(() => undefined);
      asked++;
    }
  } finally {
    Socket.prototype.connect = real;
  }
  return attempts.length === 0
    ? well('network', `${asked} requests answered, no connection attempted`)
    : wrong(
        'network',
        `${attempts.length} connections attempted: ${attempts.join(', ')}`,
        'Please report this: no request needs a network.',
      );
}
