import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {idOf, numberOf, openRows, row} from '../helpers/few-rows.ts';

let graph: Graph;
beforeAll(async () => {
  const aliases = ['Keytruda', ...Array.from({length: 40}, (_, n) => `lambrolizumab form ${n}`)];
  graph = await openRows([
    row(1, 'product', 'pembrolizumab', {aliases}),
    row(2, 'program', 'Keytruda'),
    row(3, 'approval', 'Keytruda in some country'),
    row(4, 'company', 'Genentech, Inc.'),
    row(5, 'trial', 'A study', {attributes: JSON.stringify({brief: 'with drugs of Gennentech'})}),
    row(6, 'company', 'Genentez'),
    row(7, 'company', 'Meirafoo Therapeutics', {ticker: 'MGTX'}),
    row(8, 'product', 'MGTA'),
    row(9, 'institution', 'Clinica de Artritis'),
    row(10, 'product', 'psorimab', {disease_id: 'MONDO:0011849', disease_label: 'psoriatic arthritis'}),
    row(11, 'product', 'remivudine', {aliases: ['BCH 189']}),
    row(12, 'paper', 'Keynote, a study of something', {}),
    ...Array.from({length: 220}, (_, n) => row(100 + n, 'paper', `Arthritis ${n}`)),
  ]);
});
afterAll(() => graph.close());

const found = async (q: string) => (await graph.entities({q})).results.map(({id}) => numberOf(id));

it('a mistyped name finds first whom the nearest one names, as if it were typed well', async () => {
  expect((await found('keytrudda')).slice(0, 2)).toEqual([1, 2]);
  expect((await found('keytruda')).slice(0, 2)).toEqual([1, 2]);
  expect((await found('genentecch'))[0]).toBe(4);
});

it('also where somebody else has mistyped it so, but not where it is a name', async () => {
  expect((await found('Gennentech'))[0]).toBe(4);
  expect((await found('Genentez'))[0]).toBe(6);
});

it('a word that few misspell is also the common one, among other words', async () => {
  expect((await found('psoriatic artritis'))[0]).toBe(10);
  expect((await found('artritis'))[0]).toBe(9);
  expect((await found('clinica de artritis'))[0]).toBe(9);
});

it('a study by a code that nobody has is not whatever has its number', async () => {
  const {results, unknown_words} = await graph.entities({q: 'KEYNOTE-189'});
  expect(results.map(({id}) => numberOf(id))).toEqual([12]);
  expect(unknown_words).toEqual(['keynote189']);
  expect((await found('BCH-189'))[0]).toBe(11);
});

it('is no text that is an identifier', async () => {
  expect((await found('MGTX'))[0]).toBe(7);
});

it('says which words of a text nobody has, and nothing of what begins a word, names a kind or is an identifier', async () => {
  const unknown = async (q: string) => (await graph.entities({q})).unknown_words;
  expect(await unknown('zzyqx pembrolizumab of Qwfp trials')).toEqual(['zzyqx', 'qwfp']);
  expect(await unknown('pembrolizumab for hepatitis B or type 2 zzyqx')).toEqual(['hepatitis', 'zzyqx']);
  for (const q of ['pembrolizumab trials', 'pembroliz', 'MGTX', idOf(1)]) expect(await unknown(q), q).toBeUndefined();
});
