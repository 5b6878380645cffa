/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, inputFolder, recipe, workspace} from './helpers.ts';

const folder = workspace();
const files = (contents: Record<string, string[]>) => inputFolder(folder, contents);
const json = (value: unknown) => [JSON.stringify(value)];

/** A study record in the shape of the API's version 2. */
const study = (nct: string, more: Record<string, unknown> = {}) => ({
  protocolSection: {
    identificationModule: {
      nctId: nct,
      orgStudyIdInfo: {id: `ORG-${nct}`},
      organization: {fullName: 'Acme', class: 'INDUSTRY'},
      briefTitle: `Trial ${nct}`,
      officialTitle: 'A Randomized Study',
      acronym: 'ACE',
    },
    statusModule: {
      statusVerifiedDate: '2024-01',
      overallStatus: 'ACTIVE_NOT_RECRUITING',
      startDateStruct: {date: '2021-03', type: 'ACTUAL'},
      primaryCompletionDateStruct: {date: '2024-09-01', type: 'ESTIMATED'},
      completionDateStruct: {date: '2025-01', type: 'ESTIMATED'},
      studyFirstPostDateStruct: {date: '2021-01-05', type: 'ACTUAL'},
      lastUpdatePostDateStruct: {date: '2024-02-03', type: 'ACTUAL'},
    },
    designModule: {
      studyType: 'INTERVENTIONAL',
      phases: ['PHASE1', 'PHASE2'],
      designInfo: {allocation: 'RANDOMIZED', maskingInfo: {masking: 'DOUBLE'}},
      enrollmentInfo: {count: 120, type: 'ESTIMATED'},
    },
    conditionsModule: {conditions: ['Asthma']},
    ...more,
  },
  derivedSection: {miscInfoModule: {versionHolder: '2024-02-05'}},
  hasResults: false,
});

const full = study('NCT00000001', {
  sponsorCollaboratorsModule: {
    responsibleParty: {
      type: 'PRINCIPAL_INVESTIGATOR',
      investigatorFullName: 'Jane Doe',
      investigatorTitle: 'Professor',
      investigatorAffiliation: 'Yale University',
    },
    leadSponsor: {name: 'Acme Pharma, Inc.', class: 'INDUSTRY'},
    collaborators: [
      {name: 'National Cancer Institute (NCI)', class: 'NIH'},
      {name: 'Patricia Shi', class: 'INDIV'},
    ],
  },
  armsInterventionsModule: {
    interventions: [{type: 'DRUG', name: 'acmemab', otherNames: ['ACM-1']}],
  },
  outcomesModule: {primaryOutcomes: [{measure: 'FEV1', timeFrame: '12 weeks'}]},
  contactsLocationsModule: {
    overallOfficials: [
      {name: 'Jane Doe, MD, PhD', affiliation: 'Yale University', role: 'PRINCIPAL_INVESTIGATOR'},
      {name: 'Max Roe, MD', affiliation: 'Acme Pharma, Inc.', role: 'STUDY_DIRECTOR'},
      {name: 'Acme Clinical Trials', affiliation: 'Acme', role: 'STUDY_DIRECTOR'},
    ],
    locations: [
      {facility: 'Mount Sinai Hospital', city: 'New York', country: 'United States'},
      {facility: 'Research Site 12', city: 'Paris', country: 'France'},
    ],
  },
  referencesModule: {
    references: [
      {pmid: '101', type: 'RESULT', citation: 'Doe J. Results. 2024.'},
      {pmid: '102', type: 'BACKGROUND', citation: 'Roe M. Before. 2010.'},
      {type: 'BACKGROUND', citation: 'Without a number.'},
    ],
  },
});

