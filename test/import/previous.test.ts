/** @module-tag long */

import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openGraph} from '../../src/graph.ts';
import {applyDelta, diffSnapshots} from '../../src/snapshot/delta.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {readManifest} from '../../src/snapshot/manifest.ts';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();
const rows = (kind: string, values: string, columns = 'key, name') =>
  recipe(folder, {entities: `select *, '${kind}' as kind from (values ${values}) v(${columns})`}, '-- name: one\n');

describe('an import after an earlier release', () => {
  const products = (wrong: string) =>
    rows(
      'product',
      `('drugbank:DB1', 'fooflozin', null), ('name:product:fooflozin', 'fooflozin', ['drugbank:DB1']), ('name:product:barflozin', 'barflozin', [${wrong}])`,
      'key, name, same_as',
    );

  it('keeps every id and slug: what was folded wrongly lives again under its id, and the difference is a delta', async () => {
    const first = await build(folder, [products(`'drugbank:DB1'`)]);
    const [gone] = await first.rows(
      `select id, slug from entities where natural_key = 'name:product:barflozin' and state = 'merged'`,
    );
    const second = await build(folder, [products(`'drugbank:DB2'`)], {
      previous: first.out,
      asOf: '2025-07-31T00:00:00.000Z',
    });
    expect(readManifest(second.out)).toMatchObject({lineage: readManifest(first.out).lineage, release: 2});
    expect(
      await second.rows(`select id, name, state from entities where natural_key = 'name:product:barflozin'`),
    ).toEqual([{id: gone?.id, name: 'barflozin', state: 'live'}]);
    const store = join(folder, 'store');
    await loadSnapshot({snapshot: first.out, store});
    await diffSnapshots({from: first.out, to: second.out, out: join(folder, 'delta')});
    await applyDelta(join(folder, 'delta'), {store});
    const graph = await openGraph(store);
    try {
      expect((await graph.entity({entity_id: String(gone?.id)})).name).toBe('barflozin');
      expect((await graph.entity({entity_id: `product/${gone?.slug}`})).name).toBe('barflozin');
      expect((await graph.entity({entity_id: 'product/fooflozin'})).name).toBe('fooflozin');
    } finally {
      await graph.close();
    }
  });

  it('dates an entity anew if its edges or its provenance changed, and no other', async () => {
    const release = (edges: string, confidence: number) =>
      recipe(
        folder,
        {
          entities: `select key, kind, name, c as identity_confidence, case when key = 'x:1' then 'oncology' end as therapeutic_area, ${confidence} as moa_confidence, timestamptz '2020-01-01' as updated_at from (values
            ('c:1', 'company', 'Fooco Inc', 1.0), ('c:2', 'company', 'Barco Inc', 1.0), ('c:3', 'company', 'Quxco Inc', 1.0), ('x:1', 'program', 'FOO-1', 1.0), ('x:2', 'program', 'FOO-2', 1.0)) v(key, kind, name, c)`,
          edges: `select *, 'develops' as relation from (values ${edges}) v(source_key, target_key)`,
        },
        '-- name: one\n',
      );
    const first = await build(folder, [release(`('c:1', 'x:1'), ('c:2', 'x:2')`, 0.9)]);
    const dates = async (edges: string, confidence: number) => {
      const second = await build(folder, [release(edges, confidence)], {
        previous: first.out,
        asOf: '2025-07-31T00:00:00.000Z',
      });
      const rows = await second.rows(
        `select natural_key as key from entities where updated_at = '2025-07-31T00:00:00Z'::timestamptz order by 1`,
      );
      return rows.map(({key}) => key);
    };
    expect(await dates(`('c:2', 'x:2'), ('c:1', 'x:1')`, 0.9)).toEqual([]);
    expect(await dates(`('c:1', 'x:1'), ('c:3', 'x:2')`, 0.9)).toEqual(['c:2', 'c:3', 'x:2']);
    expect(await dates(`('c:1', 'x:1'), ('c:2', 'x:2')`, 0.8)).toEqual(['x:1']);
  });

  it('is dated after the one before, whatever its own sources say: a feed goes on from the end of that', async () => {
    const first = await build(folder, [rows('company', `('x:1', 'Fobot')`)], {asOf: '2025-07-31T00:00:00.000Z'});
    for (const asOf of ['2025-07-31T00:00:00.000Z', '2025-01-01T00:00:00.000Z']) {
      const second = await build(folder, [rows('company', `('x:1', 'Fobot Inc')`)], {previous: first.out, asOf});
      expect(readManifest(second.out).as_of).toBe('2025-07-31T00:00:00.001Z');
      expect(
        await second.rows(
          `select name from entities where state = 'live' and updated_at > '2025-07-31T00:00:00Z'::timestamptz`,
        ),
      ).toEqual([{name: 'Fobot Inc'}]);
    }
  });

  it('leads from an old name’s slug to its entity, and gives it to nobody else', async () => {
    const first = await build(folder, [
      rows('company', `('x:1', 'Fobot'), ('x:2', 'Bar Gone'), ('x:3', 'Quux'), ('x:4', 'Stays')`),
    ]);
    const second = await build(
      folder,
      [rows('company', `('x:1', 'Fobott Laboratories'), ('x:5', 'Fobot'), ('y:3', 'Quux'), ('x:4', 'Stays')`)],
      {
        previous: first.out,
        asOf: '2025-07-31T00:00:00.000Z',
      },
    );
    const third = await build(
      folder,
      [rows('company', `('x:1', 'Fobott'), ('x:5', 'Fobot'), ('y:3', 'Quux'), ('x:4', 'Stays')`)],
      {
        previous: second.out,
        asOf: '2025-08-31T00:00:00.000Z',
      },
    );
    for (const {out} of [second, third]) {
      const store = join(folder, `store-${out.split('-').at(-1)}`);
      await loadSnapshot({snapshot: out, store});
      const graph = await openGraph(store);
      try {
        const {id, slug} = await graph.entity({entity_id: 'company/fobot'});
        expect(slug).not.toBe('fobot');
        expect((await graph.entity({entity_id: 'company/quux'})).name).toBe('Quux');
        const old = (await first.rows(`select id from entities where natural_key = 'x:1'`))[0]?.id;
        expect(id).toBe(old);
        for (const {id: before} of await first.rows(
          `select id from entities where natural_key in ('x:1', 'x:3', 'x:4')`,
        ))
          expect((await graph.entity({entity_id: String(before)})).id).toBeDefined();
        await expect(graph.entity({entity_id: 'company/bar-gone'})).rejects.toMatchObject({code: 'not_found'});
      } finally {
        await graph.close();
      }
    }
    expect(
      await third.rows(
        `select slug from entities where state = 'live' and natural_key in ('x:1', 'x:5') order by natural_key`,
      ),
    ).toEqual([{slug: 'fobott'}, {slug: expect.stringMatching(/^fobot-[0-9a-f]{8}$/)}]);
    expect(
      await third.rows(
        `select count(*)::integer as n from (select kind, slug from entities group by all having count(distinct coalesce(merged_into, id)) > 1)`,
      ),
    ).toEqual([{n: 0}]);
  });

  it('says of a row when it last changed', async () => {
    const first = await build(folder, [rows('company', `('x:1', 'Foo'), ('x:2', 'Bar')`)]);
    const second = await build(folder, [rows('company', `('x:1', 'Foo'), ('x:2', 'Baz')`)], {
      previous: first.out,
      asOf: '2025-07-31T00:00:00.000Z',
    });
    expect(
      await second.rows(
        `select name, updated_at::date::varchar as day from entities where state = 'live' order by name`,
      ),
    ).toEqual([
      {name: 'Baz', day: '2025-07-31'},
      {name: 'Foo', day: '2025-06-30'},
    ]);
  });

  it('refuses a delta as the release before', async () => {
    await expect(build(folder, [products(`'drugbank:DB2'`)], {previous: join(folder, 'delta')})).rejects.toThrow(
      'is a delta',
    );
  });
});
