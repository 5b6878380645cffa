import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {meantInstead} from '../../src/formats/meant-instead.ts';
import type {Graph} from '../../src/index.ts';
import {edge, openRows, row} from '../helpers/few-rows.ts';

const trial = (n: number, more: object) => row(n, 'trial', `A study ${n}`, {moa_confidence: 0.9, ...more});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      trial(1, {therapeutic_area: 'neurology', modality: 'monoclonal antibody'}),
      trial(2, {therapeutic_area: 'hematology', disease_label: 'sickle cell anemia'}),
      trial(3, {therapeutic_area: 'gastroenterology', disease_label: 'HIV'}),
      trial(4, {disease_label: 'diarrhea', modality: 'bispecific antibody'}),
      trial(5, {disease_label: 'neoplasm'}),
      trial(6, {disease_label: 'breast cancer'}),
      row(7, 'technology', 'Phage display', {slug: 'phage-display', aliases: ['phage library']}),
    ],
    [edge(1, 'employs', 7)],
  );
});
afterAll(() => graph.close());

const asked = async (filter: object) => {
  const {total, filters, did_you_mean} = await graph.entities({...filter, limit: 1});
  return {total, filters, did_you_mean};
};

describe('a value that nothing carries', () => {
  it('is read in American spelling', async () => {
    const found = (disease: string, meant: string) =>
      expect(asked({disease})).resolves.toEqual({total: 1, filters: {disease: meant}, did_you_mean: undefined});
    await found('sickle cell anaemia', 'sickle cell anemia');
    await found('Diarrhoea', 'diarrhea');
    // Of a neoplasm sources say that it is cancer.
    expect(await asked({disease: 'tumour'})).toMatchObject({total: 2, filters: {disease: ['cancer', 'neoplasm']}});
  });

  it('is said to be unknown, though nothing is like it', async () => {
    // Nothing is spelled like an id.
    expect((await asked({disease: 'MONDO:9999999'})).did_you_mean).toEqual({disease: []});
    expect((await asked({therapeutic_area: 'dental'})).did_you_mean).toEqual({therapeutic_area: []});
    expect((await asked({disease: ['breast cancer', 'zzzzz']})).did_you_mean).toEqual({disease: []});
    expect((await asked({organization: 'Nobody At All'})).did_you_mean).toEqual({organization: []});
    const predicates = [{field: 'therapeutic_area', operator: 'eq', value: 'dental'} as const];
    expect((await graph.search({predicates})).did_you_mean).toEqual({therapeutic_area: []});
    expect(meantInstead({therapeutic_area: []})).toEqual(['No entity has this therapeutic area.']);
  });

  it('suggests what includes it, or what is meant by a word spelled like it', async () => {
    expect((await asked({therapeutic_area: 'anesthesiology'})).did_you_mean).toEqual({therapeutic_area: ['neurology']});
    expect((await asked({therapeutic_area: 'hepatology'})).did_you_mean?.therapeutic_area?.[0]).toBe(
      'gastroenterology',
    );
    expect((await asked({modality: 'antibdy'})).did_you_mean).toEqual({
      modality: ['monoclonal antibody', 'bispecific antibody'],
    });
  });

  it('suggests a technology by its name', async () => {
    for (const technology of ['phage', 'phage dispaly', 'phage libraries'])
      expect((await asked({technology})).did_you_mean, technology).toEqual({technology: ['Phage display']});
  });

  it('suggests no value whose letters happen to stand in it', async () => {
    expect((await asked({disease: 'hives'})).did_you_mean).toEqual({disease: []});
    expect((await asked({disease: 'early breast cancer of adults'})).did_you_mean?.disease?.[0]).toBe('breast cancer');
    expect((await asked({disease: 'late HIV'})).did_you_mean).toEqual({disease: ['HIV infectious disease']});
  });
});

it('a cell that nothing has is said to be unknown, with what may be meant', async () => {
  const of = async (given: object) => (await graph.concentration(given)).caveats.join(' ');
  expect(await of({modality: 'antibdy'})).toContain(
    'Nothing in this graph has the modality "antibdy". Did you mean monoclonal antibody, bispecific antibody?',
  );
  expect(await of({therapeutic_area: 'breast cancer'})).toContain('It is a disease, by which `entities`');
  expect(await of({therapeutic_area: 'neurology'})).not.toContain('Nothing in this graph');
  for (const {caveats} of [
    await graph.experts({therapeutic_area: 'dental'}),
    await graph.rankPeople({therapeutic_area: 'dental'}),
    await graph.patentLandscape({therapeutic_area: 'dental'}),
    await graph.whitespace({therapeutic_area: 'dental'}),
  ])
    expect(caveats.join(' ')).toContain('Nothing in this graph has the therapeutic area "dental".');
});
