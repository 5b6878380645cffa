import {expect, it} from 'vitest';
import {isHarmless, meantBy, unknownName} from '../../src/schema/names.ts';

const KNOWN = ['q', 'kind', 'therapeutic_area'];

it.each([
  ['kind[]', 'kind'],
  ['kind[0]', 'kind'],
  ['q[]', 'q'],
  ['Therapeutic-Area', 'therapeutic_area'],
  ['knd', 'kind'],
  ['query', 'q'],
  ['kinds', 'kind'],
  ['area', 'therapeutic_area'],
])('%s is taken for %s, and never ignored', (name, meant) => {
  expect(meantBy(name, KNOWN)).toBe(meant);
  expect(isHarmless(name, KNOWN, new Set())).toBe(false);
  expect(unknownName(name, KNOWN)).toContain(`did you mean ${meant}?`);
});

it('a name like none is harmless, unless another route knows it', () => {
  expect(isHarmless('utm_source', KNOWN, new Set())).toBe(true);
  expect(isHarmless('months[]', KNOWN, new Set(['months']))).toBe(false);
});

it('a name of two letters is the end of another rather than near one', () => {
  expect(meantBy('id', ['kind', 'entity_id'])).toBe('entity_id');
  expect(meantBy('id', ['kind'])).toBeUndefined();
});

it('a text that is given to the search by predicates is told where texts are searched', () => {
  const known = ['predicates', 'sort', 'limit'];
  for (const name of ['q', 'query']) expect(unknownName(name, known)).toContain('entities({q})');
  expect(unknownName('q', ['entity_id'])).toBe('Unknown parameter "q". Parameters: entity_id.');
});
