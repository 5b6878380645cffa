import {expect} from 'vitest';
import type {Neighbours} from '../../src/generation.ts';
import type {NameMatch} from '../../src/name-match.ts';
import {GROUPED, type Grouped} from '../../src/schema/grouping.ts';
import {KINDS, type Kind} from '../../src/schema/kinds.ts';
import type {Sort} from '../../src/schema/params.ts';
import {kindOfRid} from '../../src/schema/rid.ts';
import {StoredGeneration} from '../../src/store/generation.ts';
import {generationFile, readPointer} from '../../src/store/store.ts';
import {recallDocuments} from '../../src/tables/steps.ts';
import {withoutLegalForm} from '../../src/text/legal-form.ts';
import type {TermEntry} from '../../src/text-match.ts';
import {openShell} from './duckdb.ts';

interface Carriers {
  label_id: number;
  kind_no: number;
  trusted: boolean;
  rids: number[];
}

interface Counted {
  value: string;
  count: number;
}

interface Owned {
  label_id: number;
  all: {patent: number; party: number; head: number}[];
}

/** As ddl/order_rank.sql numbers them. */
const SORTED: readonly Sort[] = ['recent', 'name', 'prominence', 'momentum', 'date'];

const inOrder = (edges: readonly object[]) => edges.map((edge) => JSON.stringify(Object.entries(edge).sort())).sort();

