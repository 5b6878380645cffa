import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const OWN = Array.from({length: 9}, (_, at) => 11 + at);

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Glomera Inc.', {ticker: 'GLMR'}),
      row(2, 'company', 'Littlefar Inc.', {ticker: 'LTF'}),
      ...OWN.map((n) =>
        row(n, 'program', `GL-${n}`, {
          ...(n === 12 && {therapeutic_area: 'oncology', moa_confidence: 0.9}),
        }),
      ),
      row(31, 'program', 'Oncology program of nobody', {therapeutic_area: 'oncology', moa_confidence: 0.9}),
    ],
    OWN.map((n) => edge(1, 'develops', n)),
  );
});
afterAll(() => graph.close());

const ask = (q: string) => graph.entities({q});

it('a ticker is whose something is, beside an area as well', async () => {
  const {results, understood} = await ask('GLMR oncology pipeline');
  expect(numberOf(results[0]?.id ?? '')).toBe(12);
  expect(understood).toMatchObject({kind: 'program', organization: 'GLMR', therapeutic_area: 'oncology', met: true});
});

it('small letters are none, nor is the ticker of a company of which little is known', async () => {
  for (const q of ['glmr oncology pipeline', 'LTF oncology pipeline'])
    expect((await ask(q)).understood, q).not.toHaveProperty('organization');
});
