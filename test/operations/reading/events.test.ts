import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const event = (n: number, name: string, type: string, date: string, more: object = {}) =>
  row(n, 'catalyst', name, {...more, attributes: JSON.stringify({type, date, status: 'expected'})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      event(1, 'data readout, Quintex', 'data_readout', '2090-03-01', {
        therapeutic_area: 'ophthalmology',
        moa_confidence: 0.9,
      }),
      event(2, 'PDUFA date, Quintex', 'pdufa', '2090-04-01'),
      event(3, 'complete response letter, Quintex', 'crl', '2020-05-01'),
      event(4, 'data readout, Barbaz', 'data_readout', '2090-06-01', {
        therapeutic_area: 'oncology',
        moa_confidence: 0.9,
      }),
      event(5, 'NDA submission, Barbaz', 'submission', '2090-07-01'),
      event(6, 'BLA submission, Barbaz', 'submission', '2090-07-01'),
      row(21, 'company', 'Quintex'),
      row(22, 'company', 'Barbaz'),
      ...Array.from({length: 12}, (_, n) => row(30 + n, 'trial', `Trial ${n}`)),
    ],
    [
      ...[1, 2, 3].map((n) => edge(n, 'announced_by', 21)),
      edge(4, 'announced_by', 22),
      ...Array.from({length: 12}, (_, n) => edge(30 + n, 'sponsored_by', 21)),
    ],
  );
});
afterAll(() => graph.close());

const ask = async (q: string) => {
  const {results, understood} = await graph.entities({q});
  return {found: results.map(({id}) => numberOf(id)), understood};
};

it.each([
  ['PDUFA date Quintex', 2, {type: 'pdufa', organization: 'Quintex'}],
  ['PDUFA catalysts', 2, {type: 'pdufa'}],
  ['Quintex PDUFAs', 2, {type: 'pdufa', organization: 'Quintex'}],
  ['BLA submissions 2090', 6, {type: 'submission'}],
  ['NDA filings 2090', 5, {type: 'submission'}],
  ['complete response letters 2020', 3, {type: 'crl'}],
  ['upcoming readouts ophthalmology', 1, {type: 'data_readout', therapeutic_area: 'ophthalmology'}],
  ['oncology data readouts', 4, {type: 'data_readout', therapeutic_area: 'oncology'}],
])('%s are those', async (q, first, understood) => {
  const asked = await ask(q);
  expect(asked.found[0]).toBe(first);
  expect(asked.understood).toMatchObject({kind: 'catalyst', ...understood, met: true});
});

it('an event of a sort that none is of is a word', async () => {
  expect((await ask('clinical holds')).understood ?? {}).not.toHaveProperty('type');
});

it('where no event of a sort says what is asked, others of the sort follow', async () => {
  const {found, understood} = await ask('complete response letter ophthalmology');
  expect(found[0]).toBe(3);
  expect(understood).toMatchObject({type: 'crl', met: false});
});
