/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, inputFolder, tsv, workspace} from './helpers.ts';

const folder = workspace();
const files = (contents: Record<string, string[]>) => inputFolder(folder, contents);
const json = (value: unknown) => [JSON.stringify(value)];

describe('ctgov', () => {
  it('reads trials, sponsors and facilities', async () => {
    const built = await build(folder, [
      {
        recipe: 'ctgov',
        in: files({
          'studies.csv': [
            'study_id,title,status,phase,enrollment',
            'NCT00000001,"A, study",COMPLETED,PHASE1,60.0',
            'NCT00000002,B,ACTIVE_NOT_RECRUITING,NA,',
            'NCT00000003,C,too,many,1,2',
          ],
          'sponsors.csv': [
            'study_id,sponsor_name,sponsor_type',
            'NCT00000001,"Shi, Patricia, M.D.",INDIV',
            'NCT00000001,"Pfizer, Inc.",INDUSTRY',
            'NCT00000002,Cairo University,OTHER',
          ],
          'interventions.csv': ['study_id,intervention_name,intervention_type', 'NCT00000002,A pump,DEVICE'],
          'conditions.csv': ['study_id,condition', 'NCT00000001,Asthma', 'NCT00000001,Cough'],
          'locations.csv': [
            'study_id,facility,city,country',
            'NCT00000001,"Department of Medicine, Mount Sinai Hospital",New York,United States',
            'NCT00000001,Research Site 12,Paris,France',
            'NCT00000001,University Hospital,Paris,France',
          ],
        }),
      },
    ]);
    const trials = await built.rows(
      `select natural_key as k, name, modality, moa_confidence as c, attributes::json as a from entities where kind = 'trial' order by 1`,
    );
    expect(trials.map((row) => ({...row, a: JSON.parse(String(row.a))}))).toEqual([
      {
        k: 'nct:NCT00000001',
        name: 'A, study',
        modality: null,
        c: 0.5,
        a: {
          nct: 'NCT00000001',
          phase: 'phase 1',
          status: 'completed',
          enrollment: 60,
          conditions: ['Asthma', 'Cough'],
        },
      },
      {
        k: 'nct:NCT00000002',
        name: 'B',
        modality: 'device',
        c: 0.9,
        a: {
          nct: 'NCT00000002',
          sponsor_names: ['Cairo University'],
          phase: 'not applicable',
          status: 'active not recruiting',
          interventions: ['A pump'],
          intervention_types: ['device'],
        },
      },
    ]);
    expect(await built.rows(`select name, kind from entities where kind <> 'trial' order by name`)).toEqual([
      {name: 'Cairo University', kind: 'institution'},
      {name: 'Mount Sinai Hospital', kind: 'institution'},
      {name: 'Pfizer Inc.', kind: 'company'},
    ]);
    expect(built.report.edges).toEqual({sponsors: 1, collaborates_on: 1, conducted_at: 1});
    expect(built.report.rejects).toEqual([{recipe: 'ctgov', reason: 'too many columns', count: 1}]);
  });

  it('tells hospitals of one name in two countries apart, without numbers of sites, with the city in which most trials are', async () => {
    const numbers = [1, 2, 3, 4].map((n) => `NCT0000000${n}`);
    const built = await build(folder, [
      {
        recipe: 'ctgov',
        in: files({
          'studies.csv': [
            'study_id,title,status,phase,enrollment',
            ...numbers.map((nct) => `${nct},Trial ${nct},COMPLETED,PHASE1,60.0`),
          ],
          'sponsors.csv': ['study_id,sponsor_name,sponsor_type'],
          'interventions.csv': ['study_id,intervention_name,intervention_type'],
          'conditions.csv': ['study_id,condition'],
          'locations.csv': [
            'study_id,facility,city,country',
            'NCT00000001,Mount Sinai Hospital /ID# 222994,New York,United States',
            'NCT00000002,Mount Sinai Hospital - Site Number : 8401041,New York,United States',
            'NCT00000002,General Hospital /ID# 222995,New York,United States',
            'NCT00000003,Mount Sinai Hospital,Chicago,United States',
            'NCT00000004,Mount Sinai Hospital,Toronto,Canada',
            'NCT00000001,Mercy Hospital,Ames,United States',
            'NCT00000002,Mercy Hospital,Boise,United States',
            'NCT00000003,Mercy Hospital,Cody,United States',
          ],
        }),
      },
    ]);
    expect(
      await built.rows(
        `select name, attributes ->> 'country' as country, attributes ->> 'city' as city from entities where kind = 'institution' order by all`,
      ),
    ).toEqual([
      {name: 'Mercy Hospital', country: 'United States', city: null},
      {name: 'Mount Sinai Hospital', country: 'Canada', city: 'Toronto'},
      {name: 'Mount Sinai Hospital', country: 'United States', city: 'New York'},
    ]);
    expect(
      await built.rows(
        `select t.name as trial, i.attributes ->> 'country' as country from edges e join entities t on t.id = e.source join entities i on i.id = e.target
         where relation = 'conducted_at' and t.name = 'Trial NCT00000004'`,
      ),
    ).toEqual([{trial: 'Trial NCT00000004', country: 'Canada'}]);
  });

  it('needs the studies only', async () => {
    const built = await build(folder, [
      {
        recipe: 'ctgov',
        in: files({'studies.csv': ['study_id,title,status,phase,enrollment', 'NCT00000001,A,COMPLETED,PHASE1,60']}),
      },
    ]);
    expect(built.report.entities).toEqual({trial: 1});
  });
});

