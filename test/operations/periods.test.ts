import {expect, it} from 'vitest';
import {periodIn} from '../../src/operations/parts/periods.ts';

const now = Date.UTC(2026, 10, 15);

it.each([
  ['catalysts Q4 2026', '2026-10-01', '2026-12-31'],
  ['2026Q1 readouts', '2026-01-01', '2026-03-31'],
  ['H1 of 2027 catalysts', '2027-01-01', '2027-06-30'],
  ['PDUFA February 2028', '2028-02-01', '2028-02-29'],
  ['catalysts this quarter', '2026-10-01', '2026-12-31'],
  ['catalysts next quarter', '2027-01-01', '2027-03-31'],
  ['PDUFA dates 2026', '2026-01-01', '2026-12-31'],
])('%s is from %s to %s', (text, from, to) => {
  expect(periodIn(text, now)).toMatchObject({from, to});
});

it('no other text says a period', () => {
  for (const text of ['upcoming catalysts', 'H3 2026x', 'marching on', 'next year', '12026'])
    expect(periodIn(text, now), text).toBeUndefined();
});
