import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {periodIn} from '../../../src/operations/reading/periods.ts';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

const now = Date.UTC(2026, 10, 15);

it.each([
  ['catalysts Q4 2026', '2026-10-01', '2026-12-31'],
  ['2026Q1 readouts', '2026-01-01', '2026-03-31'],
  ['H1 of 2027 catalysts', '2027-01-01', '2027-06-30'],
  ['PDUFA February 2028', '2028-02-01', '2028-02-29'],
  ['catalysts this quarter', '2026-10-01', '2026-12-31'],
  ['catalysts next quarter', '2027-01-01', '2027-03-31'],
  ['approvals this year', '2026-01-01', '2026-12-31'],
  ['readouts next year', '2027-01-01', '2027-12-31'],
  ['approvals last month', '2026-10-01', '2026-10-31'],
  ['PDUFA dates this month', '2026-11-01', '2026-11-30'],
  ['catalysts next month', '2026-12-01', '2026-12-31'],
  ['approvals last quarter', '2026-07-01', '2026-09-30'],
  ['approvals in the past year', '2025-11-15', '2026-11-15'],
  ['papers of the last 30 days', '2026-10-16', '2026-11-15'],
  ['trials started in the last two years', '2024-11-15', '2026-11-15'],
  ['PDUFA dates 2026', '2026-01-01', '2026-12-31'],
])('%s is from %s to %s', (text, from, to) => {
  expect(periodIn(text, now)).toMatchObject({from, to});
});

it('no other text says a period', () => {
  for (const text of ['upcoming catalysts', 'H3 2026x', 'marching on', 'years next to it', '12026'])
    expect(periodIn(text, now), text).toBeUndefined();
});

describe('of approvals in a period', () => {
  const approval = (n: number, name: string, approved_at: string) =>
    row(n, 'approval', name, {attributes: JSON.stringify({agency: 'FDA', type: 'NDA', approved_at})});
  let graph: Graph;
  beforeAll(async () => {
    graph = await openRows(
      [
        approval(1, 'Veltona (veltonine), NDA 1', '2021-05-03'),
        approval(2, 'FDA May 2021 kit (mayvir), NDA 2', '2025-07-20'),
        approval(3, 'Xanora (xanorine), NDA 3', '2021-05-20'),
      ],
      [],
    );
  });
  afterAll(() => graph.close());

  const found = async (q: string) => (await graph.entities({q})).results.map(({id}) => numberOf(id));

  it('there are none of other days', async () => {
    expect((await found('fda approvals may 2021')).sort()).toEqual([1, 3]);
    expect((await found('fda approvals july 2025')).sort()).toEqual([2]);
  });

  it('there are others where none is of the period', async () => {
    expect(await found('fda approvals july 2021')).toContain(2);
  });
});

describe('of trials in a period', () => {
  const trial = (n: number, name: string, start_date?: string) =>
    row(n, 'trial', name, {disease_label: 'gout', attributes: JSON.stringify({start_date})});
  it('come those that are, then those of unknown days, and no others', async () => {
    await using graph = await openRows(
      [
        trial(1, 'Gout gout gout of gout', '2016-05-03'),
        trial(2, 'Gout again, gout'),
        trial(3, 'A trial', '2025-02-01'),
      ],
      [],
    );
    const {results} = await graph.entities({q: 'gout trials 2025'});
    expect(results.map(({id}) => numberOf(id))).toEqual([3, 2]);
  });
});
