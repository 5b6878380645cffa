import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import type {Context} from '../../src/context.ts';
import type {LabelOfRow} from '../../src/generation.ts';
import {openGraph} from '../../src/index.ts';
import {labelsOfRows} from '../../src/operations/records/labels-of-rows.ts';
import {KINDS} from '../../src/schema/kinds.ts';
import {applyChanges} from '../../src/snapshot/change.ts';
import type {ChangeSet} from '../../src/snapshot/change-set.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';
import {checkStore} from '../../src/store/check.ts';
import type {StoredGeneration} from '../../src/store/generation.ts';
import {generationFile, generationsOf, lookupFiles} from '../../src/store/store.ts';
import {anyChanges} from '../helpers/changes.ts';
import {openGenerated} from '../helpers/generation.ts';
import {expectLookups} from '../helpers/lookups.ts';

/** The members of a label, in one order. */
const KEYS = ['field', 'value', 'label_id', 'isTrusted', 'trusted'];

let generation: StoredGeneration;
beforeAll(async () => {
  generation = await openGenerated();
});
afterAll(() => generation.retire());

describe('look-ups', () => {
  it('find rows by id and by slug as the tables hold them, and nobody for what is unknown', async () => {
    const rows = await generation.rows(
      sql`select e.rid, e.id::varchar as id, e.slug, k.kind from entity e join kind k on k.kind_no = (e.rid >> 26) order by hash(e.rid) limit 40`,
      {rid: is.integer, id: is.text, slug: is.text, kind: is.oneOf(...KINDS)},
    );
    const {lookups} = generation;
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect(await lookups.byId([...rows.map(({id}) => id), nobody])).toEqual(
      new Map(rows.map(({id, rid}) => [id, rid])),
    );
    const found = await lookups.bySlug([...rows, {kind: 'company' as const, slug: 'nobody-at-all'}]);
    const headers = await lookups.headers(found.values());
    for (const {kind, slug} of rows) expect(headers.get(found.get(`${kind}/${slug}`) ?? 0)).toMatchObject({kind, slug});
    expect(found.has('company/nobody-at-all')).toBe(false);
    expect((await lookups.byId([])).size).toBe(0);
  });

  it('give the labels of rows as the tables do', async () => {
    const [some, bare] = [
      sql`select rid from (select distinct rid from label) order by hash(rid) limit 200`,
      sql`select rid from entity where rid not in (select rid from label where label_id in (select label_id from value where field <> 'source')) limit 5`,
    ];
    const rids = (await Promise.all([some, bare].map((query) => generation.rows(query, {rid: is.integer})))).flat();
    const {lookups} = generation;
    const listed = (found: Map<number, LabelOfRow[]>) =>
      rids.map(({rid}) => [rid, (found.get(rid) ?? []).map((label) => JSON.stringify(label, KEYS)).sort()]);
    const byStatement = {
      ...generation,
      lookups: {labels: async () => undefined},
      rows: generation.rows.bind(generation),
    };
    const want = await labelsOfRows(
      {generation: byStatement} as unknown as Context,
      rids.map(({rid}) => rid),
    );
    expect(listed((await lookups.labels(rids.map(({rid}) => rid))) ?? new Map())).toEqual(listed(want));
    const all = [...want.values()].flat();
    for (const isTrusted of [true, false]) expect(all.some((label) => label.isTrusted === isTrusted)).toBe(true);
  });

  it('give the edges among rows, also among those with many edges, each once', async () => {
    const degrees = sql`select rid, count(*)::integer as degree
      from (select src as rid from edge_out union all select dst from edge_in) group by rid`;
    const hubs = new Set(
      (await generation.rows(sql`from (${degrees}) where degree > 64`, {rid: is.integer})).map(({rid}) => rid),
    );
    const sets = {
      all: await generation.rows(degrees, {rid: is.integer}),
      'the most connected': await generation.rows(sql`from (${degrees}) order by degree desc limit 200`, {
        rid: is.integer,
      }),
    };
    for (const rows of Object.values(sets)) {
      const rids = rows.map(({rid}) => rid);
      const want = await generation.rows(
        sql`select src, dst, rel from edge_out where src in ${rids} and dst in ${rids}`,
        {src: is.integer, dst: is.integer, rel: is.integer},
      );
      const got = await generation.lookups.edgesAmong(rids);
      const listed = (edges: {from: number; rel: number; to: number}[]) =>
        edges.map(({from, rel, to}) => `${from} ${rel} ${to}`).sort();
      expect(listed(got.map(({own, rel, other}) => ({from: own, rel, to: other})))).toEqual(
        listed(want.map(({src, rel, dst}) => ({from: src, rel, to: dst}))),
      );
      expect(got.filter(({own, other}) => hubs.has(own) && hubs.has(other)).length).toBeGreaterThan(10);
      expect(got.filter(({own, other}) => hubs.has(own) !== hubs.has(other)).length).toBeGreaterThan(10);
    }
  });

  it('lead from what was folded to the survivor, by id and by slug', async () => {
    const [gone] = await generation.rows(
      sql`select id::varchar as id, slug, survivor from gone where survivor is not null order by id limit 1`,
      {id: is.text, slug: is.text, survivor: is.integer},
    );
    if (gone === undefined) throw new Error('The generated graph has merged entities.');
    const {id, slug, survivor} = gone;
    expect(await generation.lookups.folded({ids: [id]})).toEqual([expect.objectContaining({id, slug, survivor})]);
    expect(await generation.lookups.folded({slugs: [slug.toUpperCase()]})).toContainEqual(
      expect.objectContaining({id, survivor}),
    );
    expect(await generation.lookups.folded({slugs: []})).toEqual([]);
  });

  it('find who bears an identifier, all who do, and not those of the same hash alone', async () => {
    const rows = await generation.rows(sql`select key, rid from identifier order by hash(key) limit 30`, {
      key: is.text,
      rid: is.integer,
    });
    const found = await generation.lookups.byIdentifier(rows.map(({key}) => key));
    for (const {key, rid} of rows) expect(found).toContainEqual({key, rid});
    expect(await generation.lookups.byIdentifier(['nct:nct99999999'])).toEqual([]);
  });

  it('page an order from any place, whole and of a kind, as many as there are', async () => {
    for (const order of [
      {sort: 'recent'},
      {sort: 'prominence', kind: 'paper'},
      {sort: 'name', kind: 'company'},
    ] as const) {
      const size = await generation.lookups.size(order);
      const all = await generation.lookups.page(order, 0, size + 10);
      expect(all.map(({pos}) => pos)).toEqual(Array.from({length: size}, (_, index) => index + 1));
      expect(await generation.lookups.page(order, 3, 4)).toEqual(all.slice(3, 7));
    }
  });

  it('count the neighbours of a row as its edges do', async () => {
    const some = sql`select rid from adjacency order by neighbours, rid limit 20`;
    const [rids] = await generation.columns(some, [is.integer]);
    const around = await generation.lookups.neighbours(rids);
    for (const [rid, edges] of await generation.lookups.edges(rids)) {
      const others = new Set(edges.map(({other}) => other).filter((other) => other !== rid));
      expect(around.get(rid)?.count).toBe(others.size);
    }
  });
});

