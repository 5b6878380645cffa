import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {numberOf, openRows, row} from '../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    row(4, 'target', 'F11', {aliases: ['coagulation factor XI']}),
    row(5, 'target', 'GDF11', {aliases: ['growth differentiation factor 11']}),
    row(7, 'target', 'IRF4', {aliases: ['interferon regulatory factor 4']}),
    row(8, 'target', 'IRF8', {aliases: ['interferon regulatory factor IV-like']}),
    row(6, 'paper', 'Numbers 10.1056 and others', {doi: '10.1056/other'}),
    ...Array.from({length: 20}, (_, n) => row(100 + n, 'paper', `A growth factor in ballast ${n}`)),
  ]);
});
afterAll(() => graph.close());

const found = async (q: string) => (await graph.entities({q})).results.map(({id}) => numberOf(id));

it('a factor of coagulation is found by its number', async () => {
  expect((await found('factor 11'))[0]).toBe(4);
  expect((await found('factor XI'))[0]).toBe(4);
  expect((await found('coagulation factor 11'))[0]).toBe(4);
  expect((await found('growth differentiation factor 11'))[0]).toBe(5);
  expect((await found('interferon regulatory factor 4'))[0]).toBe(7);
});

it('a DOI that nobody has finds nothing that has a part of it', async () => {
  for (const q of ['10.1056/NEJMoa2206038', 'doi:10.1056/NEJMoa2206038', 'https://doi.org/10.1056/NEJMoa2206038'])
    expect(await found(q)).toEqual([]);
  expect((await found('10.1056/other'))[0]).toBe(6);
});
