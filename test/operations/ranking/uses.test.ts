import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const ASTHMA = {disease_id: 'MONDO:1', disease_label: 'asthma'};
const GOUT = {disease_id: 'MONDO:2', disease_label: 'gout'};
const use = (label: string, phase: string | null, confidence = 0.9) => ({label, phase, confidence});

const drug = (n: number, name: string, first: object, attributes: object) =>
  row(n, 'product', name, {...first, moa_confidence: 0.9, attributes: JSON.stringify(attributes)});

/** A drug that was approved in a year for asthma, of which its texts say only that. */
const approved = (n: number, name: string, year: number, indications: object[], more: object = {}) =>
  drug(n, name, ASTHMA, {
    phase: 'Approved',
    first_approval_year: year,
    disease_names: ['asthma'],
    indications: [use('asthma', 'approved'), ...indications],
    ...more,
  });

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    approved(1, 'goutinib', 2001, [use('gout', 'approved')], {disease_names: ['asthma', 'gout']}),
    drug(2, 'trialinib', GOUT, {phase: 'Phase 3', disease_names: ['gout']}),
    drug(3, 'earlinib', GOUT, {phase: 'Phase 2', disease_names: ['gout']}),
    approved(4, 'newinib', 2022, [use('gout', 'phase 3')]),
    approved(5, 'oldinib', 1980, [use('gout', 'phase 3')]),
    approved(6, 'onceinib', 2022, [use('gout', 'phase 1')]),
    approved(7, 'saidinib', 2022, [use('gout', null)]),
    approved(11, 'stoppinib', 2022, [use('gout', 'phase 3')], {development_status: 'discontinued'}),
    approved(8, 'doubtinib', 2022, [use('gout', 'phase 3', 0.2)]),
    drug(9, 'fartinib', ASTHMA, {
      phase: 'Phase 3',
      disease_names: ['asthma', 'gout'],
      indications: [use('gout', 'phase 2')],
    }),
    drug(10, 'goneinib', GOUT, {
      ...{phase: 'Approved', disease_names: ['gout'], indications: [use('gout', 'approved')]},
      marketing_status: 'off the market',
    }),
    row(31, 'trial', 'Gout, gout and gout'),
  ]);
});
afterAll(() => graph.close());

const asked = async (q: string) => {
  const {results, understood} = await graph.entities({q});
  return {found: results.map(({id}) => numberOf(id)), understood};
};

it('drugs for a disease go on with those in development, then with what has long been approved for others', async () => {
  for (const q of ['drugs for gout', 'gout drugs']) {
    const {found, understood} = await asked(q);
    expect(found.slice(0, 8), q).toEqual([1, 2, 4, 3, 9, 11, 5, 10]);
    expect(understood).toMatchObject({disease: 'gout', met: true, met_by: 8});
  }
});

it('drugs in a phase for a disease are those that are in it for the disease, whatever they have reached for others', async () => {
  const {found, understood} = await asked('phase 3 drugs for gout');
  expect(found.slice(0, 4)).toEqual([2, 4, 5, 11]);
  expect(understood).toMatchObject({stage: ['phase 3'], met: true, met_by: 4});
  expect((await asked('phase 2 drugs for gout')).found.slice(0, 2)).toEqual([3, 9]);
});

it('what is only tried for a disease is not approved for it', async () => {
  const {found, understood} = await asked('approved drugs for gout');
  expect(found.slice(0, 2)).toEqual([1, 10]);
  expect(understood).toMatchObject({met: true, met_by: 2});
});

it('attributes of any shape stop no search', async () => {
  const odd = [
    [{label: 'gout', phase: 3}],
    [null, {label: 'gout', phase: ' Phase 3 '}],
    'gout',
    {label: 'gout'},
    [{label: 5, phase: 'phase 3'}],
    7,
  ];
  await using others = await openRows([
    ...odd.map((indications, n) =>
      drug(n + 1, `oddinib gout ${n}`, GOUT, {phase: 'Phase 2', disease_names: ['gout'], indications}),
    ),
    drug(20, 'plaininib', GOUT, {phase: 'Phase 3', disease_names: ['gout']}),
    drug(21, 'oddlist gout', GOUT, {
      phase: 'Phase 1',
      disease_names: 'gout',
      class_names: {},
      atc: 'X',
      mechanisms: 'x',
    }),
  ]);
  for (const q of ['gout', 'drugs for gout', 'approved drugs for gout', 'newest drugs for gout', 'gout antagonists']) {
    const {results} = await others.entities({q});
    expect(results, q).toHaveLength(8);
  }
  const {results} = await others.entities({q: 'phase 3 drugs for gout'});
  expect(results.slice(0, 2).map(({id}) => numberOf(id))).toEqual([2, 20]);
});

