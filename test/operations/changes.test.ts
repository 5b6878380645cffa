import {describe, expect, it} from 'vitest';
import {compare} from '../helpers/oracle.ts';
import {SMALL_WORLDS, worldOf} from '../helpers/worlds.ts';

describe.each(SMALL_WORLDS)('the feed of the %s graph', (name) => {
  it('has every id once, oldest first, without gap or repeat whatever the page size', async () => {
    const {oracle, graph} = await worldOf(name);
    const want = [...oracle.rows.values()]
      .sort((a, b) => (a.updated_at as Date).getTime() - (b.updated_at as Date).getTime() || compare(a.id, b.id))
      .map(({id}) => id);
    for (const limit of [200, 37]) {
      const ids: string[] = [];
      for await (const row of graph.changes.all({since: '1900-01-01', limit})) {
        ids.push(row.id);
        const raw = oracle.rows.get(row.id);
        expect(row.op).toBe(raw?.state === 'live' ? 'upsert' : 'merged');
        if (row.op === 'merged') expect(row.merged_into).toBe(raw?.merged_into ?? null);
      }
      expect(ids).toEqual(want);
    }
    const middle = oracle.rows.get(String(want[Math.floor(want.length / 2)]))?.updated_at as Date;
    const late = await graph.changes({since: middle.toISOString(), limit: 200});
    expect(late.changes[0]?.id).toBe(
      want[[...oracle.rows.values()].filter((row) => (row.updated_at as Date) < middle).length],
    );
    const end = await graph.changes({since: '2999-01-01'});
    expect(end).toMatchObject({count: 0, changes: []});
    expect((await graph.changes({after: end.next_cursor})).next_cursor).toBe(end.next_cursor);
  });

  it('adds edges and provenance where asked', async () => {
    const {graph} = await worldOf(name);
    const {changes} = await graph.changes({since: '1900-01-01', include: 'edges', limit: 40});
    for (const row of changes)
      if (row.op === 'upsert') {
        expect(row.edges).toEqual((await graph.edges(row.id)).edges);
        expect(row.provenance).toEqual((await graph.entity(row.id)).provenance);
      }
  });

  it('refuses what is no cursor of its own', async () => {
    const {graph} = await worldOf(name);
    await expect(graph.changes({})).rejects.toMatchObject({code: 'bad_request'});
    await expect(graph.changes({after: 'rubbish'})).rejects.toMatchObject({code: 'bad_request'});
    await expect(graph.changes({since: 'yesterday'})).rejects.toMatchObject({status: 422});
    await expect(graph.changes({since: '2020-01-01', limit: 201})).rejects.toMatchObject({status: 422});
  });
});
