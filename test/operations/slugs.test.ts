import {expect, it} from 'vitest';
import {idOf, openRows, row} from '../helpers/few-rows.ts';

it('slugs match in any case, whatever case the snapshot has them in', async () => {
  const graph = await openRows([
    {...row(1, 'company', 'Collagen X'), slug: 'COLL-X'},
    {...row(2, 'company', 'Twice'), slug: 'twice'},
    {...row(3, 'company', 'Twice, earlier'), slug: 'Twice', updated_at: '2025-12-31T00:00:00Z'},
  ]);
  for (const [slug, id] of [
    ['coll-x', idOf(1)],
    ['Coll-X', idOf(1)],
    ['TWICE', idOf(2)],
  ] as const) {
    expect((await graph.entityBySlug({kind: 'company', slug})).id).toBe(id);
    expect((await graph.entity(`company/${slug}`)).id).toBe(id);
    expect((await graph.entities({ids: [`company/${slug}`]})).results[0]?.id).toBe(id);
    expect((await graph.resolve({inputs: [`company/${slug}`]})).results[0]?.match?.id).toBe(id);
  }
  await graph.close();
});
