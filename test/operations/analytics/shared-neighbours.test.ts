import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Context} from '../../../src/context.ts';
import {byEnds, byStatement} from '../../../src/operations/analytics/shared-neighbours.ts';
import {is} from '../../../src/sql/results.ts';
import {sql} from '../../../src/sql/sql.ts';
import type {StoredGeneration} from '../../../src/store/generation.ts';
import {openGenerated} from '../../helpers/generation.ts';

let generation: StoredGeneration;
beforeAll(async () => {
  generation = await openGenerated();
});
afterAll(() => generation.retire());

it('common neighbours are the same from files and by a statement', async () => {
  const context = {generation} as unknown as Context;
  const [rids] = await generation.columns(
    sql`select rid from (select rid, row_number() over (order by degree desc, rid) as place from signal) where place % 40 < 2 order by place limit 60`,
    [is.integer],
  );
  let found = 0;
  for (const [at, rid] of rids.entries()) {
    const results = rids.slice(at % 2, (at % 2) + 30);
    const [read, asked] = [await byEnds(context, rid, results), await byStatement(context, rid, results)];
    const named = new Map([...read].filter(([, others]) => others.length > 0));
    expect(asked).toEqual(named);
    found += named.size;
  }
  expect(found).toBeGreaterThan(100);
});
