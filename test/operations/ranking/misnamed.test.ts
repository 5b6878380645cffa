import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    row(1, 'company', 'Quintilly and Company', {aliases: ['Eli Quintilly']}),
    row(2, 'company', 'Boehrix Ingelhome'),
    row(3, 'institution', 'University of Uppland'),
    row(4, 'institution', 'Univeristy Hospital'),
    row(5, 'product', 'boehrixol', {attributes: JSON.stringify({description: 'a drug of Boehrix in Uppland'})}),
    row(6, 'person', 'Quintily Jones'),
    row(7, 'person', 'Eli Jones'),
  ]);
});
afterAll(() => graph.close());

const first = async (q: string, more: object = {}) => {
  const {results} = await graph.entities({q, ...more});
  return results[0] === undefined ? undefined : numberOf(results[0].id);
};

it('a name with a mistake means who is called so, though others have each of its words', async () => {
  expect(await first('Eli Quintily')).toBe(1);
  expect(await first('Boehrix Ingelhmoe')).toBe(2);
  expect(await first('boehrix ingelhmoe')).toBe(2);
  expect(await first('Univeristy of Uppland')).toBe(3);
});

it('what passes a filter alone is meant, and words that are no name are not corrected', async () => {
  expect(await first('Eli Quintily', {kind: 'person'})).not.toBe(1);
  expect(await first('boehrix uppland')).toBe(5);
});

it('a former name is a name', async () => {
  expect(await first('company formerly known as Eli Quintilly')).toBe(1);
});
