import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {Cache} from '../src/cache.ts';

/** What each entry costs beside its size: a key of one letter. */
const BESIDE = 65;

describe('a cache', () => {
  it('keeps no more than its budget, and each value as it was set last', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...'abcdefgh'), fc.nat(100))), (sets) => {
        const cache = new Cache(600);
        const last = new Map<string, number>();
        for (const [key, size] of sets) {
          cache.set(key, size, size);
          if (size + BESIDE <= 150) last.set(key, size);
        }
        const kept = [...last].flatMap(([key, size]) => {
          const found = cache.get<number>(key);
          if (found !== undefined) expect(found).toBe(size);
          return found === undefined ? [] : [found];
        });
        expect(kept.reduce((sum, size) => sum + size + BESIDE, 0)).toBeLessThanOrEqual(600);
      }),
    );
  });

  it('forgets what was not asked for lately, and nothing else', () => {
    const cache = new Cache(8 * BESIDE);
    cache.set('a', 'asked for', 0);
    cache.set('b', 'not asked for', 0);
    for (const key of 'cdefghijklmnop') {
      cache.set(key, key, 0);
      expect(cache.get('a')).toBe('asked for');
    }
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('p')).toBe('p');
  });
});
