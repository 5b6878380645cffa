import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const approval = (n: number, name: string, type: string, day: string) =>
  row(n, 'approval', name, {attributes: JSON.stringify({application_type: type, approved_at: day, agency: 'FDA'})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'product', 'glotinib', {aliases: ['Glotex']}),
      row(2, 'product', 'farinib'),
      approval(11, 'glotinib, ANDA 1', 'ANDA', '2020-01-01'),
      approval(12, 'glotinib, ANDA 2', 'ANDA', '2022-01-01'),
      approval(13, 'Glotex (glotinib), NDA 3', 'NDA', '2010-01-01'),
      approval(14, 'farinib, NDA 4', 'NDA', '2011-01-01'),
    ],
    [11, 12, 13].map((n) => edge(n, 'approval_of', 1)).concat([edge(14, 'approval_of', 2)]),
  );
});
afterAll(() => graph.close());

it.each([
  'does Glotex have a generic?',
  'is there a generic for Glotex',
  'generic glotinib',
  'glotinib generics',
  'generics of glotinib',
])('%s means the approvals of copies, the latest first', async (q) => {
  const {results, understood} = await graph.entities({q});
  expect(results.map(({id}) => numberOf(id))).toEqual([12, 11]);
  expect(understood).toEqual({kind: 'approval', generics_of: expect.stringMatching(/^glot/i), met: true});
});

it('of a drug without a copy nothing is said', async () => {
  expect((await graph.entities({q: 'generic farinib'})).understood ?? {}).not.toHaveProperty('generics_of');
});