/** Compares what look-ups say of every row of a small generation with what its tables say, and what they say of nobody. */
export async function expectLookups(store: string, number = readPointer(store).generation): Promise<void> {
  const file = generationFile(store, number);
  const shell = await openShell();
  await shell.connection.run(`attach '${file}' as graph (read_only)`);
  await recallDocuments(shell.connection);
  const rows = (await shell.rows(
    `select e.rid, e.id::varchar as id, e.slug, to_json(e.name)::varchar as name, k.kind, d.text, s.prominence, s.momentum, s.rank_in_kind::integer as rank_in_kind, s.degree::integer as degree, s.activity_90d::integer as activity_90d
     from entity e join kind k on k.kind_no = kind_of(e.rid) join document d using (rid) left join signal s using (rid)`,
  )) as unknown as {
    rid: number;
    id: string;
    slug: string;
    name: string;
    kind: Kind;
    text: string;
    prominence: number | null;
  }[];
  const bearers = (await shell.rows('select key, rid from identifier')) as unknown as {key: string; rid: number}[];
  const edges = (await shell.rows(`select rid, list({
      rel: rel, direction: direction, observed: strftime(observed, '%Y-%m-%dT%H:%M:%S.%gZ'), origin: origin, confidence: confidence, record: record, other: other}) as all
    from (select src as rid, 'out' as direction, rel, observed, origin, confidence, record, dst as other from edge_out
      union all select dst, 'in', rel, observed, origin, confidence, record, src from edge_in)
    group by rid`)) as unknown as {rid: number; all: Record<string, unknown>[]}[];
  const lists = (await shell.rows(
    'select rid, others, steps::integer[] as steps, neighbours as count from adjacency',
  )) as unknown as ({rid: number} & Neighbours)[];
  const orders = (await shell.rows(
    'select scope, sort, list({rid: rid, pos: pos} order by pos) as places from order_rank group by all',
  )) as unknown as {scope: number; sort: number; places: {rid: number; pos: number}[]}[];
  const days = await shell.rows('select rid, day::varchar as day from own_day where isfinite(day)');
  const measures = await shell.rows(
    'select rid, stage::integer as measure from stage union all select person, papers + patents from person_rank',
  );
  const starts = (await shell.rows('select key, rids from prefix_top')) as unknown as {key: string; rids: number[]}[];
  const carriers =
    (await shell.rows(`select label_id, kind_of(rid) as kind_no, trusted, list(rid order by p.recent) as rids
    from label join order_key p using (rid) group by all`)) as unknown as Carriers[];
  const values = (await shell.rows(
    'select key, list({label_id: label_id, trusted: trusted, tagged: tagged} order by label_id) as leads from value_key group by key',
  )) as unknown as {key: string; leads: object[]}[];
  const said =
    (await shell.rows(`select word, list({rid: rid, orderKey: order_key, rung: rung::integer} order by rid) as all
    from name_word join word using (wid) group by word`)) as unknown as {word: string; all: NameMatch[]}[];
  const named = (await shell.rows(
    'select key, list({rid: rid, orderKey: order_key, rung: 1} order by rid) as all from full_name group by key',
  )) as unknown as {key: string; all: NameMatch[]}[];
  const bareNames = (await shell.rows(
    'select left(key, length(key) - ending) as base, list(distinct rid order by rid) as all from full_name group by base',
  )) as unknown as {base: string; all: number[]}[];
  const terms = (await shell.rows('select term, tid, df, protected as "isProtected" from term')) as unknown as ({
    term: string;
  } & TermEntry)[];
  const parties =
    (await shell.rows(`select l.label_id, list({patent: patent, party: party, head: head} order by p.recent, party) as all
    from patent_party join label l on l.rid = patent join order_key p on p.rid = patent where l.trusted group by l.label_id`)) as unknown as Owned[];
  const between =
    await shell.rows(`select kind_of(rid)::integer as kind_no, min(day)::varchar as first, quantile_disc(day, 0.3)::varchar as "from", quantile_disc(day, 0.6)::varchar as "to"
    from own_day group by all`);
  const dated = (await shell.rows(
    'select rid, day::varchar as day from own_day join order_key p using (rid) order by p.recent',
  )) as unknown as {rid: number; day: string}[];
  const facets =
    (await shell.rows(`select v.kind_no::integer as kind_no, v.field, list({value: v.value, count: v.trusted} order by v.trusted desc, v.value) as trusted,
    list({value: v.value, count: v.tagged} order by v.tagged desc, v.value) as tagged from facet v group by all`)) as unknown as {
      kind_no: number;
      field: Grouped;
      trusted: Counted[];
      tagged: Counted[];
    }[];
  const positions = await shell.rows('select rid, recent, name, date from order_key');
  shell.close();
  const generation = await StoredGeneration.open(file, number);
  try {
    const {lookups} = generation;
    const rids = rows.map(({rid}) => rid);
    const ids = rows.map(({id}) => id);
    expect(await lookups.byId([...ids, '00000000-0000-4000-8000-00000000abcd'])).toEqual(
      new Map(rows.map(({id, rid}) => [id, rid])),
    );
    const bySlug = await lookups.bySlug([...rows, {kind: 'company', slug: 'nobody at all'}]);
    const slugOf = new Map(rows.map(({rid, kind, slug}) => [rid, `${kind}/${slug}`]));
    expect(new Set(bySlug.keys())).toEqual(new Set(slugOf.values()));
    for (const [slug, rid] of bySlug) expect(slugOf.get(rid)).toBe(slug);
    const byRow = (a: {key: string; rid: number}, b: {key: string; rid: number}) =>
      a.rid - b.rid || (a.key < b.key ? -1 : 1);
    expect((await lookups.byIdentifier([...bearers.map(({key}) => key), 'nct:nct00000000'])).sort(byRow)).toEqual(
      bearers.sort(byRow),
    );
    const documents = await lookups.documents(rids);
    const standings = await lookups.standings(rids);
    expect([documents.size, standings.size]).toEqual([rows.length, rows.length]);
    for (const row of rows) {
      const {pieces, ...standing} = documents.get(row.rid) ?? {pieces: []};
      expect(pieces.join('\u001e')).toBe(row.text);
      expect(standing).toEqual(standings.get(row.rid));
      expect(standing).toMatchObject({header: {id: row.id, slug: row.slug, name: row.name, kind: row.kind}});
      const signals = JSON.parse(standings.get(row.rid)?.signals ?? '') as Record<string, unknown> | null;
      const {rid: _rid, id: _id, slug: _slug, name: _name, kind: _kind, text: _text, ...told} = row;
      if (row.prominence === null) expect(signals).toBeNull();
      else expect(signals).toMatchObject(told);
    }
    expect(await lookups.days(rids)).toEqual(new Map(days.map(({rid, day}) => [rid, day])));
    expect(await lookups.measures(rids)).toEqual(new Map(measures.map(({rid, measure}) => [rid, measure])));
    expect(orders.length).toBeGreaterThan(5);
    for (const {scope, sort, places} of orders) {
      const order = {sort: SORTED[sort - 1] as Sort, ...(scope > 0 && {kind: KINDS[scope - 1] as Kind})};
      expect(await lookups.size(order)).toBe(places.length);
      expect(await lookups.page(order, 0, places.length + 9)).toEqual(places);
      for (const [from, limit] of [
        [1, 3],
        [places.length - 1, 2],
        [places.length, 5],
        [1020, 10],
      ] as const)
        expect(await lookups.page(order, from, limit)).toEqual(places.slice(from, from + limit));
    }
    for (const {key, rids: best} of starts) {
      const [scope, ...start] = key.split(':');
      const kind = scope === '0' ? undefined : (KINDS[Number(scope) - 1] as Kind);
      expect(await lookups.best(start.join(':'), kind)).toEqual(best);
    }
    expect(await lookups.best('no name begins so', undefined)).toBeUndefined();
    for (const {label_id, kind_no, trusted, rids: carrying} of carriers) {
      const kinds = [KINDS[kind_no - 1] as Kind];
      const own = {kinds, groups: [{values: [label_id], isGated: trusted}]};
      const others = trusted
        ? []
        : (carriers.find((one) => one.label_id === label_id && one.kind_no === kind_no && one.trusted)?.rids ?? []);
      const found = await lookups.select(own);
      expect(found?.size('recent')).toBe(carrying.length + others.length);
      const page = found?.page('recent', 0, 0, 9_999) ?? [];
      if (trusted) expect(page).toEqual(carrying);
      else expect([...page].sort()).toEqual([...carrying, ...others].sort());
    }
    for (const {kind_no, first, from, to} of between as Record<'first' | 'from' | 'to', string>[] &
      {kind_no: number}[]) {
      const kinds = [KINDS[Number(kind_no) - 1] as Kind];
      const own = dated.filter(({rid}) => kindOfRid(rid) === kinds[0]);
      for (const days of [{from, to}, {from}, {to}, {from: to, to: from}, {to: first}, {}]) {
        const within = await lookups.select({kinds, groups: [{days}]});
        const want = own.filter(({day}) => day >= (days.from ?? '') && day <= (days.to ?? '9999-12-31'));
        expect(within.page('recent', 0, 0, 9_999)).toEqual(want.map(({rid}) => rid));
        expect(within.size('date')).toBe(want.length);
      }
    }
    for (const {kind_no, field, ...counts} of facets.filter(({field}) => GROUPED.includes(field))) {
      const kinds = kind_no === 0 ? [] : [KINDS[kind_no - 1] as Kind];
      // Also of those that are listed row by row, whose values are counted one by one.
      const own = rids.filter((rid) => kinds.length === 0 || kindOfRid(rid) === kinds[0]);
      for (const groups of [[], [{rows: own}], [{rows: own.slice(0, 1)}, {rows: own}]]) {
        const selected = await lookups.select({kinds, groups});
        for (const gate of ['trusted', 'tagged'] as const) {
          const [{values: found, all} = {values: [], all: 0}] = selected.tally(
            [{field, isGated: gate === 'trusted'}],
            9_999,
          );
          const want = counts[gate].filter(({count}) => count > 0);
          expect(all).toBe(found.length);
          if (groups.length < 2) expect(found).toEqual(want);
          else expect(want).toEqual(expect.arrayContaining(found.map(({value}) => expect.objectContaining({value}))));
        }
      }
    }
    const anybody = await lookups.select({kinds: [], groups: []});
    for (const {rid, ...numbers} of positions)
      for (const sort of ['recent', 'name', 'date'] as const)
        expect(anybody?.numberOf(Number(rid), sort)).toBe(numbers[sort]);
    const keys = values.map(({key}) => key);
    expect(await lookups.values([...keys, 'target:nothing'])).toEqual(
      new Map(values.map(({key, leads}) => [key, leads])),
    );
    const inRows = (a: NameMatch, b: NameMatch) => a.rid - b.rid || a.orderKey - b.orderKey || a.rung - b.rung;
    for (const {word} of said) {
      const alike = said.filter((one) => one.word.startsWith(word)).flatMap(({all}) => all);
      expect([...((await lookups.namesStarting(word)) ?? [])].sort(inRows)).toEqual(alike.sort(inRows));
    }
    expect(await lookups.namesStarting('no word begins so')).toEqual([]);
    for (const {key, all} of named)
      expect([...((await lookups.called(key)) ?? [])].sort(inRows)).toEqual([...all].sort(inRows));
    for (const {base, all} of bareNames) {
      const bearers = (await lookups.byBareName([base, base])) ?? [];
      expect([...new Set(bearers.map(({rid}) => rid))].sort((a, b) => a - b)).toEqual(all);
      expect(bearers.every(({bare}) => bare === base)).toBe(true);
      expect(withoutLegalForm(base)).toBe(base);
    }
    expect(await lookups.byBareName(['nobody is called so'])).toEqual([]);
    expect(await lookups.terms([...terms.map(({term}) => term), 'no such term'])).toEqual(
      new Map(terms.map(({term, ...entry}) => [term, entry])),
    );
    for (const {label_id, all} of parties) {
      const found = (await lookups.parties([{values: [label_id], isGated: true}])) ?? [];
      expect(found.flat()).toEqual(all.map(({party, head}) => ({party, head})));
    }
    const around = new Map(lists.map(({rid, ...beside}) => [rid, beside]));
    const read = [...(await lookups.neighbours(rids))].map(
      ([rid, {others, steps, count}]) => [rid, {others: Array.from(others), steps: Array.from(steps), count}] as const,
    );
    expect(new Map(read)).toEqual(around);
    const edgesOf = new Map(edges.map(({rid, all}) => [rid, all]));
    for (const rid of rids) {
      const got = ((await lookups.edges([rid])).get(rid) ?? []).map(
        ({origin: [origin, confidence, record], ...edge}) => ({
          ...edge,
          origin,
          confidence,
          record,
        }),
      );
      expect(inOrder(got)).toEqual(inOrder(edgesOf.get(rid) ?? []));
    }
    for (const rid of rids.slice(0, 300)) {
      const all = edgesOf.get(rid) ?? [];
      const [{rel} = {rel: 0}] = all;
      const tied = await lookups.select({kinds: [], groups: [{tied: {to: [rid], besides: Number(rel)}}]});
      const around = all.filter((edge) => edge.rel !== rel).map(({other}) => other);
      expect(new Set(tied.page('recent', 0, 0, 9_999))).toEqual(new Set(around));
    }
    const some = rids.filter((rid) => rid % 3 !== 0);
    const these = await lookups.select({kinds: [], groups: [{rows: [...some, 1, rids[0] ?? 0, rids[0] ?? 0]}]});
    expect(new Set(these.page('recent', 0, 0, 99_999))).toEqual(new Set([...some, rids[0] ?? 0]));
    const isAmong = new Set(some);
    const among = some.flatMap((own) =>
      (edgesOf.get(own) ?? []).flatMap((edge) =>
        edge.direction === 'out' && isAmong.has(edge.other as number) ? [{...edge, own}] : [],
      ),
    );
    const gotAmong = (await lookups.edgesAmong(some)).map(({origin: [origin, confidence, record], ...edge}) => ({
      ...edge,
      origin,
      confidence,
      record,
    }));
    expect(inOrder(gotAmong)).toEqual(inOrder(among));
    expect((await lookups.headers([1, 2 ** 26 - 1, ...rids.map((rid) => rid + 1)])).size).toBe(
      rids.filter((rid) => rids.includes(rid + 1)).length,
    );
  } finally {
    await generation.retire();
  }
}
