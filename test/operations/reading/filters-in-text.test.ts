import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {filtersInText} from '../../../src/operations/reading/filters-in-text.ts';

describe('filters in a text', () => {
  it.each([
    [
      'phase 3 KRAS trials of Amgen since 2023',
      {kind: 'trial', phase: 'phase 3', organization: 'Amgen', date_from: '2023-01-01'},
      'KRAS',
    ],
    ['recruiting phase II trials for asthma', {kind: 'trial', phase: 'phase 2', status: 'recruiting'}, 'asthma'],
    ['not yet recruiting Phase 1 / 2 studies', {kind: 'trial', phase: 'phase 1/2', status: 'not yet recruiting'}, ''],
    ['patents by Eli Lilly until 2020', {kind: 'patent', organization: 'Eli Lilly', date_to: '2020-12-31'}, ''],
    ['papers on PCSK9 before 2015', {kind: 'paper', date_to: '2014-12-31'}, 'PCSK9'],
    ['approvals in 2021', {kind: 'approval', year: '2021'}, ''],
    ['trials from 2020-03-01 until 2020-06-30', {kind: 'trial', date_from: '2020-03-01', date_to: '2020-06-30'}, ''],
  ])('are read in %j', (text, filters, rest) => {
    expect(filtersInText(text)).toEqual({filters, rest});
  });

  it.each([
    'pembrolizumab',
    'a phase 3 study of semaglutide in obesity',
    'Effects of the Mediterranean Diet in 2015',
    'history of cancer trials',
    'University of California',
    'phase IV',
    '',
  ])('are not read in %j', (text) => {
    expect(filtersInText(text)).toBeUndefined();
  });

  it('leave no word out that is none of theirs', () => {
    const word = fc.constantFrom<string>(
      'phase 3',
      'trials',
      'since 2020',
      'KRAS',
      'lung',
      'of Amgen',
      'recruiting',
      'G12C',
    );
    fc.assert(
      fc.property(fc.array(word, {maxLength: 8}), (words) => {
        const read = filtersInText(words.join(' '));
        if (read === undefined) return;
        for (const one of ['KRAS', 'lung', 'G12C'])
          if (words.includes(one)) expect(`${read.rest} ${read.filters.organization}`).toContain(one);
      }),
    );
  });
});
