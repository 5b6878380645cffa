import {describe, expect, expectTypeOf, it} from 'vitest';
import {columnsOf, is, rowsOf} from '../../src/sql/results.ts';

const answer = {
  names: ['rid', 'day', 'names'],
  columns: [
    [1, 2],
    ['2025-01-01', null],
    [['a'], []],
  ],
  rows: 2,
};

describe('typed answers', () => {
  it('are rows of the columns asked for, in that order and no others', () => {
    const rows = rowsOf(answer, {day: is.text.orNull, rid: is.integer});
    expectTypeOf(rows).toEqualTypeOf<{day: string | null; rid: number}[]>();
    expect(JSON.stringify(rows)).toBe('[{"day":"2025-01-01","rid":1},{"day":null,"rid":2}]');
  });

  it('are columns by their place', () => {
    const [rids, days, names] = columnsOf(answer, [is.integer, is.text.orNull, is.texts]);
    expectTypeOf(rids).toEqualTypeOf<number[]>();
    expectTypeOf(days).toEqualTypeOf<(string | null)[]>();
    expectTypeOf(names).toEqualTypeOf<string[][]>();
    expect([rids, days, names]).toEqual(answer.columns);
  });

  it('are empty without rows', () => {
    const none = {names: ['rid'], columns: [[]], rows: 0};
    expect(rowsOf(none, {rid: is.integer})).toEqual([]);
    expect(columnsOf(none, [is.integer])).toEqual([[]]);
  });

  it.each([
    ['a number that is not whole', is.integer, 1.5, 'a number instead of a whole number'],
    ['a text for a number', is.number, '9007199254740993', 'a string instead of a number'],
    ['null where none is foreseen', is.text, null, 'null instead of text'],
    ['a number for true', is.boolean, 1, 'a number instead of true or false'],
    ['a list of other things', is.integers, ['a'], 'a list instead of a list of whole numbers'],
    ['a text that is none of some', is.oneOf('in', 'out'), 'up', 'a string instead of one of in, out'],
    ['a struct without a member', is.struct({id: is.text}), {}, 'a struct instead of a struct with id'],
    ['something else than null', is.number.orNull, 'x', 'a string instead of a number or null'],
  ])('name the column that holds %s', (_, type, value, message) => {
    const wrong = {names: ['score'], columns: [[value]], rows: 1};
    expect(() => rowsOf(wrong, {score: type})).toThrow(`Row 1 of column \`score\` has ${message}`);
    expect(() => columnsOf(wrong, [type])).toThrow(`Row 1 of column \`score\` has ${message}`);
  });

  it('name a column that the statement does not give', () => {
    expect(() => rowsOf(answer, {score: is.number})).toThrow('no column `score`, which must have a number');
    expect(() => columnsOf({names: [], columns: [], rows: 0}, [is.text])).toThrow('no column `1`');
  });
});
