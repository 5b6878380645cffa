import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {and, empty, id, join, quote, sql} from '../../src/sql/sql.ts';
import {openShell, type Shell} from '../helpers/duckdb.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

describe('sql', () => {
  it('numbers the values of nested pieces in order', () => {
    const inner = sql`b = ${2} and c in ${[3, 4]}`;
    expect(sql`select ${1} where ${inner} and d = ${'five'}`.compile()).toEqual({
      text: 'select $1 where b = $2 and c in ($3, $4) and d = $5',
      values: [1, 2, 3, 4, 'five'],
    });
  });

  it('rounds lists up, so that the statement cache holds a few texts', () => {
    const texts = new Set(
      Array.from({length: 64}, (_, n) => sql`x in ${Array.from({length: n + 1}, (_, i) => i)}`.compile().text),
    );
    expect(texts.size).toBeLessThanOrEqual(8);
  });

  it('matches nothing with an empty list', async () => {
    const {text, values} = sql`select count(*)::int from range(3) t(x) where x in ${[]}`.compile();
    expect(await shell.first(text, values)).toBe(0);
  });

  it('joins pieces, and no condition is true', async () => {
    expect(join([sql`a`, sql`${1}`], ', ').compile()).toEqual({text: 'a, $1', values: [1]});
    expect(and([]).compile().text).toBe('true');
    expect(and([undefined, sql`a = ${1}`, sql`b`]).compile().text).toBe('a = $1 and b');
    expect(empty.compile()).toEqual({text: '', values: []});
  });

  it('refuses what is no identifier', () => {
    for (const name of ['a b', 'a;drop table x', '', '1a', 'A"']) expect(() => id(name)).toThrow(/identifier/);
  });

  it('hands any text over as it is, whatever it looks like', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({unit: 'binary'}), fc.constantFrom(`'; drop table x; --`, `\\`, `$1`, `"`, `''`)),
        async (text) => {
          fc.pre(!text.includes('\u0000') && !/\p{Surrogate}/u.test(text));
          const bound = sql`select ${text}::varchar`.compile();
          expect(await shell.first(bound.text, bound.values)).toBe(text);
          expect(await shell.first(`select ${quote(text)}::varchar`)).toBe(text);
        },
      ),
      {numRuns: 200},
    );
  });
});
