/** @module-tag long */
import {cpSync, mkdtempSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {type Graph, loadSnapshot, openGraph} from '../../src/index.ts';
import {createSnapshot} from '../../src/snapshot/create.ts';
import {applyDelta, diffSnapshots} from '../../src/snapshot/delta.ts';
import {rollbackStore} from '../../src/snapshot/erase.ts';
import {checkStore} from '../../src/store/check.ts';
import {pin, readPointer} from '../../src/store/store.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';
import {idOf} from '../helpers/releases.ts';
import {listen} from '../helpers/server.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-erase-'));

const JANE = idOf(1);
const FOLDED = idOf(2);

interface Row extends Record<string, unknown> {
  id: string;
}

/** Jane, somebody who was folded into her, and 30 others who wrote papers with her. */
function people(): {entities: Row[]; edges: Record<string, unknown>[]} {
  const row = (n: number, more: object): Row => ({
    id: idOf(n),
    kind: 'person',
    state: 'live',
    merged_into: null,
    name: `Somebody ${n}`,
    slug: `somebody-${n}`,
    source: 'test',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...more,
  });
  const entities = [
    row(1, {
      name: 'Jane Doe',
      slug: 'jane-doe',
      aliases: ['J. Doe'],
      orcid: '0000-0002-1825-0097',
      target: 'KRAS',
      moa_confidence: 0.9,
    }),
    row(2, {state: 'merged', merged_into: JANE, name: 'Jane M. Doe', slug: 'jane-m-doe'}),
    ...Array.from({length: 30}, (_, n) => row(n + 10, {})),
    row(50, {kind: 'paper', name: 'A paper', slug: 'a-paper'}),
  ];
  const edges = entities
    .filter(({kind, state}) => kind === 'person' && state === 'live')
    .map(({id}) => ({
      source: id,
      relation: 'authored',
      target: idOf(50),
      observed_at: '2025-12-01T00:00:00.000Z',
      origin: null,
    }));
  return {entities, edges};
}

function without(): {entities: Row[]; edges: Record<string, unknown>[]} {
  const {entities, edges} = people();
  return {
    entities: entities.filter(({id}) => id !== JANE && id !== FOLDED),
    edges: edges.filter(({source}) => source !== JANE),
  };
}

const at = (release: number) => ({release, as_of: `2026-0${release}-01T00:00:00.000Z`});