it('what was given up or is no longer sold is discontinued, drugs and programs', async () => {
  await using others = await openRows([
    drug(1, 'stoppinib', GOUT, {development_status: 'discontinued', disease_names: ['gout']}),
    drug(2, 'goneinib', GOUT, {marketing_status: 'off the market', disease_names: ['gout']}),
    drug(3, 'hereinib', GOUT, {phase: 'Approved', disease_names: ['gout']}),
    row(4, 'program', 'Stopped gout program', {...GOUT, attributes: JSON.stringify({discontinued: true})}),
    row(5, 'program', 'Running gout program', {...GOUT, attributes: JSON.stringify({discontinued: false})}),
  ]);
  const found = async (q: string) => {
    const {results, understood} = await others.entities({q});
    return {found: results.map(({id}) => numberOf(id)), understood};
  };
  const drugs = await found('discontinued gout drugs');
  expect(drugs.found.slice(0, 2).sort()).toEqual([1, 2]);
  expect(drugs.understood).toMatchObject({status: 'discontinued', met_by: 2});
  expect((await found('abandoned gout drugs')).understood).toMatchObject({
    development_status: 'discontinued',
    met_by: 1,
  });
  const programs = await found('discontinued programs in gout');
  expect(programs.found[0]).toBe(4);
  expect(programs.understood).toMatchObject({development_status: 'discontinued', met: true, met_by: 1});
});

it('of a company that gave up none of its programs those that it has do not meet what was given up', async () => {
  const program = (n: number, name: string, discontinued: boolean) =>
    row(n, 'program', name, {...GOUT, attributes: JSON.stringify({discontinued})});
  await using others = await openRows(
    [
      row(1, 'company', 'Goutix Inc.'),
      row(2, 'company', 'Stoppix Inc.'),
      drug(3, 'goutinib', GOUT, {phase: 'Phase 2', disease_names: ['gout']}),
      program(4, 'Running program', false),
      program(5, 'Stopped program', true),
    ],
    [edge(1, 'develops', 3), edge(1, 'develops', 4), edge(2, 'develops', 5)],
  );
  const understood = async (q: string) => (await others.entities({q})).understood;
  const given = {kind: 'program', development_status: 'discontinued'};
  expect(await understood('discontinued programs Goutix')).toEqual({...given, organization: 'Goutix', met: false});
  expect(await understood('discontinued programs Stoppix')).toMatchObject({...given, met: true, met_by: 1});
});

it('of a disease alone that few texts say, what is labelled with it is found', async () => {
  await using others = await openRows([
    drug(1, 'otherinib', ASTHMA, {
      phase: 'Approved',
      disease_names: ['asthma'],
      indications: [use('rarissima', 'approved')],
    }),
    row(2, 'paper', 'On rarissima'),
  ]);
  const {results} = await others.entities({q: 'rarissima'});
  expect(results.map(({id}) => numberOf(id)).sort()).toEqual([1, 2]);
});

it('a disease is meant by whom it is called after, and by mouth is what is a small molecule before approval', async () => {
  const of = (label: string) => ({disease_id: 'MONDO:7', disease_label: label});
  await using others = await openRows([
    {...drug(1, 'eponinib', of('Sjogren syndrome'), {phase: 'Phase 3'}), modality: 'small molecule'},
    {...drug(2, 'eponimab', of('Sjogren syndrome'), {phase: 'Phase 3'}), modality: 'monoclonal antibody'},
  ]);
  expect((await others.entities({q: 'sjogren phase 3'})).understood).toMatchObject({disease: 'sjogren', met_by: 2});
  const {results, understood} = await others.entities({q: 'oral sjogren drugs in phase 3'});
  expect(numberOf(results[0]?.id ?? '')).toBe(1);
  expect(understood).toMatchObject({modality: ['small molecule'], met_by: 1});
});
