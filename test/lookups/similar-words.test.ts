import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect} from 'vitest';
import {SimilarWords} from '../../src/lookups/similar-words.ts';
import {mistakesAllowed} from '../../src/operations/names/near.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';
import type {StoredGeneration} from '../../src/store/generation.ts';
import {edits, editsOfStart} from '../../src/text/edits.ts';
import {openGenerated} from '../helpers/generation.ts';
import {openerOf} from '../helpers/lookup-files.ts';
import {withMistakes} from '../helpers/mistakes.ts';
import {property} from '../helpers/property.ts';

let generation: StoredGeneration;
const files: {close(): void}[] = [];
beforeAll(async () => {
  generation = await openGenerated();
});
afterAll(async () => {
  for (const file of files) file.close();
  await generation.retire();
});

function similarWords(): SimilarWords {
  const {table, words} = openerOf(generation, files);
  return new SimilarWords(table('similar_words'), words());
}

describe('similar words', () => {
  property('are all that are near enough, with the names that have them', {few: 60, all: 1500}, async (numRuns) => {
    const rows = await generation.rows(sql`select word, wid from word order by word`, {
      word: is.text,
      wid: is.integer,
    });
    const counted = await generation.rows(sql`select wid, count(*) as many from name_word group by wid`, {
      wid: is.integer,
      many: is.integer,
    });
    const many = new Map(counted.map(({wid, many: df}) => [wid, df]));
    // Words whose first letters none without a digit has are not looked for.
    const indexed = (letters: number) => {
      const starts = rows.flatMap(({word}) => (/\d/.test(word) ? [] : [word.slice(0, 7)]));
      const some = new Set(starts.filter((start) => start.length > 2).map((start) => start.slice(0, letters)));
      return (word: string) => some.has(word.slice(0, letters));
    };
    const [byWhole, byStart] = [indexed(7), indexed(4)];
    const similar = similarWords();
    const asked = fc.tuple(withMistakes(rows.map(({word}) => word)), fc.boolean());
    await fc.assert(
      fc.property(asked, ([typed, isWhole]) => {
        const allowed = mistakesAllowed(typed);
        fc.pre(allowed > 0);
        const isIndexed = isWhole || typed.length >= 7 ? byWhole : byStart;
        const far = (word: string) => (isWhole ? edits(typed, word) : editsOfStart(typed, word, allowed));
        const want = rows
          .filter(({word}) => isIndexed(word) && far(word) <= allowed)
          .map(({word, wid}) => ({word, distance: far(word), wid, df: many.get(wid)}))
          .sort((a, b) => a.distance - b.distance || (b.df ?? 0) - (a.df ?? 0) || (a.word < b.word ? -1 : 1));
        const found = similar.near(typed, {allowed: allowed as 1 | 2, isWhole, most: 10_000});
        expect(found.map(({word, distance, range: {first, df}}) => ({word, distance, wid: first, df}))).toEqual(want);
        expect(similar.near(typed, {allowed: allowed as 1 | 2, isWhole, most: 3})).toEqual(found.slice(0, 3));
      }),
      {numRuns},
    );
  });
});
