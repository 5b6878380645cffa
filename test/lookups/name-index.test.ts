import fc from 'fast-check';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {NameIndex} from '../../src/lookups/name-index.ts';
import type {WordRange} from '../../src/name-match.ts';
import {KINDS, partOf, WORK_BITS} from '../../src/schema/kinds.ts';
import {kindNumber, kindOfRid} from '../../src/schema/rid.ts';
import {is} from '../../src/sql/results.ts';
import {sql, whole} from '../../src/sql/sql.ts';
import type {StoredGeneration} from '../../src/store/generation.ts';
import {openGenerated} from '../helpers/generation.ts';
import {openerOf} from '../helpers/lookup-files.ts';

let generation: StoredGeneration;
const files: {close(): void}[] = [];
beforeAll(async () => {
  generation = await openGenerated();
});
afterAll(async () => {
  for (const file of files) file.close();
  await generation.retire();
});

/** @param rarest Names that are read of the rarest word. @param others And of each of the others. */
function indexOf(rarest: number, others = rarest): NameIndex {
  const {table, words} = openerOf(generation, files);
  return new NameIndex(words(), table('name_postings'), table('called'), generation.rowNumbers, {
    rarest,
    others,
  });
}

function grouped<T, K>(list: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

it('names with some words are those of the tables, in their order, however many names have the words', async () => {
  const rows = await generation.rows(
    sql`select word, rid, order_key, rung from name_word join word using (wid) order by order_key, rid`,
    {word: is.text, rid: is.integer, order_key: is.integer, rung: is.integer},
  );
  const byWord = grouped(rows, ({word}) => word);
  const byRow = grouped(rows, ({rid}) => rid);
  const frequent = [...byWord].sort(([, a], [, b]) => b.length - a.length).map(([word]) => word);
  const together = fc
    .constantFrom(...byRow.values())
    .chain((own) => fc.uniqueArray(fc.constantFrom(...own.map(({word}) => word)), {minLength: 1, maxLength: 3}));
  const asked = fc.tuple(
    fc.oneof(together, fc.uniqueArray(fc.constantFrom(...frequent.slice(0, 30)), {minLength: 1, maxLength: 3})),
    fc.oneof(fc.constantFrom(...frequent.slice(0, 200)), fc.constantFrom(...frequent), fc.constant('no such word')),
    fc.integer({min: 1, max: 6}),
  );
  const all = indexOf(1_000_000);
  for (const [rarer, most] of [
    [0, 0],
    [3, 20],
    [40, 40],
    [40, 1_000_000],
    [1_000_000, 1_000_000],
  ] as const) {
    const index = indexOf(rarer, most);
    fc.assert(
      fc.property(asked, ([words, other, length]) => {
        const start = other.slice(0, length);
        const [first = '', ...rest] = words;
        const want = (byWord.get(first) ?? [])
          .filter(({rid}) => {
            const own = byRow.get(rid) ?? [];
            return rest.every((word) => own.some((one) => one.word === word));
          })
          .map(({rid, order_key: orderKey, rung}) => ({rid, orderKey, rung}));
        const starting = (rid: number) => byRow.get(rid)?.some(({word}) => word.startsWith(start)) === true;
        const found = index.having(words, start);
        const range = all.wordsStarting(start);
        if (found === undefined) {
          const [named, started] = [Math.min(...words.map((word) => byWord.get(word)?.length ?? 0)), range?.df ?? 0];
          expect(Math.min(named, started) > rarer || named > most).toBe(true);
          return;
        }
        const {matches, among} = found;
        expect(among === undefined ? matches : matches.filter(({rid}) => starting(rid))).toEqual(
          want.filter(({rid}) => starting(rid)),
        );
        if (among !== undefined) expect(among).toEqual(range);
      }),
      {numRuns: 150},
    );
  }
});

it('a word is known by its number and by how many names have it', async () => {
  const words = await generation.rows(sql`select word, wid, df from word order by hash(word) limit 500`, {
    word: is.text,
    wid: is.integer,
    df: is.integer,
  });
  const index = indexOf(10);
  for (const {word, wid, df} of words) expect(index.word(word)).toMatchObject({first: wid, last: wid, df});
  expect(index.word('nosuchwordatall')).toBe(null);
  expect(index.word('')).toBe(null);
});

it('names with words that may be meant are those of the tables, the best of each sort', async () => {
  const rows = await generation.rows(
    sql`select word, rid, order_key, ((${whole(WORK_BITS)} >> kind_of(rid)) % 2)::integer as work from name_word join word using (wid)`,
    {word: is.text, rid: is.integer, order_key: is.integer, work: is.integer},
  );
  const byWord = grouped(rows, ({word}) => word);
  const frequent = [...byWord].sort(([, a], [, b]) => b.length - a.length).map(([word]) => word);
  const word = fc.oneof(fc.constantFrom(...frequent.slice(0, 60)), fc.constantFrom(...frequent));
  const list = fc.uniqueArray(word, {minLength: 1, maxLength: 4});
  const asked = fc.record({
    oneOf: fc.array(fc.record({word, far: fc.integer({min: 0, max: 2})}), {minLength: 1, maxLength: 4}),
    also: fc.array(list, {maxLength: 2}),
    kind: fc.option(fc.constantFrom(...KINDS), {nil: undefined}),
    most: fc.integer({min: 1, max: 70}),
  });
  const [index, limited] = [indexOf(1_000_000), indexOf(30, 100)];
  const rangeOf = (one: string) => index.word(one) as WordRange;
  const follows = (rid: number) => Number(partOf(kindOfRid(rid)) === 'follows');
  fc.assert(
    fc.property(asked, ({oneOf, also, kind, most}) => {
      const has = also.map((some) => new Set(some.flatMap((one) => byWord.get(one) ?? []).map(({rid}) => rid)));
      const far = new Map<number, {far: number; order_key: number; work: number}>();
      for (const {word: one, far: own} of oneOf)
        for (const {rid, ...row} of byWord.get(one) ?? [])
          if ((kind === undefined || kindOfRid(rid) === kind) && has.every((rids) => rids.has(rid)))
            far.set(rid, {...row, far: Math.min(own, far.get(rid)?.far ?? own)});
      const want = [...far].sort(
        ([a, x], [b, y]) =>
          follows(a) - follows(b) || x.far - y.far || x.work - y.work || x.order_key - y.order_key || a - b,
      );
      const meant = {
        oneOf: oneOf.map((one) => ({range: rangeOf(one.word), far: one.far})),
        also: also.map((some) => some.map(rangeOf)),
        kind: kind === undefined ? 0 : kindNumber(kind),
        most,
      };
      const best = want.slice(0, most).map(([rid, row]) => ({rid, far: row.far}));
      expect(index.meant(meant)).toEqual(best);
      expect([best, undefined]).toContainEqual(limited.meant(meant));
    }),
    {numRuns: 200},
  );
  const many = byWord.get(frequent[0] as string)?.length ?? 0;
  const all = {oneOf: [{range: rangeOf(frequent[0] as string), far: 0}], also: [], kind: 0, most: 2 * many};
  expect(indexOf(many).meant(all)).toHaveLength(new Set(byWord.get(frequent[0] as string)?.map(({rid}) => rid)).size);
  expect(indexOf(many - 1).meant(all)).toBe(undefined);
});
