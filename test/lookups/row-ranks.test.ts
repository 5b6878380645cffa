import fc from 'fast-check';
import {expect, it} from 'vitest';
import {byKind, placeIn} from '../../src/lookups/ordered.ts';
import {RowRanks} from '../../src/lookups/row-ranks.ts';
import {NARROW, WIDE} from '../../src/sql/row-numbers.ts';

/** Row ids of some kinds, side by side and far apart, in no order. */
const rowsOf = ({kindBits, first}: typeof NARROW) =>
  fc.uniqueArray(
    fc
      .tuple(fc.integer({min: 1, max: 13}), fc.oneof(fc.nat(200), fc.nat(2 ** 20)))
      .map(([kind, place]) => kind * 2 ** kindBits + first + place),
    {minLength: 1, maxLength: 200},
  );

it.each([
  [NARROW, Uint32Array],
  [WIDE, Float64Array],
] as const)('finds the index and the place of each row id ($name)', (numbers, List) => {
  fc.assert(
    fc.property(rowsOf(numbers), (rows) => {
      const sorted = List.from(rows).sort();
      const ranks = new RowRanks(sorted, numbers);
      sorted.forEach((rid: number, index: number) => {
        expect(ranks.of(rid)).toBe(index);
      });
      const order = List.from(rows);
      const placeOf = placeIn(order, numbers);
      rows.forEach((rid, place) => {
        expect(placeOf(rid)).toBe(place);
      });
      const kinds = byKind(order, numbers);
      const kindOf = (rid: number) => Math.floor(rid / 2 ** numbers.kindBits);
      expect([...kinds.keys()]).toEqual([...new Set(rows.map(kindOf))].sort((a, b) => a - b));
      for (const [kind, own] of kinds) expect([...own]).toEqual(rows.filter((rid) => kindOf(rid) === kind));
    }),
  );
});
