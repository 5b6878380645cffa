import fc from 'fast-check';
import {expect, it} from 'vitest';
import {firstFrom, inOrder} from '../src/sorted.ts';

it('numbers are put in order, each once, and found where they stand', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60)), fc.nat(61), fc.nat(5), (numbers, number, from) => {
      const sorted = inOrder(numbers);
      expect([...sorted]).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      const start = Math.min(from, sorted.length);
      const first = [...sorted].findIndex((one, at) => at >= start && one >= number);
      expect(firstFrom(sorted, number, start)).toBe(first < 0 ? sorted.length : first);
    }),
  );
});
