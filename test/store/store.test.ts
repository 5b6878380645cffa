import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {hostname, tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, describe, expect, inject, it} from 'vitest';
import {openGraph} from '../../src/index.ts';
import {generateSnapshot} from '../../src/snapshot/generate/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {readPointer} from '../../src/store/store.ts';
import {ended, start} from '../helpers/command.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-store-'));
/** What stands in a store; of look-up files the folder alone, whose name is drawn. */
const left = (store: string) =>
  readdirSync(store, {recursive: true, encoding: 'utf8'})
    .map((path) => path.replace(/\.[0-9a-f]{16}$/, '.lookups'))
    .filter((path) => !/\.[0-9a-f]{16}[\\/]/.test(path))
    .sort();
const generationFiles = (n: number) =>
  ['.duckdb', '.duckdb.json', '.lookups'].map((end) => `generations/00000${n}${end}`);

let small: string;
let other: string;
let large: string;
beforeAll(async () => {
  const at = folder();
  [small, other, large] = [join(at, 'small'), join(at, 'other'), join(at, 'large')];
  await generateSnapshot({entities: 400, seed: 1, out: small});
  await generateSnapshot({entities: 500, seed: 2, out: other});
  await generateSnapshot({entities: 40_000, seed: 3, out: large});
});

describe('loading', () => {
  it('makes generations, keeps three, and changes none', {tags: ['long']}, async () => {
    const store = join(folder(), 'store');
    for (const snapshot of [small, other, small, other, small]) await loadSnapshot({snapshot, store});
    expect(readPointer(store).generation).toBe(5);
    expect(left(store)).toEqual([
      'current.json',
      'cursor.key',
      'generations',
      ...[3, 4, 5].flatMap(generationFiles),
      'store.json',
    ]);
  });

  it('into the folder of a snapshot is refused, and leaves the snapshot as it is', async () => {
    const before = left(small);
    await expect(loadSnapshot({snapshot: small, store: small})).rejects.toThrow('is a snapshot, not a store');
    expect(left(small)).toEqual(before);
  });

  it('shows how far it is', async () => {
    const seen = new Map<string, number[]>();
    await loadSnapshot({
      snapshot: small,
      store: join(folder(), 'store'),
      onProgress: ({phase, done, total}) => seen.set(phase, [...(seen.get(phase) ?? []), done / (total ?? 1)]),
    });
    expect([...seen.keys()].at(0)).toBe('verify');
    for (const [phase, shares] of seen) {
      expect(shares, phase).toEqual([...shares].sort((a, b) => a - b));
      expect(shares.at(-1), phase).toBe(1);
    }
    expect([...seen.values()].flat().length).toBeGreaterThan(10);
  });

  it('that is interrupted leaves the old generation and nothing else, but a message', {tags: ['long']}, async () => {
    const store = join(folder(), 'store');
    await loadSnapshot({snapshot: small, store});
    const before = left(store);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const child = start(['store', 'load', large, '--data', store]);
      const running = ended(child);
      await untilBuilding(store);
      child.kill(signal);
      const {code, stderr} = await running;
      expect(code).toBe(1);
      expect(stderr).toMatch(/Interrupted; no half-written files were left/);
      expect(left(store)).toEqual(before);
    }
    const graph = await openGraph(store);
    expect((await graph.stats()).total).toBeGreaterThan(300);
    await graph.close();
  });

  it('that is killed leaves what the next writer clears away', {tags: ['long']}, async () => {
    const store = join(folder(), 'store');
    await loadSnapshot({snapshot: small, store});
    const child = start(['store', 'load', large, '--data', store]);
    const running = ended(child);
    await untilBuilding(store);
    child.kill('SIGKILL');
    await running;
    expect(readPointer(store).generation).toBe(1);
    const graph = await openGraph(store);
    expect((await graph.stats()).total).toBeGreaterThan(300);
    await graph.close();
    for (const name of ['writer.lock.left-over', '.current.json.1', '.store.json.1'])
      writeFileSync(join(store, name), '');
    await loadSnapshot({snapshot: other, store});
    expect(left(store)).toEqual([
      'current.json',
      'cursor.key',
      'generations',
      ...[1, 2].flatMap(generationFiles),
      'store.json',
    ]);
  });

  it('by two writers: the second is told who holds the store', async () => {
    const store = join(folder(), 'store');
    await loadSnapshot({snapshot: small, store});
    const child = start(['store', 'load', large, '--data', store]);
    const running = ended(child);
    await untilBuilding(store);
    await expect(loadSnapshot({snapshot: other, store})).rejects.toThrow(
      new RegExp(`being written by process ${child.pid}`),
    );
    child.kill('SIGINT');
    await running;
  });

  it('takes over from a writer that is gone', {tags: ['long']}, async () => {
    const store = join(folder(), 'store');
    await loadSnapshot({snapshot: small, store});
    const gone = spawn(process.execPath, ['-e', '0']);
    await new Promise((resolve) => gone.once('close', resolve));
    writeFileSync(
      join(store, 'writer.lock'),
      JSON.stringify({pid: gone.pid, host: hostname(), since: new Date().toISOString()}),
    );
    expect((await loadSnapshot({snapshot: other, store})).generation).toBe(2);
    writeFileSync(join(store, 'writer.lock'), 'rubbish');
    expect((await loadSnapshot({snapshot: small, store})).generation).toBe(3);
  });

  it('keeps within its memory limit by spilling beside the store, and clears that away', {tags: ['long']}, async () => {
    const store = join(folder(), 'store');
    await loadSnapshot({snapshot: large, store, memoryLimit: '400MB', threads: 2});
    expect(left(store).filter((name) => /spill|tmp|wal|building/.test(name))).toEqual([]);
  });

  it('says how to give it more where its memory does not do, and keeps the earlier generation', {
    tags: ['long'],
  }, async () => {
    const store = join(folder(), 'store');
    await loadSnapshot({snapshot: small, store});
    await expect(loadSnapshot({snapshot: large, store, memoryLimit: '65536KiB', threads: 2})).rejects.toThrow(
      /more than its memory of 64.0 MiB.*--memory/,
    );
    expect((await loadSnapshot({snapshot: other, store})).generation).toBe(2);
  });
});

