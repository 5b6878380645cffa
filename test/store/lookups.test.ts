import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import type {Kind} from '../../src/schema/kinds.ts';
import {type Sql, sql} from '../../src/sql/sql.ts';
import {StoredGeneration} from '../../src/store/generation.ts';
import {readPointer} from '../../src/store/store.ts';

let generation: StoredGeneration;
beforeAll(async () => {
  const folder = inject('store');
  const {file, generation: number} = readPointer(folder);
  generation = await StoredGeneration.open(join(folder, file), number);
});
afterAll(() => generation.retire());

interface Known {
  rid: number;
  id: string;
  kind: Kind;
  slug: string;
  key: string;
  survivor: number;
}

const some = async (query: Sql) => (await generation.rows(query)) as unknown as Known[];

describe('look-ups', () => {
  it('find rows by id and by slug as the tables hold them, and nobody for what is unknown', async () => {
    const rows = await some(
      sql`select e.rid, e.id::varchar as id, e.slug, k.kind from entity e join kind k on k.kind_no = (e.rid >> 26) order by hash(e.rid) limit 40`,
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

  it('lead from what was folded to the survivor, by id and by slug', async () => {
    const [gone] = await some(
      sql`select id::varchar as id, slug, survivor from gone where survivor is not null order by id limit 1`,
    );
    if (gone === undefined) throw new Error('The generated graph has merged entities.');
    const {id, slug, survivor} = gone;
    expect(await generation.lookups.folded({ids: [id]})).toEqual([expect.objectContaining({id, slug, survivor})]);
    expect(await generation.lookups.folded({slugs: [String(slug).toUpperCase()]})).toContainEqual(
      expect.objectContaining({id, survivor}),
    );
    expect(await generation.lookups.folded({slugs: []})).toEqual([]);
  });

  it('find who bears an identifier, all who do, and not those of the same hash alone', async () => {
    const rows = await some(sql`select key, rid from identifier order by hash(key) limit 30`);
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
    const rows = await some(sql`select rid from adjacency order by neighbours, rid limit 20`);
    const rids = rows.map(({rid}) => Number(rid));
    const around = await generation.lookups.neighbours(rids);
    for (const rid of rids) {
      const edges = await generation.lookups.edges(rid);
      const others = new Set(edges.map(({other}) => other).filter((other) => other !== rid));
      expect(around.get(rid)?.count).toBe(others.size);
    }
  });
});
