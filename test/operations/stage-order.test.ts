import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const drug = (n: number, name: string, phase: string, disease: string, more: string[] = [], others: object = {}) =>
  row(n, 'product', name, {
    disease_id: `MONDO:${disease.length}`,
    disease_label: disease,
    moa_confidence: 0.9,
    attributes: JSON.stringify({phase, disease_names: more, ...others}),
  });

/** A drug that is approved, first of all for one disease, and in some phase for another. */
const approved = (n: number, name: string, disease: string, other: string, phase = 'phase 2') =>
  drug(n, name, 'approved', disease, [other], {indications: [{label: other, phase}]});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      drug(1, 'gouty gout drug of gout disease', 'Phase 2', 'asthma disease', ['gout disease']),
      drug(2, 'glotinib', 'Phase 2', 'gout disease'),
      drug(3, 'farinib', 'Phase 3', 'gout disease'),
      drug(4, 'bestinib', 'Phase 3', 'gout disease'),
      approved(5, 'knowninib', 'asthma disease', 'psoriasis disease'),
      approved(6, 'psorinib', 'asthma disease', 'psoriasis disease', 'approved'),
      approved(7, 'forinib', 'psoriasis disease', 'psoriasis disease', 'approved'),
      drug(8, 'goneinib', 'Phase 3', 'gout disease', [], {development_status: 'discontinued'}),
      row(31, 'trial', 'One'),
      row(32, 'trial', 'Two'),
    ],
    [
      ...[31, 32].flatMap((n) => [edge(5, 'tested_in', n), edge(8, 'tested_in', n)]),
      edge(4, 'tested_in', 31),
      edge(4, 'tested_in', 32),
      edge(3, 'tested_in', 31),
      edge(2, 'tested_in', 31),
    ],
  );
});
afterAll(() => graph.close());

it('drugs at a stage begin with those that are first of all for the disease, the furthest and best known first', async () => {
  for (const q of ['experimental drugs for gout disease', 'gout disease drugs in development']) {
    const {results} = await graph.entities({q, kind: 'product'});
    expect(results.map(({id}) => numberOf(id)).slice(0, 3), q).toEqual([4, 3, 2]);
    // What was given up comes last, however well known.
    expect(results.map(({id}) => numberOf(id)).slice(0, 4), q).toEqual([4, 3, 2, 8]);
  }
});

it('of approved drugs those that are approved for the disease come first', async () => {
  const {results} = await graph.entities({q: 'approved drugs for psoriasis disease', kind: 'product'});
  expect(results.map(({id}) => numberOf(id)).slice(0, 3)).toEqual([7, 6, 5]);
});
