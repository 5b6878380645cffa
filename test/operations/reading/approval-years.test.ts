import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {textRead} from '../../../src/schema/envelope.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const drug = (n: number, name: string, year: number, more: object = {}, attributes: object = {}) =>
  row(n, 'product', name, {
    moa_confidence: 0.9,
    disease_label: 'psoriasis',
    ...more,
    attributes: JSON.stringify({first_approval_year: year, phase: 'Approved', max_phase: 4, ...attributes}),
  });

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    drug(1, 'oldinib', 1998),
    drug(2, 'midinib', 2019),
    drug(3, 'newinib', 2021),
    drug(4, 'otherinib', 2021, {disease_label: 'angina', therapeutic_area: 'cardiology'}),
    drug(5, 'mycillin', 2021, {disease_label: 'pneumonia'}, {class_names: ['antibiotic']}),
    drug(6, 'gonecillin', 1960, {disease_label: 'pneumonia'}, {class_names: ['antibiotic']}),
    drug(7, 'goneinib', 1990, {disease_label: 'angina'}, {marketing_status: 'off the market'}),
  ]);
});
afterAll(() => graph.close());

const ask = async (q: string) => {
  const {results, understood} = await graph.entities({q});
  return {found: results.map(({id}) => numberOf(id)), understood};
};

it.each([
  ['psoriasis drugs approved in 2021', [3], '2021'],
  ['psoriasis drugs first approved in 2019', [2], '2019'],
  ['drugs approved for psoriasis since 2019', [2, 3], /^2019-\d{4}$/],
  ['drugs approved for psoriasis after 2019', [3], /^2020-\d{4}$/],
  ['psoriasis drugs approved before 2019', [1], '1900-2018'],
  ['psoriasis drugs approved between 1990 and 2020', [1, 2], '1990-2020'],
  ['psoriasis drugs approved 2019-2021', [2, 3], '2019-2021'],
  ['antibiotics approved in 2021', [5], '2021'],
])('%s are those, and none of other years', async (q, drugs, year) => {
  const {found, understood} = await ask(q);
  expect(found.slice(0, drugs.length).sort()).toEqual(drugs);
  expect(understood).toMatchObject({
    stage: ['approved'],
    first_approval_year: typeof year === 'string' ? year : expect.stringMatching(year),
    met: true,
  });
});

it('the years of a range are all looked for, whether or not a text has one of them', async () => {
  const {found, understood} = await ask('drugs approved between 1998 and 2021');
  expect(found.slice(0, 5).sort()).toEqual([1, 2, 3, 4, 5]);
  expect(understood).toMatchObject({first_approval_year: '1998-2021', met: true});
  expect((await ask('cardiology drugs approved since 2000')).found[0]).toBe(4);
  expect((await ask('drugs approved in 2019 or 2021')).understood).toMatchObject({
    first_approval_year: '2019-2021',
    met: true,
  });
});

it('a year within a name, or of what is no longer sold, is none of an approval', async () => {
  for (const q of ['approved drugs for 2019-nCoV', 'approved drugs withdrawn in 2021'])
    expect((await ask(q)).understood ?? {}, q).not.toHaveProperty('first_approval_year');
  expect((await ask('psoriasis drugs approved since 2090')).understood).toMatchObject({
    first_approval_year: '2090',
    met: false,
  });
});

it('what is read of a text is declared', async () => {
  for (const q of ['psoriasis drugs approved since 2019', 'antibiotics approved in 2021'])
    expect(textRead.strict().safeParse((await ask(q)).understood).error, q).toBeUndefined();
});

it('the area of approved drugs is a condition', async () => {
  const {found, understood} = await ask('cardiology drugs approved in 2021');
  expect(found[0]).toBe(4);
  expect(understood).toMatchObject({therapeutic_area: 'cardiology', first_approval_year: '2021', met: true});
});

it('a year in which nothing was approved is said to be met by none', async () => {
  expect((await ask('psoriasis drugs approved in 2005')).understood).toMatchObject({
    first_approval_year: '2005',
    met: false,
  });
});

it('years of what is not approved are words', async () => {
  expect((await ask('psoriasis drugs 2021')).understood ?? {}).not.toHaveProperty('first_approval_year');
});

it('years of an agency are those in which it approved what is new to it, not others', async () => {
  const approval = (n: number, agency: string, day: string) =>
    row(n, 'approval', `Approval ${n}`, {attributes: JSON.stringify({agency, approved_at: day})});
  const rows = [
    approval(31, 'EMA', '2024-05-01'),
    approval(32, 'EMA', '2022-05-01'),
    approval(33, 'EMA', '2024-06-01'),
    approval(34, 'FDA', '2021-06-01'),
    approval(35, 'EMA', '2024-07-01'),
    drug(21, 'lateinib', 2021, {disease_label: 'goitre'}, {approved_by: ['EMA', 'FDA']}),
    drug(22, 'againinib', 2022, {disease_label: 'goitre'}, {approved_by: ['EMA']}),
    drug(23, 'elsewhereinib', 2024, {disease_label: 'goitre'}, {approved_by: ['FDA']}),
    drug(24, 'ancientinib', 1971, {disease_label: 'goitre'}, {approved_by: ['EMA']}),
  ];
  await using own = await openRows(rows, [
    edge(31, 'approval_of', 21),
    edge(34, 'approval_of', 21),
    edge(32, 'approval_of', 22),
    edge(33, 'approval_of', 22),
    edge(35, 'approval_of', 24),
  ]);
  const {results, understood} = await own.entities({q: 'goitre drugs approved by the EMA in 2024'});
  expect(understood).toMatchObject({agency: 'EMA', first_approval_year: '2024', met: true, met_by: 1});
  expect(numberOf(results[0]?.id ?? '')).toBe(21);
  const anywhere = await own.entities({q: 'goitre drugs approved in 2024'});
  expect(numberOf(anywhere.results[0]?.id ?? '')).toBe(23);
});
