import {describe, expect, it} from 'vitest';
import {openGraph} from '../../src/index.ts';
import {syncStore} from '../../src/sync/sync.ts';
import {Releases} from '../helpers/releases.ts';
import {listen} from '../helpers/server.ts';
import {digestOf} from '../helpers/tables.ts';
import {serveWorld, type World} from '../helpers/upstream.ts';
import {newStore, quick} from './helpers.ts';

const drugs = (from: number, to: number, target = 'KRAS') =>
  Object.fromEntries(Array.from({length: to - from}, (_, n) => [from + n, {target}]));

const companies = (...numbers: number[]): World['entities'] =>
  new Map(
    numbers.map((n) => {
      const id = `00000000-0000-4000-8000-00000000000${n}`;
      return [id, {id, kind: 'company', name: `c${n}`, slug: `c${n}`, updated_at: `2026-01-0${n}T00:00:00.000Z`}];
    }),
  );

describe('a service whose cursors have another key now', () => {
  it('is followed on from the greatest updated_at that was applied', {tags: ['long']}, async () => {
    const releases = new Releases();
    await releases.release(drugs(0, 30));
    await releases.release(drugs(10, 20, 'ALK'));
    const store = newStore();
    const served = async (cursorKey: string) => {
      await using graph = await openGraph(releases.store, {cursorKey});
      const server = await listen(graph);
      try {
        return await syncStore({store, from: server.url, ...quick});
      } finally {
        await server.close();
      }
    };
    expect(await served('aa'.repeat(32))).toMatchObject({applied: true, rows: 30});
    await releases.release({...drugs(25, 40, 'EGFR'), 3: {removed: true}});
    // Inclusive: the rows of that moment come once more, and change nothing.
    expect(await served('bb'.repeat(32))).toMatchObject({applied: true, rows: 10 + 16});
    expect(await digestOf(store)).toBe(await digestOf(releases.store));
    expect(await served('bb'.repeat(32))).toMatchObject({applied: false, rows: 0});
  });

  it('is followed on likewise where it says that they are gone', async () => {
    const world: World = {entities: companies(1, 2), edges: []};
    let isGone = false;
    const server = await serveWorld(world, {
      mood: ({url}) => (isGone && url?.includes('after=') === true ? {status: 410, body: '{}'} : undefined),
    });
    const store = newStore();
    expect(await syncStore({store, from: server.url, ...quick})).toMatchObject({rows: 2});
    for (const [id, entity] of companies(3)) world.entities.set(id, entity);
    // The cursor it gave is gone, and it gives new ones from then on.
    isGone = true;
    await expect(syncStore({store, from: server.url, ...quick})).rejects.toThrow(/answered 410/);
    expect(server.seen.at(-1)).toMatch(/after=/);
    expect(server.seen.some((url) => /since=2026-01-02/.test(url))).toBe(true);
    isGone = false;
    expect(await syncStore({store, from: server.url, ...quick})).toMatchObject({applied: true});
    await server.close();
  });

  it('but one that refuses what it gave a moment ago is not asked for ever', async () => {
    const entities = companies(1, 2, 3);
    const server = await serveWorld(
      {entities, edges: []},
      {page: 1, mood: ({url}) => (url?.includes('after=') === true ? {status: 400, body: '{}'} : undefined)},
    );
    await expect(syncStore({store: newStore(), from: server.url, ...quick})).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/400.*--restart/),
    });
    expect(server.count()).toBeLessThan(12);
    await server.close();
  }, 120_000);

  it('nor one that gives pages before it refuses at the same place again', async () => {
    const rows = [...companies(1, 2).values()];
    const page = (n: number) => ({status: 200, body: JSON.stringify({changes: [rows[n]], next_cursor: `c${n}`})});
    const server = await serveWorld(
      {entities: companies(1, 2), edges: []},
      {
        mood({url = ''}) {
          if (url.includes('after=c1')) return {status: 410, body: '{}'};
          return url.includes('/changes') ? page(url.includes('after=c0') ? 1 : 0) : undefined;
        },
      },
    );
    await expect(syncStore({store: newStore(), from: server.url, ...quick})).rejects.toThrow(/410/);
    expect(server.count()).toBeLessThan(20);
    await server.close();
  }, 120_000);
});
