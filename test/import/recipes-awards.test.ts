/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, inputFolder, workspace} from './helpers.ts';

const folder = workspace();
const files = (contents: Record<string, string[]>) => inputFolder(folder, contents);
const edges = `select s.name as s, relation as r, t.name as t, t.kind as k from edges e join entities s on s.id = e.source join entities t on t.id = e.target order by r, s, t`;

describe('sbir', () => {
  const head =
    'company,award_title,agency,branch,phase,program,agency_tracking_number,contract,award_date,end_date,award_year,award_amount,duns,company_website,city,state,zip,pi_name';
  it('reads dates and amounts in every spelling, and an NIH award under its institute', async () => {
    const built = await build(folder, [
      {
        recipe: 'sbir',
        in: files({
          'sbir_all.csv': [
            head,
            '"ACME BIO, INC.",A Sensor,Department of Health and Human Services,National Institutes of Health,Phase I,SBIR,DC010085,1R43DC010085-01,09-01-2019,,2019,"$129,542.00",956866784,http://www.acmebio.com,X,MD,1,JANE DOE',
            'Beta LLC,A wound dressing,Department of Defense,Navy,Phase II,SBIR,N1-2,N68335-19-C-1,"April 09, 2018",,2018,500000,,,X,VA,1,',
            'Gamma LLC,Proteins C,Department of Energy,,Phase II,STTR,80498,,,,2007,,000000000,,X,MA,1,Max Roe',
            'Delta LLC,Landing gear structural health,Department of Defense,Navy,Phase I,SBIR,N9-9,N68335-19-C-9,,,2018,1,,,X,VA,1,',
            ',D,Department of Energy,,Phase II,STTR,80499,,,,2007,,,,X,MA,1,Max Roe',
          ],
          'nih_sbir.csv': [
            'award_id,agency,firm_name,firm_state,award_amount,award_date,award_year,phase,topic_code,primary_cet,primary_score,classification,supporting_cet_1,supporting_score_1,supporting_cet_2,supporting_score_2,text_length,has_abstract,has_solicitation',
            'R42EY036753,HHS,ACME BIO INC,MD,360897.0,2024-09-30,2024,Other,NEI,biotechnology,1,Medium,x,1,y,1,1,True,True',
          ],
        }),
      },
    ]);
    const rows = await built.rows(
      `select natural_key as k, name, funding::json as f from entities where kind = 'funding_event' order by 1`,
    );
    expect(rows.map(({f, ...row}) => ({...row, ...JSON.parse(String(f))}))).toEqual([
      {
        k: 'award:1R43DC010085-01',
        name: 'A Sensor',
        type: 'grant',
        amount_usd: 129542,
        currency: 'USD',
        date: '2019-09-01',
        is_grant: true,
      },
      {
        k: 'award:R42EY036753',
        name: 'STTR Phase II award to ACME BIO INC, R42EY036753',
        type: 'grant',
        amount_usd: 360897,
        currency: 'USD',
        date: '2024-09-30',
        is_grant: true,
      },
      {
        k: 'award:department-of-defense:N68335-19-C-1',
        name: 'A wound dressing',
        type: 'grant',
        amount_usd: 500000,
        currency: 'USD',
        date: '2018-04-09',
        is_grant: true,
      },
      {
        k: 'award:department-of-energy:80498',
        name: 'Proteins C',
        type: 'grant',
        currency: 'USD',
        date: '2007-01-01',
        is_grant: true,
      },
    ]);
    expect((await built.rows(edges)).filter(({r}) => r !== 'affiliated_with')).toEqual([
      {
        s: 'A Sensor',
        r: 'awarded_by',
        t: 'National Institute on Deafness and Other Communication Disorders',
        k: 'funder',
      },
      {s: 'A wound dressing', r: 'awarded_by', t: 'Navy', k: 'funder'},
      {s: 'Proteins C', r: 'awarded_by', t: 'Department of Energy', k: 'funder'},
      {
        s: 'STTR Phase II award to ACME BIO INC, R42EY036753',
        r: 'awarded_by',
        t: 'National Eye Institute',
        k: 'funder',
      },
      {s: 'Jane Doe', r: 'leads', t: 'A Sensor', k: 'funding_event'},
      {s: 'Max Roe', r: 'leads', t: 'Proteins C', k: 'funding_event'},
      {s: 'Acme Bio Inc', r: 'received', t: 'A Sensor', k: 'funding_event'},
      {s: 'Acme Bio Inc', r: 'received', t: 'STTR Phase II award to ACME BIO INC, R42EY036753', k: 'funding_event'},
      {s: 'Beta LLC', r: 'received', t: 'A wound dressing', k: 'funding_event'},
      {s: 'Gamma LLC', r: 'received', t: 'Proteins C', k: 'funding_event'},
    ]);
    expect(
      await built.rows(`select attributes ->> 'duns' as d, domain from entities where name = 'Acme Bio Inc'`),
    ).toEqual([{d: '956866784', domain: 'acmebio.com'}]);
    expect(built.report.left_out).toEqual({'sbir: nothing to do with health': 1});
    expect(built.report.rejects).toEqual([{recipe: 'sbir', reason: 'the award names no company or number', count: 1}]);
  });
});

