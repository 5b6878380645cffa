/** @module-tag long */
import {execFileSync} from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {openGraph} from '../../src/index.ts';
import {applyChanges} from '../../src/snapshot/change.ts';
import {generateSnapshot} from '../../src/snapshot/generate/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {checkStore} from '../../src/store/check.ts';
import {generationAsOf, listGenerations} from '../../src/store/generations.ts';
import {generationFile, generationsOf, pin, pruneGenerations, readPointer, rollback} from '../../src/store/store.ts';
import {anyChanges} from '../helpers/changes.ts';
import {biograph} from '../helpers/command.ts';
import {nextRelease} from '../soak/release.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-generations-'));
const snapshots: string[] = [];

beforeAll(async () => {
  const at = folder();
  for (let n = 0; n < 6; n++) {
    const out = join(at, String(n));
    if (n === 0) await generateSnapshot({entities: 300, seed: 4, out});
    else await nextRelease(snapshots[n - 1] ?? '', out, 5);
    snapshots.push(out);
  }
});

async function storeOf(...which: number[]): Promise<string> {
  const store = join(folder(), 'store');
  for (const n of which) await loadSnapshot({snapshot: snapshots[n] ?? '', store});
  return store;
}

describe('generations', () => {
  it('are kept three, pinned ones for good, and a number is never given twice', async () => {
    const store = await storeOf(0, 1);
    await pin(store, 1, true);
    for (const n of [2, 3, 4]) await loadSnapshot({snapshot: snapshots[n] ?? '', store});
    expect(generationsOf(store)).toEqual([1, 3, 4, 5]);
    await rollback(store, 3, async () => 'x');
    expect(readPointer(store).generation).toBe(3);
    await loadSnapshot({snapshot: snapshots[5] ?? '', store});
    expect(readPointer(store).generation).toBe(6);
    expect(generationsOf(store)).toEqual([1, 4, 5, 6]);
    await pin(store, 1, false);
    expect(await pruneGenerations(store, 2)).toEqual([1, 4]);
    expect(readdirSync(join(store, 'generations'))).toHaveLength(6);
    await expect(pin(store, 77, true)).rejects.toThrow(/not kept/);
    await expect(rollback(store, 77, async () => 'x')).rejects.toThrow(/has the generations 5, 6/);
  });

  it('answer for a moment of the past, in library and command line', {tags: ['long']}, async () => {
    const store = await storeOf(0, 1, 2);
    const kept = await listGenerations(store);
    expect(kept.map(({generation, release, current}) => [generation, release, current])).toEqual([
      [1, 1, false],
      [2, 2, false],
      [3, 3, true],
    ]);
    expect(await generationAsOf(store, '2026-01-02T12:00:00Z')).toBe(2);
    expect(await generationAsOf(store, '2020-01-01')).toBeUndefined();
    for (const options of [{generation: 1}, {asOf: '2026-01-01'}]) {
      await using graph = await openGraph(store, {...options, refresh: 0});
      await graph.stats();
      expect((await graph.stats()).meta.generation).toBe(1);
    }
    await expect(openGraph(store, {asOf: '2020-01-01'})).rejects.toThrow(
      /does not keep a generation as of 2020-01-01.*keeps 1, 2, 3/,
    );
    await expect(openGraph(store, {generation: 9})).rejects.toThrow(/does not keep generation 9/);
    await expect(openGraph(store, {asOf: 'yesterday'})).rejects.toMatchObject({code: 'validation_error'});
    const schema = async (...words: string[]) =>
      JSON.parse((await biograph(['schema', '--data', store, '--format', 'json', ...words])).stdout) as {
        snapshot: {generation: number};
      };
    expect((await schema('--as-of', '2')).snapshot.generation).toBe(2);
    expect((await schema('--as-of', '2026-01-01')).snapshot.generation).toBe(1);
    expect((await schema()).snapshot.generation).toBe(3);
  });

  it('are gone back to by the command line, and readers follow', async () => {
    const store = await storeOf(0, 1);
    await using graph = await openGraph(store, {refresh: 0});
    expect((await graph.stats()).meta.generation).toBe(2);
    const {code, stdout} = await biograph(['store', 'rollback', '--data', store]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({generation: 1});
    expect((await graph.stats()).meta.generation).toBe(1);
    const again = await biograph(['store', 'rollback', '--data', store]);
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(/no generation before 1/);
  });
});

describe('a store that was tampered with', () => {
  it('is found out', async () => {
    const store = await storeOf(0);
    expect(await checkStore(store, 1)).toMatchObject({ok: true, problems: []});
    const file = generationFile(store, 1);
    const bytes = readFileSync(file);
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff;
    writeFileSync(file, bytes);
    expect((await checkStore(store, 1)).problems[0]).toMatch(/SHA-256/);
    writeFileSync(file, bytes.subarray(0, 5000));
    const {ok, problems} = await checkStore(store, 1);
    expect(ok).toBe(false);
    expect(problems.join()).toMatch(/5000 bytes/);
    expect((await biograph(['store', 'verify', '--data', store])).code).toBe(1);
    expect((await biograph(['doctor', '--data', store, '--format', 'json'])).code).toBe(1);
  });

  it('in its record of hashes or its key is found out too', async () => {
    const store = await storeOf(0);
    const record = `${generationFile(store, 1)}.json`;
    const before = readFileSync(record, 'utf8');
    for (const damaged of [before.replace('":', '"!'), '[]', before.replaceAll('sha256_of_parts', 'sha257_of_parts')]) {
      writeFileSync(record, damaged);
      expect((await checkStore(store, 1)).problems.join()).toMatch(/duckdb\.json: is not the record/);
    }
    const {code, stderr} = await biograph(['store', 'verify', '--data', store]);
    expect([code, stderr]).toEqual([1, expect.not.stringMatching(/SyntaxError|\bat /)]);
    writeFileSync(record, before);
    writeFileSync(join(store, 'cursor.key'), 'not a key\n');
    await expect(openGraph(store)).rejects.toThrow(/cursor\.key: is not a key/);
    expect(await checkStore(store, 1)).toMatchObject({ok: false, problems: [expect.stringContaining('cursor.key')]});
  });

  it('whose list of pins is rubbish says so before anything is done', async () => {
    const store = await storeOf(0, 1);
    for (const pins of ['[1', '{"1":true}', '["1"]']) {
      writeFileSync(join(store, 'pins.json'), pins);
      const work = loadSnapshot({snapshot: snapshots[2] ?? '', store});
      await expect(work).rejects.toThrow(/pins\.json: is not a list of generations\. Remove it/);
    }
    expect(generationsOf(store)).toEqual([1, 2]);
    expect(readPointer(store).generation).toBe(2);
  });

  it('whose pointer is rubbish says so, and is loaded again', async () => {
    const store = await storeOf(0);
    writeFileSync(join(store, 'current.json'), '{"gen');
    await expect(openGraph(store)).rejects.toThrow(/current\.json: is not JSON/);
    const {code, stdout} = await biograph(['doctor', '--data', store, '--format', 'json']);
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as {checks: object[]}).checks).toContainEqual(
      expect.objectContaining({
        check: 'store',
        ok: false,
        finding: expect.stringMatching(/current\.json: is not JSON/),
      }),
    );
    writeFileSync(join(store, 'current.json'), '{}');
    await expect(openGraph(store)).rejects.toThrow(/current\.json: names no generation/);
    expect((await biograph(['store', 'load', snapshots[0] ?? '', '--data', store])).code).toBe(0);
    await using graph = await openGraph(store);
    expect((await graph.stats()).meta.generation).toBe(2);
  });
});

