import {expect, it} from 'vitest';
import {openGraph} from '../../src/index.ts';
import {edge, numberOf, openRows, row, writeRows} from '../helpers/few-rows.ts';

it('the drugs of a dossier begin with the most advanced, and among these with what the company itself works on now', async () => {
  const approved = (approved_at: string) => ({attributes: JSON.stringify({agency: 'FDA', approved_at})});
  const graph = await openRows(
    [
      row(1, 'company', 'Asked Inc.'),
      ...[2, 3, 4].map((n) => row(n, 'company', `Generics ${n} Ltd.`)),
      row(11, 'product', 'old drug'),
      row(12, 'product', 'new drug'),
      row(13, 'product', 'shared drug'),
      row(14, 'product', 'early drug'),
      row(21, 'approval', 'old', approved('1990-01-01')),
      row(22, 'approval', 'new', approved('2024-01-01')),
      row(23, 'approval', 'shared', approved('2024-01-01')),
      ...[31, 32, 33, 34].map((n) => row(n, 'approval', `generic ${n}`, approved('2025-01-01'))),
    ],
    [
      ...[11, 12, 13, 14].map((n) => edge(1, 'develops', n)),
      ...[2, 3].map((n) => edge(n, 'develops', 13)),
      ...[21, 22, 23].flatMap((n) => [edge(1, 'holds', n), edge(n, 'approval_of', n - 10)]),
      // What others have approved is no work of the company.
      ...[31, 32, 33, 34].flatMap((n) => [edge(4, 'holds', n), edge(n, 'approval_of', 11)]),
    ],
  );
  const [asked] = (await graph.entities({q: 'Asked Inc.', kind: 'company'})).results;
  const {assets} = await graph.dossier(asked?.id ?? '');
  await graph.close();
  expect(assets.map(({id}) => numberOf(id))).toEqual([12, 13, 11, 14]);
});

it('a program of another company’s product is approved where that is, and a drug without a phase is said to be one', async () => {
  const graph = await openRows(
    [
      row(1, 'company', 'Asked Inc.'),
      row(2, 'company', 'Other Inc.'),
      row(11, 'product', 'licensed drug', {aliases: ['LIC-1']}),
      row(16, 'program', 'SIM-234', {attributes: JSON.stringify({phase: 'phase 3'})}),
      row(12, 'program', 'LIC-1', {attributes: JSON.stringify({phase: 'phase 2'})}),
      row(13, 'product', 'unknown drug'),
      row(15, 'program', 'licensed drug + LIC-2', {attributes: JSON.stringify({phase: 'phase 3'})}),
      row(14, 'product', 'early drug', {attributes: JSON.stringify({phase: 'preclinical'})}),
      row(21, 'approval', 'licensed', {attributes: JSON.stringify({agency: 'FDA', approved_at: '2024-01-01'})}),
    ],
    [
      ...[12, 13, 14, 15, 16].map((n) => edge(1, 'develops', n)),
      edge(2, 'develops', 11),
      ...[12, 15, 16].map((n) => edge(n, 'program_of', 11)),
      edge(2, 'holds', 21),
      edge(21, 'approval_of', 11),
    ],
  );
  const {assets, caveats} = await graph.dossier({entity_id: 'Asked Inc.'});
  await graph.close();
  expect(assets.map(({id, furthest_stage}) => [numberOf(id), furthest_stage])).toEqual([
    [12, 'approved'],
    [15, 'phase 3'],
    // A biosimilar in development goes by a name of its own.
    [16, 'phase 3'],
    [13, 'preclinical'],
    [14, 'preclinical'],
  ]);
  expect(caveats.join(' ')).toContain('No source states a phase of 1 of the assets; they are listed as preclinical.');
});

it('a drug whose approvals have all ended is approved, the furthest it got, and named in a caveat', async () => {
  const off = {attributes: JSON.stringify({marketing_status: 'off the market'})};
  const graph = await openRows(
    [
      row(1, 'company', 'Asked Inc.'),
      ...[11, 12, 13, 14, 15, 16].map((n) => row(n, 'product', `gone ${n}`, off)),
      row(17, 'product', 'sold drug', {attributes: JSON.stringify({max_phase: 4})}),
      row(18, 'product', 'never approved', off),
      ...[11, 12, 13, 14, 15, 16, 17].map((n) => row(n + 20, 'approval', `approval ${n}`)),
    ],
    [
      ...[11, 12, 13, 14, 15, 16, 17, 18].map((n) => edge(1, 'develops', n)),
      ...[11, 12, 13, 14, 15, 16, 17].map((n) => edge(n + 20, 'approval_of', n)),
    ],
  );
  const {assets, caveats} = await graph.dossier({entity_id: 'Asked Inc.'});
  await graph.close();
  expect(assets[0]?.furthest_stage).toBe('approved');
  expect(caveats.join(' ')).toMatch(
    /though every approval of theirs in this graph has ended: gone 1\d(, gone 1\d){4} and 1 more\./,
  );
});

it('the next catalyst of a drug is one whose period has not ended', async () => {
  const event = (n: number, date: string, date_precision: string) =>
    row(n, 'catalyst', `event ${n}`, {attributes: JSON.stringify({type: 'data_readout', date, date_precision})});
  const snapshot = await writeRows(
    [
      row(1, 'company', 'Asked Inc.'),
      row(11, 'product', 'drug'),
      event(21, '2025-10-01', 'quarter'),
      event(22, '2026-01-01', 'half'),
      event(23, '2026-03-01', 'month'),
    ],
    [edge(1, 'develops', 11), ...[21, 22, 23].map((n) => edge(n, 'concerns', 11))],
    {as_of: '2026-02-10T00:00:00Z'},
  );
  const graph = await openGraph(snapshot, {cache: `${snapshot}-cache`});
  const {assets} = await graph.dossier({entity_id: 'Asked Inc.'});
  const calendar = await graph.calendar({});
  const past = await graph.calendar({from: '2026-01-01'});
  const later = await graph.calendar({from: '2027-01-01'});
  const short = await graph.calendar({from: '2025-01-01', limit: 1});
  await graph.close();
  expect(assets[0]?.next_catalyst?.name).toBe('event 22');
  expect(calendar.from).toBe('2026-02-10');
  expect(calendar.results.map(({name}) => name)).toEqual(['event 23']);
  expect(calendar.caveats.join(' ')).toContain(
    '1 more are dated to a period that began before 2026-02-10 and has not ended by then; from=2026-01-01 lists them.',
  );
  expect(past.count).toBe(2);
  for (const one of [past, later]) expect(one.caveats.join(' ')).not.toMatch(/not ended|more are dated/);
  expect(short.caveats.join(' ')).toContain(
    '2 more are dated 2025-10-01 or later: a later `from`, or a higher `limit`',
  );
});

it('of more assets than a dossier lists, those in development are not crowded out by approved ones', async () => {
  const stated = (phase: string) => ({attributes: JSON.stringify({phase})});
  const drugs = Array.from({length: 230}, (_, n) =>
    row(100 + n, 'product', `drug ${n}`, stated(n < 200 ? 'approved' : 'phase 2')),
  );
  const graph = await openRows(
    [row(1, 'company', 'Asked Inc.'), ...drugs],
    drugs.map((_, n) => edge(1, 'develops', 100 + n)),
  );
  const {assets} = await graph.dossier({entity_id: 'Asked Inc.'});
  await graph.close();
  const stages = assets.map(({furthest_stage}) => furthest_stage);
  expect(stages).toEqual([...Array(170).fill('approved'), ...Array(30).fill('phase 2')]);
});
