import {expect, it} from 'vitest';
import {edge, openRows, row} from '../../helpers/few-rows.ts';

const round = (n: number, name: string, funding: object) =>
  row(n, 'funding_event', name, {funding: JSON.stringify(funding)});

it('investors are those who hold shares and who were behind rounds, not the givers of grants', async () => {
  const graph = await openRows(
    [
      row(1, 'company', 'Aco'),
      row(2, 'funder', 'Holder'),
      row(3, 'funder', 'First Ventures'),
      row(4, 'funder', 'Second Ventures'),
      row(5, 'funder', 'Science Agency'),
      round(11, 'Series A', {type: 'series a', date: '2020-01-01', is_grant: false}),
      round(12, 'Series B', {type: 'series b', date: '2023-01-01'}),
      round(13, 'Grant', {type: 'grant', date: '2024-01-01', is_grant: true}),
    ],
    [
      edge(2, 'invested_in', 1, '2021-06-01T00:00:00Z'),
      ...[11, 12, 13].map((n) => edge(1, 'received', n)),
      edge(11, 'awarded_by', 3, '2020-01-01T00:00:00Z'),
      edge(12, 'awarded_by', 4, '2023-01-01T00:00:00Z'),
      edge(12, 'awarded_by', 3, '2023-01-01T00:00:00Z'),
      edge(13, 'awarded_by', 5, '2024-01-01T00:00:00Z'),
    ],
  );
  const {investors, funding} = await graph.dossier({entity_id: 'company/s-1'});
  expect(funding).toHaveLength(3);
  expect(investors.map(({name}) => name)).toEqual(['First Ventures', 'Second Ventures', 'Holder']);
  await graph.close();
});
