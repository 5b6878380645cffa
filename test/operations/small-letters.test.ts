import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const approval = (n: number, name: string, agency: string, day: string) =>
  row(n, 'approval', name, {attributes: JSON.stringify({agency, approved_at: day, application_type: 'NDA'})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'institution', 'Quellford University'),
      row(2, 'company', 'Origen'),
      ...[10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((n) => row(n, 'person', `Ann Person${n}`)),
      row(20, 'person', 'Bo Immunology'),
      row(21, 'product', 'zitinib', {target: 'QRX1', modality: 'small molecule', moa_confidence: 0.9}),
      row(22, 'product', 'thing', {attributes: JSON.stringify({text: 'qrx1 drugs, qrx1'})}),
      row(23, 'target', 'QRX1'),
      approval(30, 'Zitin (zitinib), NDA 1', 'FDA', '2025-07-04'),
      approval(31, 'Zitin (zitinib), EMEA 1', 'EMA', '2025-07-20'),
      approval(32, 'Betin (betinib), NDA 2', 'FDA', '2025-03-02'),
      approval(33, 'Oldin (oldinib), NDA 3', 'FDA', '2019-03-02'),
      row(40, 'paper', 'A finding of kastrop'),
      row(41, 'person', 'A Kastrop'),
      ...Array.from({length: 300}, (_, n) => row(100 + n, 'paper', `Origen of life ${n}`)),
    ],
    [
      ...[10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map((n) => edge(n, 'affiliated_with', 1)),
      ...[10, 11, 12, 13, 14, 15, 16, 17, 18].map((n) => edge(n, 'works_at', 2)),
      edge(41, 'authored', 40),
    ],
  );
});
afterAll(() => graph.close());

const ask = async (q: string) => {
  const {results, understood} = await graph.entities({q});
  return {found: results.map(({id}) => numberOf(id)), understood};
};

it('what is a name wherever it stands is one in small letters too, and no ordinary word is', async () => {
  for (const q of ['Quellford researchers', 'quellford researchers', 'researchers at quellford']) {
    const {understood} = await ask(q);
    expect(understood, q).toMatchObject({kind: 'person', met: true});
    expect(String(understood?.organization).toLowerCase(), q).toBe('quellford');
  }
  expect((await ask('origen of life papers')).understood).not.toHaveProperty('organization');
});

it('the people of a subject are those who are on it', async () => {
  expect((await ask('quellford immunologists')).understood).toMatchObject({kind: 'person', organization: 'quellford'});
  expect((await ask('quellford immunologists')).found[0]).toBe(20);
});

it('a target is written in small letters too', async () => {
  const {found, understood} = await ask('qrx1 drugs');
  expect(understood).toMatchObject({kind: 'product', target: 'qrx1'});
  expect(found[0]).toBe(21);
});

it('whoever few texts name is a person in small letters too', async () => {
  expect(await ask('papers by kastrop')).toMatchObject({understood: {works_of: 'kastrop', met: true}, found: [40]});
  expect((await ask('papers by life')).understood).not.toHaveProperty('works_of');
});

it('agencies, months and the time since are read of approvals', async () => {
  expect((await ask('fda approvals 2025')).found.slice(0, 2)).toEqual([30, 32]);
  expect((await ask('ema approvals july 2025')).understood).toMatchObject({
    ...{agency: 'EMA', date_from: '2025-07-01', date_to: '2025-07-31', met: true},
  });
  expect((await ask('ema approvals july 2025')).found[0]).toBe(31);
  expect((await ask('fda approvals in march 2025')).found[0]).toBe(32);
  const since = await ask('approvals since 2020');
  expect(since.understood).toMatchObject({date_from: '2020-01-01'});
  expect(since.found.slice(0, 3).sort()).toEqual([30, 31, 32]);
});
