import {DuckDBInstance} from '@duckdb/node-api';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {edits, editsOfStart} from '../../src/text/edits.ts';

const word = fc.string({unit: fc.constantFrom(...'abcd'), maxLength: 9});

describe('edits', () => {
  it('are those that the engine counts in ASCII', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const pairs = fc.sample(fc.tuple(word, word), {numRuns: 500, seed: 7});
    const found = await connection.runAndReadAll(
      `SELECT damerau_levenshtein(a, b) FROM (VALUES ${pairs.map(([a, b], at) => `(${at}, '${a}', '${b}')`).join()}) t(place, a, b) ORDER BY place`,
    );
    expect(pairs.map(([a, b]) => edits(a, b))).toEqual(found.getRows().map(([distance]) => Number(distance)));
    connection.disconnectSync();
  });

  it('count a transposition once, also around other letters', () => {
    expect(edits('novratis', 'novartis')).toBe(1);
    expect(edits('ca', 'abc')).toBe(2);
  });

  it('count letters, not units', () => {
    expect(edits('𝛼𝛽', '𝛼𝛾')).toBe(1);
    expect(edits('ναι', 'νε')).toBe(2);
  });

  it('of a start are the fewest of any start of about that length', () => {
    fc.assert(
      fc.property(word, word, fc.integer({min: 0, max: 3}), (text, other, most) => {
        const lengths = Array.from({length: 2 * most + 1}, (_, at) => Math.max(0, text.length - most + at));
        expect(editsOfStart(text, other, most)).toBe(
          Math.min(...lengths.map((length) => edits(text, other.slice(0, length)))),
        );
      }),
    );
  });
});
