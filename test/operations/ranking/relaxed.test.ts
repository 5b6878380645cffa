import {expect, it} from 'vitest';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

it('where no grant is on it, others of the institute come before drugs for it', async () => {
  await using graph = await openRows(
    [
      row(1, 'funder', 'Quorrel Institute', {aliases: ['QRI']}),
      ...[11, 12].map((n) => row(n, 'funding_event', `Award ${n} on lakes`)),
      row(13, 'funding_event', 'Award of another funder on rivers'),
      row(21, 'product', 'zibomab', {disease_label: 'asthma', moa_confidence: 0.9, aliases: ['asthma drug']}),
      ...Array.from({length: 20}, (_, n) => row(100 + n, 'paper', `Ballast ${n}`)),
    ],
    [
      ...[11, 12].map((n) => edge(1, 'funded', n)),
      // The institute is well known.
      ...Array.from({length: 20}, (_, n) => edge(100 + n, 'mentions', 1)),
    ],
  );
  const {results, understood} = await graph.entities({q: 'Quorrel Institute grants asthma'});
  expect(understood).toMatchObject({kind: 'funding_event', met: false});
  const numbers = results.map(({id}) => numberOf(id));
  expect(new Set(numbers.slice(0, 2))).toEqual(new Set([11, 12]));
  expect(numbers).toContain(21);
});