describe('nih_reporter', () => {
  const head =
    'APPLICATION_ID,ACTIVITY,ADMINISTERING_IC,AWARD_NOTICE_DATE,BUDGET_START,CORE_PROJECT_NUM,FULL_PROJECT_NUM,FY,IC_NAME,ORG_CITY,ORG_COUNTRY,ORG_NAME,PI_NAMEs,PROJECT_START,PROJECT_END,PROJECT_TERMS,PROJECT_TITLE,SUBPROJECT_ID,TOTAL_COST,TOTAL_COST_SUB_PROJECT';
  it('reads projects with their institution, institute and investigators', async () => {
    const built = await build(folder, [
      {
        recipe: 'nih_reporter',
        in: files({
          'projects.csv': [
            head,
            '1,R01,GM,05/27/2014,06/01/2014,R01GM085047,2R01GM085047-05,2014,NATIONAL INSTITUTE OF GENERAL MEDICAL SCIENCES,SEATTLE,UNITED STATES,OREGON HEALTH &SCIENCE UNIVERSITY,"DOE, JANE A (contact); ROE, MAX;",09/04/2009,04/30/2018,Assay;Biology,A project,,326324,',
            '2,R43,CA,,01/01/2014,R43CA1,1R43CA123456-01,2014,NATIONAL CANCER INSTITUTE,BOSTON,UNITED STATES,ACME,"SMITH, ANN;",,,,,,,',
          ],
        }),
      },
    ]);
    expect(await built.rows(edges)).toEqual([
      {s: 'Ann Smith', r: 'affiliated_with', t: 'ACME', k: 'company'},
      {s: 'Jane A Doe', r: 'affiliated_with', t: 'Oregon Health & Science University', k: 'institution'},
      {s: 'Max Roe', r: 'affiliated_with', t: 'Oregon Health & Science University', k: 'institution'},
      {s: '1R43CA123456-01', r: 'awarded_by', t: 'National Cancer Institute', k: 'funder'},
      {s: 'A project', r: 'awarded_by', t: 'National Institute of General Medical Sciences', k: 'funder'},
      {s: 'Ann Smith', r: 'leads', t: '1R43CA123456-01', k: 'funding_event'},
      {s: 'Jane A Doe', r: 'leads', t: 'A project', k: 'funding_event'},
      {s: 'Max Roe', r: 'leads', t: 'A project', k: 'funding_event'},
      {s: 'ACME', r: 'received', t: '1R43CA123456-01', k: 'funding_event'},
      {s: 'Oregon Health & Science University', r: 'received', t: 'A project', k: 'funding_event'},
    ]);
  });
});