describe('ctgov-api', () => {
  it('reads every section that fills a field', async () => {
    const built = await build(folder, [{recipe: 'ctgov-api', in: files({'study.json': json(full)})}]);
    const [trial] = await built.rows(
      `select name, aliases, updated_at::date::varchar as u, attributes::json as a from entities where kind = 'trial'`,
    );
    expect({...trial, a: JSON.parse(String(trial?.a))}).toEqual({
      name: 'Trial NCT00000001',
      aliases: ['ACE', 'ORG-NCT00000001'],
      u: '2024-02-03',
      a: {
        nct: 'NCT00000001',
        official_title: 'A Randomized Study',
        phase: 'phase 1/2',
        status: 'active not recruiting',
        enrollment: 120,
        study_type: 'interventional',
        start_date: '2021-03-01',
        primary_completion_date: '2024-09-01',
        completion_date: '2025-01-01',
        has_results: false,
        conditions: ['Asthma'],
        interventions: ['acmemab'],
        intervention_types: ['drug'],
        other_names: ['ACM-1'],
        sponsor_names: ['Acme Pharma, Inc.'],
        also_called: [{intervention: 'acmemab', names: ['ACM-1']}],
        primary_outcomes: ['FEV1'],
        allocation: 'randomized',
        masking: 'double',
        countries: ['France', 'United States'],
      },
    });
    expect(
      await built.rows(
        `select s.kind as k, s.name as s, relation as r, t.name as t, t.kind as tk from edges e join entities s on s.id = e.source join entities t on t.id = e.target order by r, s, t`,
      ),
    ).toEqual([
      {k: 'person', s: 'Jane Doe', r: 'affiliated_with', t: 'Yale University', tk: 'institution'},
      {k: 'person', s: 'Max Roe', r: 'affiliated_with', t: 'Acme Pharma, Inc.', tk: 'company'},
      {k: 'trial', s: 'Trial NCT00000001', r: 'cites', t: 'Roe M. Before. 2010. (PMID 102)', tk: 'paper'},
      {
        k: 'institution',
        s: 'National Cancer Institute (NCI)',
        r: 'collaborates_on',
        t: 'Trial NCT00000001',
        tk: 'trial',
      },
      {k: 'trial', s: 'Trial NCT00000001', r: 'conducted_at', t: 'Mount Sinai Hospital', tk: 'institution'},
      {k: 'person', s: 'Jane Doe', r: 'investigates', t: 'Trial NCT00000001', tk: 'trial'},
      {k: 'person', s: 'Max Roe', r: 'investigates', t: 'Trial NCT00000001', tk: 'trial'},
      {k: 'paper', s: 'Doe J. Results. 2024. (PMID 101)', r: 'reports_on', t: 'Trial NCT00000001', tk: 'trial'},
      {k: 'company', s: 'Acme Pharma, Inc.', r: 'sponsors', t: 'Trial NCT00000001', tk: 'trial'},
    ]);
  });

  it('reads pages, lists and lines of studies alike, and keeps the latest of one study', async () => {
    const built = await build(folder, [
      {
        recipe: 'ctgov-api',
        in: files({
          'page.json': json({studies: [study('NCT00000002'), study('NCT00000003')], nextPageToken: 'x', totalCount: 9}),
          'list.json': json([study('NCT00000004'), {protocolSection: {identificationModule: {nctId: 'none'}}}]),
          'lines.json': [
            ...json(study('NCT00000005')),
            ...json(
              study('NCT00000002', {
                statusModule: {overallStatus: 'COMPLETED', lastUpdatePostDateStruct: {date: '2025-01-01'}},
              }),
            ),
          ],
        }),
      },
    ]);
    expect(await built.rows(`select natural_key as k, attributes ->> 'status' as s from entities order by 1`)).toEqual([
      {k: 'nct:NCT00000002', s: 'completed'},
      {k: 'nct:NCT00000003', s: 'active not recruiting'},
      {k: 'nct:NCT00000004', s: 'active not recruiting'},
      {k: 'nct:NCT00000005', s: 'active not recruiting'},
    ]);
    expect(built.rejects()).toMatchObject([{recipe: 'ctgov-api', reason: 'the study has no NCT number'}]);
  });

  it('lets a cited paper become whole when another source brings it', async () => {
    const brings = recipe(
      folder,
      {
        entities: `select 'pmid:101' as key, 'paper' as kind, 'Whole title' as name, {journal: 'J'} as attributes`,
      },
      '-- name: zz-later\n-- priority: 1\n',
    );
    const alone = await build(folder, [{recipe: 'ctgov-api', in: files({'study.json': json(full)})}]);
    const both = await build(folder, [{recipe: 'ctgov-api', in: files({'study.json': json(full)})}, brings]);
    const paper = `select id, name, aliases, attributes ->> 'journal' as j from entities where natural_key = 'pmid:101'`;
    const [stub] = await alone.rows(paper);
    const [whole] = await both.rows(paper);
    expect(stub).toMatchObject({name: 'Doe J. Results. 2024. (PMID 101)', j: null});
    expect(whole).toEqual({id: stub?.id, name: 'Whole title', aliases: null, j: 'J'});
  });
});
