import {describe, expect, it} from 'vitest';
import {openGraph} from '../../src/index.ts';
import {syncStore} from '../../src/sync/sync.ts';
import {serveWorld, type World} from '../helpers/upstream.ts';
import {newStore, quick} from './helpers.ts';

const DAY = '2026-01-05T00:00:00.000Z';
const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const company = (n: number, name: string, updated_at = DAY) => ({
  id: idOf(n),
  kind: 'company',
  name,
  slug: `c${n}`,
  updated_at,
});

async function ends(store: string, after?: string) {
  await using graph = await openGraph(store);
  const {changes, next_cursor} = await graph.changes(
    after === undefined ? {since: '2000-01-01', limit: 200} : {after, limit: 200},
  );
  return {names: changes.map(({op, id}) => `${op} ${id.at(-1)}`), cursor: next_cursor};
}

describe('the own feed of a store that follows', () => {
  it('says what changes with an old date, or the date of its end, and nothing that is repeated', async () => {
    const entities: World['entities'] = new Map([1, 2, 3].map((n) => [idOf(n), company(n, `Company ${n}`)]));
    const world: World = {entities, edges: []};
    const server = await serveWorld(world);
    const store = newStore();
    try {
      await syncStore({store, from: server.url, ...quick});
      const {names, cursor} = await ends(store);
      expect(names).toHaveLength(3);
      entities.set(idOf(1), company(1, 'Company One'));
      entities.set(idOf(4), company(4, 'Company 4'));
      entities.set(idOf(5), company(5, 'Company 5', '2026-01-01T00:00:00.000Z'));
      world.edges.push({source: idOf(2), relation: 'competes_with', target: idOf(5), observed_at: null});
      await syncStore({store, from: server.url, restart: true, by: 'refresh', ...quick});
      expect((await ends(store, cursor)).names.sort()).toEqual(['upsert 1', 'upsert 2', 'upsert 4', 'upsert 5']);
      entities.delete(idOf(3));
      const second = (await ends(store, cursor)).cursor;
      await syncStore({store, from: server.url, restart: true, by: 'refresh', ...quick});
      expect((await ends(store, second)).names).toEqual(['merged 3']);
    } finally {
      await server.close();
    }
  }, 60_000);
});
