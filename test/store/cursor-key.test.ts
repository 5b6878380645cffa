/** @module-tag long */
import {chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {createSnapshot} from '../../src/snapshot/create.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {SAMPLE} from '../../src/source.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-cursor-key-'));

async function loaded(cursorKey?: Uint8Array): Promise<string> {
  const store = join(folder(), 'store');
  await loadSnapshot({snapshot: SAMPLE, store, cursorKey});
  return store;
}

const keyIn = (store: string) => readFileSync(join(store, 'cursor.key'), 'utf8').trim();

/** One cursor of each sort, and what each continues. */
async function cursors(graph: Graph) {
  const asked = {
    entities: {kind: 'company', limit: 2},
    search: {predicates: [{field: 'kind', operator: 'eq', value: 'trial'}], limit: 2},
    edges: {entity_id: 'company/pfizer', relation: 'sponsors', limit: 1},
    changes: {since: '2000-01-01', limit: 2},
  } as const;
  const ask = (name: keyof typeof asked, more: object) =>
    (graph[name] as unknown as (given: object) => Promise<{next_cursor: string}>)({...asked[name], ...more});
  const found = new Map<keyof typeof asked, string>();
  for (const name of Object.keys(asked) as (keyof typeof asked)[]) found.set(name, (await ask(name, {})).next_cursor);
  return {found, ask};
}

afterEach(() => void vi.unstubAllEnvs());

describe('the key of a store', () => {
  it('is made with it, for its owner alone, copied with it, and never in a snapshot', async () => {
    const [one, other] = [await loaded(), await loaded()];
    expect(keyIn(one)).toMatch(/^[0-9a-f]{64}$/);
    expect(keyIn(other)).not.toBe(keyIn(one));
    if (process.platform !== 'win32') expect(statSync(join(one, 'cursor.key')).mode & 0o777).toBe(0o600);
    const copy = join(folder(), 'copy');
    cpSync(one, copy, {recursive: true});
    await using graph = await openGraph(one);
    await using same = await openGraph(copy);
    await using foreign = await openGraph(other);
    const {found} = await cursors(graph);
    const there = await cursors(same);
    const elsewhere = await cursors(foreign);
    for (const [name, after] of found) {
      expect(there.found.get(name), name).toBe(after);
      await there.ask(name, {after, since: undefined});
      await expect(elsewhere.ask(name, {after, since: undefined}), name).rejects.toMatchObject({code: 'bad_request'});
    }
    const out = join(folder(), 'snapshot');
    await createSnapshot({store: one, out});
    for (const file of ['manifest.json', 'entities/part-0000.parquet']) {
      const bytes = readFileSync(join(out, file));
      expect(bytes.includes(keyIn(one)) || bytes.includes(Buffer.from(keyIn(one), 'hex'))).toBe(false);
    }
    // The next generation leaves it as it is.
    const before = keyIn(one);
    await loadSnapshot({snapshot: SAMPLE, store: one});
    expect(keyIn(one)).toBe(before);
  }, 120_000);

  it('may be set, so that stores loaded separately take one another’s cursors', {tags: ['long']}, async () => {
    const key = '0123456789abcdef'.repeat(4);
    const [one, other] = [await loaded(), await loaded(Buffer.from(key, 'hex'))];
    expect(keyIn(other)).toBe(key);
    const path = join(folder(), 'key');
    writeFileSync(path, `${key}\n`);
    for (const cursorKey of [key, Buffer.from(key, 'hex').toString('base64'), path]) {
      await using graph = await openGraph(one, {cursorKey});
      await using there = await openGraph(other);
      const {found} = await cursors(graph);
      for (const [name, after] of found)
        expect(await (await cursors(there)).ask(name, {after, since: undefined}), name).toBeDefined();
    }
    vi.stubEnv('BIOGRAPH_CURSOR_KEY', key);
    await using graph = await openGraph(one);
    await using there = await openGraph(other);
    expect([...(await cursors(graph)).found]).toEqual([...(await cursors(there)).found]);
    for (const wrong of ['x', 'ab'.repeat(31), `${'ab'.repeat(32)}zz`, folder()]) {
      vi.stubEnv('BIOGRAPH_CURSOR_KEY', wrong);
      await expect(openGraph(one), wrong).rejects.toThrow(/BIOGRAPH_CURSOR_KEY.*hexadecimal/);
      await expect(openGraph(one, {cursorKey: wrong}), wrong).rejects.toThrow(/cursor-key.*hexadecimal/);
    }
  });

  it('follows from what the sample is, for everybody', async () => {
    vi.stubEnv('BIOGRAPH_CACHE', folder());
    await using one = await openGraph();
    const {found} = await cursors(one);
    vi.stubEnv('BIOGRAPH_CACHE', folder());
    await using other = await openGraph(SAMPLE);
    await using third = await openGraph();
    expect([...(await cursors(other)).found]).toEqual([...found]);
    expect([...(await cursors(third)).found]).toEqual([...found]);
  }, 120_000);

  it('is one of its own for a store of before, or another user’s, and the next thing written makes one', {
    tags: ['long'],
  }, async () => {
    const [store, other] = [await loaded(), await loaded()];
    for (const one of [store, other]) rmSync(join(one, 'cursor.key'));
    chmodSync(store, 0o500);
    {
      await using graph = await openGraph(store);
      await using again = await openGraph(store);
      await using foreign = await openGraph(other);
      const {found} = await cursors(graph);
      expect([...(await cursors(again)).found]).toEqual([...found]);
      expect([...(await cursors(foreign)).found]).not.toEqual([...found]);
    }
    chmodSync(store, 0o700);
    await loadSnapshot({snapshot: SAMPLE, store});
    expect(keyIn(store)).toMatch(/^[0-9a-f]{64}$/);
    writeFileSync(join(store, 'cursor.key'), 'rubbish');
    await expect(openGraph(store)).rejects.toThrow(/cursor\.key/);
  });
});
