import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'product', 'enzafoomide', {
        aliases: ['Xfoodi'],
        attributes: JSON.stringify({
          drugbank_id: 'DB08899',
          unii: '93T0T9GKNU',
          cas: '915087-33-1',
          inchikey: 'WXCXUHSOUPDCQV-UHFFFAOYSA-N',
        }),
      }),
      row(2, 'approval', 'Xfoodi (enzafoomide), NDA 203415'),
      row(3, 'patent', 'US7709517'),
      row(4, 'patent', 'US8183274'),
      row(5, 'patent', 'Xfoodi and its patents'),
      row(6, 'patent', 'US1234567'),
    ],
    [edge(3, 'covers', 1), edge(4, 'covers', 2), edge(2, 'approval_of', 1)],
  );
});
afterAll(() => graph.close());

const found = async (q: string, more: object = {}) =>
  (await graph.entities({q, ...more})).results.map(({id}) => numberOf(id));

it('patents of a drug are those that cover it or an approval of it, by whatever name it is asked for', async () => {
  for (const q of ['Xfoodi patents', 'enzafoomide patent']) {
    expect((await found(q)).slice(0, 3), q).toEqual(expect.arrayContaining([3, 4]));
    expect(await found(q, {kind: 'patent'}), q).toEqual(expect.arrayContaining([3, 4]));
    expect(await found(q), q).not.toContain(6);
  }
  expect(await found('Xfoodi')).not.toContain(3);
});

it('a drug is found by its ids of DrugBank, FDA and CAS, and by its InChIKey', async () => {
  for (const input of ['DB08899', '93T0T9GKNU', '915087-33-1', 'WXCXUHSOUPDCQV-UHFFFAOYSA-N']) {
    const {results} = await graph.resolve({inputs: [input]});
    expect(results[0], input).toMatchObject({how: 'identifier', match: {name: 'enzafoomide'}});
    expect(await found(input), input).toEqual([1]);
  }
});
