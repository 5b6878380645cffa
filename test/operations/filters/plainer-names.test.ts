import {expect, it} from 'vitest';
import {plainerNames} from '../../../src/operations/filters/plainer-names.ts';

it.each([
  ['colorectal cancer (crc)', 'colorectal cancer'],
  ['dermatitis, atopic', 'atopic dermatitis'],
  ['locally advanced or metastatic breast cancer', 'breast cancer'],
  ['Stage IV Melanoma AJCC v8', 'Melanoma'],
  ['autoimmune diseases', 'autoimmune disease'],
  ['breast neoplasms', 'breast neoplasm'],
])('%s ends as %s', (said, plain) => {
  expect(plainerNames(said).at(-1)).toBe(plain);
});

it.each(['psoriasis', 'melanoma', 'lupus', 'diabetes insipidus'])('%s has none', (said) => {
  expect(plainerNames(said)).toEqual([]);
});
