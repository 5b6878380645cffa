import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {openRows, row} from '../../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    row(1, 'company', 'Quorrel & Co., Inc.', {aliases: ['QUORREL']}),
    row(2, 'company', 'Quorrel KGaA'),
    row(3, 'company', 'Zibble SE & Co. KGaA'),
    row(4, 'company', 'the Marrow Hospital Corp'),
    row(5, 'institution', 'Vermilion Clinic', {aliases: ['The Marrow Hospital Corp']}),
    row(6, 'product', 'quxomab', {aliases: ['QXH', 'QHS']}),
    row(7, 'target', 'QXH'),
    row(8, 'funder', 'QHS'),
  ]);
});
afterAll(() => graph.close());

const named = async (...inputs: string[]) =>
  Object.fromEntries(
    (await graph.resolve({inputs})).results.map(({input, match, candidates}) => [
      input,
      match?.name ?? candidates.map(({name}) => name),
    ]),
  );

it('a legal form that no name has leaves what differs in it alone open', async () => {
  const both = ['Quorrel & Co., Inc.', 'Quorrel KGaA'];
  expect(await named('Quorrel AG', 'Quorrel GmbH', 'Quorrel', 'Quorrel Inc', 'quorrel & co', 'Quorrel KGaA')).toEqual({
    'Quorrel AG': both,
    'Quorrel GmbH': both,
    // That one is called so, and the other not.
    Quorrel: both[0],
    'Quorrel Inc': both[0],
    'quorrel & co': both[0],
    'Quorrel KGaA': both[1],
  });
  expect(await named('Zibble', 'Zibble KGaA', 'Zibble AG')).toEqual({
    Zibble: 'Zibble SE & Co. KGaA',
    'Zibble KGaA': 'Zibble SE & Co. KGaA',
    'Zibble AG': 'Zibble SE & Co. KGaA',
  });
});

it('what is called so itself comes before what is known by it as another name', async () => {
  expect(await named('the Marrow Hospital Corp', 'Vermilion Clinic', 'QXH', 'qhs')).toEqual({
    'the Marrow Hospital Corp': 'the Marrow Hospital Corp',
    'Vermilion Clinic': 'Vermilion Clinic',
    QXH: 'QXH',
    qhs: 'QHS',
  });
});
