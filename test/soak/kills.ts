import {spawn} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {cp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openGraph} from '../../src/index.ts';
import {foldersOf} from '../../src/lookups/folder.ts';
import {diffSnapshots} from '../../src/snapshot/delta.ts';
import {generateSnapshot} from '../../src/snapshot/generate/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {generationsOf, readPointer} from '../../src/store/store.ts';
import '../helpers/built.ts';
import {listen} from '../helpers/server.ts';
import {digestOf} from '../helpers/tables.ts';
import {nextRelease} from './release.ts';

export interface KillReport {
  seed: number;
  kills: number;
  /** How many runs ended before they were killed. */
  ended: number;
  /** After how many kills the store was at the old generation, and at the new one. */
  old: number;
  new: number;
}

/** A small deterministic source of chance (mulberry32), so that a report's seed repeats the run. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Kills writers (load, apply, sync) at random moments. After each kill the store must open at the old or the new generation, whole,
 * and the next writer must leave nothing of the killed one behind.
 * @throws Error naming the seed and the kill that broke it.
 */
export async function killWriters(input: {
  kills: number;
  seed: number;
  entities?: number;
  onKill?(done: number): void;
}): Promise<KillReport> {
  const {kills, seed, entities = 1500} = input;
  const random = chance(seed);
  const at = mkdtempSync(join(tmpdir(), 'biograph-kills-'));
  const [one, two, delta] = [join(at, 'one'), join(at, 'two'), join(at, 'delta')];
  await generateSnapshot({entities, seed: 1, out: one});
  // Few enough changes for the store to be refreshed.
  await nextRelease(one, two, 10);
  await diffSnapshots({from: one, to: two, out: delta});
  const origin = join(at, 'origin');
  await loadSnapshot({snapshot: one, store: origin});
  const full = join(at, 'full');
  await loadSnapshot({snapshot: two, store: full});
  const digests = {old: await digestOf(origin), new: await digestOf(full)};
  const service = await openGraph(full);
  const server = await listen(service);
  const writers = {
    load: ['store', 'load', two],
    apply: ['store', 'apply', delta],
    sync: ['sync', '--from', server.url, '--restart'],
  };
  const report: KillReport = {seed, kills, ended: 0, old: 0, new: 0};
  const lasts = new Map<string, number>();
  try {
    for (let kill = 0; kill < kills; kill++) {
      const store = join(at, `store-${kill}`);
      await cp(origin, store, {recursive: true});
      const [name, words] = Object.entries(writers)[kill % 3] as [keyof typeof writers, string[]];
      // Once to its end, so that the moments of the kills spread over all of a run.
      if (!lasts.has(name)) lasts.set(name, await timed(words, store));
      await cp(origin, store, {recursive: true, force: true});
      rmSync(store, {recursive: true});
      await cp(origin, store, {recursive: true});
      const killed = await run(words, store, random() * (lasts.get(name) ?? 1000));
      if (!killed) report.ended++;
      const where = `seed ${seed}, kill ${kill} of ${name}`;
      const digest = await digestOf(store).catch((error: unknown) =>
        Promise.reject(new Error(`${where}: ${String(error)}`)),
      );
      if (digest === digests.old) report.old++;
      else if (digest === digests.new) report.new++;
      else throw new Error(`${where}: the store is neither the old graph nor the new one`);
      await using graph = await openGraph(store);
      if ((await graph.entities({limit: 1})).count !== 1) throw new Error(`${where}: it does not answer`);
      // Whoever writes next goes on, and clears away what was left.
      await timed(name === 'apply' && digest === digests.new ? writers.load : words, store);
      if ((await digestOf(store)) !== digests.new)
        throw new Error(`${where}: the next writer did not reach the new graph`);
      const left = readdirSync(store, {recursive: true, encoding: 'utf8'}).filter((path) =>
        /\.(?:building|spill|wal)|lock|\/\./.test(path),
      );
      if (left.length > 0) throw new Error(`${where}: left behind ${left.join(', ')}`);
      const folders = foldersOf(join(store, 'generations'));
      if ([...folders.values()].flat().length !== generationsOf(store).length)
        throw new Error(`${where}: left behind look-up files`);
      if (!generationsOf(store).includes(readPointer(store).generation))
        throw new Error(`${where}: the pointer leads nowhere`);
      rmSync(store, {recursive: true});
      input.onKill?.(kill + 1);
    }
    return report;
  } finally {
    await server.close();
    await service.close();
    rmSync(at, {recursive: true, force: true});
  }
}

/** Runs a writer to its end; how long it took. */
async function timed(words: readonly string[], store: string): Promise<number> {
  const started = performance.now();
  if (await run(words, store, undefined)) throw new Error(`${words.join(' ')} was killed by somebody else`);
  return performance.now() - started;
}

/** @returns was it killed before it ended? */
function run(words: readonly string[], store: string, killAfter: number | undefined): Promise<boolean> {
  const child = spawn(process.execPath, ['bin/biograph.js', ...words, '--data', store], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part;
  });
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code !== 0 && signal === null) reject(new Error(`${words.join(' ')} failed: ${said.slice(-500)}`));
      else resolve(signal === 'SIGKILL');
    });
  });
}