/** A file system of its own, where the tests may make one. */
function mounted(options: string): string | undefined {
  const at = join(folder(), 'mount');
  mkdirSync(at);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', at], {stdio: 'pipe'});
    return at;
  } catch {
    return undefined;
  }
}

describe('a disk', () => {
  it('that is full stops a load and leaves what was there', {tags: ['long']}, async (context) => {
    const at = mounted('size=60m');
    if (at === undefined) return context.skip('tmpfs cannot be mounted here');
    try {
      const store = join(at, 'store');
      await loadSnapshot({snapshot: snapshots[0] ?? '', store});
      const large = join(folder(), 'large');
      await generateSnapshot({entities: 30_000, seed: 2, out: large});
      const before = readdirSync(store, {recursive: true, encoding: 'utf8'}).sort();
      const free = statfsSync(at).bavail;
      await expect(loadSnapshot({snapshot: large, store, older: true})).rejects.toThrow(
        /without enough space for the next generation.*prune/s,
      );
      // Whoever frees some space gets it at once: no file that was removed is still open.
      expect(statfsSync(at).bavail).toBe(free);
      expect(readdirSync(store, {recursive: true, encoding: 'utf8'}).sort()).toEqual(before);
      writeFileSync(join(at, 'filler'), Buffer.alloc(statfsSync(at).bavail * statfsSync(at).bsize - 2 ** 20));
      const changes = () => applyChanges(anyChanges(1), {store, by: 'refresh'});
      await expect(changes()).rejects.toThrow(/without enough space for the next generation/);
      expect(readdirSync(store, {recursive: true, encoding: 'utf8'}).sort()).toEqual(before);
      rmSync(join(at, 'filler'));
      expect((await changes()).generation).toBe(2);
      await using graph = await openGraph(store);
      expect((await graph.stats()).meta.generation).toBe(2);
      for (const generation of [1, 2]) expect((await checkStore(store, generation)).problems).toEqual([]);
    } finally {
      execFileSync('umount', ['-l', at]);
    }
  });

  it('that is read-only serves readers, and tells a writer', async (context) => {
    const at = mounted('size=90m');
    if (at === undefined) return context.skip('tmpfs cannot be mounted here');
    try {
      cpSync(await storeOf(0), join(at, 'store'), {recursive: true});
      execFileSync('mount', ['-o', 'remount,ro', at]);
      await using graph = await openGraph(join(at, 'store'));
      expect((await graph.stats()).total).toBeGreaterThan(200);
      await expect(loadSnapshot({snapshot: snapshots[1] ?? '', store: join(at, 'store')})).rejects.toThrow(
        /read-only|EROFS/i,
      );
      expect(existsSync(join(at, 'store', 'writer.lock'))).toBe(false);
    } finally {
      execFileSync('umount', ['-l', at]);
    }
  });
});
