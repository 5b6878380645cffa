import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const labelled = (more: object) => ({moa_confidence: 0.9, ...more});
const hiv = {disease_id: 'MONDO:0005109', disease_label: 'HIV infectious disease'};
const told = (attributes: object) => ({attributes: JSON.stringify(attributes)});
const drug = (n: number, name: string, target: string, phase: string) =>
  row(n, 'product', name, labelled({target, modality: 'small molecule', ...told({phase})}));
const approval = (n: number, name: string, day: string, more: object = {}) =>
  row(n, 'approval', name, labelled({...more, ...told({agency: 'FDA', approved_at: day})}));

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Quuxion Inc.'),
      row(2, 'company', 'Elsewhere Ltd'),
      drug(11, 'onecitinib', 'JAK1', 'Phase 2'),
      drug(12, 'twociclib', 'CDK4', 'Approved'),
      drug(13, 'threeciclib', 'CDK6', 'Phase 2'),
      drug(14, 'Quuxion pill', 'HMGCR', 'Phase 2'),
      drug(15, 'elsewhere pill', 'HMGCR', 'Phase 2'),
      row(21, 'trial', 'A long study', labelled({target: 'IL23A', ...told({status: 'Recruiting'})})),
      row(22, 'trial', 'A short study of shortness', told({status: 'Active, not recruiting'})),
      row(23, 'trial', 'HIV cure, cure and cure', labelled({disease_label: 'HIV cure'})),
      row(24, 'trial', 'Shortness and placebo placebo', told({status: 'Recruiting'})),
      approval(31, 'Carvex', '2022-05-05', {target: 'TNFRSF17', modality: 'CAR-T cell therapy'}),
      approval(32, 'Blenrex of BCMA', '2022-05-05', {target: 'TNFRSF17', modality: 'antibody-drug conjugate'}),
      approval(33, 'potassium', '2022-06-06'),
      approval(34, 'FDA orphan approval of Rarex, 2022-04-04', '2022-04-04'),
      row(41, 'target', 'TNFRSF17', {aliases: ['BCMA']}),
      row(44, 'target', 'IL23A', {aliases: ['IL-23']}),
      row(42, 'product', 'AAV geneparvovec', labelled({modality: 'gene therapy', ...told({phase: 'Phase 1'})})),
      row(43, 'product', 'vasculimab', labelled({modality: 'monoclonal antibody', disease_label: 'AAV'})),
      ...Array.from({length: 55}, (_, n) => row(100 + n, 'trial', `Pills against HIV ${n}`, labelled(hiv))),
      ...Array.from({length: 310}, (_, n) => row(200 + n, 'paper', `Ballast ${n}`)),
    ],
    [
      edge(1, 'develops', 14),
      edge(2, 'develops', 15),
      edge(2, 'develops', 13),
      ...Array.from({length: 310}, (_, n) => edge(200 + n, 'mentions', 1)),
    ],
  );
});
afterAll(() => graph.close());

const found = async (q: string) => (await graph.entities({q})).results.map(({id}) => numberOf(id));
const read = async (q: string) => (await graph.entities({q})).understood;

describe('a target', () => {
  it('is its family and its members, several at once as well', async () => {
    expect(await read('JAK inhibitors in phase 2')).toEqual({target: 'JAK', stage: ['phase 2'], met: true, met_by: 1});
    expect((await found('CDK4/6 inhibitors in development'))[0]).toBe(13);
  });

  it('of trials and approvals is a label, where it is written as a symbol', async () => {
    expect((await found('IL-23 trials'))[0]).toBe(21);
    expect(await read('BCMA CAR-T approvals')).toMatchObject({target: 'BCMA', met: true});
    expect((await found('BCMA CAR-T approvals'))[0]).toBe(31);
  });
});

it('a disease that few have is the part of it that many have, and what is a modality is none', async () => {
  expect(await read('HIV cure trials')).toMatchObject({disease: 'HIV'});
  expect(await read('AAV gene therapy')).toEqual({modality: ['gene therapy'], met: true, met_by: 1});
  expect((await found('AAV gene therapy'))[0]).toBe(42);
});

it('a company that all know is one in small letters', async () => {
  expect(await read('quuxion drugs')).toMatchObject({organization: 'quuxion'});
  expect((await found('quuxion phase 2'))[0]).toBe(14);
  expect(await read('elsewhere phase 2')).toBeUndefined();
});

it('orphan approvals of a year are those that are called so', async () => {
  expect((await found('orphan approvals 2022'))[0]).toBe(34);
  expect((await found('FDA orphan drug approvals 2022'))[0]).toBe(34);
});

it('trials that are not recruiting are not those that are, and an exception is left out', async () => {
  for (const q of ['shortness trials not recruiting', 'shortness trials no longer recruiting'])
    expect(await read(q), q).toMatchObject({status: 'active, not recruiting', met: true});
  expect((await found('shortness trials not recruiting'))[0]).toBe(22);
  // Nothing of 2023 is: what is not recruiting comes before what is of nobody knows when.
  expect((await found('shortness trials not recruiting 2023'))[0]).toBe(22);
  expect(await read('shortness trials not recruiting 2023')).toMatchObject({year: '2023', met: false});
  expect(await read('trials without placebo in shortness')).toMatchObject({without: 'placebo'});
  expect((await found('trials without placebo in shortness'))[0]).toBe(22);
});