it('ctgov-tsv takes quotes as text, free-text dates, and types of sponsors only where they are certain', async () => {
  const head =
    'Rank|NCT Number|Title|Acronym|Status|Study Results|Conditions|Interventions|Outcome Measures|Sponsor/Collaborators|Gender|Age|Phases|Enrollment|Funded Bys|Study Type|Study Designs|Other IDs|Start Date|Primary Completion Date|Completion Date|First Posted|Results First Posted|Last Update Posted|Locations|Study Documents|URL'.split(
      '|',
    );
  const row = (cells: Record<string, string>) => head.map((name) => cells[name] ?? '');
  const built = await build(folder, [
    {
      recipe: 'ctgov-tsv',
      in: files({
        'export.tsv': tsv(
          head,
          row({
            'NCT Number': 'NCT00000001',
            Title: 'The "Spark" study',
            Acronym: 'SPARK',
            Status: 'Active, not recruiting',
            Conditions: 'COVID-19|Pneumonia',
            Interventions: 'Drug: Duvelisib|Drug: Placebo',
            'Sponsor/Collaborators': 'Washington University School of Medicine|Verastem, Inc.|Thomas Agoritsas',
            'Funded Bys': 'Other|Industry',
            Phases: 'Phase 1|Phase 2',
            'Start Date': 'September 30, 2020',
            'Completion Date': 'June 2021',
            'First Posted': 'May 4, 2020',
            'Last Update Posted': 'September 10, 2020',
            Locations: 'Mayo Clinic Hospital, Rochester, Minnesota, United States',
          }),
          row({
            'NCT Number': 'NCT00000002',
            Title: 'B',
            'Sponsor/Collaborators': 'AstraZeneca|Covance',
            'Funded Bys': 'Industry|Other',
          }),
          row({
            'NCT Number': 'NCT00000003',
            Title: 'C',
            'Sponsor/Collaborators': 'Vivek Reddy|Rigshospitalet, Denmark',
            'Funded Bys': 'Other',
          }),
        ),
      }),
    },
  ]);
  const [trial] = await built.rows(
    `select name, aliases, attributes::json as a, strftime(updated_at, '%Y-%m-%d') as u from entities where kind = 'trial' order by natural_key`,
  );
  expect(trial).toMatchObject({name: 'The "Spark" study', aliases: ['SPARK'], u: '2020-09-10'});
  expect(JSON.parse(String(trial?.a))).toMatchObject({
    phase: 'phase 1/2',
    status: 'active not recruiting',
    start_date: '2020-09-30',
    completion_date: '2021-06-01',
    conditions: ['COVID-19', 'Pneumonia'],
    interventions: ['Duvelisib', 'Placebo'],
  });
  expect(
    await built.rows(
      `select e.name, e.kind, relation from edges join entities e on e.id = edges.source where relation <> 'conducted_at' order by 1`,
    ),
  ).toEqual([
    {name: 'AstraZeneca PLC', kind: 'company', relation: 'sponsors'},
    {name: 'Covance', kind: 'institution', relation: 'collaborates_on'},
    {name: 'Rigshospitalet, Denmark', kind: 'institution', relation: 'collaborates_on'},
    {name: 'Verastem, Inc.', kind: 'company', relation: 'collaborates_on'},
    {name: 'Washington University School of Medicine', kind: 'institution', relation: 'sponsors'},
  ]);
});

