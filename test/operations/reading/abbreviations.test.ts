import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

const ill = (disease_id: string, disease_label: string, names: string[]) => ({
  ...{disease_id, disease_label, moa_confidence: 0.9},
  attributes: JSON.stringify({disease_names: names}),
});
const copd = ill('MONDO:0005002', 'chronic obstructive pulmonary disease', [
  'copd',
  'chronic obstructive lung disease',
]);
const colitis = ill('MONDO:0005101', 'ulcerative colitis', ['colitis ulcerosa']);

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    row(1, 'target', 'ARCN1', {aliases: ['COPD']}),
    row(2, 'product', 'foomab', copd),
    row(3, 'product', 'barmab', copd),
    row(4, 'institution', 'Universidad de Lugar', {aliases: ['UC']}),
    row(5, 'company', 'Foo Sciences UC'),
    row(6, 'product', 'colazide', colitis),
    row(7, 'product', 'colamab', colitis),
    row(8, 'target', 'DMD'),
    row(9, 'product', 'exonirsen', ill('MONDO:0010679', 'Duchenne muscular dystrophy', ['dmd'])),
    row(10, 'product', 'lastirsen', ill('MONDO:0010679', 'Duchenne muscular dystrophy', ['dmd'])),
    row(11, 'product', 'vasculimab', ill('MONDO:0015492', 'ANCA-associated vasculitis', ['aav'])),
    ...[12, 13, 14, 15, 16].map((n) => row(n, 'patent', `AAV vector ${n}`)),
    ...[17, 18].map((n) => row(n, 'product', `nonmab ${n}`, ill('MONDO:0018908', 'non-Hodgkin lymphoma', ['nhl']))),
    row(19, 'product', 'hodgmab', ill('MONDO:0004952', 'Hodgkins lymphoma', [])),
  ]);
});
afterAll(() => graph.close());

const found = async (q: string, more: object = {}) =>
  (await graph.entities({q, ...more})).results.map(({id}) => numberOf(id));

describe('an abbreviation of a disease that entities have', () => {
  it('means the disease, not a gene or an institute that has it as an alias', async () => {
    expect((await found('COPD')).slice(0, 2).sort()).toEqual([2, 3]);
    expect(await found('COPD')).toContain(1);
    expect((await found('copd', {kind: 'target'}))[0]).toBe(1);
  });

  it('is asked for as the disease, though names have it as a word', async () => {
    expect((await found('UC')).slice(0, 2).sort()).toEqual([6, 7]);
    expect(await found('UC')).toEqual(expect.arrayContaining([4, 5]));
  });

  it('has the words of the disease as texts have them', async () => {
    expect(await found('NHL')).toEqual([17, 18, 19]);
  });

  it('leaves first whom it names', async () => {
    expect((await found('DMD'))[0]).toBe(8);
  });

  it('is not read so where it mostly means something else', async () => {
    const results = (await graph.entities({q: 'AAV', limit: 1})).results;
    expect(results[0]?.kind).toBe('patent');
  });
});
