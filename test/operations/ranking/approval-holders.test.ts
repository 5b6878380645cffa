import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const approval = (n: number, type: string, agency: string, day: string) =>
  row(n, 'approval', `glotinib ${n}`, {attributes: JSON.stringify({application_type: type, approved_at: day, agency})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Foo Pharma'),
      row(2, 'company', 'Bar Therapeutics'),
      row(3, 'company', 'Foo Ireland'),
      row(4, 'company', 'Copy Labs'),
      approval(11, 'NDA', 'FDA', '2024-01-01'),
      approval(12, 'BLA', 'FDA', '2024-05-01'),
      approval(13, 'NDA', 'FDA', '2024-06-01'),
      approval(14, 'ANDA', 'FDA', '2024-07-01'),
      approval(15, 'original', 'EMA', '2024-07-01'),
      approval(16, 'NDA', 'FDA', '2020-07-01'),
    ],
    [
      edge(1, 'holds', 11),
      edge(3, 'holds', 12),
      edge(3, 'subsidiary_of', 1),
      edge(2, 'holds', 13),
      edge(4, 'holds', 14),
      edge(2, 'holds', 15),
      edge(4, 'holds', 16),
    ],
  );
});
afterAll(() => graph.close());

it.each([
  ['companies with FDA approvals in 2024', [1, 2]],
  ['Which companies got an FDA approval in 2024?', [1, 2]],
  ['biotechs that had drugs approved by the FDA in 2020', [4]],
  ['companies with EMA approvals in 2024', [2]],
])('%s means the groups that hold them, no copies, the most first', async (q, companies) => {
  const {results, understood} = await graph.entities({q});
  expect(results.map(({id}) => numberOf(id))).toEqual(companies);
  expect(understood).toMatchObject({kind: 'company', year: /\d{4}/.exec(q)?.[0], met: true});
});

it('of a year without an approval nothing is said', async () => {
  expect((await graph.entities({q: 'companies with FDA approvals in 2023'})).understood ?? {}).not.toHaveProperty(
    'year',
  );
});
