/** @module-tag long */

import {expect, it} from 'vitest';
import {build, inputFolder, workspace} from './helpers.ts';

const folder = workspace();
const files = (contents: Record<string, string[]>) => inputFolder(folder, contents);

it('medline aligns authors with ORCIDs and affiliations only where there are as many, and reads free-text dates', async () => {
  const paper = (pmid: string, more: object) =>
    JSON.stringify({
      pmid,
      title: `Paper ${pmid}`,
      journal: 'J',
      pub_date: '2020 Jan',
      doi: null,
      pmcid: null,
      authors: [],
      affiliations: [],
      orcids: [],
      mesh: [],
      pub_types: [],
      nct_ids: [],
      grants: [],
      ...more,
    });
  const built = await build(folder, [
    {
      recipe: 'medline',
      in: files({
        'papers.jsonl': [
          paper('1', {
            authors: ['Doe, Jane A', 'Roe, Max'],
            orcids: ['0000-0002-5030-0330'],
            affiliations: [
              'Department of X, Yale University, New Haven, USA.',
              'Novartis Pharma AG, Basel, Switzerland.',
            ],
            doi: '10.1/ABC',
          }),
          paper('2', {
            authors: ['Doe, Jane A'],
            orcids: ['0000-0002-5030-0330'],
            affiliations: ['A', 'B'],
            pub_date: '2019 Winter',
            mesh: ['*Alzheimer Disease/genetics', 'Humans'],
          }),
          '{"pmid": "3", broken',
          paper('4', {pub_date: '2005 Nov 15-21', authors: ['Wang, Wei', 'Wang, Wei']}),
        ],
      }),
    },
  ]);
  expect(
    await built.rows(`select name, natural_key as k, orcid from entities where kind = 'person' order by 2`),
  ).toEqual([
    {name: 'Jane A Doe', k: 'name:person:doe jane a:1', orcid: null},
    {name: 'Max Roe', k: 'name:person:roe max:1', orcid: null},
    {name: 'Wei Wang', k: 'name:person:wang wei:4', orcid: null},
    {name: 'Wei Wang', k: 'name:person:wang wei:4:2', orcid: null},
    {name: 'Jane A Doe', k: 'orcid:0000-0002-5030-0330', orcid: '0000-0002-5030-0330'},
  ]);
  expect(
    await built.rows(
      `select s.name as s, t.name as t, t.kind from edges join entities s on s.id = edges.source join entities t on t.id = edges.target where relation = 'affiliated_with' order by 1`,
    ),
  ).toEqual([
    {s: 'Jane A Doe', t: 'Yale University', kind: 'institution'},
    {s: 'Max Roe', t: 'Novartis AG', kind: 'company'},
  ]);
  expect(
    await built.rows(
      `select natural_key as k, doi, attributes ->> 'published_at' as d, attributes ->> 'date_precision' as p from entities where kind = 'paper' order by 1`,
    ),
  ).toEqual([
    {k: 'pmid:1', doi: '10.1/abc', d: '2020-01-01', p: 'month'},
    {k: 'pmid:2', doi: null, d: '2019-01-01', p: 'year'},
    {k: 'pmid:4', doi: null, d: '2005-11-15', p: 'day'},
  ]);
  expect(built.rejects()).toMatchObject([{recipe: 'medline', line: 3, reason: 'the line is not JSON'}]);
});

it('lens tells companies and institutions from people among the applicants, and leaves search reports out', async () => {
  const patent = (displayKey: string, more: object) =>
    JSON.stringify({
      displayKey,
      lensId: displayKey,
      jurisdiction: 'WO',
      kindCode: 'A2',
      publicationDate: '2008-07-03',
      filingDate: '2007-12-22',
      title: 'A therapy',
      applicants: [],
      inventors: [],
      owners: [],
      docType: 'Patent Application',
      cpcClassifications: ['A61K38/08'],
      ...more,
    });
  const built = await build(folder, [
    {
      recipe: 'lens',
      in: files({
        'patents.jsonl': [
          patent('WO 2008/080153 A2', {
            applicants: ['PHILADELPHIA CHILDREN HOSPITAL', 'KILPATRICK LAURIE', 'ACME PHARMA INC', 'YU CHONGXI'],
            inventors: [
              'KILPATRICK LAURIE',
              // With an address, and several run together and cut off.
              'MEBUS, CHARLES ALBERT, LINCOLN, NEBR., US',
              'BURT DAVID S REDDISH MARK A HU',
              'OSTERHAUS ALBERTUS DOMINICUS M',
            ],
            owners: [{name: 'ACME PHARMA, INC.'}],
          }),
          patent('WO 2008/080153 A3', {docType: 'Search report'}),
          'not json',
        ],
      }),
    },
  ]);
  expect(
    await built.rows(
      `select natural_key, attributes ->> 'filed_at' as f, attributes ->> 'publication_number' as n from entities where kind = 'patent'`,
    ),
  ).toEqual([{natural_key: 'patent:WO2008080153A2', f: '2007-12-22', n: 'WO2008080153A2'}]);
  expect(
    await built.rows(
      `select t.name, t.kind from edges join entities t on t.id = edges.target where relation = 'assigned_to' order by 1`,
    ),
  ).toEqual([
    {name: 'Acme Pharma Inc', kind: 'company'},
    {name: 'Philadelphia Children Hospital', kind: 'institution'},
  ]);
  expect(await built.rows(`select name from entities where kind = 'person' order by name`)).toEqual([
    {name: 'KILPATRICK LAURIE'},
    {name: 'MEBUS, CHARLES ALBERT'},
    {name: 'OSTERHAUS ALBERTUS DOMINICUS M'},
  ]);
  expect(built.rejects()).toMatchObject([{line: 3, reason: 'the line is not JSON', row: 'not json'}]);
});

it('medline’s suffix of a family name stands behind it, and the names of letters are nobody’s', async () => {
  const built = await build(folder, [
    {
      recipe: 'medline',
      in: files({
        'papers.jsonl': [
          JSON.stringify({
            pmid: '7',
            title: 'A study',
            journal: 'J Foo',
            pub_date: '2005',
            authors: ['Crowe, James E Jr', 'Oldfield, E C 3rd', 'Cyrillicsmall u, Cyrillicsmall ze', 'Sr, Ann'],
          }),
        ],
      }),
    },
  ]);
  expect(await built.rows(`select name from entities where kind = 'person' order by name`)).toEqual([
    {name: 'Ann Sr'},
    {name: 'E C Oldfield III'},
    {name: 'James E Crowe Jr'},
  ]);
});
