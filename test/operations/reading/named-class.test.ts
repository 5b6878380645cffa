import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const drug = (n: number, name: string, classes: string[], disease: string, attributes: object = {}) =>
  row(n, 'product', name, {
    disease_label: disease,
    modality: 'small molecule',
    moa_confidence: 0.9,
    attributes: JSON.stringify({class_names: classes, ...attributes}),
  });
const approved = (year: number) => ({phase: 'Approved', max_phase: 4, first_approval_year: year});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      drug(1, 'onezolid', ['oxazolidinone', 'antibiotic'], 'pneumonia', approved(2000)),
      drug(2, 'twozolid', ['oxazolidinone', 'antibiotic'], 'cystitis'),
      drug(3, 'mycillin', ['penicillin', 'antibiotic'], 'pneumonia', approved(1950)),
      drug(4, 'furazolidone', [], 'pneumonia', {...approved(1960), text: 'oxazolidinone, oxazolidinones'}),
      drug(5, 'dreamidem', ['Z-drug', 'sleeping pill', 'sleep aid'], 'insomnia', approved(1990)),
      drug(6, 'zidovir', ['antiviral'], 'AIDS', approved(1987)),
      drug(7, 'morphinol', ['opioid'], 'pain', approved(1980)),
      drug(8, 'naloxol', ['antidote'], 'opioid overdose', approved(1971)),
      ...[31, 32, 33].map((n) => row(n, 'trial', `Trial ${n}`)),
    ],
    [...[31, 32, 33].map((n) => edge(1, 'tested_in', n)), edge(3, 'tested_in', 31)],
  );
});
afterAll(() => graph.close());

const ask = async (q: string, count: number) => {
  const {results, understood} = await graph.entities({q});
  return {found: results.slice(0, count).map(({id}) => numberOf(id)), understood};
};

it.each([
  ['oxazolidinones', [1, 2], 'oxazolidinones'],
  ['oxazolidinone drugs', [1, 2], 'oxazolidinone'],
  ['antibiotics', [1, 3, 2], 'antibiotics'],
  ['pneumonia antibiotics', [1, 3], 'antibiotics'],
  ['antibiotics approved before 1960', [3], 'antibiotics'],
  ['sleep aids', [5], 'sleep aids'],
  ['sleeping pills', [5], 'sleeping pills'],
])('%s are those that are called so, the approved ones first', async (q, drugs, className) => {
  const {found, understood} = await ask(q, drugs.length);
  expect(found).toEqual(drugs);
  expect(understood).toMatchObject({class: className, met: true});
});

it('against what a class does to people its drugs are no answer', async () => {
  for (const q of ['opioid overdose', 'opioid overdose drugs']) {
    const {found, understood} = await ask(q, 1);
    expect(found, q).toEqual([8]);
    expect(understood ?? {}, q).not.toHaveProperty('class');
  }
});

it('a class before what it does is no question for its drugs', async () => {
  for (const q of ['antibiotic pneumonia', 'opioid insomnia'])
    expect((await ask(q, 1)).understood ?? {}, q).not.toHaveProperty('class');
});

it('what no class is called is left to the words', async () => {
  expect((await ask('pneumonia', 1)).understood ?? {}).not.toHaveProperty('class');
});
