import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {openRows, row} from '../helpers/few-rows.ts';

const label = (disease: string) => ({disease_label: disease, moa_confidence: 0.9});
const attributes = (given: object) => ({attributes: JSON.stringify(given)});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    row(1, 'product', 'foomab', label('non-small cell lung carcinoma')),
    row(2, 'product', 'barmab', label('small cell lung carcinoma')),
    row(3, 'product', 'bazmab', label('non-Hodgkin lymphoma')),
    row(4, 'product', 'quxmab', label('Hodgkins lymphoma')),
    row(5, 'product', 'insulone', label('type 1 diabetes mellitus')),
    row(6, 'product', 'glutone', {...label('type II diabetes mellitus'), ...attributes({note: 'GLP-1'})}),
    row(7, 'product', 'newmab', attributes({first_approval_year: 2024})),
    row(8, 'product', 'oldmab', attributes({first_approval_year: 1996})),
    row(10, 'product', 'duobody', {mechanism: 'BCMAxCD3 and CD20xCD3', moa_confidence: 0.9}),
    row(9, 'approval', 'Newmabra, BLA 7', attributes({approved_at: '2024-03-01', agency: 'FDA'})),
    ...Array.from({length: 30}, (_, n) => row(20 + n, 'paper', `Ballast ${n}`)),
  ]);
});
afterAll(() => graph.close());

const names = async (q: string) => (await graph.entities({q})).results.map(({name}) => name);

it('what is not a disease is not one of it', async () => {
  for (const q of ['small cell', 'Small-cell']) expect(await names(q)).toEqual(['barmab', 'foomab']);
  for (const q of ['non-small', 'non small', 'nonsmall']) expect(await names(q)).toEqual(['foomab']);
  expect(await names('Hodgkin')).toEqual(['quxmab']);
  expect(await names('non-Hodgkin')).toEqual(['bazmab']);
});

it('the number of a type belongs to it, in either writing', async () => {
  for (const q of ['type 1', 'Type-I', 'type1']) expect(await names(q)).toEqual(['insulone']);
  for (const q of ['type 2', 'type II', 'type-2']) expect(await names(q)).toEqual(['glutone']);
  expect((await names('type 1 diabetes'))[0]).toBe('insulone');
});

it('what a bispecific antibody binds is two words', async () => {
  for (const q of ['CD20xCD3', 'cd20', 'BCMA CD3', 'BCMAxCD3', 'CD3xBCMA']) expect(await names(q)).toEqual(['duobody']);
});

it('the year of an approval is asked for in words', async () => {
  expect((await names('drugs approved in 2024'))[0]).toBe('newmab');
  expect((await names('approvals of 2024'))[0]).toBe('Newmabra, BLA 7');
  expect(await names('approved 1996')).toContain('oldmab');
});
