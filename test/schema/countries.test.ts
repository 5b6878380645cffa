import {expect, it} from 'vitest';
import {meaningsOf} from '../../src/operations/filters/vocabulary.ts';
import {COUNTRIES, countryOfCode} from '../../src/schema/countries.ts';
import {fold} from '../../src/text/words.ts';

it('a country is meant by any of its spellings and its codes, in either case', () => {
  for (const word of ['KR', 'kr', 'KOR', 'Korea, Republic of', 'Republic of Korea', 'korea'])
    expect(meaningsOf('country', word)[0], word).toBe('South Korea');
  for (const word of ['GB', 'UK', 'U.K.', 'england'])
    expect(meaningsOf('country', word)[0], word).toBe('United Kingdom');
  for (const word of ['TR', 'Türkiye', 'turkiye']) expect(meaningsOf('country', word)[0], word).toBe('Turkey');
});

it('one that is written in one way has its code too', () => {
  expect(meaningsOf('country', 'CL')).toEqual(['Chile']);
  expect(countryOfCode('cl')).toBe('Chile');
  expect(countryOfCode('QZ')).toBeUndefined();
  expect(meaningsOf('country', 'Atlantis')).toEqual([]);
});

it('no spelling is two countries', () => {
  const words = COUNTRIES.flatMap((names) => [...new Set(names.map(fold))]);
  expect(words.length).toBe(new Set(words).size);
});