describe('screener', () => {
  const trial = (nct: string, ticker: string, sponsor: string, phase: string) => ({
    ticker,
    nct_id: nct,
    title: `Trial ${nct}`,
    status: 'COMPLETED',
    phase,
    conditions: ['Obesity'],
    interventions: ['X'],
    last_update_posted: '2024-01-02',
    sponsor,
    collected_at: '2026-01-27',
  });
  const program = (nct: string, drug: string) => ({
    nct_id: nct,
    phase: 'PHASE2',
    status: 'COMPLETED',
    drug: {raw_name: drug, canonical_name: drug, chembl_id: null, molecule_type: null},
    indication: {raw_condition: 'Obesity', efo_id: 'EFO_0001073', efo_name: 'obesity', is_rare: false},
    join_quality: {drug_match_confidence: 'low', disease_match_confidence: 'high'},
  });
  const event = (id: string, confidence: string, text: string, date = '2029-07-01') =>
    JSON.stringify({
      event_id: id,
      ticker: 'AARD',
      event_type: 'DATA_READOUT',
      event_date: date,
      pit_available_at: '2024-02-01',
      source: 'SEC_8K_FILING',
      confidence,
      event_name: text,
      document_ref: '',
    });
  const input = {
    'companies.csv': [
      'ticker,cik,company_name,exchange,Cash',
      'AARD,0001774857,"Aardvark Therapeutics, Inc.",NASDAQ,1',
      'TECH,0000842023,BIO-TECHNE Corp,NASDAQ,2',
    ],
    'trial_records_x.json': json([
      trial('NCT00000001', 'AARD', 'Aardvark Therapeutics', 'PHASE1, PHASE2'),
      trial('NCT00000002', 'TECH', 'Texas Tech University', 'N/A'),
      {...trial('NCT00000003', 'TECH', 'Texas Tech University', 'PHASE2'), title: 'Trial NCT00000003, Phase II/III'},
    ]),
    'program_entity_view_x.json': json({
      entries: [
        {ticker: 'AARD', programs: [program('NCT00000001', 'ARD-101'), program('NCT00000001', 'Placebo')]},
        {ticker: 'TECH', programs: [program('NCT00000002', 'Music')]},
      ],
    }),
    'catalyst_history_events.jsonl': [
      event('a', 'LOW', '8-K: results of ARD-101 in the Phase 2 trial expected in 2H 2026'),
      event('b', 'HIGH', '8-K: data'),
      event('d', 'MED', '8-K: topline data of ARD-101 in Phase 2 expected in the second half of 2026'),
      '{broken',
      event('c', 'HIGH', 'x', 'soon'),
    ],
    'sponsor_alias_map.json': json({'Aardvark Bio': 'AARD'}),
  };

  it('takes the sponsor for the truth and the ticker of a trial for a hint', async () => {
    const built = await build(folder, [{recipe: 'screener', in: files(input)}]);
    expect(
      await built.rows(
        `select s.name as s, s.kind, t.name as t from edges join entities s on s.id = edges.source join entities t on t.id = edges.target where relation = 'sponsors' order by t.name`,
      ),
    ).toEqual([
      {s: 'Aardvark Therapeutics, Inc.', kind: 'company', t: 'Trial NCT00000001'},
      {s: 'Texas Tech University', kind: 'institution', t: 'Trial NCT00000002'},
      {s: 'Texas Tech University', kind: 'institution', t: 'Trial NCT00000003, Phase II/III'},
    ]);
    expect(
      await built.rows(`select attributes ->> 'phase' as p from entities where kind = 'trial' order by natural_key`),
    ).toEqual([{p: 'phase 1/2'}, {p: 'not applicable'}, {p: 'phase 2/3'}]);
    expect(
      await built.rows(`select name, disease_id, moa_confidence as c from entities where kind = 'program'`),
    ).toEqual([{name: 'ARD-101', disease_id: 'EFO:0001073', c: 0.9}]);
  });

  it('dates an event by what the sentence says, once, and drops what states none', async () => {
    const built = await build(folder, [{recipe: 'screener', in: files(input)}]);
    expect(
      await built.rows(
        `select natural_key as k, name, identity_confidence as c, attributes ->> 'type' as type, attributes ->> 'date' as date, attributes ->> 'date_precision' as p, attributes ->> 'status' as status from entities where kind = 'catalyst' order by 1`,
      ),
    ).toEqual([
      {
        k: 'catalyst:a',
        name: 'ARD-101, Phase 2 data readout, Aardvark Therapeutics, Inc.',
        c: 0.75,
        type: 'data_readout',
        date: '2026-07-01',
        p: 'half',
        status: 'expected',
      },
    ]);
    expect(
      await built.rows(`select t.name from edges join entities t on t.id = edges.target where relation = 'concerns'`),
    ).toEqual([{name: 'ARD-101'}]);
    expect(built.report.rejects).toEqual([
      {recipe: 'screener', reason: 'the event has no date', count: 1},
      {recipe: 'screener', reason: 'the line is not JSON', count: 1},
    ]);
  });
});
