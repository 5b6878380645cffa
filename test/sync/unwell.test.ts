import {appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {readPointer} from '../../src/store/store.ts';
import {syncStore} from '../../src/sync/sync.ts';
import {type RandomGraph, randomGraph} from '../helpers/random-graph.ts';
import {type Manner, serveWorld} from '../helpers/upstream.ts';

import {expectSame, newStore, quick, worldOf} from './helpers.ts';

describe('a service that is not well', () => {
  // The largest of some, of which there is more to fetch than a service answers before it stays away.
  const [graph] = fc
    .sample(randomGraph, {numRuns: 20, seed: 3})
    .sort((a, b) => b.entities.length - a.entities.length) as [RandomGraph];

  it('is asked again after resets, torn answers, refusals for a while and wrong JSON', async () => {
    const world = worldOf(graph);
    const moods: ReturnType<NonNullable<Manner['mood']>>[] = [
      'drop',
      'torn',
      {status: 503},
      {status: 429, headers: {'retry-after': '0'}},
      {status: 200, body: '[]'},
      {status: 200, body: '{"chan'},
      {status: 502},
    ];
    const server = await serveWorld(world, {
      lean: true,
      page: 4,
      mood: (_, count) => (count % 2 === 0 ? moods[(count / 2) % moods.length] : undefined),
    });
    const store = newStore();
    const report = await syncStore({store, from: server.url, ...quick});
    expect(report.applied).toBe(true);
    await expectSame(store, world);
    await server.close();
  }, 60_000);

  it('is not asked again where no attempt can succeed', async () => {
    const waits: string[] = [];
    const onWait = (reason: string) => void waits.push(reason);
    for (const from of ['http://127.0.0.1:1', 'http://127.0.0.1:6667'])
      await expect(syncStore({store: newStore(), from, ...quick, onWait})).rejects.toThrow(/bad port\. Check/);
    const site = await serveWorld(worldOf(graph), {
      mood: () => ({status: 200, body: '<!doctype html>', headers: {'content-type': 'text/html; charset=utf-8'}}),
    });
    await expect(syncStore({store: newStore(), from: site.url, ...quick, onWait})).rejects.toThrow(
      /a web page.*--from/,
    );
    await site.close();
    expect(waits).toEqual([]);
  });

  it('that stays away is reported, and what was fetched is kept for the next run', async () => {
    const world = worldOf(graph);
    let well = 9;
    const server = await serveWorld(world, {page: 2, mood: () => (well-- > 0 ? undefined : {status: 503})});
    const store = newStore();
    await expect(syncStore({store, from: server.url, pause: 1, attempts: 2})).rejects.toThrow(
      /answers 503, 2 times.*kept/,
    );
    expect(existsSync(join(store, 'current.json'))).toBe(false);
    const before = server.seen.length;
    well = Number.POSITIVE_INFINITY;
    // A line that a crash tore counts for nothing.
    appendFileSync(join(store, 'sync/journal.ndjson'), '{"seq":99,"id":"torn');
    await syncStore({store, from: server.url, ...quick});
    expect(server.seen.slice(before).filter((url) => url.includes('since='))).toEqual([]);
    await expectSame(store, world);
    expect(readFileSync(join(store, 'sync/journal.ndjson'), 'utf8')).toBe('');
    await server.close();
  }, 60_000);

  it('is not asked before its window opens, by its own clock', {tags: ['long']}, async () => {
    const world = worldOf(graph);
    let opens = 0;
    const tooEarly: number[] = [];
    const server = await serveWorld(world, {
      page: 5,
      mood: () => {
        if (Date.now() < opens) tooEarly.push(opens - Date.now());
        return undefined;
      },
      headers: (count) => {
        if (count !== 3) return {'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '0'};
        opens = Date.now() + 1200;
        // Its clock is a day behind ours.
        const theirs = new Date(Date.now() - 86_400_000);
        return {
          'x-ratelimit-remaining': '0',
          date: theirs.toUTCString(),
          'x-ratelimit-reset': String(Math.floor(theirs.getTime() / 1000) + 2),
        };
      },
    });
    await syncStore({store: newStore(), from: server.url, ...quick});
    expect(tooEarly).toEqual([]);
    expect(opens).toBeGreaterThan(0);
    await server.close();
  });

  it('is refused plainly: no service, a wrong key, a stuck cursor, a foreign address', async () => {
    const world = worldOf(graph);
    const store = newStore();
    const refusing = await serveWorld(world, {mood: () => ({status: 401})});
    await expect(syncStore({store, from: refusing.url, ...quick})).rejects.toThrow(/refuses the key/);
    await refusing.close();
    const stuck = await serveWorld(world, {
      mood: (request) =>
        request.url?.includes('changes')
          ? {status: 200, body: '{"changes":[{"id":"x"}],"next_cursor":"x"}'}
          : undefined,
    });
    await expect(syncStore({store, from: stuck.url, ...quick})).rejects.toThrow(/cursor does not advance/);
    await stuck.close();
    for (const from of ['ftp://x', 'file:///etc/passwd', 'nonsense', 'http://user:secret@127.0.0.1/'])
      await expect(syncStore({store, from, ...quick}), from).rejects.toMatchObject({code: 'validation_error'});
  }, 60_000);

  it('whose cursors go in a circle is left, and one whose last cursor is null is followed on', async () => {
    const world = worldOf(graph);
    let asked = 0;
    const circle = await serveWorld(world, {
      mood: ({url}) =>
        url?.includes('changes')
          ? {status: 200, body: JSON.stringify({changes: [{id: 'x'}], next_cursor: `c${asked++ % 3}`})}
          : undefined,
    });
    await expect(syncStore({store: newStore(), from: circle.url, ...quick})).rejects.toThrow(/cursor does not advance/);
    expect(asked).toBeLessThan(10);
    await circle.close();
    const ending = await serveWorld(world, {page: 5, end: null});
    const store = newStore();
    await syncStore({store, from: ending.url, ...quick});
    await expectSame(store, world);
    const [last] = [...world.entities.values()].filter(({op}) => op === undefined);
    if (last !== undefined) Object.assign(last, {name: 'Renamed', updated_at: '2027-01-01T00:00:00.000Z'});
    await syncStore({store, from: ending.url, ...quick});
    await expectSame(store, world);
    await ending.close();
  }, 60_000);

  it('is asked no more than the month’s budget allows', async () => {
    const world = worldOf(graph);
    const server = await serveWorld(world, {page: 1});
    const store = newStore();
    await expect(syncStore({store, from: server.url, budget: 5, ...quick})).rejects.toMatchObject({
      code: 'rate_limited',
    });
    await expect(syncStore({store, from: server.url, budget: 5, ...quick})).rejects.toMatchObject({
      code: 'rate_limited',
    });
    expect(server.count()).toBe(5);
    await syncStore({store, from: server.url, ...quick});
    await expectSame(store, world);
    expect(readPointer(store).generation).toBe(1);
    await server.close();
  }, 60_000);
});

it('a snapshot is no store: nothing is fetched into it', async () => {
  const server = await serveWorld(worldOf(fc.sample(randomGraph, {numRuns: 1, seed: 3})[0] as RandomGraph));
  const folder = newStore();
  mkdirSync(folder, {recursive: true});
  writeFileSync(join(folder, 'manifest.json'), '{}');
  await expect(syncStore({store: folder, from: server.url, ...quick})).rejects.toThrow('is a snapshot, not a store');
  expect(existsSync(join(folder, 'sync'))).toBe(false);
  await server.close();
});