async function untilBuilding(store: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (
      existsSync(join(store, 'generations')) &&
      readdirSync(join(store, 'generations')).some((name) => name.includes('.building'))
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The load did not begin.');
}

describe('readers', () => {
  it('move to the new generation by themselves, without a failed query', {tags: ['long']}, async () => {
    const store = join(folder(), 'store');
    await loadSnapshot({snapshot: small, store});
    await using graph = await openGraph(store, {refresh: 1});
    const totals = new Set<number>();
    let running = true;
    const reading = Promise.all(
      Array.from({length: 4}, async () => {
        while (running) {
          const [{total}, {meta}] = await Promise.all([graph.stats(), graph.entities({limit: 5})]);
          totals.add(total);
          expect([1, 2, 3]).toContain(meta.generation);
          await graph.autocomplete('a');
          await graph.search({predicates: [{field: 'kind', operator: 'eq', value: 'paper'}]});
        }
      }),
    );
    for (const snapshot of [other, small]) await loadSnapshot({snapshot, store});
    await new Promise((resolve) => setTimeout(resolve, 300));
    running = false;
    await reading;
    expect((await graph.current()).generation).toBe(3);
    expect(totals.size).toBe(2);
  });

  it('go on with a cursor in a later generation by recent and name, and say expired for the others', {
    tags: ['long'],
  }, async () => {
    const store = join(folder(), 'store');
    await loadSnapshot({snapshot: small, store});
    await using graph = await openGraph(store, {refresh: 1});
    const cursors = new Map<string, string>();
    for (const sort of ['recent', 'name', 'prominence', 'momentum'] as const)
      cursors.set(sort, (await graph.entities({sort, limit: 10})).next_cursor ?? '');
    await loadSnapshot({snapshot: other, store});
    await new Promise((resolve) => setTimeout(resolve, 20));
    // The generation is still kept: every cursor goes on in it.
    for (const [sort, after] of cursors)
      expect((await graph.entities({sort: sort as 'name', limit: 10, after})).meta.generation, sort).toBe(1);
    for (const snapshot of [small, other, small]) await loadSnapshot({snapshot, store});
    await using later = await openGraph(store, {refresh: 1});
    for (const [sort, after] of cursors) {
      const going = later.entities({sort: sort as 'name', limit: 10, after});
      if (sort === 'recent' || sort === 'name') expect((await going).results.length, sort).toBe(10);
      else
        await expect(going, sort).rejects.toMatchObject({
          code: 'bad_request',
          message: expect.stringMatching(/expired/),
        });
    }
  });

  it('pin a generation where that is asked for', async () => {
    const store = join(folder(), 'store');
    await loadSnapshot({snapshot: small, store});
    await loadSnapshot({snapshot: other, store});
    await using old = await openGraph(store, {generation: 1});
    await using now = await openGraph(store);
    expect((await old.stats()).total).not.toBe((await now.stats()).total);
    await expect(openGraph(store, {generation: 9})).rejects.toThrow(/9/);
  });

  it('open a snapshot once, also when several come at the same time', async () => {
    const cache = folder();
    const graphs = await Promise.all([1, 2, 3, 4, 5, 6].map(() => openGraph(small, {cache})));
    expect(new Set(await Promise.all(graphs.map(async (graph) => (await graph.stats()).total))).size).toBe(1);
    expect(readdirSync(cache)).toHaveLength(1);
    for (const graph of graphs) await graph.close();
    expect(readFileSync(join(cache, readdirSync(cache)[0] ?? '', 'current.json'), 'utf8')).toContain('"generation":1');
  });

  it('stop a query at its time limit, or when told to', async () => {
    await using graph = await openGraph(inject('store'));
    const endless = 'select count(*) from range(100000000) a, range(100000) b';
    await expect(graph.sql(endless, {timeout: 100})).rejects.toMatchObject({code: 'unavailable'});
    await expect(graph.sql(endless, {signal: AbortSignal.timeout(100)})).rejects.toThrow();
    await expect(graph.entities({q: 'disease'}, {signal: AbortSignal.abort()})).rejects.toThrow();
    expect((await graph.stats()).total).toBeGreaterThan(1000);
  });
});
