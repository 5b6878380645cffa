import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const glucin = (n: number, name: string) =>
  row(n, 'product', name, {attributes: JSON.stringify({class_names: ['glucin', 'hormone']}), moa_confidence: 0.9});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Farima Inc.'),
      row(2, 'company', 'Glomera Inc.'),
      row(3, 'company', 'Quintex Inc.'),
      glucin(11, 'glucin lentro'),
      glucin(12, 'glucin asparo'),
      glucin(13, 'glucin'),
      row(21, 'product', 'antiglucin', {target: 'glucin', moa_confidence: 0.9}),
    ],
    [...[edge(1, 'develops', 11), edge(1, 'develops', 12), edge(2, 'develops', 13)], ...[edge(3, 'develops', 21)]],
  );
});
afterAll(() => graph.close());

it('companies with a class of drugs are those of its drugs, not of what acts on a target that is called so, and come before the drugs', async () => {
  for (const q of ['glucin companies', 'companies developing glucin']) {
    const {results, understood} = await graph.entities({q});
    expect(
      results.slice(0, 2).map(({id}) => numberOf(id)),
      q,
    ).toEqual([1, 2]);
    expect(understood, q).toMatchObject({kind: 'company', met: true});
  }
});
