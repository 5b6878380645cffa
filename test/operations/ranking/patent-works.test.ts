import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      {...row(1, 'product', 'glotinimab'), aliases: ['Glotira']},
      {...row(2, 'product', 'farinib'), aliases: ['Faritex']},
      row(11, 'patent', 'Stable formulations of glotinimab'),
      row(12, 'patent', 'Dosing of glotinimab in gout'),
      row(13, 'patent', 'US1234567'),
      row(14, 'patent', 'Crystals of farinib'),
      row(15, 'patent', 'Stable formulations of insulin'),
    ],
    [edge(13, 'covers', 2)],
  );
});
afterAll(() => graph.close());

const found = async (q: string) => (await graph.entities({q})).results.map(({id}) => numberOf(id));

it('are those of a list of approvals, whatever the drug is called', async () => {
  expect((await found('Faritex patents'))[0]).toBe(13);
});

it('are those that say what a drug is called besides where none is listed, though they may be on something else', async () => {
  const numbers = await found('Glotira patents');
  expect(numbers.slice(0, 3).sort()).toEqual([1, 11, 12]);
  expect(numbers).not.toContain(15);
  expect((await graph.entities({q: 'Glotira patents'})).understood).toMatchObject({kind: 'patent', met: false});
});
