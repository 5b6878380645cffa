import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {Doorkeeper} from '../src/doorkeeper.ts';

describe('a doorkeeper', () => {
  it('knows a key that came just before, and none that never came', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.maxSafeNat(), {minLength: 1}), (keys) => {
        const doorkeeper = new Doorkeeper();
        for (const key of keys) {
          expect(doorkeeper.knows(key)).toBe(false);
          expect(doorkeeper.knows(key)).toBe(true);
        }
      }),
    );
  });

  it.each([
    ['narrow row ids', 0],
    ['wide row ids', 7 * 2 ** 32],
  ])('remembers most of some thousand %s, sixteen apart', (_, first) => {
    const doorkeeper = new Doorkeeper();
    const keys = Array.from({length: 4000}, (_each, index) => first + 16 * index);
    for (const key of keys) doorkeeper.knows(key);
    expect(keys.filter((key) => doorkeeper.knows(key)).length).toBeGreaterThan(3000);
  });

  it('forgets what came long ago', () => {
    const doorkeeper = new Doorkeeper();
    for (let key = 0; key < 1_000_000; key++) doorkeeper.knows(key);
    const old = Array.from({length: 1000}, (_, key) => key);
    expect(old.filter((key) => doorkeeper.knows(key)).length).toBeLessThan(50);
  });
});