/** What would be her in an answer; a question is echoed. The feed may say that an id is gone. */
const HER = /jane-(?:m-)?doe|"name":"(?:Jane|J\.)|"orcid":"0000|"aliases":\["J/i;

/** Everything a graph says, searched for her: by id, name, slug and identifier. */
async function saidOf(graph: Graph): Promise<string> {
  const said: unknown[] = [];
  const ask = async (work: () => Promise<unknown>) => said.push(await work().catch((error: unknown) => String(error)));
  for await (const row of graph.entities.all({limit: 7})) said.push(row);
  for await (const row of graph.changes.all({since: '1900-01-01'})) said.push(row);
  for await (const row of graph.export({kind: 'person'})) said.push(row);
  for (const q of ['Jane Doe', 'doe', '0000-0002-1825-0097', 'KRAS']) {
    await ask(() => graph.autocomplete({q}));
    await ask(() => graph.entities({q}));
  }
  await ask(() => graph.entities({target: 'KRAS'}));
  await ask(() => graph.search({predicates: [{field: 'kind', operator: 'eq', value: 'person'}], limit: 200}));
  await ask(() => graph.edges({entity_id: idOf(50)}));
  await ask(() => graph.traverse({entity_id: idOf(10), depth: 3}));
  await ask(() => graph.similar({entity_id: idOf(10)}));
  await ask(() => graph.collaborators({entity_id: idOf(10)}));
  await ask(() => graph.rankPeople({limit: 200}));
  await ask(() => graph.aggregate({field: 'target'} as never));
  await ask(() => graph.sql('select * from live_entities'));
  return JSON.stringify(said);
}

/** The cursor behind the last change. */
async function endOf(graph: Graph): Promise<string> {
  let page = await graph.changes({since: '1900-01-01', limit: 200});
  for (;;) {
    const next = await graph.changes({after: page.next_cursor, limit: 200});
    if (next.count === 0) return page.next_cursor;
    page = next;
  }
}

async function expectGone(graph: Graph): Promise<void> {
  for (const id of [JANE, FOLDED, 'person/jane-doe'])
    await expect(graph.entity(id), id).rejects.toMatchObject({code: 'not_found'});
  for (const name of ['edges', 'traverse', 'similar', 'collaborators'] as const)
    await expect((graph[name] as Graph['edges'])({entity_id: JANE}), name).rejects.toMatchObject({code: 'not_found'});
  expect(HER.exec(await saidOf(graph))?.[0]).toBeUndefined();
}

describe('what a release suppresses', () => {
  it.each(['load', 'delta'])(
    'is gone from the generations before, pinned ones too, by %s',
    async (way) => {
      const store = join(folder(), 'store');
      const first = await writeRandomGraph(people(), at(1));
      await loadSnapshot({snapshot: first, store});
      await pin(store, 1, true);
      await loadSnapshot({snapshot: first, store});
      const digest = (await checkStore(store, 1)).digest;

      // A server of the current generation, one that is held at the first, and a cursor that pins it.
      await using following = await openGraph(store, {refresh: 0});
      await using held = await openGraph(store, {generation: 1, refresh: 0});
      expect(HER.test(await saidOf(held))).toBe(true);
      const server = await listen(held);
      const page = async () => (await fetch(`${server.url}/v1/entities/${JANE}`)).status;
      expect([await page(), await page()]).toEqual([200, 200]);
      const {next_cursor: after} = await following.entities({kind: 'person', sort: 'name', limit: 1});
      expect(
        (await following.entities({kind: 'person', sort: 'name', limit: 1, after: String(after)})).results,
      ).toHaveLength(1);
      const end = await endOf(following);

      const second = await writeRandomGraph(without(), {...at(2), suppressed: [JANE]});
      if (way === 'load') await loadSnapshot({snapshot: second, store});
      else {
        const delta = join(folder(), 'delta');
        await diffSnapshots({from: first, to: second, out: delta});
        await applyDelta(delta, {store});
      }
      for (const generation of [1, 2, 3]) {
        await using graph = await openGraph(store, {generation});
        await expectGone(graph);
        expect((await graph.stats()).total).toBe(31);
        expect(await checkStore(store, generation)).toMatchObject({ok: true});
        expect(graph.source.store).toBe(store);
      }
      {
        // Whoever follows the changes learns that she is gone, and no more than that.
        await using graph = await openGraph(store);
        const {changes} = await graph.changes({after: end, limit: 200});
        expect(changes.find(({id}) => id === JANE)).toMatchObject({op: 'merged', merged_into: null, name: JANE});
      }
      await expectGone(held);
      expect(await page()).toBe(404);
      await server.close();
      let cursor: string | null = String(after);
      const rest: string[] = [];
      while (cursor !== null) {
        const found: {results: {id?: string}[]; next_cursor: string | null} = await following.entities({
          kind: 'person',
          sort: 'name',
          limit: 1,
          after: cursor,
        });
        rest.push(...found.results.map(({id}) => String(id)));
        cursor = found.next_cursor;
      }
      expect(rest).not.toContain(JANE);
      expect(rest.length).toBeGreaterThan(28);

      // A removal is no suppression, and what nothing is suppressed in is left as it is.
      expect((await checkStore(store, 1)).digest).not.toBe(digest);
      const bytes = readFileSync(join(store, 'generations/000001.duckdb.json'), 'utf8');
      const third = without();
      const removed = third.entities.map((row) => (row.id === idOf(10) ? {...row, state: 'removed'} : row));
      await loadSnapshot({
        snapshot: await writeRandomGraph(
          {entities: removed, edges: third.edges.filter(({source}) => source !== idOf(10))},
          {...at(3), suppressed: [JANE]},
        ),
        store,
      });
      await using old = await openGraph(store, {generation: 1});
      expect((await old.entity(idOf(10))).id).toBe(idOf(10));
      expect(readFileSync(join(store, 'generations/000001.duckdb.json'), 'utf8')).toBe(bytes);
    },
    240_000,
  );

  it('stays so where an older generation becomes current again', {tags: ['long']}, async () => {
    const store = join(folder(), 'store');
    const first = await writeRandomGraph(without(), at(1));
    await loadSnapshot({snapshot: first, store});
    await loadSnapshot({snapshot: await writeRandomGraph(without(), {...at(2), suppressed: [JANE]}), store});
    await rollbackStore(1, {store});
    expect(readPointer(store).generation).toBe(1);
    await loadSnapshot({snapshot: await writeRandomGraph(people(), at(3)), store});
    {
      await using graph = await openGraph(store);
      await expectGone(graph);
    }
    const out = join(folder(), 'out');
    await createSnapshot({store, out});
    const copy = join(folder(), 'copy');
    cpSync(out, copy, {recursive: true});
    const again = join(folder(), 'store');
    await loadSnapshot({snapshot: copy, store: again});
    await using graph = await openGraph(again);
    await expectGone(graph);
  });
});
