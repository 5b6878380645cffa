import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  asBits,
  both,
  countBoth,
  eachOf,
  either,
  fromWords,
  others,
  type Places,
  placesOf,
  sortedOf,
  wordsOf,
} from '../../src/lookups/places.ts';

const OF = 3000;

/** Few or many places of three thousand. */
const drawn = fc
  .oneof(
    fc.uniqueArray(fc.nat(OF - 1), {maxLength: 40}),
    fc.tuple(fc.integer({min: 1, max: 5}), fc.nat(4)).map(([step, from]) => {
      const places: number[] = [];
      for (let place = from; place < OF; place += step) places.push(place);
      return places;
    }),
  )
  .map((places) => [...places].sort((a, b) => a - b));

const of = (places: readonly number[]) => placesOf(Uint32Array.from(places), OF);
const listed = (places: Places) => [...eachOf(places)];

describe('places', () => {
  it('are kept as words and come back, and so do all others, however many they are', () => {
    fc.assert(
      fc.property(drawn, fc.nat(OF), (places, from) => {
        expect(listed(others(of(places), OF))).toEqual(
          Array.from({length: OF}, (_, place) => place).filter((place) => !places.includes(place)),
        );
        expect(others(of(places), OF).count).toBe(OF - places.length);
        const back = fromWords(wordsOf(of(places)));
        expect(back.count).toBe(places.length);
        expect(listed(back)).toEqual(places);
        expect([...sortedOf(back)]).toEqual(places);
        expect([...eachOf(back, from)]).toEqual(places.filter((place) => place >= from));
      }),
    );
  });

  it('are met and joined as sets are', () => {
    fc.assert(
      fc.property(fc.array(drawn, {minLength: 1, maxLength: 4}), (lists) => {
        const sets = lists.map((list) => new Set(list));
        const all = Array.from({length: OF}, (_, place) => place);
        const met = lists.map(of).reduce(both);
        expect(listed(met)).toEqual(all.filter((place) => sets.every((set) => set.has(place))));
        expect(met.count).toBe(listed(met).length);
        const [first = [], second = []] = lists;
        expect(countBoth(of(first), of(second))).toBe(both(of(first), of(second)).count);
        expect(countBoth(asBits(of(first), OF), of(second))).toBe(both(of(first), of(second)).count);
        const joined = either(lists.map(of), OF);
        expect(listed(joined)).toEqual(all.filter((place) => sets.some((set) => set.has(place))));
        expect(joined.count).toBe(listed(joined).length);
      }),
    );
  });
});
