import {expect, it} from 'vitest';
import {preferredBy} from '../../src/cli/pages/understood.ts';

it.each([
  [
    {kind: 'product', disease: 'gout', met: true, met_by: 1},
    ['Preferred: kind product, disease gout (the first has all of it).'],
  ],
  [
    {kind: 'product', stage: ['phase 1', 'phase 2'], met: false},
    ['Nothing has all of: kind product, stage phase 1 or phase 2.'],
  ],
  // All of what is known is met, and one thing is not known.
  [
    {disease: 'gout', untold: 'prevention', met: false, met_by: 2},
    ['Preferred: disease gout (the first 2 have all of it).', 'No record tells: prevention.'],
  ],
  [
    {stage: ['phase 1'], untold: 'prevention', met: false},
    ['Nothing has all of: stage phase 1.', 'No record tells: prevention.'],
  ],
  [{untold: 'price', met: false}, ['No record tells: price.']],
  [{met: false}, []],
])('what was read is told in words: %j', (understood, lines) => {
  expect(preferredBy(understood)).toEqual(lines);
});
