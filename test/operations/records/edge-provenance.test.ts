import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {type Graph, loadSnapshot, openGraph} from '../../../src/index.ts';
import {createSnapshot} from '../../../src/snapshot/create.ts';
import {syncStore} from '../../../src/sync/sync.ts';
import {listen} from '../../helpers/server.ts';
import {build, recipe, workspace} from '../../import/helpers.ts';

const folder = workspace();
const fresh = () => join(mkdtempSync(join(tmpdir(), 'biograph-told-')), 'store');

const TOLD = {source: 'registry', confidence: 0.95, record: 'row 7'};
let snapshot: string;
let store: string;
let graph: Graph;
const ids: Record<string, string> = {};

beforeAll(async () => {
  const built = await build(folder, [
    recipe(
      folder,
      {
        entities: `select key, kind, name, source_record, provenance from (values
          ('nct:NCT00000001', 'trial', 'A trial', null, [{field: 'name', source: 'registry', confidence: 0.9}]),
          ('x:1', 'company', 'A company', 'line 3', [{field: 'name', source: 'registry', confidence: 0.9}]),
          ('x:2', 'company', 'Another', null, null)) v(key, kind, name, source_record, provenance)`,
        edges: `select * from (values
          ('x:1', 'sponsors', 'nct:NCT00000001', '2024-03-01', null::double, 'row 7'),
          ('x:2', 'collaborates_on', 'nct:NCT00000001', null, 0.5, null),
          ('x:2', 'subsidiary_of', 'x:1', null, 0.8, null)) v(source_key, relation, target_key, observed_at, confidence, source_record)`,
      },
      '-- name: registry\n-- confidence: 0.95\n',
    ),
  ]);
  snapshot = built.out;
  store = fresh();
  await loadSnapshot({snapshot, store});
  graph = await openGraph(store);
  for (const {id, name} of (await graph.sql('select id::varchar as id, name from live_entities')).rows)
    ids[String(name)] = String(id);
  return () => graph.close();
});

describe('an edge', () => {
  it('says at both ends where it comes from: the recipe’s confidence where it says none, a work’s id where it names no row', async () => {
    const {edges} = await graph.edges(ids['A trial'] ?? '');
    expect(edges.map(({relation, source, confidence, record}) => ({relation, source, confidence, record}))).toEqual(
      expect.arrayContaining([
        {relation: 'sponsors', ...TOLD},
        {relation: 'collaborates_on', source: 'registry', confidence: 0.5, record: 'NCT00000001'},
      ]),
    );
    const out = await graph.edges({entity_id: ids['A company'] ?? '', relation: 'sponsors'});
    expect(out.edges[0]).toMatchObject({direction: 'out', ...TOLD});
    const other = await graph.edges({entity_id: ids.Another ?? '', relation: 'subsidiary_of'});
    expect(other.edges[0]).toMatchObject({source: 'registry', confidence: 0.8, record: null});
  });

  it('says so in a walk, in the feed and in the views', async () => {
    const walk = await graph.traverse(ids['A company'] ?? '');
    expect(walk.edges.find(({relation}) => relation === 'sponsors')?.provenance).toEqual(TOLD);
    const {changes} = await graph.changes({since: '1900-01-01', include: 'edges'});
    const company = changes.find((row) => row.name === 'A company');
    expect(company).toMatchObject({
      edges: expect.arrayContaining([expect.objectContaining({relation: 'sponsors', ...TOLD})]),
    });
    const {rows} = await graph.sql(`select origin, confidence, record from live_edges where relation = 'sponsors'`);
    expect(rows).toEqual([{origin: 'registry', confidence: 0.95, record: 'row 7'}]);
  });

  it('keeps it through a snapshot of the store and through a feed', {tags: ['long']}, async () => {
    const out = join(fresh(), 'snapshot');
    await createSnapshot({store, out});
    const again = fresh();
    await loadSnapshot({snapshot: out, store: again});
    await using copy = await openGraph(again);
    expect((await copy.edges({entity_id: ids['A trial'] ?? '', relation: 'sponsors'})).edges[0]).toMatchObject(TOLD);
    const server = await listen(graph);
    const followed = fresh();
    await syncStore({store: followed, from: server.url, pause: 1, attempts: 6});
    await server.close();
    await using follower = await openGraph(followed);
    expect((await follower.edges({entity_id: ids['A trial'] ?? '', relation: 'sponsors'})).edges[0]).toMatchObject(
      TOLD,
    );
    expect((await follower.entity(ids['A company'] ?? '')).provenance.fields).toEqual([
      {field: 'name', source: 'registry', confidence: 0.9, observed_at: null, record: 'line 3'},
    ]);
  });
});

it('a field names the source’s own row: the one stated, else the key', async () => {
  expect((await graph.entity(ids['A trial'] ?? '')).provenance.fields).toEqual([
    {field: 'name', source: 'registry', confidence: 0.9, observed_at: null, record: 'NCT00000001'},
  ]);
  expect((await graph.entity(ids['A company'] ?? '')).provenance.fields[0]?.record).toBe('line 3');
});
