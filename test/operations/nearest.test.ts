import {expect, it} from 'vitest';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const drug = (n: number, name: string, more: object) =>
  row(n, 'product', name, {moa_confidence: 0.9, modality: 'small molecule', ...more});

it('where nothing of a kind is what a text says, the nearest of the kind comes before other kinds', async () => {
  await using graph = await openRows([
    drug(1, 'onetinib', {disease_label: 'ovarian cancer'}),
    drug(2, 'twotinib', {disease_label: 'ovarian cancer'}),
    row(11, 'funding_event', 'A study of cancer in mice'),
    row(12, 'funding_event', 'Wheels and their use'),
    ...Array.from({length: 30}, (_, n) => row(40 + n, 'paper', `Ballast ${n}`)),
  ]);
  const {results, understood} = await graph.entities({q: 'ovarian cancer grants'});
  expect(numberOf(results[0]?.id ?? '')).toBe(11);
  expect(understood).toEqual({kind: 'funding_event', met: false});
});

it('where no antibody is for a disease, others for it are nearer than other antibodies', async () => {
  const antibodies = Array.from({length: 20}, (_, n) =>
    drug(20 + n, `quxumab ${n}`, {modality: 'monoclonal antibody', disease_label: 'gout', mechanism: 'antibody'}),
  );
  await using graph = await openRows([
    drug(1, 'Rabivax', {modality: 'vaccine', disease_label: 'rabies'}),
    ...antibodies,
  ]);
  const {results, understood} = await graph.entities({q: 'rabies monoclonal antibody'});
  expect(numberOf(results[0]?.id ?? '')).toBe(1);
  expect(understood).toMatchObject({disease: 'rabies', met: false});
});

it('companies with a drug that is all that a text says come before those with many that are a part of it', async () => {
  const vaccines = Array.from({length: 12}, (_, n) =>
    drug(20 + n, `Vaccine ${n}`, {modality: 'vaccine', disease_label: 'gout'}),
  );
  await using graph = await openRows(
    [
      row(1, 'company', 'Largest'),
      row(2, 'company', 'Quintex'),
      drug(10, 'Antrax', {modality: 'vaccine', disease_label: 'anthrax'}),
      ...vaccines,
    ],
    [edge(2, 'develops', 10), ...vaccines.map((_, n) => edge(1, 'develops', 20 + n))],
  );
  for (const q of ['anthrax vaccine maker', 'anthrax vaccine companies'])
    expect(numberOf((await graph.entities({q})).results[0]?.id ?? ''), q).toBe(2);
});
