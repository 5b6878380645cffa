import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const drug = (n: number, name: string, phase: string, disease: string, more: string[] = []) =>
  row(n, 'product', name, {
    disease_id: `MONDO:${disease.length}`,
    disease_label: disease,
    moa_confidence: 0.9,
    attributes: JSON.stringify({phase, disease_names: more}),
  });

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      drug(1, 'gouty gout drug of gout disease', 'Phase 2', 'asthma disease', ['gout disease']),
      drug(2, 'glotinib', 'Phase 2', 'gout disease'),
      drug(3, 'farinib', 'Phase 3', 'gout disease'),
      drug(4, 'bestinib', 'Phase 3', 'gout disease'),
      row(31, 'trial', 'One'),
      row(32, 'trial', 'Two'),
    ],
    [edge(4, 'tested_in', 31), edge(4, 'tested_in', 32), edge(3, 'tested_in', 31), edge(2, 'tested_in', 31)],
  );
});
afterAll(() => graph.close());

it('drugs at a stage begin with those that are first of all for the disease, the furthest and best known first', async () => {
  for (const q of ['experimental drugs for gout disease', 'gout disease drugs in development']) {
    const {results} = await graph.entities({q, kind: 'product'});
    expect(results.map(({id}) => numberOf(id)).slice(0, 3), q).toEqual([4, 3, 2]);
  }
});
