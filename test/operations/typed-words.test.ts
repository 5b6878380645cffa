import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect} from 'vitest';
import type {Lookups} from '../../src/generation.ts';
import {NameIndex} from '../../src/lookups/name-index.ts';
import {autocomplete} from '../../src/operations/autocomplete.ts';
import {KINDS} from '../../src/schema/kinds.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';
import type {StoredGeneration} from '../../src/store/generation.ts';
import {answerOf} from '../helpers/answered.ts';
import {openGenerated} from '../helpers/generation.ts';
import {openerOf} from '../helpers/lookup-files.ts';
import {withMistakes} from '../helpers/mistakes.ts';
import {property} from '../helpers/property.ts';

let generation: StoredGeneration;
beforeAll(async () => {
  generation = await openGenerated();
});
const files: {close(): void}[] = [];
afterAll(async () => {
  for (const file of files) file.close();
  await generation.retire();
});

/** Look-ups that read names as those of a larger graph do: no more than some of them. */
function fewNames(index: NameIndex): Partial<Lookups> {
  return {
    namesHaving: async (words, start) => index.having(words, start),
    namesMeant: async (meant) => index.meant(meant),
  };
}

function limitedTo(rarest: number, others: number): NameIndex {
  const {table, words} = openerOf(generation, files);
  const most = {rarest, others};
  return new NameIndex(words(), table('name_postings'), table('called'), generation.rowNumbers, most);
}

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
    fc.tuple(name, fc.nat(120)).map(([text, length]) => text.slice(0, length)),
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
    const limited = [limitedTo(1_000_000, 50), limitedTo(50, 200)];
    await fc.assert(
      fc.asyncProperty(question, async (given) => {
        const byStatement = await answerOf(generation, autocomplete, given, ['namesHaving', 'wordsStarting', 'word']);
        expect(await answerOf(generation, autocomplete, given)).toBe(byStatement);
        for (const index of limited)
          expect(await answerOf(generation, autocomplete, given, [], fewNames(index))).toBe(byStatement);
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
