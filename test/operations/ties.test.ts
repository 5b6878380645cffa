import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, expect, it} from 'vitest';
import {type Graph, loadSnapshot, openGraph} from '../../src/index.ts';
import {build, recipe, workspace} from '../import/helpers.ts';

const folder = workspace();

/** Companies and institutions by turns, so that the order of ids is not that of kinds. */
const PARTIES = 40;

let graph: Graph;
let hub: string;
let started: string;

beforeAll(async () => {
  const party = `'p:' || n as key, case n % 2 when 0 then 'company' else 'institution' end as kind`;
  const {out: snapshot} = await build(folder, [
    recipe(folder, {
      entities: `select * from (values ('tech:x', 'technology', 'A method', null::json), ('co:y', 'company', 'Startup', null),
            ('f:1', 'funding_event', 'A round', '{"awarded_at": "2024-01-01", "type": "series_a"}'::json)) v(key, kind, name, attributes)
          union all select ${party}, 'Party ' || n, null from range(${PARTIES}) t(n)
          union all select 'f:p' || n, 'funding_event', 'Grant ' || n, '{"awarded_at": "2024-01-01", "type": "grant", "is_grant": true, "amount_usd": 1000}' from range(${PARTIES}) t(n)`,
      edges: `select 'p:' || n as source_key, 'employs' as relation, 'tech:x' as target_key, null as observed_at from range(${PARTIES}) t(n)
          union all select 'p:' || n, 'received', 'f:p' || n, null from range(${PARTIES}) t(n)
          union all select 'p:' || n, 'invested_in', 'co:y', null from range(${PARTIES}) t(n)`,
    }),
  ]);
  const store = join(mkdtempSync(join(tmpdir(), 'biograph-ties-')), 'store');
  await loadSnapshot({snapshot, store});
  graph = await openGraph(store);
  const idOf = async (name: string) => String((await graph.resolve({inputs: [name]})).results[0]?.match?.id);
  [hub, started] = await Promise.all([idOf('A method'), idOf('Startup')]);
  return () => graph.close();
});

/** Both kinds by turns, or this would not tell an order by id from one by kind. */
function expectById(rows: readonly {id: string; kind: string}[]) {
  const ids = rows.map(({id}) => id);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(rows.slice(0, 15).map(({kind}) => kind)).size).toBe(2);
}

it('of edges are in the order of ids, whatever the kinds of neighbours, on every page', async () => {
  const {edges} = await graph.edges(hub);
  const all = edges.map(({neighbor}) => neighbor);
  expect(all).toHaveLength(PARTIES);
  expectById(all);
  const paged: string[] = [];
  let after: string | undefined;
  do {
    const page = await graph.edges({entity_id: hub, relation: 'employs', limit: 7, ...(after && {after})});
    paged.push(...page.edges.map(({neighbor}) => neighbor.id));
    after = page.next_cursor ?? undefined;
  } while (after);
  expect(paged).toEqual(all.map(({id}) => id));
});

it('of edges in the change feed are too', async () => {
  const {changes} = await graph.changes({since: '2000-01-01', include: 'edges', limit: 200});
  const row = changes.find(({id}) => id === hub) as unknown as {edges: {neighbor: {id: string; kind: string}}[]};
  expectById(row.edges.map(({neighbor}) => neighbor));
});

it('of recipients and investors are too', async () => {
  const {top_recipients} = await graph.fundingAnalytics({months: 600});
  expect(top_recipients).toHaveLength(15);
  expectById(top_recipients);
  const {investors} = await graph.dossier(started);
  expect(investors).toHaveLength(PARTIES);
  expectById(investors);
});
