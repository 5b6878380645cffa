import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {Doorkeeper} from '../src/doorkeeper.ts';

describe('a doorkeeper', () => {
  it('knows every key of the last thirty thousand', () => {
    fc.assert(
      fc.property(fc.nat(80_000), fc.array(fc.maxSafeNat(), {minLength: 1, maxLength: 4000}), (before, keys) => {
        const doorkeeper = new Doorkeeper();
        for (let key = 0; key < before; key++) doorkeeper.knows(key);
        for (const key of keys) doorkeeper.knows(key);
        for (const key of keys) expect(doorkeeper.knows(key)).toBe(true);
      }),
      {
        numRuns: 50,
        examples: [
          [8191, [2 ** 40]],
          [12_000, [2 ** 40, 5, 7]],
        ],
      },
    );
  });

  it.each([
    ['narrow row ids', 0],
    ['wide row ids', 7 * 2 ** 32],
  ])('takes few %s, sixteen apart, for known that are not', (_, first) => {
    const doorkeeper = new Doorkeeper();
    const keys = Array.from({length: 30_000}, (_each, index) => first + 16 * index);
    expect(keys.filter((key) => doorkeeper.knows(key)).length).toBeLessThan(1500);
  });

  it('forgets what came long ago', () => {
    const doorkeeper = new Doorkeeper();
    for (let key = 0; key < 1_000_000; key++) doorkeeper.knows(key);
    const old = Array.from({length: 1000}, (_, key) => key);
    expect(old.filter((key) => doorkeeper.knows(key)).length).toBeLessThan(150);
  });
});
