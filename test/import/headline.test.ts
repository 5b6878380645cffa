/** @module-tag long */
import {describe, expect, it} from 'vitest';
import {build, entities, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

const terms = recipe(
  folder,
  {
    diseases: `select *, null::varchar[] as xrefs from (values ('MONDO:1', 'Alzheimer disease', null), ('MONDO:2', 'liver disease', null), ('MONDO:3', 'multiple sclerosis', null), ('MONDO:4', 'rheumatoid arthritis', null),
      ('MONDO:5', 'COVID-19', null), ('MONDO:6', 'gout', null), ('MONDO:7', 'neoplasm', null), ('MONDO:8', 'melanoma', null), ('MONDO:9', 'uveal melanoma', ['MONDO:8']), ('MONDO:10', 'asthma', null)) v(id, label, parents)`,
  },
  '-- name: terms\n',
);

const use = (id: number, phase: string) => `{id: 'MONDO:${id}', label: 'd${id}', phase: '${phase}', confidence: 0.8}`;

describe('what a drug that is not approved is for', () => {
  it('is its furthest use, not what the one trial at hand is about', async () => {
    const trials = recipe(
      folder,
      {
        entities: `select key, kind, name, {conditions: said, phase: phase, stage: stage}::json as attributes from (values ('t:1', 'trial', 'Foofoomab in Impairment', ['Liver Disease', 'Hepatic Impairment'], 'phase 1', null),
          ('t:2', 'trial', 'T two', ['Rheumatoid Arthritis'], 'phase 2', null), ('t:3', 'trial', 'T three', ['COVID-19'], 'phase 2', null), ('t:4', 'trial', 'T four', ['Gout'], 'phase 3', null),
          ('g:1', 'program', 'G one', ['Asthma'], null, 'approved'), ('g:2', 'program', 'G two', ['Asthma'], null, 'phase 2')) v(key, kind, name, said, phase, stage)`,
        edges: values(
          `('x:1', 'tested_in', 't:1'), ('x:2', 'tested_in', 't:2'), ('x:3', 'tested_in', 't:3'), ('x:4', 'tested_in', 't:3'), ('x:7', 'tested_in', 't:4'), ('g:1', 'program_of', 'x:8'), ('g:2', 'program_of', 'x:9')`,
          'source_key, relation, target_key',
        ),
      },
      '-- name: trials\n',
    );
    const drugs = recipe(
      folder,
      {
        entities: entities(
          'product',
          `('x:1', 'Alzfoomab', {max_phase: 3}, [${use(1, 'phase 3')}]), ('x:2', 'Sclerofootinib', {max_phase: 3}, [${use(4, 'phase 2')}, ${use(3, 'phase 3')}]),
           ('x:3', 'Covifoomab', {max_phase: 2}, [${use(6, 'phase 2')}, ${use(5, 'phase 2')}]), ('x:4', 'Coviquxmab', {max_phase: 2}, null),
           ('x:5', 'Melafoomab', {max_phase: 2}, [${use(7, 'phase 2')}, ${use(6, 'phase 2')}, ${use(8, 'phase 2')}, ${use(9, 'phase 1')}]),
           ('x:6', 'Anyfoomab', {max_phase: 2}, [${[1, 3, 4, 6].map((d) => use(d, 'phase 2')).join(', ')}]),
           ('x:61', 'Threefoomab', {max_phase: 2}, [${[3, 4, 6].map((d) => use(d, 'phase 2')).join(', ')}]),
           ('x:62', 'Farfoomab', {max_phase: 3}, [${[3, 4, 6].map((d) => use(d, 'phase 3')).join(', ')}]),
           ('x:63', 'Hepafoomab', {max_phase: 3}, [${use(2, 'phase 3')}]),
           ('x:7', 'Oldfoomab', {max_phase: 4}, [${use(6, 'phase 3')}]), ('x:8', 'Newfoomab', {max_phase: 4}, null), ('x:9', 'Morefoomab', {max_phase: 4}, null)`,
          'key, name, attributes, indications',
        ),
      },
      '-- name: drugs\n',
    );
    const built = await build(folder, [terms, trials, drugs]);
    expect(
      await built.rows(`select name, disease_label as d from entities where kind = 'product' order by natural_key`),
    ).toEqual([
      {name: 'Alzfoomab', d: 'Alzheimer disease'},
      {name: 'Sclerofootinib', d: 'multiple sclerosis'},
      {name: 'Covifoomab', d: 'gout'},
      {name: 'Coviquxmab', d: 'COVID-19'},
      // Of two as far, the one whose kinds it is also tried in; never the word for all of them.
      {name: 'Melafoomab', d: 'melanoma'},
      // Of four alike none is shown.
      {name: 'Anyfoomab', d: null},
      // Nor of three that all got no further than phase 2.
      {name: 'Threefoomab', d: null},
      {name: 'Farfoomab', d: expect.any(String)},
      // People whose liver fails are tried with anything.
      {name: 'Hepafoomab', d: null},
      // An approved drug is for what it is approved for: not for what it was only tried in.
      {name: 'Oldfoomab', d: null},
      {name: 'Newfoomab', d: 'asthma'},
      {name: 'Morefoomab', d: null},
    ]);
  });
});

it('a drug stands where its furthest use does, and is approved where a year or an agency says so', async () => {
  const drugs = recipe(
    folder,
    {
      entities: entities(
        'product',
        `('x:1', 'Usefoomab', {max_phase: 1, first_approval_year: null, approved_by: null}, [${use(6, 'phase 3')}]), ('x:2', 'Datefoomab', {max_phase: 2, first_approval_year: 2018, approved_by: null}, null),
         ('x:3', 'Europefoomab', {max_phase: 3, first_approval_year: null, approved_by: ['EMA']}, null), ('x:4', 'Listfoomab', {max_phase: null, first_approval_year: null, approved_by: ['FDA']}, null),
         ('x:5', 'Foodfooate', {max_phase: 2, first_approval_year: null, approved_by: ['FDA']}, [${use(6, 'phase 3')}]), ('x:6', 'Provefoomab', {max_phase: 2, first_approval_year: null, approved_by: ['FDA']}, [${use(6, 'approved')}]),
         ('x:7', 'Nofoomab', {max_phase: null, first_approval_year: null, approved_by: null}, null)`,
        'key, name, attributes, indications',
      ),
    },
    '-- name: drugs\n',
  );
  const built = await build(folder, [terms, drugs]);
  expect(
    await built.rows(
      `select name, attributes ->> 'max_phase' as phase, attributes ->> 'approved_by' as by from entities where kind = 'product' order by natural_key`,
    ),
  ).toEqual([
    {name: 'Usefoomab', phase: '3', by: null},
    {name: 'Datefoomab', phase: '4', by: null},
    {name: 'Europefoomab', phase: '4', by: '["EMA"]'},
    {name: 'Listfoomab', phase: '4', by: '["FDA"]'},
    // The list of FDA alone, against a stated phase, is no witness.
    {name: 'Foodfooate', phase: '3', by: null},
    {name: 'Provefoomab', phase: '4', by: '["FDA"]'},
    {name: 'Nofoomab', phase: null, by: null},
  ]);
});
