import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect} from 'vitest';
import {autocomplete} from '../../src/operations/autocomplete.ts';
import {KINDS} from '../../src/schema/kinds.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';
import type {StoredGeneration} from '../../src/store/generation.ts';
import {answerOf} from '../helpers/answered.ts';
import {openGenerated} from '../helpers/generation.ts';
import {withMistakes} from '../helpers/mistakes.ts';
import {property} from '../helpers/property.ts';

let generation: StoredGeneration;
beforeAll(async () => {
  generation = await openGenerated();
});
afterAll(() => generation.retire());

/** Names and aliases, as they are written. */
async function names(): Promise<string[]> {
  const [found] = await generation.columns(
    sql`select name from (select name from entity union select unnest(aliases) from raw_entities) order by hash(name) limit 3000`,
    [is.text],
  );
  return found;
}

/** Some words of names, the last one cut. */
async function anyTyped() {
  const name = fc.constantFrom(...(await names()));
  const ends = fc.tuple(fc.nat(6), fc.integer({min: 2, max: 4}), fc.integer({min: 1, max: 9}));
  const part = fc.tuple(name, ends).map(([text, [from, count]]) => {
    const words = text.split(' ');
    return words.slice(from % words.length, (from % words.length) + count);
  });
  const cut = (words: readonly string[], length: number) =>
    words.map((word, at) => (at === words.length - 1 ? word.slice(0, length) : word)).join(' ');
  return fc.oneof(
    fc.tuple(name, fc.nat(60)).map(([text, length]) => text.slice(0, length)),
    fc.tuple(part, ends).map(([words, [, , length]]) => cut(words, length)),
    fc.tuple(part, ends).map(([words, [, , length]]) => cut(words.toReversed(), length)),
    fc.tuple(part, part, ends).map(([words, others, [, , length]]) => cut([...words.slice(0, 1), ...others], length)),
  );
}

describe('several words', () => {
  property('are completed the same from files and by statements', {few: 40, all: 800}, async (numRuns) => {
    const question = fc.record(
      {q: await anyTyped(), kind: fc.constantFrom(...KINDS), limit: fc.integer({min: 1, max: 25})},
      {requiredKeys: ['q', 'limit']},
    );
    await fc.assert(
      fc.asyncProperty(question, async (given) => {
        const byStatement = await answerOf(generation, autocomplete, given, ['namesHaving', 'wordsStarting', 'word']);
        expect(await answerOf(generation, autocomplete, given)).toBe(byStatement);
      }),
      {numRuns},
    );
  });
});

describe('mistyped words', () => {
  property('are read the same from files and by statements', {few: 40, all: 800}, async (numRuns) => {
    const name = fc.constantFrom(...(await names()));
    const words = fc.tuple(name, fc.nat(6), fc.integer({min: 1, max: 3})).chain(([text, from, count]) => {
      const all = text.toLowerCase().split(' ');
      const some = all.slice(from % all.length, (from % all.length) + count);
      return fc.tuple(...some.map((word) => withMistakes([word]))).map((typed) => typed.join(' '));
    });
    const question = fc.record(
      {q: words, kind: fc.constantFrom(...KINDS), limit: fc.integer({min: 1, max: 25})},
      {requiredKeys: ['q', 'limit']},
    );
    await fc.assert(
      fc.asyncProperty(question, async (given) => {
        const read = await answerOf(generation, autocomplete, given);
        // The engine counts bytes, not letters.
        fc.pre(/^[\0-\x7f]*$/.test(read));
        expect(read).toBe(await answerOf(generation, autocomplete, given, ['similarWords', 'namesMeant']));
      }),
      {numRuns},
    );
  });
});
