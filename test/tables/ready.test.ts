import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {generateSnapshot, loadSnapshot, openGraph} from '../../src/index.ts';
import {KINDS} from '../../src/schema/kinds.ts';
import {StoredGeneration} from '../../src/store/generation.ts';
import {readPointer} from '../../src/store/store.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';
import {openStore} from '../helpers/tables.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-ready-'));

/** The best 25 bearers of every start of one to five letters that more than 3,000 words in names have, over all kinds and within each, by the order of autocomplete. */
const EXPECTED = `
  with start as (
    select wid, left(word, n) as start, df from graph.word, range(1, 6) as r(n) where length(word) >= n
  ),
  bearer as (
    select start, order_key, rid, min(rung) as rung from graph.name_word join start using (wid)
    where start in (select start from start group by start having sum(df) > 3000)
    group by all
  ),
  called as (select distinct start, rid from (select distinct start from bearer) join graph.full_name on key = start),
  matched as (
    select b.start, b.rid, k.kind, case when c.rid is null then b.rung else 1 end as tier, k.kind_no,
      [tier, (k.kind not in ('product', 'company', 'target', 'technology', 'institution', 'person', 'funder'))::integer, b.order_key, b.rid] as place
    from bearer b left join called c using (start, rid) join graph.kind k on k.kind_no = b.rid >> 26
  ),
  led as (select start, max(place) as last from matched where kind in ('product', 'company') and tier > 1 group by start),
  arranged as (
    select start, 0 as scope, rid, place, tier > 1 and kind in ('approval', 'trial', 'program') as follows,
      case when follows and last > place then last else place end as shown
    from matched left join led using (start)
    union all
    select start, kind_no, rid, place, false, place from matched
  )
  select scope || ':' || start as key, list(rid order by shown, follows, place)[:25] as rids
  from arranged
  group by scope, start order by key`;

/** What is ready in the table, what a look-up says of each start, and what should be. */
async function readyOf(store: string) {
  const shell = await openStore(store);
  const {file, generation: number} = readPointer(store);
  const generation = await StoredGeneration.open(join(store, file), number);
  try {
    const ready = await shell.rows('from graph.prefix_top order by key');
    const looked = await Promise.all(
      ready.map(async ({key}) => {
        const [scope, start = ''] = String(key).split(':');
        return {key, rids: await generation.lookups.best(start, scope === '0' ? undefined : KINDS[Number(scope) - 1])};
      }),
    );
    return {ready, looked, expected: await shell.rows(EXPECTED)};
  } finally {
    await generation.retire();
    shell.close();
  }
}

it('short starts of words are ready with their best', {tags: ['long']}, async () => {
  const [snapshot, store] = [join(folder(), 'snapshot'), join(folder(), 'store')];
  await generateSnapshot({entities: 40_000, seed: 5, out: snapshot});
  await loadSnapshot({snapshot, store});
  const {ready, looked, expected} = await readyOf(store);
  expect(ready.length).toBeGreaterThan(100);
  expect(ready).toEqual(expected);
  expect(looked).toEqual(expected);
});

it('also where a name has so many words of one start that a few of them would fill the list', {
  tags: ['long'],
}, async () => {
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const all = Array.from({length: 2000}, (_, n) => n);
  const words = (n: number) => Array.from({length: 30}, (_, word) => `abcd${(n * 7 + word) % 90}`).join(' ');
  const entities = all.map((n) => ({
    id: id(n),
    kind: n % 100 === 0 ? 'company' : n % 3 === 0 ? 'paper' : 'product',
    state: 'live',
    name: words(n),
    slug: `made-${n}`,
    source: 'made',
    updated_at: '2026-01-01T00:00:00Z',
  }));
  const edges = all.map((n) => ({source: id(n), relation: 'cites', target: id((n * 13) % 97)}));
  const store = join(folder(), 'store');
  await loadSnapshot({snapshot: await writeRandomGraph({entities, edges}), store});
  const {ready, looked, expected} = await readyOf(store);
  expect(ready.map(({key}) => key)).toContain('0:abcd');
  expect(ready).toEqual(expected);
  expect(looked).toEqual(expected);
  await using graph = await openGraph(store);
  expect((await graph.autocomplete({q: 'abcd', limit: 25})).count).toBe(25);
});
