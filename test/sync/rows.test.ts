import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openGraph} from '../../src/index.ts';
import {createSnapshot} from '../../src/snapshot/create.ts';
import {syncStore} from '../../src/sync/sync.ts';
import {serveWorld, type World} from '../helpers/upstream.ts';
import {newStore, quick} from './helpers.ts';

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

/** A store that followed a service with these entities. */
async function followed(rows: ({kind: string} & Record<string, unknown>)[]): Promise<string> {
  const entities: World['entities'] = new Map(
    rows.map((row, n) => [
      idOf(n),
      {id: idOf(n), name: `n${n}`, slug: `n${n}`, updated_at: '2026-01-05T00:00:00.000Z', ...row},
    ]),
  );
  const server = await serveWorld({entities, edges: []});
  const store = newStore();
  try {
    expect(await syncStore({store, from: server.url, ...quick})).toMatchObject({applied: true});
  } finally {
    await server.close();
  }
  return store;
}

const snapshotOf = (store: string) =>
  createSnapshot({store, out: join(mkdtempSync(join(tmpdir(), 'biograph-rows-')), 'snapshot')});

describe('rows of a service', () => {
  it('keep of each text what a snapshot may hold, and of a closed list what is on it', async () => {
    const store = await followed([
      {
        kind: 'company',
        name: 'Half \ud800 a\u0000 letter\u0007',
        product: {family: 'weapon'},
        attributes: {note: 'a \\u0000 in a text', 'k\u0000ey': ['x\u0001', {deep: '\udc00'}], __proto__: 'x'},
      },
      {kind: 'company', product: {family: 'therapeutic'}},
    ]);
    await snapshotOf(store);
    await using graph = await openGraph(store);
    const [first, second] = await Promise.all([graph.entity(idOf(0)), graph.entity(idOf(1))]);
    expect(first).toMatchObject({
      name: 'Half \ufffd a letter',
      attributes: {note: 'a \\u0000 in a text', key: ['x', {deep: '\ufffd'}]},
    });
    expect(first.product ?? null).toBeNull();
    expect(second.product).toMatchObject({family: 'therapeutic'});
  }, 60_000);

  it('say of grants no sum that JSON cannot', async () => {
    const grant = {kind: 'funding_event', funding: {date: '2026-01-05', amount_usd: 1e308, is_grant: true}};
    await using graph = await openGraph(await followed([grant, grant]));
    expect((await graph.fundingAnalytics({})).totals).toMatchObject({deals: 2, amount_usd: Number.MAX_VALUE});
  }, 60_000);
});
