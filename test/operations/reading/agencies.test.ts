import {expect, it} from 'vitest';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

const product = (n: number, name: string, approved_by: string[]) =>
  row(n, 'product', name, {
    attributes: JSON.stringify({approved_by, first_approval_year: 2024, max_phase: 4, phase: 'approved'}),
  });
const approval = (n: number, name: string, agency: string) =>
  row(n, 'approval', name, {attributes: JSON.stringify({agency, approved_at: '2024-02-01'})});

it('approvals of an agency that none is of are the drugs that it has approved', async () => {
  await using graph = await openRows([
    product(1, 'glotinib', ['NMPA']),
    product(2, 'farinib', ['FDA']),
    approval(11, 'Farix, NDA 1', 'FDA'),
  ]);
  const {results, understood} = await graph.entities({q: 'NMPA approvals 2024'});
  expect(numberOf(results[0]?.id ?? '')).toBe(1);
  expect(understood).toMatchObject({kind: 'product', agency: 'NMPA', met: true});
});

it('where there are some, they are asked for', async () => {
  await using graph = await openRows([product(1, 'glotinib', ['NMPA']), approval(11, 'Glotix, NMPA 1', 'NMPA')]);
  const {results, understood} = await graph.entities({q: 'NMPA approvals 2024'});
  expect(numberOf(results[0]?.id ?? '')).toBe(11);
  expect(understood).toMatchObject({kind: 'approval', agency: 'NMPA', met: true});
});