describe('opportunities', () => {
  it('reads NIH and EU calls with who offers them', async () => {
    const nih = (data: object[]) => [JSON.stringify({updated_at: '2026-07-01T10:43:46Z', count: data.length, data})];
    const built = await build(folder, [
      {
        recipe: 'opportunities',
        in: files({
          'nih_posted.json': nih([
            {
              number: 'RFA-ES-27-003',
              title: 'A Centre',
              agency_name: 'National Institutes of Health',
              institute: 'NIEHS',
              post_date: '2026-06-29',
              close_date: '',
              status: 'posted',
              award_ceiling: null,
              num_awards: '1',
              abstract: '<p>One</p><p>two</p>',
              opening_date: '2026-08-01',
              url: 'https://x',
            },
          ]),
          'nih_highlighted.json': nih([
            {
              id: 124,
              title: 'A topic',
              lead_ico: 'NIEHS',
              participating_icos: ['NIGMS'],
              posted_date: '2026-05-19',
              expiration_date: '2028-06-11',
              status: 'published',
              url: 'https://y',
              abstract: 'z',
            },
          ]),
          'eu_calls.jsonl': [
            JSON.stringify({
              topicId: 'ERC-2026-POC',
              title: 'ERC PROOF OF CONCEPT',
              programme: 'Horizon Europe',
              actionType: 'Grant',
              deadline: '2026-09-17',
              callStatus: 'open',
              budgetMax: 150000,
              expectedGrants: 400,
              description: 'The EUâ€™s call â€“ <b>d</b>',
              portalUrl: 'https://z',
              callIdentifier: 'ERC',
            }),
          ],
        }),
      },
    ]);
    expect(await built.rows(edges)).toEqual([
      {s: 'Horizon Europe', r: 'offers', t: 'ERC PROOF OF CONCEPT', k: 'opportunity'},
      {s: 'National Institute of Environmental Health Sciences', r: 'offers', t: 'A Centre', k: 'opportunity'},
      {s: 'National Institute of Environmental Health Sciences', r: 'offers', t: 'A topic', k: 'opportunity'},
      {s: 'Horizon Europe', r: 'part_of', t: 'European Commission', k: 'funder'},
    ]);
    const [call] = await built.rows(
      `select attributes::json as a from entities where natural_key = 'opportunity:RFA-ES-27-003'`,
    );
    expect(JSON.parse(String(call?.a))).toMatchObject({
      number: 'RFA-ES-27-003',
      opens_at: '2026-08-01',
      description: 'One two',
      expected_awards: 1,
    });
    const [eu] = await built.rows(
      `select attributes::json as a from entities where natural_key = 'opportunity:ERC-2026-POC'`,
    );
    expect(JSON.parse(String(eu?.a))).toMatchObject({
      closes_at: '2026-09-17',
      award_ceiling_eur: 150000,
      programme: 'Horizon Europe',
      // Somebody read its UTF-8 as Windows-1252.
      description: 'The EU’s call – d',
    });
  });
});

describe('holdings_13f', () => {
  it('ties managers to the companies whose shares they hold, and leaves options out', async () => {
    const holding = (value: number, put = '') => ({
      quarter_end: '2026-03-31',
      shares: 10,
      state: 'KNOWN',
      value_kusd: value,
      put_call: put,
    });
    const built = await build(folder, [
      {
        recipe: 'holdings_13f',
        in: files({
          'holdings_2026-03-31.json': [
            JSON.stringify({
              managers: {'0000000001': {name: 'Deep Fund', aum_b: 7.2, style: 'multi'}},
              tickers: {
                ABC: {
                  filings_metadata: {'0000000001': {filed_at: '2026-05-15T00:00:00'}},
                  holdings: {current: {'0000000001': holding(5), '0000000009': holding(1)}, prior: {}},
                },
                XYZ: {filings_metadata: {}, holdings: {current: {'0000000001': holding(5, 'Put')}, prior: {}}},
              },
            }),
          ],
        }),
      },
    ]);
    expect(await built.rows(edges)).toEqual([{s: 'Deep Fund', r: 'invested_in', t: 'ABC', k: 'company'}]);
    expect(
      await built.rows(
        `select cik, ticker from entities where kind in ('funder', 'company') order by kind desc, ticker`,
      ),
    ).toEqual([
      {cik: '0000000001', ticker: null},
      {cik: null, ticker: 'ABC'},
      {cik: null, ticker: 'XYZ'},
    ]);
    expect(built.report.rejects).toEqual([
      {recipe: 'holdings_13f', reason: 'the holding names a manager nobody lists', count: 1},
    ]);
  });
});