describe('look-up files', () => {
  const copyOf = () => {
    const store = join(mkdtempSync(join(tmpdir(), 'biograph-lookups-')), 'store');
    cpSync(inject('store'), store, {recursive: true});
    return store;
  };
  const filesOf = (store: string, number: number) => lookupFiles(generationFile(store, number));

  it('say what the tables say: of a build, of what was refreshed once and twice, and of a build after it', {
    tags: ['long'],
  }, async () => {
    const store = copyOf();
    await expectLookups(store);
    for (const [seed, by] of [
      [1, 'refresh'],
      [2, 'refresh'],
      [3, 'build'],
    ] as const) {
      await applyChanges(anyChanges(seed), {store, by, onObstacle: (reason) => expect.unreachable(reason)});
      await expectLookups(store);
    }
    // The older ones say what they did.
    for (const number of generationsOf(store)) {
      await expectLookups(store, number);
      expect((await checkStore(store, number)).problems).toEqual([]);
    }
  });

  it('share what a build wrote with the next generation, and hold nothing of what is suppressed', {
    tags: ['long'],
  }, async () => {
    const store = copyOf();
    await applyChanges(anyChanges(1), {store, by: 'refresh'});
    const names = filesOf(store, 2).map((path) => basename(path));
    expect(names).toContain('documents.1.data');
    if (process.platform !== 'win32')
      expect(statSync(filesOf(store, 2)[names.indexOf('documents.0.data')] ?? '').nlink).toBe(2);
    await using graph = await openGraph(store, {generation: 1});
    const [one] = (await graph.entities({limit: 1, kind: 'company'})).results;
    const {id, name} = one as {id: string; name: string};
    const asBytes = Buffer.from(id.replaceAll('-', ''), 'hex');
    // The feed may say that an id is gone, and nothing else of it.
    const says = (number: number) =>
      filesOf(store, number).filter((path) => {
        const bytes = readFileSync(path);
        const isFeed = basename(path) === 'feed.data';
        return bytes.includes(`"${name}"`) || (!isFeed && (bytes.includes(id) || bytes.includes(asBytes)));
      });
    expect(says(1)).not.toEqual([]);
    const suppressing: ChangeSet = {
      fill: async (_, base) => base && {...base, release: base.release + 1, suppressed: [id]},
    };
    await applyChanges(suppressing, {store, by: 'refresh'});
    for (const number of generationsOf(store)) {
      expect(says(number)).toEqual([]);
      const feed = filesOf(store, number).find((path) => basename(path) === 'feed.data') ?? '';
      expect(readFileSync(feed, 'utf8')).toMatch(new RegExp(`\\["${id}",\\d+,"${id}","${id}",null\\]`));
      await expectLookups(store, number);
    }
    expect(readdirSync(join(store, 'generations')).filter((file) => /^\d+\.[0-9a-f]+$/.test(file))).toHaveLength(3);
  });

  it('of neighbours are written again for the rows that changed, if they are few, and shared otherwise', async () => {
    const store = copyOf();
    const nlink = (number: number, name: string) =>
      statSync(filesOf(store, number).find((path) => basename(path) === name) ?? '').nlink;
    // An edge more of those that have most changes nobody's place but theirs.
    const few: ChangeSet = {
      async fill(connection, base) {
        await connection.run(`INSERT INTO change_edges BY NAME
          WITH busy AS (SELECT id, row_number() OVER (ORDER BY degree DESC) AS n FROM graph.signal JOIN graph.entity USING (rid))
          SELECT a.id::VARCHAR AS source, e.relation, b.id::VARCHAR AS target, NULL::TIMESTAMPTZ AS observed_at
          FROM busy a JOIN busy b ON a.n = 1 AND b.n IN (2, 3, 4) CROSS JOIN (SELECT relation FROM graph.relation ORDER BY ALL LIMIT 2) e`);
        return base && {...base, release: base.release + 1};
      },
    };
    await applyChanges(few, {store, by: 'refresh'});
    expect(filesOf(store, 2).map((path) => basename(path))).toContain('neighbours.1.data');
    if (process.platform !== 'win32') expect(nlink(2, 'neighbours.0.data')).toBe(2);
    await expectLookups(store, 2);
    await applyChanges(anyChanges(2, 250), {store, by: 'refresh'});
    expect(filesOf(store, 3).map((path) => basename(path))).not.toContain('neighbours.1.data');
    expect(nlink(3, 'neighbours.0.data')).toBe(1);
  });

  it('that are missing, cut short or changed are told by name, at opening, in an answer or by verifying', async () => {
    const store = copyOf();
    const at = (name: string) => filesOf(store, 1).find((path) => basename(path) === name) ?? '';
    const was = readFileSync(at('documents.0.data'));
    const changed = Buffer.from(was);
    for (let byte = 20; byte < changed.length; byte += 50) changed[byte] = 0x7e;
    writeFileSync(at('documents.0.data'), changed);
    await using graph = await openGraph(store);
    const [one] = (await graph
      .entities({limit: 1, fields: 'id'} as never)
      .catch((error: unknown) => [error])) as unknown as Error[];
    expect(String(one)).toMatch(/documents\.0\.data: is damaged .*store load/);
    expect((await checkStore(store, 1)).problems.join()).toMatch(/documents\.0\.data: its SHA-256/);
    writeFileSync(at('documents.0.data'), was);
    truncateSync(at('standings'), 100);
    await expect(openGraph(store)).rejects.toThrow(/standings: is damaged .*store load/);
    rmSync(at('ids'));
    const {problems} = await checkStore(store, 1);
    expect(problems.join()).toMatch(/standings: has 100 bytes/);
    expect(problems.join()).toMatch(/its look-up file ids is missing/);
  }, 120_000);

  it('of postings that are another generation’s are found by verifying', {tags: ['long']}, async () => {
    const store = copyOf();
    await applyChanges(anyChanges(1), {store, by: 'refresh'});
    const postings = (number: number) =>
      filesOf(store, number)
        .filter((path) => basename(path).startsWith('postings.'))
        .sort();
    for (const [index, path] of postings(1).entries()) writeFileSync(path, readFileSync(postings(2)[index] ?? ''));
    const {problems} = await checkStore(store, 1);
    expect(problems.join()).toMatch(/postings: [1-9]\d* terms differ from the tables/);
  });

  it('of a write that was interrupted are removed by the next one', {tags: ['long']}, async () => {
    const store = copyOf();
    const stray = join(store, 'generations', '000009.0123456789abcdef');
    const second = join(store, 'generations', '000001.0123456789abcdef');
    for (const folder of [stray, second]) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'ids'), 'half');
    }
    await applyChanges(anyChanges(1), {store});
    expect([stray, second].filter((folder) => existsSync(folder))).toEqual([]);
    await expectLookups(store, 1);
    await expectLookups(store, 2);
  });
});
