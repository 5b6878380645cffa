/** @module-tag long */
import {expect, it} from 'vitest';
import {build, inputFolder, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('a letter or a hold is one event, however many filings of the next half year tell it again', async () => {
  const event = (id: string, type: string, day: string) =>
    JSON.stringify({
      event_id: id,
      ticker: 'FOO',
      event_type: type,
      event_date: day,
      pit_available_at: day,
      source: 'SEC_8K_FILING',
      confidence: 'HIGH',
      event_name: '8-K: received a Complete Response Letter',
    });
  const screener = inputFolder(folder, {
    'companies.csv': ['ticker,cik,company_name,exchange', 'FOO,0000000001,"Foo, Inc.",NASDAQ'],
    'trial_records_x.json': [JSON.stringify([{nct_id: 'NCT00000001', ticker: 'FOO', sponsor: 'Foo, Inc.'}])],
    'catalyst_history_events.jsonl': [
      event('a', 'FDA_CRL', '2022-01-10'),
      event('b', 'FDA_CRL', '2022-03-10'),
      event('c', 'FDA_CRL', '2022-08-01'),
      event('d', 'FDA_CRL', '2023-06-01'),
      event('e', 'CLINICAL_HOLD', '2022-03-11'),
    ],
  });
  const built = await build(folder, [{recipe: 'screener', in: screener}]);
  expect(
    (await built.rows(`select natural_key as k from entities where kind = 'catalyst' order by 1`)).map(({k}) => k),
  ).toEqual(['catalyst:a', 'catalyst:d', 'catalyst:e']);
});

it('an event is for the disease that its text names first, or else for that of what it concerns, unless that is approved', async () => {
  const tree = recipe(folder, {
    diseases: values(
      `('MONDO:0000001', 'gout', []::varchar[], []::varchar[]), ('MONDO:0000002', 'asthma', [], []), ('MONDO:0000003', 'psoriasis', [], [])`,
      'id, label, synonyms, parents',
    ),
  });
  const events = recipe(folder, {
    entities: `select key, kind, name, d as disease_id, l as disease_label, case when d is not null then 0.9 end as moa_confidence,
      {text: text, max_phase: phase, type: 'data_readout', date: '2027-01-01', status: 'expected'} as attributes from (values
      ('c:1', 'catalyst', 'A', null, null, 'data in asthma expected. Gout next', null), ('c:2', 'catalyst', 'B', null, null, 'data expected • psoriasis', null),
      ('c:3', 'catalyst', 'C', null, null, 'data expected', null), ('c:4', 'catalyst', 'D', null, null, 'data expected', null),
      ('t:1', 'trial', 'T', 'MONDO:0000002', 'asthma', null, null), ('x:1', 'product', 'foomab', 'MONDO:0000001', 'gout', null, null), ('x:2', 'product', 'barmab', 'MONDO:0000003', 'psoriasis', null, 4)) v(key, kind, name, d, l, text, phase)`,
    edges: values(
      `('c:1', 'concerns', 'x:1'), ('c:2', 'concerns', 't:1'), ('c:3', 'concerns', 'x:1'), ('c:4', 'concerns', 'x:2')`,
      'source_key, relation, target_key',
    ),
  });
  const built = await build(folder, [tree, events]);
  expect(
    await built.rows(
      `select e.name, disease_label as d, p.source as s from entities e left join provenance p on p.entity_id = e.id and p.field = 'moa.disease_label' where kind = 'catalyst' order by 1`,
    ),
  ).toEqual([
    {name: 'A', d: 'asthma', s: 'biograph: its text'},
    {name: 'B', d: 'asthma', s: 'biograph: what it concerns'},
    {name: 'C', d: 'gout', s: 'biograph: what it concerns'},
    {name: 'D', d: null, s: null},
  ]);
});
