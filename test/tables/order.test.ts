import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {renumber} from '../../src/tables/order.ts';

const isRising = (numbers: Int32Array) =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] as number));

/** The length of a longest increasing subsequence of the positive numbers, by the definition. */
function longest(values: readonly number[]): number {
  const ends: number[] = [];
  values.forEach((value) => {
    const before = ends.filter((_, other) => (values[other] as number) > 0 && (values[other] as number) < value);
    ends.push(value > 0 ? Math.max(0, ...before) + 1 : 0);
  });
  return Math.max(0, ...ends);
}

const kept = (before: readonly number[], after: Int32Array) =>
  before.filter((number, at) => number > 0 && number === after[at]).length;

describe('renumber', () => {
  it('gives strictly rising numbers within range, whatever there was', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant(0), fc.nat(60), fc.nat(2 ** 31 - 2))), (before) => {
        const after = renumber(Int32Array.from(before));
        expect(isRising(after)).toBe(true);
        expect(after.every((number) => number > 0 && number < 2 ** 31 - 1)).toBe(true);
      }),
    );
  });

  it('keeps as many as can be where there is room', () => {
    const spaced = fc
      .uniqueArray(fc.integer({min: 1, max: 1000}), {maxLength: 40})
      .map((all) => all.map((n) => n * 1e6));
    fc.assert(
      fc.property(spaced, fc.array(fc.nat(40), {maxLength: 10}), (numbers, places) => {
        const before = [...numbers];
        for (const place of places) before.splice(Math.min(place, before.length), 0, 0);
        expect(kept(before, renumber(Int32Array.from(before)))).toBe(longest(before));
      }),
    );
  });

  it('moves the fewest beside those that find no room', () => {
    const before = [...Array.from({length: 100}, (_, n) => 1000 + 64 * n), ...Array(500).fill(0)];
    before.push(...Array.from({length: 2000}, (_, n) => 1000 + 64 * (100 + n)));
    const after = renumber(Int32Array.from(before));
    expect(isRising(after)).toBe(true);
    expect(kept(before, after)).toBeGreaterThan(1900);
    expect(kept(before, after)).toBeLessThan(2100);
  });

  it('leaves room before the first and after the last, round after round', () => {
    let numbers: Int32Array = Int32Array.from({length: 1000}, (_, n) => 2 ** 29 + 64 * n);
    for (let round = 0; round < 50; round++) {
      const next = renumber(Int32Array.from([...Array(50).fill(0), ...numbers, ...Array(50).fill(0)]));
      expect(next.slice(50, -50)).toEqual(numbers);
      numbers = next;
    }
  });

  it('begins anew where nothing can stay', () => {
    expect([...renumber(Int32Array.from([0, 0, 0]))]).toHaveLength(3);
    expect(isRising(renumber(new Int32Array(5000)))).toBe(true);
    expect(renumber(new Int32Array(0))).toHaveLength(0);
    expect(isRising(renumber(Int32Array.from([1, 0, 0, 2, 0, 3])))).toBe(true);
    expect(isRising(renumber(Int32Array.from([0, 2 ** 31 - 2, 0])))).toBe(true);
  });
});
