import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const SICKLE = {disease_id: 'MONDO:0011382', disease_label: 'sickle cell disease'};
const PAIN = {disease_id: 'MONDO:0005178', disease_label: 'osteoarthritis'};
const indications = [{id: SICKLE.disease_id, label: SICKLE.disease_label, confidence: 0.9}];
const also = JSON.stringify({indications});
const approved = JSON.stringify({indications, phase: 'approved'});

let graph: Graph;
beforeAll(async () => {
  const trusted = {moa_confidence: 0.9};
  graph = await openRows(
    [
      row(1, 'company', 'Verticel Inc.'),
      row(2, 'company', 'Purdale Inc.'),
      row(11, 'product', 'excelgen', {...SICKLE, ...trusted}),
      row(12, 'product', 'painol', {...PAIN, ...trusted, attributes: approved}),
      row(13, 'product', 'achinol', {...PAIN, ...trusted, attributes: also}),
    ],
    [edge(1, 'develops', 11), edge(2, 'develops', 12), edge(2, 'develops', 13)],
  );
});
afterAll(() => graph.close());

it('who has a drug for a disease comes before who has drugs that were tried for it as well', async () => {
  const found = await graph.entities({q: 'sickle cell disease companies'});
  expect(found.results.map(({id}) => numberOf(id)).slice(0, 2)).toEqual([1, 2]);
});

it('who is in a stage for it comes before who is not', async () => {
  const found = await graph.entities({q: 'companies with approved drugs for sickle cell disease'});
  expect(numberOf(found.results[0]?.id ?? '')).toBe(2);
});

it('where some have a drug with all that a text says, who is called after a part of it comes after them', async () => {
  const editing = {moa_confidence: 0.9, modality: 'gene editing'};
  const editors = [1, 2, 3];
  const others = Array.from({length: 40}, (_, at) => 20 + at);
  await using some = await openRows(
    [
      row(4, 'company', 'Taylon Gene Editing'),
      ...others.map((n) => row(n, 'product', `othergen${n}`, {...PAIN, ...editing})),
      ...editors.map((n) => row(n, 'company', `Acme ${n} Inc.`)),
      ...editors.map((n) => row(n + 10, 'product', `editgen${n}`, {...SICKLE, ...editing})),
    ],
    [...editors.map((n) => edge(n, 'develops', n + 10)), ...others.map((n) => edge(4, 'develops', n))],
  );
  const all = await some.entities({q: 'sickle cell disease gene editing companies'});
  const order = all.results.map(({id}) => numberOf(id)).filter((n) => n < 10);
  expect(order.slice(0, 3).sort()).toEqual(editors);
});
