import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const drug = (n: number, name: string, attributes: object, more: object = {}) =>
  row(n, 'product', name, {
    attributes: JSON.stringify(attributes),
    modality: 'small molecule',
    moa_confidence: 0.9,
    ...more,
  });
const approved = {phase: 'Approved', max_phase: 4};

const ECZEMA = {disease_id: 'MONDO:0004980', disease_label: 'eczema'};

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      drug(1, 'glotinib', {text: 'KRAS inhibitor, KRAS inhibitor'}, {target: 'KRAS', mechanism: 'KRAS inhibitor'}),
      drug(2, 'farinib', approved, {target: 'KRAS', mechanism: 'KRAS inhibitor'}),
      drug(3, 'bestinib', approved, {target: 'KRAS', mechanism: 'KRAS inhibitor'}),
      drug(4, 'KRAS inhibitor plus', approved, {target: 'MAPK1'}),
      drug(5, 'quintolol', {...approved, class_names: ['beta blocker']}),
      drug(6, 'famolol', {...approved, class_names: ['beta blocker', 'antiarrhythmic']}),
      drug(7, 'beta thing', {...approved, text: 'no beta, and a blocker of beta blockers'}),
      drug(8, 'lastolol', {class_names: ['beta blocker']}),
      drug(11, 'onetide', approved, {target: 'QRX1', mechanism: 'QRX1 agonist'}),
      drug(
        12,
        'twotide',
        {text: 'agonist, an agonist, agonists'},
        {target: 'QRX1', mechanism: 'QRX1 agonist', ...ECZEMA},
      ),
      drug(13, 'contrapant', {...approved, text: 'no agonist'}, {target: 'QRX1', mechanism: 'QRX1 antagonist'}),
      drug(
        14,
        'skintide',
        {...approved, indications: [{label: 'eczema', phase: 'approved'}]},
        {target: 'QRX1', mechanism: 'QRX1 agonist', ...ECZEMA},
      ),
      drug(15, 'cremident', {...approved, text: 'QRX1 drugs, drugs for eczema, eczema'}, ECZEMA),
      drug(16, 'ureagene', {}, {target: 'OTC'}),
      drug(20, 'onepride', approved, {target: 'QRX2', mechanism: 'QRX2 agonist'}),
      drug(21, 'twopride', {}, {target: 'QRX2', mechanism: 'QRX2 blocker'}),
      drug(22, 'blastinib', approved, {target: 'QRX3', disease_label: 'bladder cancer', therapeutic_area: 'cancer'}),
      drug(18, 'receptimab', approved, {target: 'IL6R'}),
      drug(19, 'ligandimab', {}, {target: 'IL6'}),
      row(31, 'trial', 'One'),
      row(32, 'trial', 'Two'),
      row(33, 'trial', 'Three'),
    ],
    [
      ...[31, 32, 33].map((n) => edge(3, 'tested_in', n)),
      ...[31, 32].map((n) => edge(6, 'tested_in', n)),
      ...[31, 32, 33].map((n) => edge(7, 'tested_in', n)),
      edge(8, 'tested_in', 31),
      ...[31, 32, 33].map((n) => edge(13, 'tested_in', n)),
      ...[31, 32].map((n) => edge(11, 'tested_in', n)),
    ],
  );
});
afterAll(() => graph.close());

const found = async (q: string) => (await graph.entities({q})).results.map(({id}) => numberOf(id));

it('of the drugs with a target those are first that are approved, the best known first', async () => {
  expect((await found('KRAS inhibitors')).slice(0, 3)).toEqual([3, 2, 1]);
});

it('of a class those that are called so', async () => {
  expect((await found('beta blockers')).slice(0, 3)).toEqual([6, 5, 8]);
});

it('of agonists those that are, the approved first, whatever says so most often', async () => {
  expect((await found('QRX1 agonists')).slice(0, 4)).toEqual([11, 14, 12, 13]);
});

it('of antagonists those that are, and agonists last, the approved ones too', async () => {
  expect((await found('QRX1 antagonists')).slice(0, 4)).toEqual([13, 11, 14, 12]);
  expect((await found('QRX2 antagonists')).slice(0, 2)).toEqual([21, 20]);
});

it('of drugs against what is written as a symbol those that hit it', async () => {
  for (const q of ['QRX1 drugs', 'drugs targeting QRX1']) {
    const {results, understood} = await graph.entities({q});
    expect(understood, q).toMatchObject({kind: 'product', target: 'QRX1', met: true});
    expect(
      results.slice(0, 4).map(({id}) => numberOf(id)),
      q,
    ).toEqual([13, 11, 14, 12]);
  }
  expect((await graph.entities({q: 'OTC drugs'})).understood).not.toHaveProperty('target');
});

it('of a class for a disease what is approved for it, then what is tried for it', async () => {
  for (const q of ['QRX1 agonists for eczema', 'eczema QRX1 agonists', 'QRX1 drugs for eczema']) {
    const {results, understood} = await graph.entities({q});
    expect(understood, q).toMatchObject({target: 'QRX1', disease: 'eczema', met: true});
    expect(
      results.slice(0, 2).map(({id}) => numberOf(id)),
      q,
    ).toEqual([14, 12]);
  }
});

it('a drug against a signal is also one against its receptor', async () => {
  expect((await found('IL-6 inhibitors')).slice(0, 2)).toEqual([18, 19]);
  expect(await found('IL-6R inhibitors')).not.toContain(19);
});

it('a cancer behind a class is a disease, not the area', async () => {
  const {understood} = await graph.entities({q: 'QRX3 inhibitors for bladder cancer'});
  expect(understood).toMatchObject({target: 'QRX3', disease: 'bladder cancer', met: true});
  expect(understood).not.toHaveProperty('therapeutic_area');
});
