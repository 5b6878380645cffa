import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {RowSet} from '../../src/lookups/row-set.ts';

describe('a set of rows', () => {
  it('has what was added and nothing else, whatever number was expected, narrow and wide', () => {
    const rid = fc.oneof(
      fc.integer({min: 0, max: 2 ** 31 - 1}),
      fc.maxSafeInteger().map(Math.abs),
      fc.constant(2 ** 32),
    );
    fc.assert(
      fc.property(fc.array(rid), fc.array(rid), fc.nat(100_000), (rows, others, expected) => {
        const set = new RowSet(expected);
        for (const row of rows) set.add(row);
        for (const row of [...rows, ...others]) expect(set.has(row)).toBe(rows.includes(row));
      }),
    );
  });
});
