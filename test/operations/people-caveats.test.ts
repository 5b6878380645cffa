import {expect, it} from 'vitest';
import {edge, openRows, row} from '../helpers/few-rows.ts';

it('a ranking of people says how many works name nobody, and how old the latest is', async () => {
  const paper = (n: number, published_at: string) =>
    row(n, 'paper', `paper ${n}`, {target: 'KIT', moa_confidence: 0.9, attributes: JSON.stringify({published_at})});
  const graph = await openRows(
    [row(1, 'person', 'Ada Quill'), paper(11, '2020-01-01'), paper(12, '2021-03-04'), paper(13, '2019-01-01')],
    [edge(1, 'authored', 11)],
  );
  const ranked = await graph.rankPeople({target: 'KIT'});
  const experts = await graph.experts({target: 'KIT'});
  const everybody = await graph.rankPeople({});
  await graph.close();
  for (const {caveats} of [ranked, experts])
    expect(caveats.join(' ')).toContain('No source names the authors or inventors of 2 of 3 works');
  expect(ranked.caveats.join(' ')).toContain(
    'The latest of these works is of 2021-03-04: who has risen in the 24 months before 2026-01-01 shows only in part.',
  );
  expect(everybody.caveats.join(' ')).not.toContain('No source names');
  expect(everybody.caveats.join(' ')).toContain('The latest of these works is of 2020-01-01');
});

it('no company of its own group is like a company, however alike the names', async () => {
  const graph = await openRows(
    [
      row(1, 'company', 'Quintex Holdings'),
      row(2, 'company', 'Quintex Research'),
      row(3, 'company', 'Quintex Sisters'),
      row(4, 'company', 'Quintexa Labs'),
      row(5, 'company', 'Other'),
    ],
    [edge(2, 'subsidiary_of', 1), edge(3, 'subsidiary_of', 1)],
  );
  const {results} = await graph.similar({entity_id: 'Quintex Research'});
  await graph.close();
  expect(results.map(({name}) => name)).not.toContain('Quintex Holdings');
  expect(results.map(({name}) => name)).not.toContain('Quintex Sisters');
});
