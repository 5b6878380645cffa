import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Context} from '../../src/context.ts';
import {dossier} from '../../src/operations/dossier.ts';
import {scoresOf} from '../../src/operations/records/measures.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';
import type {StoredGeneration} from '../../src/store/generation.ts';
import {answerOf} from '../helpers/answered.ts';
import {openGenerated} from '../helpers/generation.ts';

let generation: StoredGeneration;
beforeAll(async () => {
  generation = await openGenerated();
});
afterAll(() => generation.retire());

it('works score by their age as in the table of dates', async () => {
  const rows = await generation.rows(sql`select rid, score from dated order by hash(rid) limit 500`, {
    rid: is.integer,
    score: is.number,
  });
  const scores = await scoresOf(
    {generation} as unknown as Context,
    rows.map(({rid}) => rid),
  );
  expect(rows.some(({score}) => score > 0 && score < 1)).toBe(true);
  for (const {rid, score} of rows) expect(scores.get(rid) ?? 0).toBeCloseTo(score, 12);
});

it('a dossier is the same where stages and works are asked of the tables', async () => {
  const companies = await generation.rows(
    sql`select company as rid, count(*) as assets from company_asset group by company order by assets desc, company limit 12`,
    {rid: is.integer, assets: is.integer},
  );
  const headers = await generation.lookups.headers(companies.map(({rid}) => rid));
  for (const {id} of headers.values()) {
    const given = {entity_id: id};
    expect(await answerOf(generation, dossier, given)).toBe(await answerOf(generation, dossier, given, ['measures']));
  }
});
