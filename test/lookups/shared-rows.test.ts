import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {columns} from '../../src/sql/fragments.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';
import type {StoredGeneration} from '../../src/store/generation.ts';
import {openGenerated} from '../helpers/generation.ts';

let generation: StoredGeneration;
beforeAll(async () => {
  generation = await openGenerated();
});
afterAll(() => generation.retire());

describe('look-ups', () => {
  it('give the other ends of edges by relation and direction, as the tables have them', async () => {
    const [rids] = await generation.columns(sql`select rid from adjacency order by neighbours desc, rid limit 30`, [
      is.integer,
    ]);
    const steps = [2, 3, 5, 8];
    const [owns, found, others] = await generation.columns(
      sql`select own, step, other from (
            select src as own, rel * 2 as step, dst as other from edge_out
            union all select dst, rel * 2 + 1, src from edge_in
          ) where own in ${rids} and step in ${steps}`,
      [is.integer, is.integer, is.integer],
    );
    const written = (own: number, step: number, other: number) => `${own} ${step} ${other}`;
    const ends = await generation.lookups.ends(rids, steps);
    expect(ends.length).toBeGreaterThan(20);
    expect(ends.map(({own, step, other}) => written(own, step, other)).sort()).toEqual(
      owns.map((own, index) => written(own, found[index] ?? 0, others[index] ?? 0)).sort(),
    );
    expect(await generation.lookups.ends([], steps)).toEqual([]);
  });

  it('sum what entities share by labels and words of names, as the tables have them', async () => {
    const [labels] = await generation.columns(
      sql`select label_id from facet where kind_no = 5 and trusted > 2 order by label_id limit 12`,
      [is.integer],
    );
    const [words, wids] = await generation.columns(
      sql`select word, wid from word where df between 3 and 400 order by df desc, word limit 8`,
      [is.text, is.integer],
    );
    const traits = [
      ...labels.map((label_id, index) => ({label_id, weight: 1 + index})),
      ...words.map((word, index) => ({word, weight: 100 + index})),
    ];
    const shared = await generation.lookups.sharing(traits, 'trial');
    if (shared === undefined) throw new Error('A statement would be needed');
    const weights = columns({
      key: {type: 'integer', list: [...labels, ...wids]},
      weight: {type: 'double', list: traits.map(({weight}) => weight)},
    });
    const [rids, sums] = await generation.columns(
      sql`select rid, sum(weight) as score from (
            select rid, label_id as key from label where trusted and label_id in ${labels} and kind_of(rid) = 5
            union all
            select distinct rid, wid from name_word where wid in ${wids} and kind_of(rid) = 5
          ) join (${weights}) using (key) group by rid order by score desc, rid limit 40`,
      [is.integer, is.number],
    );
    expect(rids.length).toBeGreaterThan(5);
    const best = rids.map((rid, index) => ({rid, score: sums[index]}));
    expect(shared.best(40)).toEqual(best);
    expect(shared.best(3)).toEqual(best.slice(0, 3));
    expect(shared.sums(rids)).toEqual(sums);
    for (const {rid, score} of best)
      expect(shared.traitsOf(rid).reduce((sum, place) => sum + (traits[place]?.weight ?? 0), 0)).toBe(score);
  });
});
